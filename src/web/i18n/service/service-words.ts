import type { StatusCause, StatusCauseParams } from '../../../core/client/status-cause.ts'
import type { SendError } from '../../../core/conversation/send-error.ts'
import type { CallFailureWords } from '../../../words/call-failures.ts'
import type { InputProblemWords } from '../../../words/input-problems.ts'
import type { RefusalWords } from '../../../words/refusals.ts'
import type { renderSendError } from '../../../words/send-errors.ts'
import type { Sentences } from '../../../words/sentences.ts'

/** What the service says, in one language, by its codes. */
export interface ServiceWords {
  refusals: Partial<RefusalWords>
  /** Why messages were not sent; null while the words are on their way. */
  sendErrors: {
    /** What rows of before say in English. */
    read(error: string): SendError
    render(error: SendError, describe: Parameters<typeof renderSendError>[2]): string
  } | null
  /** Why calls of other systems failed; null while the words are on their way. */
  calls: CallFailureWords | null
  /** What is wrong with a field of an input. */
  inputs: Partial<InputProblemWords>
  /** What the network or the connection said of a number's state; null while the words are on their way. */
  causes: {
    words: Sentences<StatusCauseParams>
    /** What rows of before say in English. */
    read(detail: string): StatusCause
  } | null
}
