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
export class OutboxLanes {
  /** None is empty. */
  readonly #lanes = new Map<string, LoadedRow[]>()
  readonly #ids = new Set<string>()

  size(): number {
    return this.#ids.size
  }

  rowIds(): string[] {
    return [...this.#ids]
  }

  /** The row that goes next in each chat. */
  fronts(): [string, LoadedRow][] {
    return [...this.#lanes].flatMap(([chat, [front]]) => (front ? [[chat, front]] : []))
  }

  front(chat: string): LoadedRow | undefined {
    return this.#lanes.get(chat)?.[0]
  }

  /** Answers whether the chat had no other. */
  add(row: OutboxRow): boolean {
    this.#ids.add(row.id)
    const loaded = { row, isUnproven: false, provenAtSec: null, isAtWork: false }
    const lane = this.#lanes.get(row.chat)
    if (lane) lane.push(loaded)
    else this.#lanes.set(row.chat, [loaded])
    return !lane
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
    for (const [chat, lane] of this.#lanes) {
      for (const loaded of lane) {
        if (!messageIds.has(loaded.row.messageId)) continue
        loaded.provenAtSec = atSec
        chats.add(chat)
      }
    }
    return [...chats]
  }

  /** Two contacts became one: what is still to come for both goes in the order in which it was decided. */
  merge({ from, to }: MergedContact): void {
    const moved = this.#lanes.get(from)
    if (!moved || from === to) return
    for (const { row } of moved) row.chat = to
    this.#lanes.delete(from)
    const both = [...(this.#lanes.get(to) ?? []), ...moved]
    this.#lanes.set(
      to,
      both.sort((a, b) => a.row.seq - b.row.seq),
    )
  }

  #keep(chat: string, isKept: (loaded: LoadedRow) => boolean): boolean {
    const kept: LoadedRow[] = []
    for (const loaded of this.#lanes.get(chat) ?? []) {
      if (isKept(loaded)) kept.push(loaded)
      else this.#ids.delete(loaded.row.id)
    }
    if (kept.length > 0) this.#lanes.set(chat, kept)
    else this.#lanes.delete(chat)
    return kept.length > 0
  }
}
