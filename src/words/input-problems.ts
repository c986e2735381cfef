import type { InputProblem, InputProblemParams } from '../core/input/input-problem.ts'
import type { JsonProblem } from '../core/json-safety.ts'
import type { Sentences } from './sentences.ts'

/** What is wrong with an input, in one language; a language without one of the problems does not compile. */
export type InputProblemWords = Sentences<Omit<InputProblemParams, 'OTHER'>>

/** Why JSON is not taken, in one language. */
export type JsonProblemWords = {
  readonly [Kind in JsonProblem['kind']]: (problem: Extract<JsonProblem, { kind: Kind }>) => string
}

export function describeJsonProblem(words: JsonProblemWords, problem: JsonProblem): string {
  return (words[problem.kind] as (problem: JsonProblem) => string)(problem)
}

/** What is to be given instead. */
export function describeInputProblem(words: InputProblemWords, { reason, params }: InputProblem): string {
  if (reason === 'OTHER') return params.sentence
  const sentence = words[reason] as string | ((params: object) => string)
  return typeof sentence === 'string' ? sentence : sentence(params)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * The first problem of a refused input with its field before it, as the interface answers it; null for what is no such
 * refusal or comes from a newer service, whose own sentence says it then.
 */
export function findInputSentence(words: Partial<InputProblemWords>, data: unknown): string | null {
  const problems: unknown = isRecord(data) ? data.errors : undefined
  const first: unknown = Array.isArray(problems) ? problems[0] : undefined
  if (!isRecord(first) || typeof first.reason !== 'string' || !isRecord(first.params)) return null
  if (!Object.hasOwn(words, first.reason)) return null
  try {
    const sentence = describeInputProblem(words as InputProblemWords, first as unknown as InputProblem)
    return typeof first.path === 'string' && first.path !== '' ? `${first.path}: ${sentence}` : sentence
  } catch {
    // Parameters of another version, of which an open page may be.
    return null
  }
}
