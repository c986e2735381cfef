import type { MergedContact } from '../../contacts/index.ts'
import type { OutboxRow } from './outbox-sql.ts'

/** A row in memory. Its `nextAt` is when it is tried next, also while the table says something else. */
export interface LoadedRow {
  readonly row: OutboxRow
  /** It was on the wire and may have arrived: a new connection tries it at once. */
  isUnproven: boolean
  /** Since when the network has shown to have its message, by its clock, whatever becomes of its acknowledgement. */
  provenAtSec: number | null
  isAtWork: boolean
}

/** The rows of an outbox that are in memory: by chat, in the order in which they go. */
export class LoadedRows {
  /** None is empty. */
  readonly #queues = new Map<string, LoadedRow[]>()
  readonly #ids = new Set<string>()

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

  /** Answers whether the chat had no other. */
  add(row: OutboxRow): boolean {
    this.#ids.add(row.id)
    const loaded = { row, isUnproven: false, provenAtSec: null, isAtWork: false }
    const queue = this.#queues.get(row.chat)
    if (queue) queue.push(loaded)
    else this.#queues.set(row.chat, [loaded])
    return !queue
  }

  /** It is done with. Answers whether its chat has more. */
  remove(gone: LoadedRow): boolean {
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
