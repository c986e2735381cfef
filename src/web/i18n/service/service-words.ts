import type { RefusalWords } from '../../../words/refusals.ts'

/** What the service says, in one language: refusals by their reason, other sentences by their English. */
export interface ServiceWords {
  refusals: Partial<RefusalWords>
  sentences: readonly (readonly [english: string, translated: string])[]
}
