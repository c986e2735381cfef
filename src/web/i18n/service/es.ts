import { readStatusCause } from '../../../words/before/status-causes.ts'
import { callFailures } from '../../../words/es/call-failures.ts'
import { inputProblems } from '../../../words/es/input-problems.ts'
import { refusals } from '../../../words/es/refusals/index.ts'
import { sendErrors } from '../../../words/es/send-errors.ts'
import { statusCauses } from '../../../words/es/status-causes.ts'
import { toSendErrors } from './send-errors.ts'
import type { ServiceWords } from './service-words.ts'

export const serviceWords: ServiceWords = {
  refusals,
  sendErrors: toSendErrors(sendErrors),
  calls: callFailures,
  inputs: inputProblems,
  causes: { words: statusCauses, read: readStatusCause },
}
