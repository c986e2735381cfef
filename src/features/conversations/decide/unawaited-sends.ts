import type { Decision, RunChange } from '../../../core/flow/index.ts'

/** Sends remembered at most; one that was forgotten costs one look into the database. */
const MAX_KEPT = 10_000

/**
 * Sends of this process whose acknowledgement nothing waits for, which are nearly all: they are settled without
 * asking the database. A send that is not here may be one too.
 */
export interface UnawaitedSends {
  /** Call it once the decision has committed. */
  note(decision: Decision): void
  /** True once for each send; it settles once. */
  take(sendId: string): boolean
}

/** The sends that a wait names: the message that asks, and the one whose acknowledgement starts the clock. */
function listAwaited(change: RunChange): string[] {
  const wait = change.op === 'delete' ? null : change.run.context.wait
  return [wait?.promptSendId, wait?.asked?.sendId].flatMap((id) => id ?? [])
}

export function createUnawaitedSends(): UnawaitedSends {
  const ids = new Set<string>()
  return {
    note(decision) {
      const awaited = new Set(decision.runs.flatMap(listAwaited))
      for (const { id } of decision.sends) if (!awaited.has(id)) ids.add(id)
      for (const oldest of ids) {
        if (ids.size <= MAX_KEPT) return
        ids.delete(oldest)
      }
    },
    take: (sendId) => ids.delete(sendId),
  }
}
