import type { ConnectionKind, ConnectionState } from '../../../core/connection-kinds.ts'
import { statement } from '../../../db/statement.ts'

export interface ConnectionRow {
  kind: ConnectionKind
  sealedSettings: string
  sealedTokens: string | null
  /** Nothing is asked of a token before its time is nearly over. */
  isFresh: boolean
  /** A failure is not tried again before its time. */
  isHeld: boolean
  /** It was renewed a moment ago. */
  isNew: boolean
  state: ConnectionState
  error: string | null
  /** Counts what was stored, so that who waits sees that somebody else was faster. */
  version: number
}

/** A 401 makes nobody renew a token that is younger than this. */
const NEW_SEC = 30
/** For so long one process asks for a token alone; longer than its request may take. */
export const LEASE_SEC = 30

const COLUMNS = `kind, sealed_settings as "sealedSettings", sealed_tokens as "sealedTokens", state, error, version,
  coalesce(renew_at > now(), true) as "isFresh", coalesce(retry_at > now(), false) as "isHeld",
  coalesce(renewed_at > now() - interval '${NEW_SEC} s', false) as "isNew"`

/** By the primary key, as all of these. */
export const READ_CONNECTION = statement<ConnectionRow>(
  'connection_read',
  `select ${COLUMNS} from connection where user_id = $1 and name = $2`,
)

/** New settings end what there was, and the request that somebody makes with the old ones. */
export const WRITE_CONNECTION = statement<{ version: number }>(
  'connection_write',
  `insert into connection (user_id, name, kind, sealed_settings, account, server, scope, state)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (user_id, name) do update set kind = excluded.kind, sealed_settings = excluded.sealed_settings,
     account = excluded.account, server = excluded.server, scope = excluded.scope, state = excluded.state,
     sealed_tokens = null, error = null, renew_at = null, retry_at = null, renewed_at = null, holder = null,
     held_until = null, version = connection.version + 1
   returning version`,
)

/** The right to ask for a token, for as long as the lease runs; only where nobody has stored anything since `version`. */
export const TAKE_LEASE = statement<{ version: number }>(
  'connection_take_lease',
  `update connection set holder = $4, held_until = now() + interval '${LEASE_SEC} s'
   where user_id = $1 and name = $2 and version = $3 and (held_until is null or held_until < now())
   returning version`,
)

export const DROP_LEASE = statement<never>(
  'connection_drop_lease',
  'update connection set holder = null, held_until = null where user_id = $1 and name = $2 and holder = $3',
)

/** `$5` seconds until it is to be renewed; null: until it is refused. Only of who holds the lease. */
export const STORE_TOKENS = statement<{ version: number }>(
  'connection_store_tokens',
  `update connection set sealed_tokens = $4, renew_at = now() + make_interval(secs => $5), renewed_at = now(),
     state = 'connected', error = null, retry_at = null, holder = null, held_until = null, version = version + 1
   where user_id = $1 and name = $2 and holder = $3 returning version`,
)

/** `$6` seconds until it is tried again; null: when somebody does something about it. */
export const STORE_FAILURE = statement<{ version: number }>(
  'connection_store_failure',
  `update connection set state = $4, error = $5, retry_at = now() + make_interval(secs => $6), holder = null,
     held_until = null, version = version + 1
   where user_id = $1 and name = $2 and holder = $3 returning version`,
)

/** Tokens that somebody agreed to; whoever renews at the same time has lost. */
export const CONNECT = statement<{ version: number }>(
  'connection_connect',
  `update connection set sealed_tokens = $4, renew_at = now() + make_interval(secs => $5), renewed_at = now(),
     state = 'connected', error = null, retry_at = null, holder = null, held_until = null, version = version + 1
   where user_id = $1 and name = $2 and kind = 'oauth2_code' and sealed_settings = $3 returning version`,
)

/** Also takes away those whose time is over, over `agreement_by_end`. */
export const ADD_AGREEMENT = statement<never>(
  'agreement_add',
  `with gone as (delete from agreement where ends_at < now())
   insert into agreement (state_hash, user_id, name, sealed, ends_at)
   values ($1, $2, $3, $4, now() + interval '10 minutes')`,
)

/** Once, and only for who asked for it; by the primary key. */
export const TAKE_AGREEMENT = statement<{ name: string; sealed: string }>(
  'agreement_take',
  `delete from agreement where state_hash = $1 and user_id = $2 and ends_at > now() returning name, sealed`,
)
