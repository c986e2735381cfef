import type { Outcome } from '../decision.ts'
import type { PauseCause } from '../explain/explanation.ts'
import { DEFAULT_HANDOFF_SEC, DORMANT_TTL_SEC } from '../limits.ts'
import type { Execution } from './execution.ts'

/** Parks the run: place and variables stay, the only timer is the one that ends it for good. */
export function park(execution: Execution, outcome: Outcome = 'dormant'): void {
  const { run, snapshot } = execution
  execution.forgetEffect()
  execution.updateContext({ wait: null, buffered: [] })
  execution.record(outcome, execution.nodeId)
  run.state = 'dormant'
  const ttlSec = snapshot.definition.settings.dormantTtlSec ?? DORMANT_TTL_SEC
  execution.armTimer('ttl_expired', ttlSec * 1_000, execution.now, null)
}

/** Ends the run from outside. */
export function cancel(execution: Execution, outcome: Outcome = 'cancelled'): void {
  execution.clearTimer()
  execution.forgetEffect()
  execution.updateContext({ wait: null, buffered: [] })
  execution.record(outcome, null)
  execution.run.state = 'cancelled'
}

/** Ends a parked run whose time is over. */
export function expire(execution: Execution): void {
  execution.clearTimer()
  execution.record('timeout', null)
  execution.run.state = 'expired'
}

/** How long a handoff lasts: the node's own time, else the client's, else the default; 0 at the node means 30 days. */
export function handoffMs(execution: Execution, durationSec: number | null): number {
  if (durationSec === 0) return DORMANT_TTL_SEC * 1_000
  return (durationSec ?? (execution.client.humanHandoffDurationSec || DEFAULT_HANDOFF_SEC)) * 1_000
}

/** Gives the chat to people for `durationMs`: by a person, or for a reason of the flow's own; an earlier, longer handoff is never shortened. */
export function handOff(
  execution: Execution,
  durationMs: number,
  by: PauseCause | Exclude<PauseCause['kind'], 'person'>,
): void {
  const { run, plan, now, snapshot, nodeId } = execution
  const until = Math.max(now + durationMs, plan.contact.handoffUntil ?? 0)
  plan.pause(until, typeof by === 'string' ? { kind: by, at: now, flowId: snapshot.flowId, nodeId } : by)
  if (run.state !== 'handed_off') {
    execution.forgetEffect()
    execution.updateContext({ wait: null })
    execution.record('handoff', execution.nodeId)
    run.state = 'handed_off'
  }
  execution.armTimer('handoff_ended', until - now, now, null)
}

/** A person has, or gives back, the chat from now on. */
export const byPerson = ({ now }: { now: number }, { by }: { by?: string }): PauseCause => ({
  ...{ kind: 'person', at: now },
  ...(by === undefined ? {} : { by }),
})
