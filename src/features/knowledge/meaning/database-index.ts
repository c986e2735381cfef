import type { Database } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { readVectorSupport } from '../../../db/vector-extension.ts'
import type { Hit } from './matrix.ts'
import { meaningStore } from './meaning-store.ts'
import { AFTER_ALL, MAX_INDEXED_DIMENSIONS, type NearAccount, NearStore } from './near-store.ts'
import type { FindNear, Space } from './vector-index.ts'

export interface DatabaseIndexOptions {
  db: Database
  /** Pieces of an account up to which all are looked at. */
  exactUpTo?: number
}

/** An exact search of them takes 7 ms of processor at 768 numbers, and finds what an index may miss (`npm run bench -- vectors`). */
const EXACT_UP_TO = 5_000
/** More that are missing are brought aside, while the thread answers: each goes into an index, a millisecond or two. */
const FEW_MISSING = 250
const ROWS_AT_ONCE = 250

/**
 * Vectors as the extension `vector` (pgvector) searches them, where the database has it: they need no memory of this process and none of
 * the time that bringing them there takes. They are a copy that follows `knowledge_vector`; whatever fails here, the thread of
 * `vector-index.ts` answers instead.
 */
export class DatabaseIndex {
  readonly #db: Database
  readonly #exactUpTo: number
  readonly #aside = new Map<string, Promise<void>>()
  #store: Promise<NearStore | null> | null = null
  #isClosed = false

  constructor({ db, exactUpTo = EXACT_UP_TO }: DatabaseIndexOptions) {
    this.#db = db
    this.#exactUpTo = exactUpTo
  }

  /** True: all vectors of this account and version are there. Else those that are missing are brought, and the next call may find them. */
  async prepare(userId: string, space: Space): Promise<boolean> {
    try {
      const store = await this.#open()
      if (!store || this.#aside.has(userId)) return false
      const account = await store.readAccount(this.#db, userId)
      if (account && isOf(account, space) && isComplete(account, space)) return true
      const after = placeIn(account, space)
      if ((await store.countMissing(this.#db, userId, after, FEW_MISSING + 1)) > FEW_MISSING) {
        this.#bringAside(store, userId, space)
        return false
      }
      return await this.#bring(store, userId, space)
    } catch {
      return false
    }
  }

  /** For vectors that came just now. */
  async follow(userId: string): Promise<void> {
    const row = await meaningStore.read(this.#db, userId)
    if (!row?.fingerprint || row.dimensions === null) return
    await this.prepare(userId, { ...row, fingerprint: row.fingerprint, dimensions: row.dimensions })
  }

  async find(userId: string, asked: FindNear): Promise<Hit[]> {
    const store = await this.#open()
    const account = store && (await store.readAccount(this.#db, userId))
    if (!store || account?.dimensions !== asked.query.length) return []
    const exact = () => store.findExact(this.#db, userId, asked)
    if (account.pieces <= this.#exactUpTo || asked.query.length > MAX_INDEXED_DIMENSIONS) return exact()
    const found = await this.#db.transaction((tx) => store.findIndexed(tx, userId, asked))
    // Of few documents among many the index may find fewer than there are.
    return found.length < asked.most ? exact() : found
  }

  /** Resolves when nothing is brought any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#aside.values())
  }

  #bringAside(store: NearStore, userId: string, space: Space): void {
    const bringing = this.#bring(store, userId, space)
      .then(
        () => {},
        () => {},
      )
      .finally(() => this.#aside.delete(userId))
    this.#aside.set(userId, bringing)
  }

  /** False: the account has other vectors by now, or this process ends. */
  async #bring(store: NearStore, userId: string, space: Space): Promise<boolean> {
    await store.ensureIndex(this.#db, space.dimensions)
    for (let isFirst = true; !this.#isClosed; isFirst = false) {
      const step = await this.#db.transaction((tx) => this.#bringSome(store, tx, { userId, space, isFirst }))
      if (step !== 'more') return step === 'all'
    }
    return false
  }

  async #bringSome(
    store: NearStore,
    tx: Transaction,
    { userId, space, isFirst }: { userId: string; space: Space; isFirst: boolean },
  ): Promise<'more' | 'all' | 'other'> {
    const account = await store.lockAccount(tx, userId, space)
    // Read behind the lock: who waited for it may know an older state than it is now.
    const row = await meaningStore.read(tx, userId)
    if (!account || row?.fingerprint !== space.fingerprint || row.dimensions !== space.dimensions)
      return 'other'
    if (!isOf(account, space)) await store.beginAnew(tx, userId, space)
    const after = placeIn(account, space)
    if (isFirst && row.removed > after.version) await store.removeGone(tx, userId)
    const rows = await meaningStore.listVectors(tx, userId, {
      after: { version: after.version, id: after.lastId },
      upTo: space.version,
      most: ROWS_AT_ONCE,
    })
    const last = rows.at(-1)
    if (!last) {
      await store.finish(tx, userId, space.version)
      return 'all'
    }
    const fitting = rows.filter(({ vector }) => vector.length === 4 * space.dimensions)
    await store.add(tx, userId, space.dimensions, fitting)
    await store.advance(tx, userId, { version: last.version, lastId: last.id })
    return 'more'
  }

  #open(): Promise<NearStore | null> {
    this.#store ??= openStore(this.#db).catch((error: unknown) => {
      // The database may be away for a moment.
      this.#store = null
      throw error
    })
    return this.#store
  }
}

const isOf = (account: NearAccount, { fingerprint, dimensions }: Space): boolean =>
  account.fingerprint === fingerprint && account.dimensions === dimensions

/** Behind what is there already: nothing, where it was made by another model. */
const placeIn = (account: NearAccount | undefined, space: Space): Pick<NearAccount, 'version' | 'lastId'> =>
  account && isOf(account, space) ? account : { version: 0, lastId: 0 }

/** All vectors of one version are there once what comes after them was looked for. */
const isComplete = (account: NearAccount, { version }: Space): boolean =>
  account.version > version || (account.version === version && account.lastId === AFTER_ALL)

/** Null: the extension is not there, or this role may not make what is needed. */
async function openStore(db: Database): Promise<NearStore | null> {
  let support = await readVectorSupport(db)
  if (support.kind === 'available') {
    await db.pool.query('create extension if not exists vector').catch(() => {})
    support = await readVectorSupport(db)
  }
  if (support.kind !== 'installed') return null
  const store = new NearStore(support)
  return (await store.isReady(db)) || (await store.make(db)) ? store : null
}
