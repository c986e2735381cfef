import { AsyncLocalStorage } from 'node:async_hooks'
import type { CredentialStore, KeyName } from '../../port.ts'
import { CommitQueue, type KeyBatch, newBatch } from './commit-queue.ts'
import { SessionRecord, type SignalRecord } from './libsignal.ts'
import { decodeKeyValue, encodeKeyValue } from './value-codec.ts'

/** The library's key data: by type, then id; null deletes. */
type KeyData = Record<string, Record<string, unknown> | undefined>

export interface SignalKeysOptions {
  store: CredentialStore
  /** The credentials as they are now, called when a batch that holds them is written. */
  encodeCredentials: () => Uint8Array
  /** What the store has of them; the same is not written again. */
  storedCredentials?: Uint8Array | null
  /** Called once, with the error of the commit or the read that failed. */
  onBroken: (error: unknown) => void
  /** Cached values per connection; a chat costs about four. */
  cacheLimit?: number
}

const DEFAULT_CACHE_LIMIT = 2000
const ABSENT = Symbol('absent')
const NONE: Record<string, unknown> = Object.freeze({})

/** Read once and then deleted: keeping 800 of them would only push out what is used. */
const UNCACHED_TYPE = 'pre-key'

const running = new AsyncLocalStorage<KeyBatch | undefined>()

/** What a value takes beside its bytes, and a session, with its chains and their keys as objects. */
const ENTRY_BYTES = 300
const SESSION_BYTES = 3_000

function estimateBytes(value: unknown): number {
  if (value instanceof SessionRecord) return ENTRY_BYTES + SESSION_BYTES * Object.keys(value.sessions).length
  return ENTRY_BYTES + (value instanceof Uint8Array ? value.byteLength : 0)
}

const keyOf = (type: string, id: string): string => `${type}\n${id}`

/** Mutual exclusion by key, first come first served. */
export function createKeyedLock(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = tails.get(key)
    const result = before ? before.then(work, work) : work()
    tails.set(key, result)
    const release = (): void => {
      if (tails.get(key) === result) tails.delete(key)
    }
    result.then(release, release)
    return result
  }
}

/**
 * The Signal keys of one connection: a bounded cache that also remembers what does not exist, over the host's store.
 *
 * The connection is the only writer, so the cache is the truth and the store follows it by commits, one at a time and
 * in order. Everything put into one batch lands in one commit. When a commit or a read fails the connection is over:
 * nothing that depended on it may leave (the library would tell the network that a message cannot be read, and it would
 * be lost), and the next connection starts from what the store has.
 */
export class SignalKeys {
  private readonly options: SignalKeysOptions
  private readonly limit: number
  private readonly cache = new Map<string, unknown>()
  private readonly queue: CommitQueue
  private readonly lock = createKeyedLock()

  /** Handed on by itself with every ciphertext, so it is no method: nothing has to be made to bind it. */
  readonly loadSession = async (address: string): Promise<SignalRecord | null> =>
    ((await this.readOne('session', address)) as SignalRecord | undefined) ?? null

  constructor(options: SignalKeysOptions) {
    this.options = options
    this.limit = options.cacheLimit ?? DEFAULT_CACHE_LIMIT
    this.queue = new CommitQueue(options)
  }

  /** Reads these at once, for it is known that each of them will be asked for. */
  async preload(wanted: readonly KeyName[]): Promise<void> {
    const found = new Map<string, Uint8Array>()
    try {
      for (const { type, id, value } of await this.options.store.readKeysOf(wanted))
        found.set(keyOf(type, id), value)
    } catch (error) {
      throw this.queue.breakWith(error)
    }
    for (const { type, id } of wanted) {
      if (this.peek(type, id) !== undefined) continue
      const bytes = found.get(keyOf(type, id))
      this.remember(keyOf(type, id), bytes ? decodeKeyValue(type, bytes) : ABSENT)
    }
  }

  async get(type: string, ids: readonly string[]): Promise<Record<string, unknown>> {
    if (!ids.length) return NONE
    if (type === UNCACHED_TYPE) return this.getUncached(ids)
    const missing = ids.filter((id) => this.peek(type, id) === undefined)
    if (missing.length) await this.fetch(type, missing)
    const result: Record<string, unknown> = {}
    for (const id of ids) {
      const value = this.peek(type, id)
      if (value === undefined || value === ABSENT) continue
      result[id] = value instanceof SessionRecord ? value.serialize() : value
    }
    return result
  }

  async readOne(type: string, id: string): Promise<unknown> {
    let value = this.peek(type, id)
    if (value === undefined) {
      await this.fetch(type, [id])
      value = this.peek(type, id)
    }
    return value === ABSENT ? undefined : value
  }

