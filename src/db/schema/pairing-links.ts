import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { apiKey, user } from './auth.ts'
import { client } from './clients.ts'
import { at, bytes } from './columns.ts'

/** Why a link is over. `replaced`: a newer one was made for the client. */
export type PairingLinkEnd = 'linked' | 'revoked' | 'replaced' | 'expired'

/**
 * A link by which somebody without an account links their phone to one client. Only hashes are kept: of what the link
 * carries, and of what the one browser that opened it holds. A day after its end the row goes.
 */
export const pairingLink = pgTable(
  'pairing_link',
  {
    id: uuid('id').primaryKey(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    /** Who made it; it ends with their rights. */
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The key it was made with; it ends with that too. */
    keyId: uuid('key_id').references(() => apiKey.id, { onDelete: 'cascade' }),
    tokenHash: bytes('token_hash').notNull().unique(),
    /** Of the browser that has it open now; null while none has. */
    visitHash: bytes('visit_hash').unique(),
    openedAt: at('opened_at'),
    /** How often it was opened, the client started, a code asked for and a passkey answered through it; each is bounded. */
    openings: integer('openings').notNull().default(0),
    starts: integer('starts').notNull().default(0),
    codes: integer('codes').notNull().default(0),
    answers: integer('answers').notNull().default(0),
    endedAt: at('ended_at'),
    endedBy: text('ended_by').$type<PairingLinkEnd>(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    index('pairing_link_by_client').on(t.clientId, t.createdAt),
    index('pairing_link_by_age').on(t.expiresAt),
  ],
)
