import type { RefusalWords } from '../../../words/refusals.ts'
import type { SendErrorWords } from '../../../words/send-errors.ts'

/** What the service says, in one language: refusals by their reason, other sentences by their English. */
export interface ServiceWords {
  refusals: Partial<RefusalWords>
  /** Why messages were not sent; null while the words are on their way. */
  sendErrors: SendErrorWords | null
  sentences: readonly (readonly [english: string, translated: string])[]
}
