import type { EmbeddingModel } from 'ai'
import { callFailure } from '../../../core/conversation/call-failure.ts'
import { MAX_DIMENSIONS } from '../../../core/model.ts'
import type { OutboundError } from '../../../platform/outbound-http.ts'
import { explainError, type Failure, fail, loadSdk } from '../generate.ts'

export interface EmbedTextsOptions {
  model: Exclude<EmbeddingModel, string>
  texts: readonly string[]
  use: 'question' | 'document'
  dimensions: number | null
  signal: AbortSignal
  /** Why the way to the server failed, if it did. */
  wireFailure(): OutboundError | null
}

/** Tokens are null where the server does not say. */
export type Embedded = { kind: 'vectors'; vectors: Float32Array[]; inputTokens: number | null } | Failure

/** Of Google alone; servers of the other providers know no such thing. */
const TASKS = { question: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' } as const

/** Asks for vectors once. Errors of the SDK hold the texts, so none leaves this function. */
export async function embedTexts(options: EmbedTextsOptions): Promise<Embedded> {
  const { model, texts, use, dimensions, signal } = options
  const sdk = await loadSdk()
  try {
    const { embeddings, usage, responses } = await sdk.embedMany({
      model,
      values: [...texts],
      ...(dimensions !== null && { dimensions }),
      maxRetries: 0,
      maxParallelCalls: 1,
      abortSignal: signal,
      providerOptions: { google: { taskType: TASKS[use] } },
    })
    const inputTokens = Number.isFinite(usage.tokens) ? usage.tokens : null
    const vectors = toVectors(putInOrder(embeddings, responses?.[0]?.body), texts.length)
    if (vectors !== null) return { kind: 'vectors', vectors, inputTokens }
    return fail(callFailure('ANSWER_NOT_AS_ASKED'), { tokens: { inputTokens, outputTokens: 0 } })
  } catch (error) {
    const explained = explainError(sdk, error, options.wireFailure())
    if (explained.kind === 'failed') return explained
    throw new Error('an embedding was answered as a question is', { cause: error })
  }
}

interface Indexed {
  data?: readonly { index?: unknown }[]
}

/** Servers that speak OpenAI's format say which text each vector is of, and the SDK does not look; null: not each text has one. */
function putInOrder(embeddings: readonly number[][], body: unknown): readonly number[][] | null {
  const { data } = typeof body === 'object' && body !== null ? (body as Indexed) : {}
  if (!Array.isArray(data) || data.length !== embeddings.length) return embeddings
  const indexes = data.map(({ index }) => index)
  if (indexes.every((index) => index === undefined)) return embeddings
  const ordered: number[][] = []
  for (const [at, index] of indexes.entries()) {
    const vector = embeddings[at]
    if (typeof index !== 'number' || ordered[index] !== undefined || !vector) return null
    ordered[index] = vector
  }
  return ordered
}

/** As they are compared: of the length 1. Null: they are not what was asked for. */
function toVectors(embeddings: readonly number[][] | null, count: number): Float32Array[] | null {
  const length = embeddings?.[0]?.length ?? 0
  if (!embeddings || embeddings.length !== count || length === 0 || length > MAX_DIMENSIONS) return null
  const vectors: Float32Array[] = []
  for (let at = 0; at < count; at += 1) {
    const vector = embeddings[at]?.length === length ? toUnit(embeddings[at] ?? []) : null
    if (vector === null) return null
    vectors.push(vector)
  }
  return vectors
}

function toUnit(numbers: readonly number[]): Float32Array | null {
  let sum = 0
  for (const number of numbers) sum += number * number
  const length = Math.sqrt(sum)
  if (!Number.isFinite(length) || length === 0) return null
  return Float32Array.from(numbers, (number) => number / length)
}
