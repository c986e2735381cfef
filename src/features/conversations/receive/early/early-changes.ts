import type { ArrivedChange } from '../arrival.ts'
import { createWaiting } from './waiting.ts'

/** Most are of messages from before the client was linked, which never come. */
const MAX_WAITING = 500
const MAX_OF_ONE = 50

/** What was said of a message that is not stored yet, in order; `id` is the message's. */
interface OfOne {
  id: string
  changes: readonly ArrivedChange[]
}

/**
 * A message that cannot be read is asked for again, and what others do with it may come first: a reaction, a vote, an edit, its
 * deletion. It waits here in memory, and is carried out behind the message; a restart in between loses it.
 */
export type EarlyChanges = ReturnType<typeof createEarlyChanges>

export function createEarlyChanges() {
  const waiting = createWaiting<OfOne>(MAX_WAITING, (before, { id, changes }) => ({
    id,
    changes: [...before.changes, ...changes].slice(-MAX_OF_ONE),
  }))
  return {
    ...waiting,
    add: (clientId: string, changes: readonly ArrivedChange[]) =>
      waiting.add(
        clientId,
        changes.map((change) => ({ id: change.target.id, changes: [change] })),
      ),
    find: (clientId: string, ids: readonly string[]): ArrivedChange[] =>
      waiting.find(clientId, ids).flatMap(({ changes }) => changes),
  }
}
