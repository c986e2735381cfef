import { RECIPIENT_FORMS } from '../../../core/addresses.ts'
import type {
  ClientRefusals,
  PairingLinkRefusals,
  RefusalParams,
  SandboxRefusals,
} from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const NO_CODE: Readonly<Record<RefusalParams['PAIRING_CODE_REFUSED']['why'], string>> = {
  bad_request:
    'The network refused to give a code for this number. Check the number; when it is right, wait some minutes, as it also answers so when codes were asked for too often.',
  rate_limited:
    'The network gives no code now, as too many were asked for. Wait some minutes, or scan the QR code.',
  no_answer: 'The network did not answer in time, so there is no code. Ask again.',
  passkey_asked:
    'The network waits for the passkey of the account that scanned or typed already. Confirm it, or restart the worker.',
}

const NO_PASSKEY: Readonly<Record<RefusalParams['NO_PASSKEY_ASKED']['worker'], string>> = {
  running:
    'The network does not ask this client for a passkey now. Ask worker.passkey.get what it waits for.',
  stopped: 'The worker of this client does not run, so the network asks it for nothing.',
}

const PASSKEY: Readonly<Record<RefusalParams['PASSKEY_REFUSED']['why'], string>> = {
  wrong_challenge:
    'This was signed for another request. Take what worker.passkey.get answers now, sign that, and answer again.',
  refused:
    'The network refused this passkey. Sign with the passkey of the account that scanned the code, and answer again.',
  no_answer: 'The network did not answer in time. Answer again.',
}

export const clients: Sentences<ClientRefusals> = {
  RECIPIENT_UNREADABLE: ({ given }) => `"${given}" is not a recipient. Use ${RECIPIENT_FORMS}.`,
  STATUS_IS_NO_CONTACT: 'a status feed is not a contact.',
  NO_WORKER: 'No worker took the client over yet. It starts by itself as soon as one can; ask worker.status.',
  WORKER_ENDED: 'The worker ended again at once. Ask worker.status why.',
  WORKER_NOT_RUNNING:
    'The worker is not running, so the device cannot be unlinked. Start it first, or remove the device on the phone.',
  WORKER_NOT_STARTED: 'The worker could not be restarted here. Try again in a few seconds.',
  WORKER_UNSURE: 'The worker did not answer in time; its command may still take effect. Ask worker.status.',
  WORKER_CHANGED_HANDS: 'The worker changed hands just now. Call again in a few seconds.',
  ALREADY_PAIRED: 'This client is linked already. Log it out first to link another account.',
  NOT_PAIRING:
    'The client shows nothing to pair with yet. Ask worker.status what it waits for, then call again.',
  PAIRING_CODE_REFUSED: ({ why }) => NO_CODE[why],
  NO_PASSKEY_ASKED: ({ worker }) => NO_PASSKEY[worker],
  PASSKEY_REFUSED: ({ why }) => PASSKEY[why],
}

export const pairingLinks: Sentences<PairingLinkRefusals> = {
  NOT_LINKABLE:
    'This client is linked already, or its session is away or on trial. Log it out first to link another account.',
  LINK_UNKNOWN: 'This link does not work, or not any more. Ask who sent it for a new one.',
  LINK_OVER: 'This link is over. Ask who sent it for a new one.',
  LINK_OPENED_ELSEWHERE:
    'This link was opened in another browser. Leave it there first; if that was not you, tell who sent it.',
  LINK_USED_UP: 'This was tried too often with this link. Ask who sent it for a new one.',
  TOO_OFTEN: 'This was asked too often. Wait a minute, then try again.',
  NO_VISIT: 'This page does not have the link open any more. Open the link again.',
  PAIRING_METHOD: 'Pairing links are used with POST and a JSON body.',
  PAIRING_CONTENT_TYPE: 'Send JSON with Content-Type: application/json.',
  PAIRING_PATH_UNKNOWN: 'There is nothing at this path.',
}

export const sandbox: Sentences<SandboxRefusals> = {
  NOT_PAIRED: 'This client has no account yet. Start its worker and have its QR scanned.',
  NOT_A_SANDBOX_CLIENT:
    'This client lives on the real network; scan its QR with the messaging app on a phone.',
  NETWORK_NOT_AVAILABLE: 'No sandbox network runs inside this service; scan the QR where that network runs.',
  NO_QR: 'There is no QR to scan now. Start the worker, wait until it shows one, then call again.',
  FILE_TOO_LARGE: ({ mib }) => `This file is larger than ${mib} MiB; it is not shown here.`,
  SANDBOX_REFUSED: ({ words }) => `${words}.`,
}
