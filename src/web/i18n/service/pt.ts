import { readStatusCause } from '../../../words/before/status-causes.ts'
import { callFailures } from '../../../words/pt/call-failures.ts'
import { inputProblems } from '../../../words/pt/input-problems.ts'
import { refusals } from '../../../words/pt/refusals/index.ts'
import { sendErrors } from '../../../words/pt/send-errors.ts'
import { statusCauses } from '../../../words/pt/status-causes.ts'
import { toSendErrors } from './send-errors.ts'
import type { ServiceWords } from './service-words.ts'

export const serviceWords: ServiceWords = {
  refusals,
  sendErrors: toSendErrors(sendErrors),
  calls: callFailures,
  inputs: inputProblems,
  causes: { words: statusCauses, read: readStatusCause },
}
