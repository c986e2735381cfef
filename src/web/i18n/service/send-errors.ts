import { readSendError } from '../../../words/before/sends-and-events.ts'
import { renderSendError, type SendErrorWords } from '../../../words/send-errors.ts'
import type { ServiceWords } from './service-words.ts'

/** How errors of sends are read and rendered with the words of one language. */
export function toSendErrors(words: SendErrorWords): ServiceWords['sendErrors'] {
  return { read: readSendError, render: (error, describe) => renderSendError(words, error, describe) }
}
