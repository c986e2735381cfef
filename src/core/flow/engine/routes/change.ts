import type { Plan } from '../plan.ts'

/**
 * A contact edited or deleted a message. It answers nothing anew (docs/flows.md): the runs that took the message, also
 * those that have ended, are told of it, and stay as they are.
 */
export function notifyOfChange(plan: Plan): void {
  const { fate } = plan.conversation
  if (fate?.isPutOff) return plan.defer(null)
  if (fate === null || fate.usedBy.length === 0) return plan.ignore('not_supported')
  plan.notify(fate.usedBy.map(({ runId }) => runId))
}
