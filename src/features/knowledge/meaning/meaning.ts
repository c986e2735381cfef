import type { CallContext, Handlers } from '../../../contract/handlers.ts'
import { type CallFailure, toErrorCode } from '../../../core/conversation/call-failure.ts'
import type { SearchProblem, SearchUsage } from '../../../core/conversation/flow-event.ts'
import type { Database } from '../../../db/client.ts'
import { documentStore } from '../document-store.ts'
import type { DatabaseIndex } from './database-index.ts'
import { addEmbedding } from './embedding.ts'
import type { AskedIn, EmbeddingPort, EmbedUsage } from './embedding-port.ts'
import type { Hit } from './matrix.ts'
import { meaningStore } from './meaning-store.ts'
import { ModelBreaker } from './model-breaker.ts'
import { type Space, toFloats, VectorIndex } from './vector-index.ts'

export interface MeaningDeps {
  db: Database
  embedder: EmbeddingPort
  /** Of the database, where it has the extension for it; else the thread of this process searches. */
  vectors: DatabaseIndex
  /** Why a model gave no vectors, in the language of the interface. */
  describeCall(failure: CallFailure): string
  /** How long a search waits for the vector of its question, and then for its account's vectors. */
  waitMs?: number | undefined
}

export interface AskedMeaning {
  userId: string
  question: string
  collections: readonly string[] | null
  askedIn?: AskedIn | undefined
  signal?: AbortSignal | undefined
}

export interface FoundByMeaning {
  hits: Hit[]
  usage: SearchUsage
}

/** A contact waits: longer than a server that is well, shorter than anybody notices beside the model's own answer. */
const WAIT_MS = 3_000
/** Those nearest by the vectors in memory, of which the exact ones are read: twice as many as are merged (`npm run bench -- vectors`). */
const NEAR = 64

type SetModelInput = Parameters<Handlers['knowledge']['setModel']>[0]

/** Finds pieces by what they mean, where an account has chosen a model for it. */
export class Meaning {
  readonly #deps: MeaningDeps
  readonly #thread: VectorIndex
  readonly #breaker = new ModelBreaker()

  constructor(deps: MeaningDeps) {
    this.#deps = deps
    this.#thread = new VectorIndex({ db: deps.db })
  }

