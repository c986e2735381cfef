import { Worker } from 'node:worker_threads'
import type { Database } from '../../../db/client.ts'
import { threadEnv } from '../../../platform/process/thread-env.ts'
import type { Hit } from './matrix.ts'
import { type MeaningRow, meaningStore } from './meaning-store.ts'
import type { VectorAnswer, VectorTask } from './vector-messages.ts'

const THREAD = new URL('./vector-thread.ts', import.meta.url)
const MIB = 1024 ** 2

/** A byte a number: 50,000 pieces of 1,536 numbers are 77 MB (`npm run bench -- vectors`). */
const MAX_BYTES = 256 * MIB
/** Vectors that are read from the database at a time. */
const ROWS_AT_ONCE = 250
const IDS_AT_ONCE = 5_000
/** After so long without a search the thread ends, and with it what it holds. */
const IDLE_MS = 600_000

export interface VectorIndexOptions {
  db: Database
  maxBytes?: number
  idleMs?: number
}

/** What is in the thread of one account. */
interface Loaded {
  fingerprint: string
  dimensions: number
  version: number
  count: number
  usedAt: number
}

/** What is looked for: in all documents where `documents` is null. */
export interface FindNear {
  query: Float32Array
  documents: readonly string[] | null
  most: number
}

export type Space = Pick<MeaningRow, 'version' | 'removed'> & { fingerprint: string; dimensions: number }

/**
 * Vectors of accounts in the memory of a thread, where they are searched one by one. They are read from the database when an account
 * is searched first, and what has changed since before each search. Nothing is found that is not in the database any more: who asks
 * reads the pieces from there.
 */
export class VectorIndex {
  readonly #db: Database
  readonly #maxBytes: number
  readonly #idleMs: number
  readonly #loaded = new Map<string, Loaded>()
  readonly #loading = new Map<string, Promise<void>>()
  readonly #asked = new Map<number, { resolve: (hits: Hit[]) => void; reject: (error: Error) => void }>()
  #thread: Worker | null = null
  #number = 0
  #idle: NodeJS.Timeout | undefined

  constructor({ db, maxBytes = MAX_BYTES, idleMs = IDLE_MS }: VectorIndexOptions) {
    this.#db = db
    this.#maxBytes = maxBytes
    this.#idleMs = idleMs
  }

  /** Bytes of the vectors in memory. */
  get bytes(): number {
    let sum = 0
    for (const { count, dimensions } of this.#loaded.values()) sum += count * dimensions
    return sum
  }

  /** Resolves when the account's vectors of this version, or a newer one, are in memory. */
  async load(userId: string, space: Space): Promise<void> {
    for (;;) {
      const under = this.#loading.get(userId)
      if (!under) break
      await under
    }
    const { fingerprint, version } = space
    const loaded = this.#loaded.get(userId)
    if (loaded && loaded.fingerprint === fingerprint && loaded.version >= version) return
    const loading = this.#bring(userId, space).finally(() => this.#loading.delete(userId))
    this.#loading.set(userId, loading)
    await loading
  }

  /** The nearest of those in memory, best first. */
  async find(userId: string, { query, documents, most }: FindNear): Promise<Hit[]> {
    const loaded = this.#loaded.get(userId)
    if (!loaded || loaded.dimensions !== query.length) return []
    loaded.usedAt = performance.now()
    return this.#ask({ kind: 'find', account: userId, query, documents, most })
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#lose(new Error('the search by meaning has ended'))
    await thread?.terminate()
  }

  async #bring(userId: string, space: Space): Promise<void> {
    const { fingerprint, dimensions, version, removed } = space
    const known = this.#loaded.get(userId)
    const isKnown = known?.fingerprint === fingerprint && known.dimensions === dimensions
    const loaded: Loaded = isKnown
      ? known
      : { fingerprint, dimensions, version: 0, count: 0, usedAt: performance.now() }
    if (!isKnown) await this.#ask({ kind: 'open', account: userId, dimensions })
    this.#loaded.set(userId, loaded)
    try {
      if (isKnown && removed > loaded.version) await this.#retain(userId, loaded)
      await this.#add(userId, loaded, version)
      loaded.version = version
    } catch (error) {
      // What is there by halves is brought anew.
      this.#loaded.delete(userId)
      throw error
    }
    await this.#makeRoom(userId)
  }

  async #add(userId: string, loaded: Loaded, upTo: number): Promise<void> {
    const after = { version: loaded.version, id: Number.MAX_SAFE_INTEGER }
    for (;;) {
      const rows = await meaningStore.listVectors(this.#db, userId, { after, upTo, most: ROWS_AT_ONCE })
      const last = rows.at(-1)
      if (!last) return
      after.version = last.version
      after.id = last.id
      const fitting = rows.filter(({ vector }) => vector.length === 4 * loaded.dimensions)
      const ids = Float64Array.from(fitting, ({ id }) => id)
      const vectors = new Float32Array(fitting.length * loaded.dimensions)
      for (const [row, { vector }] of fitting.entries())
        vectors.set(toFloats(vector), row * loaded.dimensions)
      const part = { ids, documents: fitting.map(({ documentId }) => documentId), vectors }
      await this.#ask({ kind: 'add', account: userId, part }, [vectors.buffer])
      loaded.count += fitting.length
    }
  }

  async #retain(userId: string, loaded: Loaded): Promise<void> {
    const all: number[] = []
    for (;;) {
      const ids = await meaningStore.listIds(this.#db, userId, all.at(-1) ?? 0, IDS_AT_ONCE)
      if (ids.length === 0) break
      all.push(...ids)
    }
    await this.#ask({ kind: 'retain', account: userId, ids: Float64Array.from(all) })
    // Those that are still to be brought are counted when they are.
    loaded.count = Math.min(loaded.count, all.length)
  }

  /** Those go that were searched longest ago. */
  async #makeRoom(userId: string): Promise<void> {
    const others = [...this.#loaded].filter(([account]) => account !== userId && !this.#loading.has(account))
    others.sort(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [account] of others) {
      if (this.bytes <= this.#maxBytes) return
      this.#loaded.delete(account)
      await this.#ask({ kind: 'close', account })
    }
  }

  #ask(task: VectorTask, transfer: readonly ArrayBuffer[] = []): Promise<Hit[]> {
    const thread = this.#open()
    this.#number += 1
    const number = this.#number
    const { promise, resolve, reject } = Promise.withResolvers<Hit[]>()
    this.#asked.set(number, { resolve, reject })
    thread.postMessage({ number, task }, transfer)
    return promise
  }

  #open(): Worker {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.close(), this.#idleMs)
    this.#idle.unref()
    if (this.#thread) return this.#thread
    const thread = new Worker(THREAD, { env: threadEnv(), stdin: false })
    thread.unref()
    thread.on('message', ({ number, hits }: VectorAnswer) => {
      this.#asked.get(number)?.resolve(hits)
      this.#asked.delete(number)
    })
    const end = (error: Error) => {
      if (this.#thread === thread) this.#lose(error)
    }
    thread.on('error', end)
    thread.on('exit', () => end(new Error('the thread of the search by meaning ended')))
    this.#thread = thread
    return thread
  }

  /** What it held is brought anew by the next search. */
  #lose(error: Error): void {
    this.#thread = null
    this.#loaded.clear()
    for (const { reject } of this.#asked.values()) reject(error)
    this.#asked.clear()
  }
}

/** The bytes of a row of the database stand at any place of a larger buffer. */
export function toFloats(bytes: Buffer): Float32Array {
  const copied = new Uint8Array(bytes.length)
  copied.set(bytes)
  return new Float32Array(copied.buffer)
}
