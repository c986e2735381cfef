import type { RefusalParams, RefusalReason } from '../core/refusal-reasons.ts'
import type { Sentences } from './sentences.ts'

/** Why operations are refused, in one language; a language without one of the reasons does not compile. */
export type RefusalWords = Sentences<RefusalParams>

/** A refusal as it was thrown here or answered by another process. */
interface AnsweredRefusal {
  message: string
  data?: unknown
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * The sentence of a refusal; null for one that has no reason with parameters: it carries its sentence in `message`, as
 * do those of older processes, and of newer ones the reasons that are not known here.
 */
export function findRefusalSentence(words: RefusalWords, { data }: AnsweredRefusal): string | null {
  if (!isRecord(data) || !isRecord(data.params) || typeof data.reason !== 'string') return null
  if (!Object.hasOwn(words, data.reason)) return null
  const sentence = words[data.reason as RefusalReason] as
    | string
    | ((params: Readonly<Record<string, unknown>>) => string)
  return typeof sentence === 'string' ? sentence : sentence(data.params)
}
