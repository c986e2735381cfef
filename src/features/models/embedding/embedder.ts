import type { CallContext, OwnerId } from '../../../contract/handlers.ts'
import { callFailure } from '../../../core/conversation/call-failure.ts'
import { refusal } from '../../../core/errors.ts'
import { DEFAULT_AT_ONCE } from '../../../core/model.ts'
import { sha256 } from '../../../platform/secrets.ts'
import { refuseSecretUse } from '../../flows/index.ts'
import type { EmbeddingPort, EmbedFailure, EmbedOutcome, EmbedRequest } from '../../knowledge/index.ts'
import type { AskDeps } from '../ask.ts'
import { readModelKey } from '../model-key.ts'
import { ModelWire } from '../model-wire.ts'
import { QuestionPlaces } from '../places.ts'
import { type OpenEmbeddingModel, openEmbeddingProvider } from '../providers.ts'
import { type ModelRow, READ_MODEL } from '../store.ts'
import { type Amount, dropOldCalls, estimateTokens, priceOf, reserveCall, settleCall } from '../usage.ts'
import { type Embedded, embedTexts } from './embed-texts.ts'
import { findPrefixes } from './prefixes.ts'

export interface EmbedderDeps extends Pick<AskDeps, 'db' | 'http'> {
  secrets: Pick<AskDeps['secrets'], 'read'>
  /** Default: the providers of the SDK. */
  openModel?: OpenEmbeddingModel | undefined
}

/** Numbers are written with up to 22 characters. */
const BYTES_A_NUMBER = 24
const MAX_NUMBERS = 32 * 4_096

const failure = (of: EmbedFailure['failure']): EmbedFailure => ({
  ...{ kind: 'failed', failure: of, mayPass: false, retryAfterMs: null },
})

/** Turns texts into vectors by models that people have set up, with the limits, the counting and the way to the server of all models. */
export class Embedder implements EmbeddingPort {
  readonly #deps: EmbedderDeps
  readonly #places = new QuestionPlaces()

  constructor(deps: EmbedderDeps) {
    this.#deps = deps
  }

  async readFingerprint(userId: string, model: string): Promise<string | null> {
    const row = await this.#read(userId, model)
    return row ? fingerprintOf(row) : null
  }

  async refuseChoice(principal: CallContext['principal'], owner: OwnerId, model: string): Promise<void> {
    const row = await this.#read(owner, model)
    if (!row) throw refusal('NOT_FOUND', 'NO_SUCH_MODEL', {})
    if (row.secret !== null) refuseSecretUse(principal, 'model')
  }

  async embed(request: EmbedRequest): Promise<EmbedOutcome> {
    const { userId, model, signal, timeoutMs } = request
    const row = await this.#read(userId, model)
    if (!row) return failure(callFailure('MODEL_NOT_SET_UP', { model }))
    const read = await readModelKey(this.#deps.secrets, userId, row)
    if ('failure' in read) return failure(read.failure)
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const place = `${userId} ${model}`
    const release = await this.#places.take(place, row.limits.atOnce ?? DEFAULT_AT_ONCE, inTime)
    if (release === null) {
      return { ...failure(callFailure('MODEL_PLACES_TAKEN', { model })), mayPass: true }
    }
    try {
      return await this.#embedInPlace(row, read.key, request)
    } finally {
      release()
    }
  }

  async #embedInPlace(row: ModelRow, key: string | null, request: EmbedRequest): Promise<EmbedOutcome> {
    const { db } = this.#deps
    const { userId, texts, askedIn } = request
    const { clientId = null, contactJid = null, flowStateId = null } = askedIn ?? {}
    const most = amountOf(row, estimateTokens(texts.join('\n')))
    const reserved = await this.#places.whileCounted(`${userId} ${row.name}`, () =>
      reserveCall(db, row, { userId, clientId, contactJid, flowStateId }, most),
    )
    if (reserved.kind === 'refused') return failure(reserved.failure)
    const startedMs = performance.now()
    const embedded = await this.#ask(row, key, request)
    const durationMs = Math.round(performance.now() - startedMs)
    const inputTokens = embedded.kind === 'vectors' ? embedded.inputTokens : embedded.tokens?.inputTokens
    const amount = inputTokens == null ? most : amountOf(row, inputTokens)
    const outcome = embedded.kind === 'vectors' ? 'answered' : 'failed'
    await settleCall(db, reserved.callId, { outcome, ...amount, durationMs })
    await dropOldCalls(db, userId, row.name)
    if (embedded.kind === 'failed') {
      const { mayPass, retryAfterMs } = embedded
      return { kind: 'failed', failure: embedded.failure, mayPass, retryAfterMs }
    }
    const cost = inputTokens == null ? null : priceOf(row, inputTokens, 0)
    const usage = { model: row.name, inputTokens: inputTokens ?? null, cost, durationMs }
    return { kind: 'vectors', vectors: embedded.vectors, usage }
  }

  async #ask(row: ModelRow, key: string | null, request: EmbedRequest): Promise<Embedded> {
    const { http, openModel = openEmbeddingProvider } = this.#deps
    const { provider, baseUrl, modelId, dimensions } = row
    const { texts, use, timeoutMs, signal } = request
    const maxBodyBytes = MAX_NUMBERS * BYTES_A_NUMBER
    const wire = new ModelWire({ http, baseUrl, timeoutMs, signal, maxBodyBytes })
    const model = await openModel({ provider, baseUrl, modelId, key, fetch: wire.fetch })
    const prefix = findPrefixes(modelId)[use]
    const given = texts.map((text) => prefix + text)
    return embedTexts({ model, texts: given, use, dimensions, signal, wireFailure: () => wire.failure })
  }

  #read(userId: string, model: string): Promise<ModelRow | undefined> {
    return this.#deps.db.queryOne(READ_MODEL, [userId, model, 'embedding'])
  }
}

/** Vectors of two fingerprints say nothing beside each other. What is put before documents is in it where there is something. */
function fingerprintOf({ provider, baseUrl, modelId, dimensions }: ModelRow): string {
  const { document } = findPrefixes(modelId)
  const made = [provider, baseUrl, modelId, dimensions, ...(document === '' ? [] : [document])]
  return sha256(JSON.stringify(made)).toString('base64url')
}

const amountOf = (row: ModelRow, tokens: number): Amount => ({ tokens, cost: priceOf(row, tokens, 0) ?? 0 })
