import type { DEPARTMENT_RULES } from '../../contract/account/departments.ts'
import type { Weekday } from '../../core/flow/expressions/time/opening-hours.ts'
import { statement } from '../../db/statement.ts'

/** When it works, as it is stored and answered. */
interface DepartmentHours {
  timezone: string
  weekly: Partial<Record<Weekday, [string, string][]>>
  closedDates: string[]
}

/** A department as it is stored, with who is in it. */
export interface DepartmentRow {
  id: string
  name: string
  rule: (typeof DEPARTMENT_RULES)[number]
  hours: DepartmentHours | null
  otherwiseId: string | null
  members: { userId: string; name: string; isAway: boolean }[]
}

/** Of the department `d`; members by name, over the primary keys. */
const COLUMNS = `d.id, d.name, d.rule, d.hours, d.otherwise_id as "otherwiseId",
  (select coalesce(json_agg(json_build_object('userId', m.user_id, 'name', u.name, 'isAway', w.away_since is not null)
     order by lower(u.name), m.user_id), '[]')
   from department_member m join "user" u on u.id = m.user_id
   join workspace_member w on w.workspace_id = d.user_id and w.user_id = m.user_id
   where m.department_id = d.id) as members`

/** Over the index `department_by_name`. */
export const LIST_DEPARTMENTS = statement<DepartmentRow>(
  'department_list',
  `select ${COLUMNS} from department d where d.user_id = $1 order by lower(d.name)`,
)

export const READ_DEPARTMENT = statement<DepartmentRow>(
  'department_read',
  `select ${COLUMNS} from department d where d.id = $1 and d.user_id = $2`,
)

/** The departments of a workspace are changed, and choose members, one at a time: foreign keys to it are not held up. */
export const LOCK_WORKSPACE = statement<{ nowMs: number }>(
  'department_lock_workspace',
  `select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs" from workspace where id = $1 for no key update`,
)

export const COUNT_DEPARTMENTS = statement<{ count: number }>(
  'department_count',
  'select count(*)::int as count from department where user_id = $1',
)

/** How many of $2 are in the workspace and may write to contacts. */
export const COUNT_TALKERS = statement<{ count: number }>(
  'department_count_talkers',
  `select count(*)::int as count from workspace_member
   where workspace_id = $1 and user_id = any($2::text[]) and role in ('owner', 'admin', 'agent')`,
)

/** $1 id, $2 whose, $3 name, $4 rule, $5 hours, $6 who has it outside of them. */
export const INSERT_DEPARTMENT = statement<never>(
  'department_insert',
  `insert into department (id, user_id, name, rule, hours, otherwise_id) values ($1, $2, $3, $4, $5::jsonb, $6)`,
)

export const UPDATE_DEPARTMENT = statement<{ id: string }>(
  'department_update',
  `update department set name = $3, rule = $4, hours = $5::jsonb, otherwise_id = $6, updated_at = now()
   where id = $1 and user_id = $2 returning id`,
)

/** Who stays keeps their turn; who is new has it before the others. */
export const WRITE_MEMBERS = statement<never>(
  'department_write_members',
  `with gone as (
     delete from department_member where department_id = $1 and user_id <> all($2::text[])
   )
   insert into department_member (department_id, user_id) select $1, id from unnest($2::text[]) as given (id)
   on conflict (department_id, user_id) do nothing`,
)

export const DELETE_DEPARTMENT = statement<{ id: string }>(
  'department_delete',
  'delete from department where id = $1 and user_id = $2 returning id',
)
