import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { client } from './clients.ts'
import { at, bytes } from './columns.ts'

/**
 * Every message of a client, both ways. Pages run over `message_page` backwards:
 * (client_id, chat, at_sec, seq); `seq` breaks ties in the order of arrival.
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
    error: text('error'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('message_identity').on(t.clientId, t.id, t.chat, t.fromMe),
    index('message_page').on(t.clientId, t.chat, t.atSec, t.seq),
    index('message_pending').on(t.clientId).where(sql`status = 'PENDING'`),
  ],
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
