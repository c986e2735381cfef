import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { user } from './auth.ts'
import { client } from './clients.ts'
import { at } from './columns.ts'

/** Where an owner's events are posted to. `cursor` is the place in the event log up to which deliveries were made out. */
export const webhook = pgTable(
  'webhook',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    description: text('description'),
    /** Event names it takes; null takes all. */
    names: jsonb('names').$type<string[]>(),
    /** Only events of this client; null takes those of all. */
    clientId: uuid('client_id').references(() => client.id, { onDelete: 'cascade' }),
    sealedSecret: text('sealed_secret').notNull(),
    /** The secret before the last rotation; signs too until its time is over. */
    sealedPrevious: text('sealed_previous'),
    previousUntil: at('previous_until'),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Why the service itself switched it off. */
    disabledReason: text('disabled_reason'),
    cursor: bigint('cursor', { mode: 'number' }).notNull(),
    /** Conversations that failed since the last success; while the circuit is open, pauses that did not help are added. */
    failures: integer('failures').notNull().default(0),
    /** The circuit is open: nothing is tried before then. */
    openUntil: at('open_until'),
    lastSuccessAt: at('last_success_at'),
    lastFailureAt: at('last_failure_at'),
    lastError: text('last_error'),
    claimedBy: text('claimed_by'),
    claimedUntil: at('claimed_until'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('webhook_by_user').on(t.userId)],
)

/** One event for one webhook. Of a lane, the events of one conversation, only the earliest waiting one is ever sent. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    /** The event's place in the log. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    lane: text('lane').notNull(),
    /** waiting | delivered | dead */
    status: text('status').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: at('next_at').notNull().defaultNow(),
    /** Not delivered by then, it is dead. */
    expiresAt: at('expires_at').notNull(),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    lastMs: integer('last_ms'),
    lastTriedAt: at('last_tried_at'),
    settledAt: at('settled_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('webhook_delivery_once').on(t.webhookId, t.seq),
    index('webhook_delivery_waiting').on(t.webhookId, t.seq).where(sql`status = 'waiting'`),
    index('webhook_delivery_lane').on(t.webhookId, t.lane, t.seq).where(sql`status = 'waiting'`),
    index('webhook_delivery_log').on(t.webhookId, t.id),
    index('webhook_delivery_by_age').on(t.settledAt).where(sql`status <> 'waiting'`),
  ],
)
