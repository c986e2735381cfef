import { readSendError } from '../../../words/before.ts'
import { type SendErrorWords, saySendError } from '../../../words/send-errors.ts'
import type { ServiceWords } from './service-words.ts'

/** How errors of sends are read and said with the words of one language. */
export function toSendErrors(words: SendErrorWords): ServiceWords['sendErrors'] {
  return { read: readSendError, say: (error, describe) => saySendError(words, error, describe) }
}
