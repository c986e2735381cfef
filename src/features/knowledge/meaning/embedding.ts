import { setTimeout as sleep } from 'node:timers/promises'
import { type CallFailure, toErrorCode } from '../../../core/conversation/call-failure.ts'
import { backoffMs } from '../../../core/pacing/backoff.ts'
import type { Database } from '../../../db/client.ts'
import { addJob, type JobTask } from '../../../db/jobs/jobs.ts'
import type { Executor } from '../../../db/transaction.ts'
import { sha256 } from '../../../platform/secrets.ts'
import { documentStore } from '../document-store.ts'
import type { DatabaseIndex } from './database-index.ts'
import type { EmbeddingPort, EmbedFailure } from './embedding-port.ts'
import { type MeaningRow, meaningStore, type WaitingPiece } from './meaning-store.ts'

export interface EmbeddingDeps {
  db: Database
  embedder: EmbeddingPort
  vectors: DatabaseIndex
}

export const EMBED_TASK = 'knowledge_embed'

/** Some 13,000 tokens: no server's limit, and an answer that is parsed within some milliseconds. */
const PIECES_AT_ONCE = 32
/** Then others of the queue have their turn. */
const BATCHES_A_JOB = 50
const TIMEOUT_MS = 60_000
const PAUSE = { firstMs: 10_000, maxMs: 3_600_000 }
/** After so many failures in a row each piece is given alone, as one of them may be why. */
const FAILURES_OF_ALL = 2
/** Whether a server refuses one text or all of them. */
const PROBE = 'Parley'

/** Two queues, as for reading: one account's thousand documents do not stand before everybody else's. */
const queueOf = (userId: string): string => `embedding-${(sha256(userId)[0] ?? 0) % 2}`

/** As part of the transaction that makes pieces wait, or of none. */
export const addEmbedding = (db: Executor, userId: string, inMs = 0): Promise<string> =>
  addJob(
    db,
    EMBED_TASK,
    { userId },
    {
      ...{ jobKey: `${EMBED_TASK}:${userId}`, queueName: queueOf(userId) },
      ...(inMs > 0 && { runAt: new Date(Date.now() + inMs) }),
    },
  )

type Step = 'more' | 'done' | { afterMs: number }

/**
 * Embeds the pieces of an account that have no vectors, some at a time, in jobs. What a model does not do is tried again with growing
 * pauses for as long as it is chosen: its server may be started, its key renewed, its limit raised.
 */
export class Embedding {
  readonly #deps: EmbeddingDeps

  constructor(deps: EmbeddingDeps) {
    this.#deps = deps
  }

  readonly task: JobTask = async (payload, { signal = NEVER }) => {
    const { userId } = payload as { userId: string }
    for (let batch = 0; batch < BATCHES_A_JOB; batch += 1) {
      if (signal.aborted) break
      const step = await this.#step(userId, signal)
      if (step === 'done') return
      if (step !== 'more') {
        await addEmbedding(this.#deps.db, userId, step.afterMs)
        return
      }
      // Between two batches others have their turn at the model.
      await sleep(1)
    }
    await addEmbedding(this.#deps.db, userId)
  }

  async #step(userId: string, signal: AbortSignal): Promise<Step> {
    const { db } = this.#deps
    const row = await meaningStore.read(db, userId)
    if (!row?.model) return 'done'
    const { model } = row
    const fingerprint = await this.#prepare(userId, { ...row, model })
    if (fingerprint === null) return 'done'
    const pieces = await meaningStore.listWaiting(db, userId, PIECES_AT_ONCE)
    if (pieces.length === 0) return 'done'
    const ask = (texts: readonly string[]) =>
      this.#deps.embedder.embed({ userId, model, texts, use: 'document', timeoutMs: TIMEOUT_MS, signal })
    const outcome = await ask(pieces.map(toText))
    if (outcome.kind === 'vectors')
      return this.#save({ userId, fingerprint, pieces, vectors: outcome.vectors })
    if (signal.aborted) return 'more'
    if (!isOfPieces(outcome, row)) return this.#fail(userId, outcome)
    const alone = await giveAlone(pieces, ask)
    if (alone.kind === 'failed') return signal.aborted ? 'more' : this.#fail(userId, alone)
    return this.#save({ userId, fingerprint, pieces, vectors: alone.vectors })
  }

  /** The fingerprint that vectors are to have; those of another go first. Null: there is no such model. */
  async #prepare(
    userId: string,
    { model, fingerprint: present }: MeaningRow & { model: string },
  ): Promise<string | null> {
    const { db, embedder } = this.#deps
    const fingerprint = await embedder.readFingerprint(userId, model)
    if (fingerprint === present) return fingerprint
    await db.transaction(async (tx) => {
      await documentStore.lockOwner(tx, userId)
      await meaningStore.beginAnew(tx, userId, fingerprint)
    })
    return fingerprint
  }

