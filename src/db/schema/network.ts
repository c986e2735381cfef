import { pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** What clients tell a network of their version, as the worker that asked last has it; no row before one connected. */
export const webVersion = pgTable('web_version', {
  /** `whatsapp` or `sandbox`. */
  network: text('network').primaryKey(),
  version: text('version').notNull(),
  source: text('source').$type<'page' | 'pinned' | 'built_in'>().notNull(),
  /** When it last was known to be the newest. */
  confirmedAt: at('confirmed_at').notNull(),
  /** What the network's page said last. */
  newest: text('newest'),
  checkedAt: at('checked_at'),
  /** Why the page could not be read since. */
  problem: text('problem'),
})
