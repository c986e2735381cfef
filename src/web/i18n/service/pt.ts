import { callFailures } from '../../../words/pt/call-failures.ts'
import { refusals } from '../../../words/pt/refusals/index.ts'
import { sendErrors } from '../../../words/pt/send-errors.ts'
import { serviceSentences } from '../../../words/pt/service-sentences.ts'
import { toSendErrors } from './send-errors.ts'
import type { ServiceWords } from './service-words.ts'

export const serviceWords: ServiceWords = {
  refusals,
  sendErrors: toSendErrors(sendErrors),
  calls: callFailures,
  sentences: serviceSentences,
}