  async close(): Promise<void> {
    await Promise.all([this.#thread.close(), this.#deps.vectors.close()])
  }

  /** Null: no model is chosen. The `most` nearest, best first; none, with the problem, where it could not be looked for. */
  async find(asked: AskedMeaning, most: number): Promise<FoundByMeaning | null> {
    const row = await meaningStore.read(this.#deps.db, asked.userId)
    if (!row?.model) return null
    const none: EmbedUsage = { model: row.model, inputTokens: null, cost: null, durationMs: 0 }
    const failed = (problem: SearchProblem, usage = none) => ({ hits: [], usage: { ...usage, problem } })
    const fingerprint = await this.#deps.embedder.readFingerprint(asked.userId, row.model)
    const { dimensions } = row
    if (fingerprint === null) return failed('MODEL_MISSING')
    if (fingerprint !== row.fingerprint || dimensions === null) return failed('NOT_EMBEDDED')
    // Another model under the name is asked at once.
    const asking = `${asked.userId} ${fingerprint}`
    const down = this.#breaker.problemOf(asking)
    if (down !== null) return failed(down)
    const space: Space = { ...row, fingerprint, dimensions }
    // Both take a while, and neither needs the other.
    const loading = this.#load(asked.userId, space)
    const embedded = await this.#embed(asked, row.model)
    if (embedded.kind === 'failed') {
      if (embedded.isDown) this.#breaker.failed(asking, embedded.problem)
      return failed(embedded.problem)
    }
    this.#breaker.answered(asking)
    const { usage, query } = embedded
    const index = await loading
    if (!index) return failed('NOT_LOADED', usage)
    const near = { ...asked, query, index }
    return { hits: await this.#findNear(near, most), usage: { ...usage, problem: null } }
  }

  /** Which model an account's documents are embedded by; null: none, and its vectors go. Choosing it again tries again. */
  async setModel({ model }: SetModelInput, { owner, principal }: CallContext) {
    const { db, embedder } = this.#deps
    if (model !== null) await embedder.refuseChoice(principal, owner, model)
    await db.transaction(async (tx) => {
      await documentStore.lockOwner(tx, owner)
      await meaningStore.choose(tx, owner, model)
      if (model === null) return meaningStore.beginAnew(tx, owner, null)
      await meaningStore.forgetRefused(tx, owner)
      await addEmbedding(tx, owner)
    })
    return this.describe(owner)
  }

  async describe(userId: string) {
    const { db, describeCall } = this.#deps
    const [row, progress] = [await meaningStore.read(db, userId), await meaningStore.count(db, userId)]
    if (!row?.model) return { model: null, dimensions: null, problem: null, ...NOTHING }
    const { model, dimensions, problem } = row
    return {
      ...{ model, dimensions },
      problem: problem && { code: toErrorCode(problem), message: describeCall(problem) },
      ...progress,
    }
  }

  /** One that documents are embedded by may be another one now under the same name. */
  async modelChanged(userId: string, model: string): Promise<void> {
    const { db } = this.#deps
    const row = await meaningStore.read(db, userId)
    if (row?.model === model) await addEmbedding(db, userId)
  }

  /** Where the vectors are; null: not there in time. It goes on, and the next search may find them there. */
  async #load(userId: string, space: Space): Promise<VectorIndex | DatabaseIndex | null> {
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), this.#waitMs)
    const loaded = this.#bring(userId, space).catch(() => null)
    try {
      return await Promise.race([loaded, late])
    } finally {
      clearTimeout(timer)
    }
  }

  async #bring(userId: string, space: Space): Promise<VectorIndex | DatabaseIndex> {
    const { vectors } = this.#deps
    if (await vectors.prepare(userId, space)) return vectors
    await this.#thread.load(userId, space)
    return this.#thread
  }

  async #embed(
    { userId, question, askedIn, signal }: AskedMeaning,
    model: string,
  ): Promise<EmbeddedQuestion> {
    const late = AbortSignal.timeout(this.#waitMs)
    const outcome = await this.#deps.embedder.embed({
      ...{ userId, model, texts: [question], use: 'question', timeoutMs: this.#waitMs, askedIn },
      signal: signal ? AbortSignal.any([signal, late]) : late,
    })
    if (outcome.kind === 'vectors') {
      const [query] = outcome.vectors
      return query
        ? { kind: 'vector', query, usage: outcome.usage }
        : { kind: 'failed', problem: 'ANSWER_INVALID', isDown: false }
    }
    const isLate = late.aborted
    const problem = isLate ? 'TIMEOUT' : toErrorCode(outcome.failure)
    return { kind: 'failed', problem, isDown: isLate || outcome.mayPass }
  }

  /** The nearest by vectors of less precision, put in the order of their exact ones. */
  async #findNear({ userId, collections, query, index }: AskedNear, most: number): Promise<Hit[]> {
    const { db } = this.#deps
    const documents = collections && (await meaningStore.listDocuments(db, userId, collections))
    const near = await index.find(userId, { query, documents, most: NEAR }).catch(() => [])
    const rows = await meaningStore.readVectors(
      db,
      userId,
      near.map(({ id }) => id),
    )
    const hits = rows.map(({ id, vector }) => ({ id, score: multiply(toFloats(vector), query) }))
    return hits.toSorted((a, b) => b.score - a.score || a.id - b.id).slice(0, most)
  }

  get #waitMs(): number {
    return this.#deps.waitMs ?? WAIT_MS
  }
}

type AskedNear = AskedMeaning & { query: Float32Array; index: VectorIndex | DatabaseIndex }

type EmbeddedQuestion =
  | { kind: 'vector'; query: Float32Array; usage: EmbedUsage }
  | { kind: 'failed'; problem: SearchProblem; isDown: boolean }

const NOTHING = { embedded: 0, refused: 0, waiting: 0 }

function multiply(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < b.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
