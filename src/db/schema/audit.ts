import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/**
 * Who did what to accounts, keys, clients, flows and the like. A row is written before the change it tells of and its
 * outcome after it, so that no change is without its row; one that stays `begun` was cut off.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Kept when the account is gone. */
    userId: text('user_id').notNull(),
    via: text('via').$type<'key' | 'session' | 'sign-in'>().notNull(),
    keyId: uuid('key_id'),
    operation: text('operation').notNull(),
    /** Ids and names out of the input; never what is secret. */
    target: jsonb('target').$type<Record<string, unknown>>().notNull(),
    /** begun | done | the code of the refusal */
    outcome: text('outcome').notNull().default('begun'),
    requestId: text('request_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('audit_log_by_user').on(t.userId, t.id),
    index('audit_log_by_operation').on(t.operation, t.id),
    index('audit_log_by_age').on(t.createdAt),
  ],
)
