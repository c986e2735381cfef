import type { FlowEvent } from '../../../conversation/flow-event.ts'
import { finishExecution, openRun } from '../lifecycle.ts'
import type { Plan } from '../plan.ts'
import { wake } from '../step.ts'
import { countEvent } from './message.ts'

type CallEvent = Extract<FlowEvent, { type: 'call_received' }>

/** Another system called the address of a wait. Only the visit that the run rests at counts. */
export function routeCall(plan: Plan, { runId, place, visit, call }: CallEvent): void {
  const { live } = plan.conversation
  const execution = live?.id === runId && live.state === 'waiting_timer' ? openRun(plan, live) : null
  if (execution?.node?.type !== 'wait.webhook') return plan.ignore('not_waiting', runId)
  const isThere = execution.place === place && execution.run.context.visits[place] === visit
  if (!isThere) return plan.ignore('not_waiting', runId)
  if (!countEvent(execution)) return
  finishExecution(execution, () => {
    execution.clearTimer()
    wake(execution, { kind: 'called', call })
  })
}
