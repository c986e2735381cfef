import type { RefusalParams } from '../../../core/refusal-reasons.ts'
import type { RefusalWords } from '../../refusals.ts'
import { refusals } from './index.ts'

const EXPORTED: Readonly<Record<RefusalParams['SESSION_EXPORTED']['while'], string>> = {
  starting:
    'The session of this number was exported and may run in another place. If it does not, take it back in the settings of the number first.',
  importing:
    'The session of this number was exported and may be taken back. Import into a new number that was never linked.',
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

const NOT_CONNECTED: Partial<Record<RefusalParams['CLIENT_NOT_CONNECTED']['while'], string>> = {
  sending:
    'The number is not connected, so nothing was sent. Connect it, or wait until it is connected, then try again.',
  testing:
    'The number is not connected, so no test was started. Connect it, or wait until it is connected, then test.',
}

/** As people in the dashboard are told it: there the sentences of the interface speak of no calls. */
export const dashboardRefusals: RefusalWords = {
  ...refusals,
  GROUP_NOT_FOUND: 'The network knows no such group any more.',
  NOT_IN_GROUP:
    'This number is not in the group. Somebody has to add it, or it has to join by an invite link.',
  NOT_GROUP_ADMIN: 'Only admins of the group may do this. Have one of them make this number an admin.',
  ALREADY_IN_GROUP: 'This number is in the group already.',
  GROUP_RATE_LIMITED: 'The network was asked about groups too often. Wait some minutes, then try again.',
  GROUP_NOT_ASKED:
    'The number is not connected, so the network was not asked. Connect it, or wait until it is connected, then try again.',
  SESSION_EXPORTED: (params) => EXPORTED[params.while],
  SESSION_FILE_UNKNOWN: (params) => UNKNOWN_FILE[params.found] ?? refusals.SESSION_FILE_UNKNOWN(params),
  SESSION_AMBIGUOUS: ({ count, sessions }) =>
    `The file holds ${count} sessions: ${sessions}. Write which one to import.`,
  SESSION_EXISTS: 'This number has a session already. Import into a new number that was never linked.',
  NO_SESSION: 'There is no linked session to move. Connect the number and scan its QR code first.',
  NO_WORKER: 'The number still waits to be connected. That happens by itself as soon as there is room.',
  WORKER_UNSURE: 'There was no answer in time; what was asked for may still take effect.',
  PROXY_UNKNOWN: 'This proxy is not there any more. Look at the list.',
  VERSION_UNKNOWN: ({ number }) => `The flow has no version ${number}.`,
  TEST_PHONE_UNKNOWN: 'The flow has no such number any more.',
  CLIENTS_WOULD_GO_DIRECT: ({ clients }) =>
    `${clients} numbers would have no proxy left and connect directly. Import others first.`,
  WORKER_ENDED: 'The connection ended again at once. The state of the number says why.',
  WORKER_NOT_STOPPED: 'This number is still in use. Pause it, then try again in half a minute.',
  NOT_PAIRING: 'The number shows nothing to scan yet. Wait a moment, then try again.',
  NO_PASSKEY_ASKED: (params) =>
    params.worker === 'running'
      ? 'The network does not ask this number for a passkey now.'
      : 'The number is paused, so the network asks it for nothing.',
  PASSKEY_REFUSED: (params) => PASSKEY[params.why] ?? refusals.PASSKEY_REFUSED(params),
  HANDOFF: (params) =>
    params.while === 'testing'
      ? 'A person has the chat with this number. Give it back to the flow, then test.'
      : refusals.HANDOFF(params),
  CLIENT_NOT_CONNECTED: (params) => NOT_CONNECTED[params.while] ?? refusals.CLIENT_NOT_CONNECTED(params),
  SEND_QUEUE_FULL: ({ waiting }) =>
    `The number already has ${waiting} messages waiting, so this one was not taken. Try again later, or raise its messages a second.`,
  ALREADY_PAIRED: 'This number is linked already. Unlink it first to link another account.',
  WORKER_NOT_RUNNING:
    'The number is paused, so it cannot be unlinked from here. Connect it first, or remove the device on the phone.',
  WORKER_NOT_STARTED: 'It could not be connected again here. Try again in a few seconds.',
  WORKER_CHANGED_HANDS: 'The number changed hands just now. Try again in a few seconds.',
  NOT_PAIRED: 'This number is not linked yet. Connect it and scan its QR code.',
  NOT_A_SANDBOX_CLIENT: 'This number is one of WhatsApp; scan its QR code with WhatsApp on a phone.',
  NO_QR: 'There is no QR code to scan now. Connect the number and wait until it shows one.',
  SESSION_IN_USE: 'Another number of this service has this session. Export it there, or delete that number.',
  SESSION_NOT_EXPORTED: 'The session of this number was not exported; nothing is to be taken back.',
  FLOW_PUBLISHED: 'A published flow cannot move to another number. Unpublish it first.',
  MEDIA_NOT_FOUND: 'This number does not keep this file any more. Give the file again.',
  OWN_NUMBER: 'This is the number itself; test on a phone of somebody else.',
  PHONE_NOT_ALLOWED: 'Drafts of this flow may not be tested on this number. Add it first, then test.',
}
