import type { ConnectionKind, ConnectionState } from '../../core/connection-kinds.ts'
import { statement } from '../../db/statement.ts'

/** How a secret gets its value, where that is a token. */
export interface ShownConnection {
  kind: ConnectionKind
  state: ConnectionState
  error: string | null
  account: string
  server: string
  scope: string | null
  renewedAt: string | null
}

export interface SecretRow {
  name: string
  hosts: string[] | null
  connection: ShownConnection | null
  createdAt: Date
  updatedAt: Date
}

/** Over the primary key of connections. */
const CONNECTION = `(select jsonb_build_object('kind', c.kind, 'state', c.state, 'error', c.error, 'account', c.account,
    'server', c.server, 'scope', c.scope, 'renewedAt', to_char(c.renewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  from connection c where c.user_id = secret.user_id and c.name = secret.name) as connection`
const COLUMNS = `name, hosts, created_at as "createdAt", updated_at as "updatedAt", ${CONNECTION}`

export const LIST_SECRETS = statement<SecretRow>(
  'secret_list',
  `select ${COLUMNS} from secret where user_id = $1 order by name`,
)

/**
 * Which of a person's published flows name which secrets: in texts, where `secrets.` stands before the name, or in lists of
 * nodes. The documents were written by `JSON.stringify`, so neither is ever spelled in another way. Over the index
 * `flow_by_user`, and the primary key of versions.
 */
export const LIST_USES = statement<{ secret: string; id: string; name: string }>(
  'secret_list_uses',
  `select distinct n.secret, f.id, f.name
   from flow f join flow_version v on v.id = f.published_version_id
   cross join lateral (
     select m[1] as secret from regexp_matches(v.doc, 'secrets\\.([A-Za-z_][A-Za-z0-9_]*)', 'g') as m
     union all
     select m[1] from regexp_matches(v.doc, '"secretRefs":\\[([^]]*)\\]', 'g') as l,
       regexp_matches(l[1], '"([A-Za-z_][A-Za-z0-9_]*)"', 'g') as m
   ) n
   where f.user_id = $1 and f.is_active
   order by f.name, f.id`,
)

export const COUNT_OTHER_SECRETS = statement<{ count: number; isNew: boolean }>(
  'secret_count_others',
  `select count(*) filter (where name <> $2)::int as count, count(*) filter (where name = $2) = 0 as "isNew"
   from secret where user_id = $1`,
)

/** By the primary key. A new value without hosts keeps those that were named. */
export const WRITE_SECRET = statement<SecretRow>(
  'secret_write',
  `insert into secret (user_id, name, sealed, hosts) values ($1, $2, $3, $4)
   on conflict (user_id, name) do update
     set sealed = excluded.sealed, hosts = coalesce(excluded.hosts, secret.hosts), updated_at = now()
   returning ${COLUMNS}`,
)

/** By the primary key. */
export const WRITE_HOSTS = statement<SecretRow>(
  'secret_write_hosts',
  `update secret set hosts = $3, updated_at = now() where user_id = $1 and name = $2 returning ${COLUMNS}`,
)

export const DELETE_SECRET = statement<{ name: string }>(
  'secret_delete',
  'delete from secret where user_id = $1 and name = $2 returning name',
)

/** By the primary key. */
export const READ_SECRET = statement<SecretRow>(
  'secret_read_one',
  `select ${COLUMNS} from secret where user_id = $1 and name = $2`,
)

/** `kind`: its value is a token, or it has none; null: somebody wrote it down. */
export const READ_SECRETS = statement<{
  name: string
  sealed: string
  hosts: string[] | null
  kind: ConnectionKind | null
}>(
  'secret_read',
  `select name, sealed, hosts,
     (select kind from connection c where c.user_id = secret.user_id and c.name = secret.name) as kind
   from secret where user_id = $1 and name = any($2::text[])`,
)

/** All that nobody may read of a person's secrets, over the primary keys. */
export const READ_CONFIDENTIAL = statement<{
  name: string
  sealed: string
  sealedSettings: string | null
  sealedTokens: string | null
}>(
  'secret_read_confidential',
  `select s.name, s.sealed, c.sealed_settings as "sealedSettings", c.sealed_tokens as "sealedTokens"
   from secret s left join connection c on c.user_id = s.user_id and c.name = s.name where s.user_id = $1`,
)
