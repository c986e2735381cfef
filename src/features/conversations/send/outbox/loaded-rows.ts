import type { MergedContact } from '../../../contacts/index.ts'
import type { BuiltMessage } from '../../records/hand-over.ts'
import type { OutboxRow } from './outbox-sql.ts'

/** A row in memory. Its `nextAt` is when it is tried next, even where the table says otherwise. */
export interface LoadedRow {
  readonly row: OutboxRow
  /** It was on the wire and may have arrived: a new connection tries it at once. */
  isUnproven: boolean
  /** Since when the network has shown to have its message, by its clock, whatever becomes of its acknowledgement. */
  provenAtSec: number | null
  isAtWork: boolean
  /** Its decision stored it as being sent, as this; null once that was tried. */
  claimed: BuiltMessage | null
}

/** The rows of an outbox that are in memory: by chat, in the order in which they go. */
export class LoadedRows {
  /** None is empty. */
  readonly #queues = new Map<string, LoadedRow[]>()
  readonly #ids = new Set<string>()
  /** Rows that are about to be stored, with their chats. */
  readonly #expected = new Map<string, string>()
  /** Rows were left in the table because another row of their chat was expected. */
  #hasPassedOver = false
  /** What was done with while rows are being read: it may be among them. */
  #doneSince: Set<string> | null = null

  size(): number {
    return this.#ids.size
  }

  rowIds(): string[] {
    return [...this.#ids]
  }

  /** The row that goes next in each chat. */
  fronts(): [string, LoadedRow][] {
    return [...this.#queues].flatMap(([chat, [front]]) => (front ? [[chat, front]] : []))
  }

  front(chat: string): LoadedRow | undefined {
    return this.#queues.get(chat)?.[0]
  }

  /** Whether nothing of this chat is here or expected. */
  isFree(chat: string): boolean {
    return !this.#queues.has(chat) && !this.#isExpected(chat)
  }

  /** A row of this chat is about to be stored. Until it is taken, nothing of the chat is read. */
  expect(id: string, chat: string): void {
    this.#expected.set(id, chat)
  }

  /** Expected no longer, whether it came or not; answers its chat, which may have been merged into another. */
  takeExpected(id: string): string {
    const chat = this.#expected.get(id) ?? ''
    this.#expected.delete(id)
    return chat
  }

  /** Whether rows were left in the table since this was last asked. */
  takePassedOver(): boolean {
    const hasPassedOver = this.#hasPassedOver
    this.#hasPassedOver = false
    return hasPassedOver
  }

  /** Reads rows and adds those that are not here; answers how many were read, and the chats that had none. */
  async load(
    read: (knownIds: string[]) => Promise<OutboxRow[]>,
  ): Promise<{ count: number; chats: string[] }> {
    const done = new Set<string>()
    this.#doneSince = done
    try {
      const rows = await read(this.rowIds())
      const chats: string[] = []
      for (const row of rows) {
        if (this.#ids.has(row.id) || done.has(row.id)) continue
        if (this.#isExpected(row.chat)) this.#hasPassedOver = true
        else if (this.add(row)) chats.push(row.chat)
      }
      return { count: rows.length, chats }
    } finally {
      this.#doneSince = null
    }
  }

  /** Answers whether the chat had no other. */
  add(row: OutboxRow, claimed: BuiltMessage | null = null): boolean {
    this.#ids.add(row.id)
    const loaded = { row, isUnproven: false, provenAtSec: null, isAtWork: false, claimed }
    const queue = this.#queues.get(row.chat)
    if (!queue) this.#queues.set(row.chat, [loaded])
    else {
      queue.push(loaded)
      // One that was handed over may come after what was decided later, when its contact was merged meanwhile.
      if (claimed) queue.sort((a, b) => a.row.seq - b.row.seq)
    }
    return !queue
  }

  /** It is done with. Answers whether its chat has more. */
  remove(gone: LoadedRow): boolean {
    this.#doneSince?.add(gone.row.id)
    return this.#keep(gone.row.chat, (loaded) => loaded !== gone)
  }

  /** Forgets what waits in a chat, to be read again when it may go; answers whether another row of it is being tried. */
  release(chat: string): boolean {
    return this.#keep(chat, ({ isAtWork }) => isAtWork)
  }

  /** Answers the chats of those messages. */
  noteProof(messageIds: ReadonlySet<string>, atSec: number): string[] {
    const chats = new Set<string>()
    for (const [chat, queue] of this.#queues) {
      for (const loaded of queue) {
        if (!messageIds.has(loaded.row.messageId)) continue
        loaded.provenAtSec = atSec
        chats.add(chat)
      }
    }
    return [...chats]
  }

  /** Two contacts became one: what is still to come for both goes in the order in which it was decided. */
  merge({ from, to }: MergedContact): void {
    for (const [id, chat] of this.#expected) if (chat === from) this.#expected.set(id, to)
    const moved = this.#queues.get(from)
    if (!moved || from === to) return
    for (const { row } of moved) row.chat = to
    this.#queues.delete(from)
    const both = [...(this.#queues.get(to) ?? []), ...moved]
    this.#queues.set(
      to,
      both.sort((a, b) => a.row.seq - b.row.seq),
    )
  }

  #isExpected(chat: string): boolean {
    for (const expected of this.#expected.values()) if (expected === chat) return true
    return false
  }

  #keep(chat: string, isKept: (loaded: LoadedRow) => boolean): boolean {
    const kept: LoadedRow[] = []
    for (const loaded of this.#queues.get(chat) ?? []) {
      if (isKept(loaded)) kept.push(loaded)
      else this.#ids.delete(loaded.row.id)
    }
    if (kept.length > 0) this.#queues.set(chat, kept)
    else this.#queues.delete(chat)
    return kept.length > 0
  }
}
