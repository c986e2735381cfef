import type { FlowEvent } from '../../../conversation/flow-event.ts'
import { finishExecution, openRun } from '../lifecycle.ts'
import type { Plan } from '../plan.ts'
import { wake } from '../step.ts'
import { countEvent } from './message.ts'

type ApprovalEvent = Extract<FlowEvent, { type: 'approval_decided' }>

/** A person decided about a text. The first decision counts: after it, and after all that took the text away, nobody waits for one. */
export function decideApproval(plan: Plan, { runId, approvalId, decision }: ApprovalEvent): void {
  const { live } = plan.conversation
  const approval = live?.id === runId && live.state === 'waiting_approval' ? live.context.approval : undefined
  const execution = live && approval?.id === approvalId ? openRun(plan, live) : null
  if (!approval || !execution) {
    return plan.refuse('not_waiting', { code: 'APPROVAL_OVER', params: {}, runId })
  }
  if (!countEvent(execution)) return
  const { brakes } = execution.run.context
  execution.updateContext({ brakes: { ...brakes, timeoutsInRow: 0, effectsInRow: 0 } })
  finishExecution(execution, () => {
    execution.clearTimer()
    wake(execution, { kind: 'decided', approval, decision })
  })
}
