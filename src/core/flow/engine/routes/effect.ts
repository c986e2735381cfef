import type { EffectEvent } from '../../../conversation/flow-event.ts'
import { MAX_EFFECTS_IN_ROW } from '../../limits.ts'
import { runFailure } from '../../run-failure.ts'
import type { Execution } from '../execution.ts'
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
  if (!countEvent(execution) || !countEffect(execution)) return
  finishExecution(execution, () =>
    wake(
      execution,
      event.type === 'effect_result'
        ? { kind: 'effect', result: event.result }
        : { kind: 'effect_failed', error: event.error },
    ),
  )
}

/**
 * Counts an answer of a call, a script or a model. A run, or flows that switch to each other, which go round with nothing but
 * such answers in between would call somebody's server some hundred times for one message. Answers false when it ended that.
 */
function countEffect(execution: Execution): boolean {
  const { brakes } = execution.run.context
  const effectsInRow = (brakes.effectsInRow ?? 0) + 1
  execution.updateContext({ brakes: { ...brakes, effectsInRow } })
  if (effectsInRow <= MAX_EFFECTS_IN_ROW) return true
  finishExecution(execution, () => execution.fail(runFailure('CALLS_IN_ROW', { most: MAX_EFFECTS_IN_ROW })))
  return false
}
