import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { at, bytes } from './columns.ts'

/** People. The shape is the sign-in library's; `role` and `plan` are never settable by the person. */
export const user = pgTable('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  role: text('role').notNull().default('user'),
  plan: text('plan').$type<'free' | 'pro'>().notNull().default('free'),
  banned: boolean('banned').notNull().default(false),
  banReason: text('ban_reason'),
  banExpires: timestamp('ban_expires', { withTimezone: true }),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    expiresAt: at('expires_at').notNull(),
    token: text('token').notNull().unique(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    impersonatedBy: text('impersonated_by'),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  (t) => [index('session_by_user').on(t.userId)],
)

export const account = pgTable(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: at('access_token_expires_at'),
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('account_by_user').on(t.userId)],
)

export const verification = pgTable('verification', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: at('expires_at').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

/** Somebody who was invited and has not come yet; gone once they came. Only the hash of what the link carries is kept. */
export const invitation = pgTable('invitation', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique(),
  role: text('role').$type<'admin' | 'user'>().notNull(),
  plan: text('plan').$type<'free' | 'pro'>().notNull(),
  tokenHash: bytes('token_hash').notNull().unique(),
  /** It ends with the rights of who made it. */
  invitedBy: text('invited_by')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' }),
  createdAt: at('created_at').notNull().defaultNow(),
  expiresAt: at('expires_at').notNull(),
})

/** One row ever: the account that claimed the fresh installation and became its admin. */
export const bootstrap = pgTable('bootstrap', {
  id: integer('id').primaryKey(),
  userId: text('user_id'),
  claimedAt: at('claimed_at').notNull().defaultNow(),
})

/** Keys for machines. Only the hash of a key is kept, with what people need to recognise it. */
export const apiKey = pgTable(
  'api_key',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    hash: bytes('hash').notNull().unique(),
    prefix: text('prefix').notNull(),
    lastFour: text('last_four').notNull(),
    revokedAt: at('revoked_at'),
    /** From then on it opens nothing; null is never. */
    expiresAt: at('expires_at'),
    /** What it may do; null is all its owner may. */
    scopes: text('scopes').array(),
    /** The only clients it works on; null is all of its owner. */
    clientIds: uuid('client_ids').array(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('api_key_by_user').on(t.userId)],
)

/**
 * Calls of a key within one clock hour (UTC). `used` never exceeds `quota`, the owner's limit at the last call;
 * `granted` is how many of the last batch of calls were let through.
 */
export const keyUsage = pgTable(
  'key_usage',
  {
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKey.id, { onDelete: 'cascade' }),
    windowStart: at('window_start').notNull(),
    used: integer('used').notNull(),
    quota: integer('quota').notNull(),
    granted: integer('granted').notNull(),
    lastUsedAt: at('last_used_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.windowStart] })],
)

/** Secrets of the service itself, drawn or derived once and the same in every process; sealed under the master key. */
export const serviceSecret = pgTable('service_secret', {
  name: text('name').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})
