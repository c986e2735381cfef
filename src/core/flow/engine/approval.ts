import type { BoundNode, StepResult } from '../nodes/node-type.ts'
import type { Execution } from './execution.ts'

type WaitForApproval = Extract<StepResult, { kind: 'wait_approval' }>

/** The run's history keeps no more of a text than this. */
const MAX_NOTE_CHARS = 1_000

/** Keeps a text until a person has decided about it. Nothing of it is planned to be sent. */
export function openApproval(
  execution: Execution,
  node: BoundNode,
  { text, sources, timeoutSec }: WaitForApproval,
): void {
  const { now, plan } = execution
  const approvalId = plan.newId()
  const dueAt = now + timeoutSec * 1_000
  execution.updateContext({ approval: { id: approvalId, text, sources, writtenAt: now, dueAt } })
  execution.note({ k: 'approval', approvalId, text: text.slice(0, MAX_NOTE_CHARS).toWellFormed() })
  execution.armTimer('timeout', dueAt - now, now, null)
  execution.record('drafted', node.id)
  execution.run.state = 'waiting_approval'
}
