import { Batcher } from '../../../platform/queue/batcher.ts'
import type { CredentialBatch, CredentialStore, JournalEntry } from '../../port.ts'

/** One value of a batch; null deletes. `version` tells the newer of two apart, whichever is handed over first. */
interface KeyRow {
  type: string
  id: string
  value: Uint8Array | null
  version: number
}

/** What is to be committed together. Filled with `put`, handed over with `commit`. */
export interface KeyBatch {
  readonly keys: Map<string, KeyRow>
  readonly journal: JournalEntry[]
  credentials: boolean
}

export function newBatch(): KeyBatch {
  return { keys: new Map(), journal: [], credentials: false }
}

const toComparable = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

const isEmpty = (batch: KeyBatch): boolean =>
  batch.keys.size === 0 && batch.journal.length === 0 && !batch.credentials

export interface CommitQueueOptions {
  store: CredentialStore
  encodeCredentials: () => Uint8Array
  storedCredentials?: Uint8Array | null
  onBroken: (error: unknown) => void
}

/** Later values replace earlier ones. All of it goes into the first batch. */
function mergeAll(batches: readonly KeyBatch[]): KeyBatch {
  const merged = batches[0] ?? newBatch()
  for (let i = 1; i < batches.length; i += 1) {
    const { keys, journal, credentials } = batches[i] ?? newBatch()
    for (const [key, row] of keys) merged.keys.set(key, row)
    merged.journal.push(...journal)
    merged.credentials ||= credentials
  }
  return merged
}

/**
 * One commit at a time, in order; what arrives meanwhile goes together into the next. When one fails, nothing that was
 * handed over after it may be written, so the queue is broken then.
 */
export class CommitQueue {
  private readonly options: CommitQueueOptions
  private readonly batches: Batcher<KeyBatch>
  private broken: Error | null = null
  private lastCredentials: string
  private versions = 0
  /** Of every value that some batch still holds: how many do, and the newest version handed over meanwhile. */
  private readonly held = new Map<string, { batches: number; handedOver: number }>()

  constructor(options: CommitQueueOptions) {
    this.options = options
    this.lastCredentials = toComparable(options.storedCredentials ?? new Uint8Array())
    this.batches = new Batcher({
      write: (batches) => this.write(mergeAll(batches)),
      maxBatch: Number.POSITIVE_INFINITY,
      gather: 'microtask',
      onFailure: { retryAfterMs: [], onClosed: (error) => this.breakWith(error) },
    })
  }

  /** A value handed over but perhaps not yet in the store; undefined when there is none. */
  uncommitted(key: string): Uint8Array | null | undefined {
    return this.batches.findUnwritten(({ keys }) => keys.get(key))?.value
  }

  /** Puts a value into a batch that is still being filled. */
  note(batch: KeyBatch, key: string, row: Omit<KeyRow, 'version'>): void {
    if (!batch.keys.has(key)) {
      const held = this.held.get(key)
      if (held) held.batches += 1
      else this.held.set(key, { batches: 1, handedOver: 0 })
    }
    batch.keys.set(key, { ...row, version: ++this.versions })
  }

  /**
   * Of two batches with the same value the one filled last may be handed over first. What the other has of it is older
   * by then and contained in the newer, so it is left out: written after it, a ratchet would go back by a step.
   */
  private leaveOutOlder(batch: KeyBatch): boolean {
    let leftOut = false
    for (const [key, { version }] of batch.keys) {
      const held = this.held.get(key)
      if (!held) continue
      if (version < held.handedOver) leftOut = batch.keys.delete(key)
      else held.handedOver = version
      held.batches -= 1
      if (held.batches === 0) this.held.delete(key)
    }
    return leftOut
  }

  add(batch: KeyBatch): Promise<void> {
    if (this.broken) return Promise.reject(this.broken)
    const leftOut = this.leaveOutOlder(batch)
    if (!isEmpty(batch)) this.batches.push(batch)
    else if (!leftOut) return Promise.resolve()
    return this.batches.pending() ?? Promise.resolve()
  }

  pending(): Promise<void> | null {
    return this.batches.pending()
  }

  async settled(): Promise<void> {
    while (!this.broken) {
      const end = this.pending()
      if (!end) return
      await end.catch(() => {})
    }
  }

  private async write(batch: KeyBatch): Promise<void> {
    const out: CredentialBatch = {}
    if (batch.keys.size)
      out.keys = Array.from(batch.keys.values(), ({ type, id, value }) => ({ type, id, value }))
    if (batch.journal.length) out.journal = batch.journal
    if (batch.credentials) {
      const credentials = this.options.encodeCredentials()
      const text = toComparable(credentials)
      if (text !== this.lastCredentials) out.credentials = credentials
      this.lastCredentials = text
    }
    if (out.keys ?? out.journal ?? out.credentials) await this.options.store.commit(out)
  }

  /** Nothing is written from now on, and everything that waits fails. */
  breakWith(cause: unknown): Error {
    if (this.broken) return this.broken
    const error = cause instanceof Error ? cause : new Error('the credential store failed', { cause })
    this.end(error)
    this.options.onBroken(error)
    return error
  }

  /** The same without a failure. */
  end(error: Error): void {
    this.broken ??= error
    void this.batches.close(error)
  }
}
