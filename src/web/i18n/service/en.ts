import { callFailures } from '../../../words/en/call-failures.ts'
import { dashboardRefusals } from '../../../words/en/refusals/dashboard.ts'
import { sendErrors } from '../../../words/en/send-errors.ts'
import { toSendErrors } from './send-errors.ts'
import type { ServiceWords } from './service-words.ts'

/** The service's own sentences are English. */
export const serviceWords: ServiceWords = {
  refusals: dashboardRefusals,
  sendErrors: toSendErrors(sendErrors),
  calls: callFailures,
  sentences: [],
}
