import { readStatusCause } from '../../../words/before/status-causes.ts'
import { callFailures } from '../../../words/en/call-failures.ts'
import { inputProblems } from '../../../words/en/input-problems.ts'
import { dashboardRefusals } from '../../../words/en/refusals/dashboard.ts'
import { sendErrors } from '../../../words/en/send-errors.ts'
import { statusCauses } from '../../../words/en/status-causes.ts'
import { toSendErrors } from './send-errors.ts'
import type { ServiceWords } from './service-words.ts'

export const serviceWords: ServiceWords = {
  refusals: dashboardRefusals,
  sendErrors: toSendErrors({
    ...sendErrors,
    errors: {
      ...sendErrors.errors,
      NOT_CONNECTED: 'The number is not connected. Nothing was sent; send again once it is.',
    },
  }),
  calls: callFailures,
  inputs: inputProblems,
  causes: { words: statusCauses, read: readStatusCause },
}
