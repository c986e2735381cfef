import type { Message } from '../../src/core/conversation/message.ts'
import type { CommittedChange, MemoryStorage } from './storage/memory-storage.ts'
import { isLiveState, type Tables } from './storage/rows.ts'

type Run = Tables['flowState']

const PAUSED = 'handed_off'

/** Words by which the version of a run lets its contact end it, by what is stored of it. */
function readStopWords(storage: MemoryStorage, { flowVersionId }: Run): string[] {
  const version = storage.rows('flowVersion').find(({ id }) => id === flowVersionId)
  if (!version) return []
  const { settings } = JSON.parse(version.doc) as { settings?: { stopWords?: string[] } }
  return (settings?.stopWords ?? []).map((word) => word.toLowerCase())
}

/** What is wrong with a message's having been decided in a commit: a stop word ends the run that took it. */
export function checkStopWords(
  storage: MemoryStorage,
  { eventId, event }: Tables['inboundEvent'],
  changes: readonly CommittedChange[],
): string[] {
  const word = (event.message as Message).text.trim().toLowerCase()
  const took = new Set(
    changes.flatMap(({ table, after }) => {
      const row = table === 'flowStateEvent' ? (after as Tables['flowStateEvent'] | null) : null
      return row?.eventId === eventId && row.status === 'processed' ? [row.flowStateId] : []
    }),
  )
  return changes.flatMap(({ table, before, after }) => {
    if (table !== 'flowState') return []
    const [was, is] = [before as Run | null | undefined, after as Run | null]
    if (!was || !is || was.state === PAUSED || !isLiveState(was.state) || !isLiveState(is.state)) return []
    if (!took.has(is.id) || !readStopWords(storage, was).includes(word)) return []
    return [`run ${is.id} took the stop word of message ${eventId} and goes on`]
  })
}
