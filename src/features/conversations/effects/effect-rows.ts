import { type Decision, isAwaited, type RunState } from '../../../core/flow/index.ts'
import { toJsonText } from '../../../db/json-text.ts'
import type { Executor } from '../../../db/transaction.ts'
import { DROP_EFFECTS, INSERT_EFFECTS, NOTE_REFUSAL } from './effect-sql.ts'

/** What is read of a step to write its effects. */
export interface DecidedEffects {
  conversation: { state: { live: RunState | null } }
  event: { seq: number }
  decision: Pick<Decision, 'effects' | 'runs' | 'refusal'>
}

/** Writes the effects of decisions, and removes those their runs no longer wait for. Costs nothing when there are none. */
export async function writeEffects(
  tx: Executor,
  decided: readonly DecidedEffects[],
  newId: () => string,
): Promise<void> {
  const left = decided.flatMap(findLeft)
  if (left.length > 0) await tx.query(DROP_EFFECTS, [left])
  const rows = decided
    .flatMap(({ decision }) => decision.effects)
    .map((effect, ord) => ({
      id: isAwaited(effect) ? effect.effectId : newId(),
      runId: effect.runId,
      nodeId: effect.nodeId,
      kind: effect.kind,
      awaited: isAwaited(effect),
      request: effect,
      ord,
    }))
  if (rows.length > 0) await tx.query(INSERT_EFFECTS, [toJsonText(rows)])
}

/** Keeps why a request was refused with its event, for the caller who waits. */
export async function writeRefusals(tx: Executor, decided: readonly DecidedEffects[]): Promise<void> {
  for (const { event, decision } of decided) {
    if (decision.refusal !== null) await tx.query(NOTE_REFUSAL, [event.seq, toJsonText(decision.refusal)])
  }
}

/** A run that is removed takes its effect with it. */
function findLeft({ conversation, decision }: DecidedEffects): string[] {
  const { live } = conversation.state
  const isRemoved = decision.runs.some((item) => item.op === 'delete' && item.runId === live?.id)
  const left = isRemoved ? null : findLeftEffect(live, decision)
  return left === null ? [] : [left]
}

/** The effect the live run waited for before the decision and does not after it. */
export function findLeftEffect(live: RunState | null, { runs }: Pick<Decision, 'runs'>): string | null {
  const before = live?.context.effect?.id
  if (!live || before === undefined) return null
  const change = runs.find((item) => (item.op === 'delete' ? item.runId : item.run.id) === live.id)
  if (!change) return null
  const after = change.op === 'delete' ? undefined : change.run.context.effect?.id
  return after === before ? null : before
}
