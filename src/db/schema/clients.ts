import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { user } from './auth.ts'
import { at, bytes } from './columns.ts'

/** A messaging account owned by a user (interface: Client). `liveStatus` is what the dashboard and worker.status show. */
export const client = pgTable(
  'client',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    network: text('network').$type<'sandbox' | 'whatsapp'>().notNull(),
    phoneNumber: text('phone_number'),
    address: text('address'),
    lid: text('lid'),
    pushName: text('push_name'),
    lastActivityAt: at('last_activity_at'),
    humanHandoffDurationSec: integer('human_handoff_duration_sec').notNull().default(1800),
    mainMenuFlowId: uuid('main_menu_flow_id'),
    workerDesiredState: text('worker_desired_state')
      .$type<'running' | 'stopped'>()
      .notNull()
      .default('stopped'),
    workerStateUpdatedAt: at('worker_state_updated_at'),
    liveStatus: text('live_status').notNull().default('stopped'),
    liveCode: text('live_code').notNull().default('STOPPED'),
    liveDetail: text('live_detail'),
    liveSince: at('live_since').notNull().defaultNow(),
    /** Until when the network keeps the account from writing to strangers. */
    reachOutUntil: at('reach_out_until'),
    /** How many chats with strangers the network allows in a period, and has counted; without a level it said nothing. */
    newChatsTotal: integer('new_chats_total'),
    newChatsUsed: integer('new_chats_used'),
    newChatsLevel: text('new_chats_level').$type<'none' | 'first_warning' | 'second_warning' | 'capped'>(),
    newChatsCycleStart: at('new_chats_cycle_start'),
    newChatsCycleEnd: at('new_chats_cycle_end'),
    sendRatePerSecond: integer('send_rate_per_second').notNull().default(1),
    sendBurst: integer('send_burst').notNull().default(5),
    /** Since when its session may run in another place; no worker takes the client until that is taken back. */
    sessionExportedAt: at('session_exported_at'),
    /** Names the exported state of the session, in the file too. */
    sessionExportId: uuid('session_export_id'),
    /** The exported state this client's session was imported from. */
    sessionImportId: uuid('session_import_id'),
    /** Its session is another program's: `pending` until it has logged in here once, `taken` from then on. */
    sessionMovedIn: text('session_moved_in').$type<'pending' | 'taken'>(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('client_by_user').on(t.userId, t.createdAt),
    // One exported session runs in one client at most.
    uniqueIndex('client_by_session_import').on(t.sessionImportId).where(sql`${t.sessionExportedAt} is null`),
  ],
)

/** Who owns a client's connection. `epoch` grows with every change of owner and fences every credential write. */
export const clientLease = pgTable('client_lease', {
  clientId: uuid('client_id')
    .primaryKey()
    .references(() => client.id, { onDelete: 'cascade' }),
  owner: text('owner'),
  epoch: bigint('epoch', { mode: 'number' }).notNull().default(0),
  expiresAt: at('expires_at').notNull().defaultNow(),
  /** What the client takes in its owner's memory, as the owner estimates it. */
  memoryBytes: bigint('memory_bytes', { mode: 'number' }),
})

/** The connector's credentials of a client, in its own form. */
export const credential = pgTable('credential', {
  clientId: uuid('client_id')
    .primaryKey()
    .references(() => client.id, { onDelete: 'cascade' }),
  value: bytes('value').notNull(),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

/** Signal keys and sessions of a client. */
export const credentialKey = pgTable(
  'credential_key',
  {
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    id: text('id').notNull(),
    value: bytes('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.type, t.id] })],
)

/** Decrypted inbound messages between the ratchet's commit and the commit that stored what they caused. */
export const inboundJournal = pgTable(
  'inbound_journal',
  {
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
    stanza: text('stanza').notNull(),
    plaintext: bytes('plaintext').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.id] })],
)

/** Why connections ended, newest kept: the reason history of a client. */
export const clientStateLog = pgTable(
  'client_state_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    status: text('status').notNull(),
    code: text('code').notNull(),
    detail: text('detail'),
    rawCode: integer('raw_code'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('client_state_log_by_client').on(t.clientId, t.id)],
)

/** Answers already given to a send, by the caller's idempotency key; kept 24 h. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    userId: text('user_id').notNull(),
    key: text('key').notNull(),
    operation: text('operation').notNull(),
    bodyHash: bytes('body_hash').notNull(),
    /** Chosen on the first call, so that a repeat after a crash resends under the same id. */
    messageId: text('message_id').notNull(),
    /** The answer, once there is one. */
    response: jsonb('response'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_key_by_age').on(t.createdAt)],
)

/** One row per person a client knows. `id` is the canonical address; a person is never two rows. */
export const contact = pgTable(
  'contact',
  {
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    lid: text('lid'),
    phone: text('phone'),
    name: text('name'),
    notify: text('notify'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    uniqueIndex('contact_by_lid').on(t.clientId, t.lid),
    uniqueIndex('contact_by_phone').on(t.clientId, t.phone),
  ],
)