  async #save(made: Parameters<typeof meaningStore.add>[1]): Promise<Step> {
    const { db } = this.#deps
    const { userId } = made
    const isKept = await db.transaction(async (tx) => {
      await documentStore.lockOwner(tx, userId)
      return meaningStore.add(tx, made)
    })
    // Another model was chosen meanwhile, or this one makes vectors of another length than it did: all of them are made anew.
    if (!isKept) {
      const row = await meaningStore.read(db, userId)
      if (row?.fingerprint === made.fingerprint) {
        await db.transaction(async (tx) => {
          await documentStore.lockOwner(tx, userId)
          await meaningStore.beginAnew(tx, userId, null)
        })
        return { afterMs: PAUSE.firstMs }
      }
    }
    await this.#deps.vectors.follow(userId)
    return 'more'
  }

  async #fail(userId: string, { failure, retryAfterMs }: EmbedFailure): Promise<Step> {
    const row = await meaningStore.noteProblem(this.#deps.db, userId, failure)
    const pauseMs = backoffMs(PAUSE, row?.failures ?? 1, Math.random())
    return { afterMs: Math.max(pauseMs, Math.min(retryAfterMs ?? 0, PAUSE.maxMs)) }
  }
}

const NEVER = new AbortController().signal

/** A piece says little without the title of its document and the headings above it. */
const toText = ({ title, heading, body }: WaitingPiece): string =>
  [title, heading, body].filter(Boolean).join('\n')

const codeOf = (failure: CallFailure): string => toErrorCode(failure)

/** Whether one of the pieces may be why. Some servers say 500 of a text that is too long for them (llama.cpp). */
const isOfPieces = ({ failure }: EmbedFailure, { failures }: MeaningRow): boolean =>
  codeOf(failure) === 'MODEL_REFUSED' || (codeOf(failure) === 'MODEL_FAILED' && failures >= FAILURES_OF_ALL)

type Ask = (texts: readonly string[]) => ReturnType<EmbeddingPort['embed']>
type Given = { kind: 'vectors'; vectors: (Float32Array | null)[] } | EmbedFailure

/** One by one: those have no vector that the server refuses while it takes another text. */
async function giveAlone(pieces: readonly WaitingPiece[], ask: Ask): Promise<Given> {
  const vectors: (Float32Array | null)[] = []
  let takes: boolean | null = null
  for (const piece of pieces) {
    const outcome = await ask([toText(piece)])
    if (outcome.kind === 'vectors') {
      takes = true
      vectors.push(outcome.vectors[0] ?? null)
      continue
    }
    if (!['MODEL_REFUSED', 'MODEL_FAILED'].includes(codeOf(outcome.failure))) return outcome
    takes ??= (await ask([PROBE])).kind === 'vectors'
    if (!takes) return outcome
    vectors.push(null)
  }
  return { kind: 'vectors', vectors }
}
