import type { TableColumn, TableRow } from '../../core/tables.ts'
import { statement } from '../../db/statement.ts'

/** A table as it is stored. */
export interface TableRecord {
  id: string
  name: string
  description: string | null
  columns: (TableColumn & { choices: string[] })[]
  unique: string[][]
  rows: number
  bytes: number
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `id, name, description, columns, uniques as "unique", row_count as rows, bytes::float8 as bytes,
  created_at as "createdAt", updated_at as "updatedAt"`

/** All of a person's over the index `data_table_by_name`. */
export const LIST_TABLES = statement<TableRecord>(
  'table_list',
  `select ${COLUMNS} from data_table where user_id = $1 order by name`,
)

export const READ_TABLE = statement<TableRecord>(
  'table_read',
  `select ${COLUMNS} from data_table where user_id = $1 and name = $2`,
)

/** Whoever changes rows of a table holds it until the commit, so changes of one table go one after the other. */
export const LOCK_TABLE = statement<TableRecord>(
  'table_lock',
  `select ${COLUMNS} from data_table where user_id = $1 and name = $2 for update`,
)

export interface TableUse {
  plan: 'free' | 'pro'
  tables: number
  rows: number
  bytes: number
}

/** What all tables of a workspace take together, and the plan that it is held to. */
export const READ_USE = statement<TableUse>(
  'table_use',
  `select w.plan, count(t.id)::int as tables, coalesce(sum(t.row_count), 0)::int as rows,
     coalesce(sum(t.bytes), 0)::float8 as bytes
   from workspace w left join data_table t on t.user_id = w.id where w.id = $1 group by w.plan`,
)

export const INSERT_TABLE = statement<{ id: string }>(
  'table_insert',
  `insert into data_table (user_id, name, description, columns, uniques) values ($1, $2, $3, $4::jsonb, $5::jsonb)
   on conflict (user_id, name) do nothing returning id`,
)

export const UPDATE_TABLE = statement<never>(
  'table_update',
  `update data_table set description = $2, columns = $3::jsonb, uniques = $4::jsonb, updated_at = now() where id = $1`,
)

export const DELETE_TABLE = statement<{ id: string }>(
  'table_delete',
  'delete from data_table where user_id = $1 and name = $2 returning id',
)

/** $2 rows and $3 bytes more, or less. */
export const COUNT_ROWS = statement<never>(
  'table_count_rows',
  'update data_table set row_count = row_count + $2, bytes = bytes + $3 where id = $1',
)

/** The value of column `name` of a row beside the value of a filter, compared as its type says. */
const HOLDS = `case
  when f.value is null then case f.op when 'eq' then h.held is null when 'neq' then h.held is not null end
  when f.type = 'number' then case f.op
    when 'eq' then h.held::numeric = f.value::numeric when 'neq' then h.held::numeric <> f.value::numeric
    when 'lt' then h.held::numeric < f.value::numeric when 'lte' then h.held::numeric <= f.value::numeric
    when 'gt' then h.held::numeric > f.value::numeric when 'gte' then h.held::numeric >= f.value::numeric end
  else case f.op
    when 'eq' then lower(h.held) = lower(f.value) when 'neq' then lower(h.held) <> lower(f.value)
    when 'lt' then lower(h.held) < lower(f.value) collate "C" when 'lte' then lower(h.held) <= lower(f.value) collate "C"
    when 'gt' then lower(h.held) > lower(f.value) collate "C" when 'gte' then lower(h.held) >= lower(f.value) collate "C"
    when 'contains' then strpos(lower(h.held), lower(f.value)) > 0 end end`

const FITS = `not exists (
  select from jsonb_to_recordset($2::jsonb) as f("column" text, type text, op text, value text)
  cross join lateral (select case when f."column" = 'id' then r.id::text else r.held ->> f."column" end as held) h
  where not coalesce(${HOLDS}, false))`

/** All rows in the order in which they were added, over the index `data_row_of_table`; none where there is no such table. */
export const READ_ALL_ROWS = statement<{ held: Record<string, unknown> }>(
  'table_rows_all',
  `select r.held from data_table t join data_row r on r.table_id = t.id where t.user_id = $1 and t.name = $2
   order by r.seq limit $3`,
)

interface FoundRow {
  id: string
  held: Record<string, unknown>
}

export const toTableRow = ({ id, held }: FoundRow): TableRow => ({ ...held, id })

/**
 * $2 filters, $3 a column to order by or null, $4 its type, $5 whether the largest come first, $6 how many are passed over, $7 how
 * many are read. Goes through the table over the index `data_row_of_table`.
 */
export const FIND_ROWS = statement<FoundRow>(
  'table_rows_find',
  `select r.id, r.held from data_row r where r.table_id = $1 and ${FITS}
   order by case when $3::text is null then 0 else (r.held ->> $3 is null)::int end,
     case when $4 = 'number' and not $5::boolean then (r.held ->> $3)::numeric end,
     case when $4 = 'number' and $5 then (r.held ->> $3)::numeric end desc,
     case when $4 <> 'number' and not $5 then lower(r.held ->> $3) collate "C" end,
     case when $4 <> 'number' and $5 then lower(r.held ->> $3) collate "C" end desc,
     r.seq
   offset $6 limit $7`,
)

export const COUNT_FOUND = statement<{ count: number }>(
  'table_rows_count',
  `select count(*)::int as count from data_row r where r.table_id = $1 and ${FITS}`,
)

export const INSERT_ROW = statement<{ id: string }>(
  'table_row_insert',
  'insert into data_row (table_id, held) values ($1, $2::jsonb) returning id',
)

export const UPDATE_ROW = statement<never>(
  'table_row_update',
  'update data_row set held = $2::jsonb, updated_at = now() where id = $1',
)

/** Its keys go with it. Answers what the rows held. */
export const DELETE_ROWS = statement<FoundRow>(
  'table_rows_delete',
  `delete from data_row where table_id = $1 and id = any($2::uuid[]) returning id, held`,
)

/** $3 `[{name, key}]`; answers those that were free. The primary key lets one of several writers have a key. */
export const TAKE_KEYS = statement<{ name: string }>(
  'table_keys_take',
  `insert into data_row_key (table_id, name, key, row_id)
   select $1, k.name, sha256(convert_to(k.key, 'UTF8')), $2 from jsonb_to_recordset($3::jsonb) as k(name text, key text)
   on conflict do nothing returning name`,
)

export const FREE_KEYS = statement<never>(
  'table_keys_free',
  'delete from data_row_key where row_id = any($1::uuid[])',
)
export const FREE_ALL_KEYS = statement<never>(
  'table_keys_free_all',
  'delete from data_row_key where table_id = $1',
)
