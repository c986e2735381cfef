import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { isMarked, type LabelledShown } from './labelled.ts'
import { MARKED } from './marked.ts'
import {
  COUNTED,
  type Counts,
  NO_OWN,
  NO_SHARED,
  type OwnCounts,
  type SharedCounts,
  whichShown,
} from './standing.ts'

function conditionOf(which: LabelledShown, user: string): string {
  if (which === 'all') return 'true'
  if (!isMarked(which)) return whichShown(user)[which]
  return `exists (select from chat_mark k where k.client_id = s.client_id and k.chat = s.chat and ${MARKED[which]})`
}

/**
 * Rows `s` of conversations of a department, of the numbers $1, in some standing, and with a label where one is given: over
 * conversation_of_department.
 */
const ofDepartment = (which: LabelledShown, department: string, user: string, label: string): string =>
  `from conversation s
   where s.department_id = ${department} and s.client_id = any($1::uuid[])
     and ${conditionOf(which, user)}
     and (${label}::uuid is null or exists (select from conversation_label x
       where x.client_id = s.client_id and x.chat = s.chat and x.label_id = ${label}))`

/** The places of a page: $2 before which place, $3 how many, $4 whose `mine` is, $5 the department, $6 the label. */
export const departmentPlaces = (which: LabelledShown): string =>
  `select s.client_id, s.chat, s.last_seq ${ofDepartment(which, '$5', '$4', '$6')}
     and s.last_seq < $2 and $4::text is not null
   order by s.last_seq desc limit $3`

const count = (which: Exclude<keyof Counts, 'mentions'>): string =>
  `(select count(*)::int from (select ${ofDepartment(which, '$2', '$4', '$3')} limit ${COUNTED}) counted) as ${which}`

/** $2 the department, $3 the label. */
const COUNT_SHARED = statement<SharedCounts>(
  'chat_count_of_department',
  `select ${count('waiting')}, ${count('unassigned')}, ${count('snoozed')}`,
)

/** $4 the person. */
const COUNT_OWN = statement<OwnCounts>(
  'chat_count_own_of_department',
  `select ${count('mine')}, (select count(*)::int from (
     select ${ofDepartment('all', '$2', '$4', '$3')} and exists (
       select from conversation_mention n join conversation_entry e on e.id = n.entry_id
       where n.user_id = $4 and n.seen_at is null and e.client_id = s.client_id and e.chat = s.chat)
     limit ${COUNTED}) counted) as mentions`,
)

interface DepartmentQuery {
  clientIds: readonly string[]
  departmentId: string
  labelId: string | null
}

export const countSharedOfDepartment = async (
  db: Executor,
  { clientIds, departmentId, labelId }: DepartmentQuery,
): Promise<SharedCounts> => (await db.queryOne(COUNT_SHARED, [clientIds, departmentId, labelId])) ?? NO_SHARED

export const countOwnOfDepartment = async (
  db: Executor,
  { clientIds, departmentId, labelId, userId }: DepartmentQuery & { userId: string },
): Promise<OwnCounts> => (await db.queryOne(COUNT_OWN, [clientIds, departmentId, labelId, userId])) ?? NO_OWN
