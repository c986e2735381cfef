import { added } from './happening-watch.ts'
import type { Incoming } from './incoming.ts'
import type { CommittedChange, MemoryStorage } from './storage/memory-storage.ts'
import type { Tables } from './storage/rows.ts'

/** Where something stood in the journal that is released in a commit; 0 when it is not among that. */
function placeOf(eventId: string, changes: readonly CommittedChange[]): number {
  for (const { table, before, after } of changes) {
    if (table !== 'journal' || after) continue
    const { stanza, seq } = before as Tables['journal']
    if ((JSON.parse(stanza) as Incoming).id === eventId) return seq
  }
  return 0
}

/** Watches what contacts delete before it comes: flows hear that it was deleted, and never what it said. */
export class TakenBack {
  private readonly ids = new Set<string>()

  has(messageId: string): boolean {
    return this.ids.has(messageId)
  }

  /** Where a message stood that is told by its deletion alone, in its place; 0 for any other. */
  placeOf(messageId: string, changes: readonly CommittedChange[]): number {
    return this.has(messageId) ? placeOf(messageId, changes) : 0
  }

  /** What is wrong with a commit. */
  check(changes: readonly CommittedChange[]): string[] {
    const stored = new Set(added(changes, 'message').map(({ id }) => id))
    const events = added(changes, 'inboundEvent')
    return events.flatMap(({ eventId, eventType, event }) => {
      const messageId = String(event.messageId)
      if (eventType !== 'message_revoked' || !stored.has(messageId)) return []
      const isTold = events.some((one) => one.eventId === messageId)
      if (!isTold) this.ids.add(messageId)
      const others = events.filter((one) => one.event.messageId === messageId && one.eventId !== eventId)
      const mayBeTold = isTold ? placeOf(eventId, changes) > placeOf(messageId, changes) : others.length === 0
      return mayBeTold ? [] : [`flows were told of ${messageId}, which was deleted before it came`]
    })
  }

  /** The database lost this. */
  onLost({ table, before, after }: CommittedChange): void {
    if (table === 'message' && before === undefined) this.ids.delete((after as Tables['message']).id)
  }
}

/** Each deletion and edit of a message that is here is carried out, whether it came before it and whoever had heard it. */
export function checkChanged(storage: MemoryStorage, incoming: readonly Incoming[]): string[] {
  return incoming.flatMap(({ id, kind, aboutId }) => {
    if (kind !== 'edit' && kind !== 'revoke') return []
    const message = storage.rows('message').find((row) => row.id === aboutId)
    if (!message || message.revokedAt !== null || (kind === 'edit' && message.editedAt !== null)) return []
    return [`${kind} ${id} of message ${aboutId} was lost`]
  })
}
