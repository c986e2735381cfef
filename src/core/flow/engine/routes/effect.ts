import type { EffectEvent } from '../../../conversation/flow-event.ts'
import { finishExecution, openRun } from '../lifecycle.ts'
import type { Plan } from '../plan.ts'
import { wake } from '../step.ts'
import { countEvent } from './message.ts'

/** An effect was answered. Only the one the run waits for counts; after a jump, a handoff or an end it is stale. */
export function routeEffect(plan: Plan, event: EffectEvent): void {
  const { live } = plan.conversation
  if (live?.id !== event.runId || live.state !== 'waiting_effect') {
    return plan.ignore('stale_effect', event.runId)
  }
  if (live.context.effect?.id !== event.effectId) return plan.ignore('stale_effect', live.id)
  const execution = openRun(plan, live)
  if (!execution) return plan.ignore('stale_effect', live.id)
  if (!countEvent(execution)) return
  finishExecution(execution, () =>
    wake(
      execution,
      event.type === 'effect_result'
        ? { kind: 'effect', result: event.result }
        : { kind: 'effect_failed', error: event.error },
    ),
  )
}
