import { maxAttempts, optionalText, timeoutSec, variableName } from './text-field.ts'

/** What nodes that wait for an answer share: where it is kept, how long it may take, and what is said to one that does not fit. */
export const questionFields = {
  saveAs: variableName.optional(),
  timeoutSec,
  maxAttempts,
  retryText: optionalText,
}

interface QuestionData {
  saveAs?: string | undefined
  timeoutSec?: number | undefined
  maxAttempts: number
  retryText?: string | undefined
}

/** How such a node waits. */
export const questionRules = {
  waits: true,
  writes: ({ saveAs }: QuestionData) => (saveAs === undefined ? [] : [saveAs]),
  schedule: (data: QuestionData) => ({ timeoutSec: data.timeoutSec ?? null, reminders: [] }),
  retry: (data: QuestionData) => ({ maxAttempts: data.maxAttempts, retryText: data.retryText ?? null }),
} as const
