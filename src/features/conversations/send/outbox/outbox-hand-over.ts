import type { ClaimedSend, HandOver, NewSend, SendClaim } from '../../records/hand-over.ts'
import type { LoadedRows } from './loaded-rows.ts'
import type { OutboxRow } from './outbox-sql.ts'

export interface OutboxHandOverParts {
  rows: LoadedRows
  /** Null when the message cannot leave at once. */
  prepare(chat: string, send: NewSend): Promise<SendClaim | null>
  /** A row of this chat is in memory. */
  onTaken(chat: string): void
  /** The table may have rows that are not in memory. */
  onUnread(): void
}

interface Expected {
  send: NewSend
  claim: SendClaim
}

function toRow(chat: string, send: NewSend, { seq, createdAtMs }: ClaimedSend): OutboxRow {
  const createdAt = new Date(createdAtMs)
  return { ...send, seq, chat, attempts: 1, status: 'sending', nextAt: createdAt, createdAt }
}

/**
 * Rows of one transaction that go from their decision into the memory of the outbox without being read from the table. Until
 * it ends, nothing of their chats is taken from there.
 */
export class OutboxHandOver implements HandOver {
  readonly #parts: OutboxHandOverParts
  readonly #expected = new Map<string, Expected>()
  #stored: readonly ClaimedSend[] = []

  constructor(parts: OutboxHandOverParts) {
    this.#parts = parts
  }

  async prepare(chat: string, send: NewSend): Promise<SendClaim | null> {
    const { rows } = this.#parts
    if (!rows.isFree(chat)) return null
    const claim = await this.#parts.prepare(chat, send)
    // Another transaction may have come first meanwhile.
    if (!claim || !rows.isFree(chat)) return null
    rows.expect(send.id, chat)
    this.#expected.set(send.id, { send, claim })
    return claim
  }

  noteStored(sends: readonly ClaimedSend[]): void {
    this.#stored = [...this.#stored, ...sends]
  }

  commit(): void {
    for (const claimed of this.#stored) this.#take(claimed)
    this.#end(false)
  }

  cancel(): void {
    this.#end(this.#expected.size > 0)
  }

  #take(claimed: ClaimedSend): void {
    const { rows, onTaken } = this.#parts
    const expected = this.#expected.get(claimed.id)
    if (!expected) return
    this.#expected.delete(claimed.id)
    const chat = rows.takeExpected(claimed.id)
    rows.add(toRow(chat, expected.send, claimed), expected.claim)
    onTaken(chat)
  }

  #end(isUnsure: boolean): void {
    const { rows, onUnread } = this.#parts
    for (const id of this.#expected.keys()) rows.takeExpected(id)
    this.#expected.clear()
    this.#stored = []
    if (rows.takePassedOver() || isUnsure) onUnread()
  }
}
