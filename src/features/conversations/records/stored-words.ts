import type { EventSummary } from '../../../core/flow/index.ts'

/** The English that is stored beside codes, since the interface answers it. Handed in: nothing here writes sentences. */
export interface StoredWords {
  /** The line of an event. */
  summary(summary: EventSummary): string
}
