import { isOpenAt } from '../../core/flow/expressions/time/opening-hours.ts'
import { statement } from '../../db/statement.ts'
import type { Executor, Transaction } from '../../db/transaction.ts'
import { type DepartmentRow, LOCK_WORKSPACE, READ_DEPARTMENT } from './store.ts'

/** Which conversation, and the workspace that its number belongs to. */
interface ChoiceOf {
  workspaceId: string
  clientId: string
  departmentId: string
}

/** The department that gets a conversation, and which of its members. */
interface Chosen {
  departmentId: string
  /** Null: it waits for all of them. */
  userId: string | null
  /** Why nobody was chosen: the rule says so, it is outside of the hours, or nobody of them is there. */
  because: 'everyone' | 'closed' | 'nobody_there' | null
}

/** Members of the department $1 who may get a conversation of the client $3: not away, and seeing it. */
const THERE = `from department_member m
  join workspace_member w on w.workspace_id = $2 and w.user_id = m.user_id and w.away_since is null
    and w.role in ('owner', 'admin', 'agent') and (w.client_ids is null or $3::uuid = any(w.client_ids))
  where m.department_id = $1`

const BY_TURN = 'm.turn, m.created_at, m.user_id'

/** Conversations of the workspace that somebody looks after now, over conversation_assigned. */
const OPEN_OF_MEMBER = `(select count(*) from conversation c join client k on k.id = c.client_id and k.user_id = $2
  where c.assigned_to = m.user_id and c.state in ('open', 'waiting'))`

/** Who leaves at the same moment is waited for, and passed over. */
const choose = (name: string, order: string) =>
  statement<{ userId: string }>(
    name,
    `select m.user_id as "userId" ${THERE} order by ${order} limit 1 for share of w`,
  )

const CHOOSERS = {
  round_robin: choose('department_choose_in_turn', BY_TURN),
  least_busy: choose('department_choose_least_busy', `${OPEN_OF_MEMBER}, ${BY_TURN}`),
}

const TAKE_TURN = statement<never>(
  'department_take_turn',
  `with d as (update department set turn = turn + 1 where id = $1 returning turn)
   update department_member m set turn = d.turn from d where m.department_id = $1 and m.user_id = $2`,
)

/** A member who may get conversations of the client $2; over the primary keys. */
const FIND_THERE = statement<{ userId: string }>(
  'department_find_there',
  `select w.user_id as "userId" from workspace_member w
   where w.workspace_id = $1 and w.user_id = $3 and w.away_since is null and w.role in ('owner', 'admin', 'agent')
     and (w.client_ids is null or $2::uuid = any(w.client_ids)) for share`,
)

const isOpen = ({ hours }: DepartmentRow, nowMs: number): boolean => hours === null || isOpenAt(hours, nowMs)

/** The department that has it now: outside of its hours the other one, where that works. */
async function findDepartment(
  tx: Transaction,
  { workspaceId, departmentId }: ChoiceOf,
  nowMs: number,
): Promise<{ department: DepartmentRow; isClosed: boolean } | null> {
  const department = await tx.queryOne(READ_DEPARTMENT, [departmentId, workspaceId])
  if (!department) return null
  if (isOpen(department, nowMs)) return { department, isClosed: false }
  const other =
    department.otherwiseId && (await tx.queryOne(READ_DEPARTMENT, [department.otherwiseId, workspaceId]))
  if (other && isOpen(other, nowMs)) return { department: other, isClosed: false }
  return { department, isClosed: true }
}

/** Until the transaction ends nobody else chooses in the workspace, and what they chose before is seen. Answers the time. */
export const lockChoices = async (tx: Transaction, workspaceId: string): Promise<number | null> =>
  (await tx.queryOne(LOCK_WORKSPACE, [workspaceId]))?.nowMs ?? null

/**
 * Chooses who of a department gets a conversation, and counts it as their turn. Choices of one workspace are made one after the
 * other, each knowing those before, until the transaction of the caller ends. Null where there is no such department.
 */
export async function chooseMember(tx: Transaction, of: ChoiceOf): Promise<Chosen | null> {
  const nowMs = await lockChoices(tx, of.workspaceId)
  const found = nowMs === null ? null : await findDepartment(tx, of, nowMs)
  if (!found) return null
  const { id: departmentId, rule } = found.department
  if (rule === 'everyone') return { departmentId, userId: null, because: 'everyone' }
  if (found.isClosed) return { departmentId, userId: null, because: 'closed' }
  const member = await tx.queryOne(CHOOSERS[rule], [departmentId, of.workspaceId, of.clientId])
  if (!member) return { departmentId, userId: null, because: 'nobody_there' }
  await tx.query(TAKE_TURN, [departmentId, member.userId])
  return { departmentId, userId: member.userId, because: null }
}

export const hasDepartment = async (tx: Transaction, workspaceId: string, id: string): Promise<boolean> =>
  (await tx.queryOne(READ_DEPARTMENT, [id, workspaceId])) !== undefined

/** Whether somebody is in the workspace, sees the number and is not away; they stay in it until the transaction ends. */
export async function isThere(
  tx: Transaction,
  { workspaceId, clientId, userId }: { workspaceId: string; clientId: string; userId: string },
): Promise<boolean> {
  return (await tx.queryOne(FIND_THERE, [workspaceId, clientId, userId])) !== undefined
}

const LIST_IDS = statement<{ id: string; isPerson: boolean }>(
  'department_list_ids',
  `select id::text, false as "isPerson" from department where user_id = $1
   union all select user_id, true from workspace_member where workspace_id = $1 and role in ('owner', 'admin', 'agent')`,
)

/** To whom flows of a workspace may hand over. */
export async function listAssignees(
  db: Executor,
  workspaceId: string,
): Promise<{ departments: ReadonlySet<string>; people: ReadonlySet<string> }> {
  const rows = await db.query(LIST_IDS, [workspaceId])
  const ids = (isPerson: boolean) => new Set(rows.flatMap((row) => (row.isPerson === isPerson ? row.id : [])))
  return { departments: ids(false), people: ids(true) }
}
