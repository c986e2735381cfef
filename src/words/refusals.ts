import type { RefusalParams, RefusalReason } from '../core/refusal-reasons.ts'
import type { Sentences } from './sentences.ts'

/** Why operations are refused, in one language; a language without one of the reasons does not compile. */
export type RefusalWords = Sentences<RefusalParams>

/** A refusal as it was thrown here or answered by another process. */
export interface AnsweredRefusal {
  message: string
  data?: unknown
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * The sentence of a refusal, without the field it is about; null for one that has no reason with parameters: it carries
 * its sentence in `message`, as do those of older processes, and of newer ones the reasons that are not known here.
 */
export function findRefusalSentence(
  words: Partial<RefusalWords>,
  { data }: Pick<AnsweredRefusal, 'data'>,
): string | null {
  if (!isRecord(data) || !isRecord(data.params) || typeof data.reason !== 'string') return null
  if (!Object.hasOwn(words, data.reason)) return null
  const sentence = words[data.reason as RefusalReason] as
    | string
    | ((params: Readonly<Record<string, unknown>>) => string | undefined)
  if (typeof sentence === 'string') return sentence
  try {
    return sentence(data.params) ?? null
  } catch {
    // Parameters of another version, of which an open page may be.
    return null
  }
}

/** What is wrong and what to do next: the field it is about, if there is one, stands before it. */
export function describeRefusal(words: RefusalWords, refusal: AnsweredRefusal): string {
  const sentence = findRefusalSentence(words, refusal)
  if (sentence === null) return refusal.message
  const path = isRecord(refusal.data) ? refusal.data.path : undefined
  return typeof path === 'string' ? `${path}: ${sentence}` : sentence
}
