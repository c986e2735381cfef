import type { StandingRow } from '../../read/standing.ts'
import type { NewEntry } from '../../records/desk/entries.ts'

export type Standing = Pick<StandingRow, 'state' | 'snoozedUntil' | 'assignedTo' | 'departmentId'>

type Change = NewEntry extends infer Entry
  ? Entry extends NewEntry
    ? Pick<Entry, 'kind' | 'facts'>
    : never
  : never

/** What somebody did with a conversation, by how it was before and is now. */
export function listChanges(before: Standing, after: Standing): Change[] {
  return [...listStateChanges(before, after), ...listAssignments(before, after)]
}

function listStateChanges(before: Standing, { state, snoozedUntil }: Standing): Change[] {
  if (state === 'snoozed' && snoozedUntil !== null) {
    const isSame = before.state === state && before.snoozedUntil?.getTime() === snoozedUntil.getTime()
    return isSame ? [] : [{ kind: 'snoozed', facts: { until: snoozedUntil.toISOString() } }]
  }
  if (state === before.state) return []
  if (state === 'resolved') return [{ kind: 'resolved', facts: {} }]
  if (state === 'waiting') return [{ kind: 'needs_person', facts: {} }]
  // What waited and does not any more is told by the answer.
  return before.state === 'waiting' ? [] : [{ kind: 'reopened', facts: {} }]
}

function listAssignments(before: Standing, { assignedTo, departmentId }: Standing): Change[] {
  const isToDepartment = departmentId !== null && departmentId !== before.departmentId
  const department = isToDepartment ? { departmentId } : {}
  if (assignedTo !== null && (isToDepartment || assignedTo !== before.assignedTo))
    return [{ kind: 'assigned', facts: { userId: assignedTo, ...department } }]
  if (isToDepartment) return [{ kind: 'assigned', facts: department }]
  if (assignedTo !== null || before.assignedTo === null) return []
  return [{ kind: 'unassigned', facts: { userId: before.assignedTo } }]
}
