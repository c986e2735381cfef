import { createHash } from 'node:crypto'

/** A request of vectors, as it came. */
export interface EmbeddingRequest {
  model: string
  input: unknown
  encoding_format?: unknown
  dimensions?: unknown
  user?: unknown
}

/** What stands for a model: a text's vector of so many numbers, the same each time. */
export interface EmbedTexts {
  dimensions: number
  toVector(text: string): number[]
}

const MAX_INPUTS = 2_048
const MAX_TOKENS = 8_192
const MAX_TOKENS_TOGETHER = 300_000

/** A word is a token here, as in `model-server.ts`. */
const countTokens = (text: string): number => text.split(/\s+/).filter(Boolean).length

function readInputs(input: unknown): string[] | null {
  if (typeof input === 'string') return [input]
  if (!Array.isArray(input) || !input.every((one) => typeof one === 'string')) return null
  return input
}

/**
 * Why a request of vectors is refused, after OpenAI's API reference (Embeddings, "Create embeddings"): `input` is a text or a list of
 * at most 2,048 texts, none of them empty, each of at most 8,192 tokens, 300,000 together; `encoding_format` is float or base64;
 * `dimensions` may be fewer than the model makes. Lists of tokens, which the reference allows as well, are refused: nothing sends
 * them. The sentences are not the real ones.
 */
export function findEmbeddingProblem(
  { model, input, encoding_format: format = 'float', dimensions }: EmbeddingRequest,
  most: number,
): string | null {
  if (typeof model !== 'string' || model === '') return 'you must provide a model parameter'
  const inputs = readInputs(input)
  if (inputs === null) return "Invalid 'input': expected a string or an array of strings."
  if (inputs.length === 0 || inputs.length > MAX_INPUTS) {
    return `Invalid 'input': expected an array of 1 to ${MAX_INPUTS} elements, but got ${inputs.length}.`
  }
  if (inputs.includes('')) return "Invalid 'input': input cannot be an empty string."
  const tokens = inputs.map(countTokens)
  if (tokens.some((count) => count > MAX_TOKENS)) {
    return `This model's maximum context length is ${MAX_TOKENS} tokens. Please reduce your prompt.`
  }
  const sum = tokens.reduce((all, count) => all + count, 0)
  if (sum > MAX_TOKENS_TOGETHER)
    return `Invalid 'input': maximum request size is ${MAX_TOKENS_TOGETHER} tokens.`
  if (format !== 'float' && format !== 'base64') return `Invalid value: '${String(format)}'.`
  if (dimensions === undefined) return null
  if (
    typeof dimensions === 'number' &&
    Number.isInteger(dimensions) &&
    dimensions >= 1 &&
    dimensions <= most
  ) {
    return null
  }
  return `Invalid value for 'dimensions': must be between 1 and ${most}.`
}

/**
 * A list of `embedding` objects, each with the `index` of its text, and the usage (reference, "The embedding object"). It does not
 * promise their order, so the last one comes first here. A shortened vector is of the length 1 again (OpenAI's guide to embeddings,
 * "Reducing embedding dimensions"); base64 is that of float32 with its lowest byte first, as OpenAI's own client reads it.
 */
export function answerEmbedding(
  { model, input, encoding_format: format = 'float', dimensions }: EmbeddingRequest,
  { toVector, dimensions: most }: EmbedTexts,
): Record<string, unknown> {
  const inputs = readInputs(input) ?? []
  const length = typeof dimensions === 'number' ? dimensions : most
  const data = inputs.map((text, index) => {
    const vector = toUnit(toVector(text).slice(0, length))
    const embedding =
      format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector
    return { object: 'embedding', index, embedding }
  })
  const tokens = inputs.reduce((sum, text) => sum + countTokens(text), 0)
  return {
    ...{ object: 'list', data: data.toReversed(), model },
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

function toUnit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return length === 0 ? vector.map((_, at) => (at === 0 ? 1 : 0)) : vector.map((number) => number / length)
}

/** A direction for each word, by chance but always the same. */
function toDirection(word: string, dimensions: number): number[] {
  const numbers: number[] = []
  for (let block = 0; numbers.length < dimensions; block += 1) {
    const bytes = createHash('sha256').update(`${block} ${word}`).digest()
    for (const byte of bytes) numbers.push(byte / 127.5 - 1)
  }
  return numbers.slice(0, dimensions)
}

/**
 * Stands for a model in tests: the sum of a direction for each word, where words that a test calls the same have the same one.
 * It knows nothing of meaning, so it says nothing about how well a real model finds.
 */
export function embedByWords({
  same = [],
  dimensions = 64,
}: {
  same?: string[][]
  dimensions?: number
} = {}): EmbedTexts {
  const meant = new Map(same.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)))
  const known = new Map<string, number[]>()
  return {
    dimensions,
    toVector(text) {
      const sum = Array.from({ length: dimensions }, () => 0)
      for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
        const name = meant.get(word) ?? word
        const direction = known.get(name) ?? toDirection(name, dimensions)
        known.set(name, direction)
        for (const [at, number] of direction.entries()) sum[at] = (sum[at] ?? 0) + number
      }
      return sum
    },
  }
}
