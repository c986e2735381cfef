import { readStatusCause } from '../../../words/before/status-causes.ts'
import { callFailures } from '../../../words/en/call-failures.ts'
import { inputProblems } from '../../../words/en/input-problems.ts'
import { dashboardRefusals } from '../../../words/en/refusals/dashboard.ts'
import { sendErrors } from '../../../words/en/send-errors.ts'
import { statusCauses } from '../../../words/en/status-causes.ts'
import { toSendErrors } from './send-errors.ts'
import type { ServiceWords } from './service-words.ts'

/** As people in the dashboard are told it, who connect numbers and start no clients. */
const dashboardCauses: typeof statusCauses = {
  ...statusCauses,
  LEASE_LOST: 'Another process has this number now.',
  VERSION_REFUSED:
    'The server refuses this version. A newer one is tried; if it stays so, update the service.',
  KIND_REFUSED: 'The server refuses this kind of device. Update the service.',
  REPLACED: 'Another connection uses this device. Stop the other one, then connect this number again.',
  CLIENT_OUTDATED: 'The server refuses this version. Update the service.',
  QR_EXPIRED: 'Nobody scanned the QR code in time. Connect again for a new one.',
  PASSKEY_EXPIRED: 'Nobody signed with the passkey in time. Connect again and scan a new QR code.',
  PASSKEY_REFUSED:
    'The network did not accept how the passkey was confirmed. Connect again and scan a new QR code.',
  PASSKEY_UNREADABLE:
    'The network asked for a passkey in a way that is not understood. Update the service, then connect again.',
}

export const serviceWords: ServiceWords = {
  refusals: dashboardRefusals,
  sendErrors: toSendErrors({
    ...sendErrors,
    unknown: {
      ...sendErrors.unknown,
      cannot_be_asked: 'The number is not connected, so what became of the first try cannot be asked now.',
      worker_silent: 'There was no answer in time.',
      reading_unconfirmed: 'There was no answer in time. Marking it as read again does no harm.',
      presence_unconfirmed: 'There was no answer in time. Trying again does no harm.',
    },
    errors: {
      ...sendErrors.errors,
      NOT_CONNECTED: 'The number is not connected. Nothing was sent; send again once it is.',
    },
  }),
  calls: callFailures,
  inputs: inputProblems,
  causes: { words: dashboardCauses, read: readStatusCause },
}
