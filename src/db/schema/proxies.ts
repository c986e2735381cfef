import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { client } from './clients.ts'
import { at } from './columns.ts'

/**
 * A way out to the network. Those of the pool have no `ownerId`; a client may have one of its own. One proxy is its
 * host, port and user; the password is sealed for `proxy:<id>`.
 */
export const proxy = pgTable(
  'proxy',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id').references(() => client.id, { onDelete: 'cascade' }),
    protocol: text('protocol').$type<'http' | 'https' | 'socks5'>().notNull(),
    host: text('host').notNull(),
    port: integer('port').notNull(),
    user: text('user_name').notNull().default(''),
    password: text('password_sealed'),
    state: text('state').$type<'untried' | 'working' | 'failed'>().notNull().default('untried'),
    /** Failures in a row. */
    failures: integer('failures').notNull().default(0),
    fault: text('fault'),
    problem: text('problem'),
    /** Since the first of those failures. */
    failingSince: at('failing_since'),
    failedAt: at('failed_at'),
    workedAt: at('worked_at'),
    /** The last file that went through and came back. */
    mediaWorkedAt: at('media_worked_at'),
    checkedAt: at('checked_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('proxy_of_pool').on(t.host, t.port, t.user).where(sql`${t.ownerId} is null`),
    uniqueIndex('proxy_of_client').on(t.ownerId).where(sql`${t.ownerId} is not null`),
  ],
)

/** Which proxy of the pool a client goes through; it stays until that proxy fails or leaves the pool. */
export const clientProxy = pgTable(
  'client_proxy',
  {
    clientId: uuid('client_id')
      .primaryKey()
      .references(() => client.id, { onDelete: 'cascade' }),
    proxyId: uuid('proxy_id')
      .notNull()
      .references(() => proxy.id, { onDelete: 'cascade' }),
    since: at('since').notNull().defaultNow(),
  },
  (t) => [index('client_proxy_by_proxy').on(t.proxyId)],
)