  async transaction<T>(work: () => Promise<T>, key: string): Promise<T> {
    if (running.getStore()) return work()
    return this.lock(key, async () => {
      const batch = newBatch()
      try {
        return await running.run(batch, work)
      } finally {
        await this.queue.add(batch)
      }
    })
  }

  newBatch(): KeyBatch {
    return newBatch()
  }

  put(batch: KeyBatch, type: string, id: string, given: unknown): void {
    const gone = given === null || given === undefined
    const isPlainSession = type === 'session' && !gone && !(given instanceof SessionRecord)
    const value = isPlainSession ? SessionRecord.deserialize(given) : given
    const key = keyOf(type, id)
    this.queue.note(batch, key, { type, id, value: gone ? null : encodeKeyValue(value) })
    if (type !== UNCACHED_TYPE || gone) this.remember(key, gone ? ABSENT : value)
    else this.cache.delete(key)
  }

  isInTransaction(): boolean {
    return running.getStore() !== undefined
  }

  /** Runs `work` as if it had been called outside every transaction, so that it commits before it returns. */
  outsideTransaction<T>(work: () => T): T {
    return running.run(undefined, work)
  }

  /** Runs `work` as part of a batch that the caller commits; the caller also keeps others away meanwhile. */
  within<T>(batch: KeyBatch, work: () => T): T {
    return running.run(batch, work)
  }

  commit(batch: KeyBatch): Promise<void> {
    return this.queue.add(batch)
  }

  /** The commit that makes everything handed over so far durable; null when it is already. */
  pendingCommit(): Promise<void> | null {
    return this.queue.pending()
  }

  /** Resolves when nothing waits for a commit any more, or when a commit failed. */
  settled(): Promise<void> {
    return this.queue.settled()
  }

  /**
   * The connection ended: nothing goes into the store any more. The library may be in the middle of something, a login
   * for example, and what it writes then would come after the host has let go of the client.
   */
  close(): void {
    this.queue.end(new Error('the connection ended'))
  }

  /** What the cached values take in memory, about. */
  memoryBytes(): number {
    let bytes = 0
    for (const value of this.cache.values()) bytes += estimateBytes(value)
    return bytes
  }

  async set(data: KeyData): Promise<void> {
    const current = running.getStore()
    const batch = current ?? newBatch()
    for (const type in data) {
      const values = data[type]
      for (const id in values) this.put(batch, type, id, values[id])
    }
    if (!current) await this.queue.add(batch)
  }

  /** The credentials changed: they go into the transaction that is running, or into the next commit. */
  credentialsChanged(): void {
    const current = running.getStore()
    if (current) {
      current.credentials = true
      return
    }
    const batch = newBatch()
    batch.credentials = true
    this.queue.add(batch).catch(() => {})
  }

  private remember(key: string, value: unknown): void {
    this.cache.delete(key)
    this.cache.set(key, value)
    if (this.cache.size <= this.limit) return
    for (const oldest of this.cache.keys()) {
      this.cache.delete(oldest)
      break
    }
  }

  /** The value when it is known without asking the store; undefined when the store has to be asked. */
  private peek(type: string, id: string): unknown {
    const key = keyOf(type, id)
    const cached = this.cache.get(key)
    if (cached !== undefined) {
      if (this.cache.size > this.limit / 2) this.remember(key, cached)
      return cached
    }
    const row = running.getStore()?.keys.get(key)
    const uncommitted = row ? row.value : this.queue.uncommitted(key)
    if (uncommitted === undefined) return undefined
    const value = uncommitted === null ? ABSENT : decodeKeyValue(type, uncommitted)
    this.remember(key, value)
    return value
  }

  private async readStored(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    try {
      return await this.options.store.readKeys(type, ids)
    } catch (error) {
      throw this.queue.breakWith(error)
    }
  }

  private async fetch(type: string, ids: readonly string[]): Promise<void> {
    const found = await this.readStored(type, ids)
    for (const id of ids) {
      if (this.peek(type, id) !== undefined) continue
      const bytes = found.get(id)
      this.remember(keyOf(type, id), bytes ? decodeKeyValue(type, bytes) : ABSENT)
    }
  }

  private async getUncached(ids: readonly string[]): Promise<Record<string, unknown>> {
    const result: Record<string, unknown> = {}
    const asked: string[] = []
    for (const id of ids) {
      const known = this.peek(UNCACHED_TYPE, id)
      if (known === undefined) asked.push(id)
      else if (known !== ABSENT) result[id] = known
    }
    if (!asked.length) return result
    for (const [id, bytes] of await this.readStored(UNCACHED_TYPE, asked)) {
      result[id] = decodeKeyValue(UNCACHED_TYPE, bytes)
    }
    return result
  }
}
