import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

export type AuditVia = 'key' | 'session' | 'sign-in' | 'command-line' | 'pairing-link'

/**
 * Who did what to accounts, keys, clients, flows and the like. A row is written before the change it tells of, `changed` with
 * it and its outcome after it, so that no change is without its row; one that stays `begun` or `changed` was cut off.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Kept when the account is gone. `operator` on the command line, `nobody` for a sign-in to no account; of a pairing link, who made it. */
    userId: text('user_id').notNull(),
    via: text('via').$type<AuditVia>().notNull(),
    keyId: uuid('key_id'),
    operation: text('operation').notNull(),
    /** Ids and names out of the input; never what is secret. */
    target: jsonb('target').$type<Record<string, unknown>>().notNull(),
    /** begun | changed | done | the code of the refusal */
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
