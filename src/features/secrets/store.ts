import { statement } from '../../db/statement.ts'

export interface SecretRow {
  name: string
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `name, created_at as "createdAt", updated_at as "updatedAt"`

export const LIST_SECRETS = statement<SecretRow>(
  'secret_list',
  `select ${COLUMNS} from secret where user_id = $1 order by name`,
)

export const COUNT_OTHER_SECRETS = statement<{ count: number }>(
  'secret_count_others',
  'select count(*)::int as count from secret where user_id = $1 and name <> $2',
)

export const WRITE_SECRET = statement<SecretRow>(
  'secret_write',
  `insert into secret (user_id, name, sealed) values ($1, $2, $3)
   on conflict (user_id, name) do update set sealed = excluded.sealed, updated_at = now()
   returning ${COLUMNS}`,
)

export const DELETE_SECRET = statement<{ name: string }>(
  'secret_delete',
  'delete from secret where user_id = $1 and name = $2 returning name',
)

export const READ_SECRETS = statement<{ name: string; sealed: string }>(
  'secret_read',
  'select name, sealed from secret where user_id = $1 and name = any($2::text[])',
)
