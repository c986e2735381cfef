import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { decodeStanza, encodeStanza } from '../infra/frames.ts'
import type { Journal } from '../infra/journal.ts'

const SEQUENCE_DIGITS = 12

/** A stanza for a linked device that stays until the device has confirmed it. */
export interface QueuedStanza {
  readonly sequence: number
  /** What the device's confirmation will name. */
  readonly key: string
  readonly stanza: BinaryNode
  /** The session it was last sent on, only to be compared with another, and when, in milliseconds. */
  sentOn: object | undefined
  sentAt: number
  /** Whether the device asked for it again on that session: it stays, but it was not passed over. */
  isAnswered: boolean
}

/** What waited for a device that is back, on its way: no more of it at a time than the client asked for. */
export interface OfflineQueue {
  readonly total: number
  readonly rest: QueuedStanza[]
  /** Keys of what was sent and not answered yet. */
  readonly open: Set<string>
  /** How much may be open; 0 until the client has asked. */
  window: number
  timer: NodeJS.Timeout | undefined
}

const NOT_SENT = { sentOn: undefined, sentAt: 0, isAnswered: false }

/** Names a stanza the way its confirmation does: class, the number it came from, id, and the type for receipts. */
export const queueKey = (tag: string, number: string, id: string, type = ''): string =>
  `${tag}|${number}|${id}|${tag === 'message' ? '' : type}`

interface DeviceQueue {
  readonly entries: Map<number, QueuedStanza>
  readonly byKey: Map<string, number[]>
}

/** What waits for each linked device, oldest first. */
export class DeliveryQueues {
  readonly #journal: Journal
  readonly #queues = new Map<string, DeviceQueue>()
  #sequence = 0

  constructor(journal: Journal) {
    this.#journal = journal
    for (const { key, bytes } of journal.load('queue')) this.#restore(key, Buffer.from(bytes))
  }

  add(address: string, key: string, stanza: BinaryNode): QueuedStanza {
    this.#sequence += 1
    const entry: QueuedStanza = { sequence: this.#sequence, key, stanza, ...NOT_SENT }
    this.#insert(address, entry)
    this.#journal.put('queue', rowKey(address, entry.sequence), () =>
      encodeStanza({ tag: key, attrs: {}, content: [stanza] }),
    )
    return entry
  }

  /** Takes the oldest stanza with this key off the queue; false when there is none. */
  confirm(address: string, key: string): boolean {
    const queue = this.#queues.get(address)
    const sequences = queue?.byKey.get(key)
    const sequence = sequences?.shift()
    if (queue === undefined || sequences === undefined || sequence === undefined) return false
    if (sequences.length === 0) queue.byKey.delete(key)
    queue.entries.delete(sequence)
    this.#journal.delete('queue', rowKey(address, sequence))
    return true
  }

  /** The device said something of the stanzas with this key without confirming them. */
  noteAnswered(address: string, key: string): void {
    const queue = this.#queues.get(address)
    for (const sequence of queue?.byKey.get(key) ?? []) {
      const entry = queue?.entries.get(sequence)
      if (entry !== undefined) entry.isAnswered = true
    }
  }

  size(address: string): number {
    return this.#queues.get(address)?.entries.size ?? 0
  }

  waiting(address: string): QueuedStanza[] {
    return [...(this.#queues.get(address)?.entries.values() ?? [])]
  }

  drop(address: string): void {
    for (const { sequence } of this.waiting(address)) this.#journal.delete('queue', rowKey(address, sequence))
    this.#queues.delete(address)
  }

  #insert(address: string, entry: QueuedStanza): void {
    let queue = this.#queues.get(address)
    if (queue === undefined) {
      queue = { entries: new Map(), byKey: new Map() }
      this.#queues.set(address, queue)
    }
    queue.entries.set(entry.sequence, entry)
    const sequences = queue.byKey.get(entry.key)
    if (sequences === undefined) queue.byKey.set(entry.key, [entry.sequence])
    else sequences.push(entry.sequence)
  }

  #restore(key: string, bytes: Buffer): void {
    const [address = '', sequence] = key.split('/')
    const wrapped = decodeStanza(bytes)
    const stanza = Array.isArray(wrapped.content) ? wrapped.content[0] : undefined
    if (stanza === undefined) return
    this.#sequence = Math.max(this.#sequence, Number(sequence))
    this.#insert(address, { sequence: Number(sequence), key: wrapped.tag, stanza, ...NOT_SENT })
  }
}

const rowKey = (address: string, sequence: number): string =>
  `${address}/${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`
