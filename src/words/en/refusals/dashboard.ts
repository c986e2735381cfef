import type { RefusalParams } from '../../../core/refusal-reasons.ts'
import type { RefusalWords } from '../../refusals.ts'
import { refusals } from './index.ts'

const EXPORTED: Readonly<Record<RefusalParams['SESSION_EXPORTED']['while'], string>> = {
  starting:
    'The session of this client was exported and may run in another place. If it does not, take it back in the settings of the client first.',
  importing:
    'The session of this client was exported and may be taken back. Import into a new client that was never paired.',
}

const UNKNOWN_FILE: Partial<Record<RefusalParams['SESSION_FILE_UNKNOWN']['found'], string>> = {
  no_export: 'This file is no exported session.',
  parley_export:
    'Parley itself exported this file. Choose the import from another Parley, with its passphrase.',
}

const PASSKEY: Partial<Record<RefusalParams['PASSKEY_REFUSED']['why'], string>> = {
  wrong_challenge:
    'This was signed for another request. Copy the script that is shown now, sign again, and paste the result.',
  no_answer: 'The network did not answer in time. Hand it over again.',
}

/** As people in the dashboard are told it: there the sentences of the interface speak of no calls. */
export const dashboardRefusals: RefusalWords = {
  ...refusals,
  SESSION_EXPORTED: (params) => EXPORTED[params.while],
  SESSION_FILE_UNKNOWN: (params) => UNKNOWN_FILE[params.found] ?? refusals.SESSION_FILE_UNKNOWN(params),
  SESSION_AMBIGUOUS: ({ count, sessions }) =>
    `The file holds ${count} sessions: ${sessions}. Write which one to import.`,
  SESSION_EXISTS: 'This client has a session already. Import into a new client that was never paired.',
  NO_SESSION: 'There is no paired session to move. Start the client and scan its QR code first.',
  NO_WORKER: 'No worker took the client over yet. It starts by itself as soon as one can.',
  WORKER_UNSURE: 'The worker did not answer in time; what it was told may still take effect.',
  PROXY_UNKNOWN: 'This proxy is not there any more. Look at the list.',
  VERSION_UNKNOWN: ({ number }) => `The flow has no version ${number}.`,
  TEST_PHONE_UNKNOWN: 'The flow has no such number any more.',
  CLIENTS_WOULD_GO_DIRECT: ({ clients }) =>
    `${clients} clients would have no proxy left and connect directly. Import others first.`,
  WORKER_ENDED: 'The worker ended again at once. The status of the client says why.',
  WORKER_NOT_STOPPED: 'A worker still has this client. Stop it, then try again in half a minute.',
  NOT_PAIRING: 'The client shows nothing to pair with yet. Wait a moment, then try again.',
  NO_PASSKEY_ASKED: (params) =>
    params.worker === 'running'
      ? 'The network does not ask this client for a passkey now.'
      : refusals.NO_PASSKEY_ASKED(params),
  PASSKEY_REFUSED: (params) => PASSKEY[params.why] ?? refusals.PASSKEY_REFUSED(params),
  HANDOFF: (params) =>
    params.while === 'testing'
      ? 'A person has the chat with this number. Give it back to the flow, then test.'
      : refusals.HANDOFF(params),
  PHONE_NOT_ALLOWED: 'Drafts of this flow may not be tested on this number. Add it first, then test.',
}
