import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'

export interface Figures {
  answered: number
  medianSec: number | null
  p90Sec: number | null
  unanswered: number
  waiting: number
}

export interface FigureRow extends Figures {
  isAll: boolean
  key: string | null
  name: string | null
}

export type GroupedBy = 'client' | 'department' | 'person' | 'day'

/**
 * Waits that are over, by conversation_wait_by_client, and those that go on, by conversation_waiting. $2: where the days begin, and
 * the end of the last; a day's key is its place among them. $3: only of this department.
 */
const MEASURE = statement<FigureRow>(
  'chat_measure_first_answers',
  `with w as (
     select client_id, department_id, began_at, extract(epoch from ended_at - began_at) as sec,
       case when is_answered then 'answered' else 'unanswered' end as outcome,
       case when is_answered then case when answered_by like 'user:%' then substr(answered_by, 6) end else assigned_to end as person
     from conversation_wait where client_id = any($1::uuid[])
     union all
     select client_id, department_id, waiting_since, null, 'waiting', assigned_to
     from conversation where client_id = any($1::uuid[]) and state = 'waiting'
   ), keyed as (
     select outcome, sec, case $4 when 'client' then client_id::text when 'department' then department_id::text
       when 'person' then person when 'day' then width_bucket(began_at, $2::timestamptz[])::text end as key
     from w where began_at >= ($2::timestamptz[])[1] and began_at < ($2::timestamptz[])[array_upper($2::timestamptz[], 1)]
       and ($3::uuid is null or department_id = $3)
   ), counted as (
     select grouping(key) = 1 as "isAll", key, count(*) filter (where outcome = 'answered')::int as answered,
       (percentile_cont(0.5) within group (order by sec) filter (where outcome = 'answered'))::float8 as "medianSec",
       (percentile_cont(0.9) within group (order by sec) filter (where outcome = 'answered'))::float8 as "p90Sec",
       count(*) filter (where outcome = 'unanswered')::int as unanswered,
       count(*) filter (where outcome = 'waiting')::int as waiting
     from keyed group by grouping sets ((), (key))
   )
   select c.*, case $4 when 'client' then (select k.name from client k where k.id::text = c.key)
     when 'department' then (select d.name from department d where d.id::text = c.key)
     when 'person' then (select u.name from "user" u where u.id = c.key) end as name
   from counted c order by c."isAll" desc, c.key nulls last`,
)

export interface MeasuredWaits {
  clientIds: readonly string[]
  /** Where each day begins, and where the last ends. */
  bounds: readonly Date[]
  departmentId: string | null
  by: GroupedBy | null
}

/** The whole first, then the groups. */
export const measureFirstAnswers = (
  db: Executor,
  { clientIds, bounds, departmentId, by }: MeasuredWaits,
): Promise<FigureRow[]> => db.query(MEASURE, [clientIds, bounds, departmentId, by])
