import type { ChangeEvent } from '../events.ts'
import type { Plan } from './plan.ts'

/**
 * A contact edited or deleted a message. It answers nothing anew (docs/flows.md): the runs that took the message, also
 * those that have ended, are told of it, and stay as they are.
 */
export function tellOfChange(plan: Plan, { fate }: ChangeEvent): void {
  if (fate.isPutOff) return plan.defer(null)
  if (fate.usedBy.length === 0) return plan.ignore('not_supported')
  plan.tell(fate.usedBy.map(({ runId }) => runId))
}
