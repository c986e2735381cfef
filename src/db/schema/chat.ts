import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import { client } from './clients.ts'
import { at, bytes } from './columns.ts'

/**
 * Every message of a client, both ways. Pages run over `message_page` backwards:
 * (client_id, chat, at_sec, seq); `seq` breaks ties in the order of arrival. Conversations are found by their newest
 * messages over `message_recent`.
 */
export const message = pgTable(
  'message',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    /** Canonical address of the conversation. */
    chat: text('chat').notNull(),
    id: text('id').notNull(),
    fromMe: boolean('from_me').notNull(),
    /** Who wrote it in a group, canonical. */
    participant: text('participant'),
    atSec: bigint('at_sec', { mode: 'number' }).notNull(),
    type: text('type').notNull(),
    text: text('text'),
    /** ERROR PENDING SERVER_ACK DELIVERY_ACK READ PLAYED */
    status: text('status').notNull(),
    serverAt: at('server_at'),
    deliveredAt: at('delivered_at'),
    readAt: at('read_at'),
    playedAt: at('played_at'),
    pushName: text('push_name'),
    quotedId: text('quoted_id'),
    /** api | flow | phone | contact | history */
    origin: text('origin').notNull(),
    /** The network's message, for retry receipts, quotes and forwards. */
    bytes: bytes('bytes'),
    editedAt: at('edited_at'),
    revokedAt: at('revoked_at'),
    /** `{address: emoji}`, last one of each person. */
    reactions: jsonb('reactions').$type<Record<string, string>>(),
    /** `{address: [option, …]}`: what each person chose in a poll, or answered to an event. */
    votes: jsonb('votes').$type<Record<string, string[]>>(),
    error: text('error'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('message_identity').on(t.clientId, t.id, t.chat, t.fromMe),
    index('message_page').on(t.clientId, t.chat, t.atSec, t.seq),
    index('message_recent').on(t.clientId, t.atSec, t.seq),
    index('message_pending').on(t.clientId).where(sql`status = 'PENDING'`),
    // Only to find what names a person who becomes one with another.
    index('message_by_participant').on(t.clientId, t.participant).where(sql`participant is not null`),
    index('message_reactors').using('gin', t.reactions).where(sql`reactions is not null`),
    index('message_voters').using('gin', t.votes).where(sql`votes is not null`),
  ],
)

/** After how many seconds messages of a chat of two disappear; 0 when they stay. Of groups the connector knows it. */
export const chatTimer = pgTable(
  'chat_timer',
  {
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    /** Canonical. */
    chat: text('chat').notNull(),
    expirationSec: integer('expiration_sec').notNull(),
    atSec: bigint('at_sec', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.chat] })],
)

/** What each member of a group confirmed of a message of ours; `participant` is canonical. */
export const messageReceipt = pgTable(
  'message_receipt',
  {
    messageSeq: bigint('message_seq', { mode: 'number' })
      .notNull()
      .references(() => message.seq, { onDelete: 'cascade' }),
    participant: text('participant').notNull(),
    deliveredAt: at('delivered_at'),
    readAt: at('read_at'),
    playedAt: at('played_at'),
  },
  (t) => [
    primaryKey({ columns: [t.messageSeq, t.participant] }),
    index('message_receipt_by_participant').on(t.participant),
  ],
)

/**
 * A file of a message, or one given ahead of a send. `state`: `waiting` to be downloaded, `stored`, `failed` (`error`
 * says why; it may be asked for again), `gone` (its time is over, or nobody has it any more).
 */
export const media = pgTable(
  'media',
  {
    id: uuid('id').primaryKey(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    messageSeq: bigint('message_seq', { mode: 'number' }).references(() => message.seq, {
      onDelete: 'set null',
    }),
    kind: text('kind').notNull(),
    mimetype: text('mimetype').notNull(),
    fileName: text('file_name'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    sha256: bytes('sha256'),
    state: text('state').notNull(),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    createdAt: at('created_at').notNull().defaultNow(),
    storedAt: at('stored_at'),
    /** When the file is deleted. */
    expiresAt: at('expires_at'),
  },
  (t) => [
    uniqueIndex('media_of_message').on(t.messageSeq),
    index('media_waiting').on(t.clientId).where(sql`state = 'waiting'`),
    index('media_by_expiry').on(t.expiresAt).where(sql`state = 'stored'`),
  ],
)

/** A file that a person's flows send: kept until it is deleted, and only once whatever it is called. */
export const asset = pgTable(
  'asset',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    mimetype: text('mimetype').notNull(),
    fileName: text('file_name'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: bytes('sha256').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('asset_by_content').on(t.userId, t.sha256), index('asset_by_user').on(t.userId, t.id)],
)

/** Ids this service sent, outliving their runs so that a late echo is never taken for a person. Kept 7 days. */
export const sentId = pgTable(
  'sent_id',
  {
    clientId: uuid('client_id').notNull(),
    messageId: text('message_id').notNull(),
    sentAt: at('sent_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.messageId] }), index('sent_id_by_age').on(t.sentAt)],
)

/**
 * A message that a person wrote, from before it is handed over until flows were told of it or it certainly was not sent. What a
 * process that died left here is told by the next owner of the client.
 */
export const personSend = pgTable(
  'person_send',
  {
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    messageId: text('message_id').notNull(),
    /** The same for all messages of one call, so that flows hear of it once. */
    eventId: text('event_id').notNull(),
    text: text('text').notNull(),
    /** dashboard | api */
    source: text('source').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.messageId] })],
)
