/** What a client's worker is doing, as `worker.status` and the dashboard show it. */
export type LiveStatus =
  | 'stopped'
  | 'starting'
  | 'pairing'
  | 'connected'
  | 'reconnecting'
  | 'restricted'
  | 'logged_out'
  | 'passkey_required'
  | 'failed'

interface StatusText {
  status: LiveStatus
  /** A sentence for people: what is so. */
  sentence: string
  /** What they can do about it; null when nothing is needed. */
  action: string | null
}

/** Every stable status code with its status, sentence and action. One place, so that API, dashboard and docs agree. */
export const CLIENT_STATUS = {
  STOPPED: { status: 'stopped', sentence: 'The worker is stopped.', action: 'Start it with worker.start.' },
  STARTING: { status: 'starting', sentence: 'The worker is connecting to the network.', action: null },
  QR_WAITING: {
    status: 'pairing',
    sentence: 'A QR code is waiting to be scanned.',
    action: 'Open the messaging app on the phone, choose Linked devices, and scan the code from server.qr.',
  },
  CODE_WAITING: {
    status: 'pairing',
    sentence: 'A code is waiting to be typed into the phone.',
    action:
      'Open the messaging app on the phone, choose Linked devices, then to link with the phone number, and type the code from worker.pairingCode.',
  },
  QR_EXPIRED: {
    status: 'stopped',
    sentence: 'Nobody scanned the QR code in time.',
    action: 'Start the worker again for a new code.',
  },
  PAIRING_REJECTED: {
    status: 'stopped',
    sentence: 'The signature of the pairing could not be verified, so this device was not linked.',
    action:
      'Start the worker again and scan the new code. Remove the device on the phone if it is listed there.',
  },
  PAIRED: {
    status: 'starting',
    sentence: 'The account is paired; the connection is being set up.',
    action: null,
  },
  CONNECTED: { status: 'connected', sentence: 'The client is connected.', action: null },
  REACH_OUT_RESTRICTED: {
    status: 'restricted',
    sentence:
      'The client is connected, but the network does not let this account write to new people for now. Conversations go on.',
    action: 'Wait until the restriction ends; write only to people who wrote first.',
  },
  NEW_CHAT_LIMIT: {
    status: 'restricted',
    sentence:
      'The client is connected, but the account has begun nearly as many new chats as the network allows, so it writes to no new people for now. Conversations go on.',
    action: 'Wait until the next period; the last chats of this one are left to the phone.',
  },
  CONNECTION_LOST: {
    status: 'reconnecting',
    sentence: 'The connection was lost; the worker reconnects by itself.',
    action: null,
  },
  NETWORK_UNAVAILABLE: {
    status: 'reconnecting',
    sentence: 'The network does not answer; the worker keeps trying with growing pauses.',
    action: 'Check the host’s connection or NETWORK_URL if this lasts.',
  },
  PROXY_FAILED: {
    status: 'reconnecting',
    sentence: 'The client’s proxy lets nothing through; the worker keeps trying, never around it.',
    action: 'Look at the pool (proxies.list) or at the client’s own proxy if this lasts.',
  },
  REPLACED: {
    status: 'failed',
    sentence: 'Another session of this linked device took the connection over.',
    action: 'Stop the other one, then start this worker again.',
  },
  DEVICE_REMOVED: {
    status: 'reconnecting',
    sentence:
      'This linked device was taken off the account, on the phone or by the network; the worker logs in once more to learn which.',
    action: null,
  },
  LOGGED_OUT: {
    status: 'logged_out',
    sentence: 'The phone removed this linked device.',
    action:
      'Start the worker and scan the new QR code to pair again. If nobody removed it, look on the phone for a restriction first.',
  },
  REMOVED_RESTRICTED: {
    status: 'restricted',
    sentence:
      'The network has restricted this account and taken this linked device off it, as it does to clients that it takes for unofficial ones.',
    action:
      'Wait until the phone shows no restriction any more; then start or restart the worker, and scan the QR code if it shows one.',
  },
  RESTRICTED: {
    status: 'restricted',
    sentence: 'The network has restricted this account.',
    action: 'Wait until the restriction ends; answer only people who wrote first.',
  },
  FORBIDDEN: {
    status: 'failed',
    sentence: 'The network refuses this account.',
    action: 'Open the app on the phone to see whether the account is banned.',
  },
  PASSKEY_REQUIRED: {
    status: 'passkey_required',
    sentence: 'The network asks for the passkey of the account before it links this device.',
    action:
      'Sign what worker.passkey.get answers with the passkey, on https://web.whatsapp.com, and hand it to worker.passkey.answer.',
  },
  PASSKEY_ANSWERED: {
    status: 'passkey_required',
    sentence: 'The passkey was taken; the phone is awaited.',
    action: 'Keep the messaging app open on the phone.',
  },
  PASSKEY_CONFIRM: {
    status: 'passkey_required',
    sentence: 'The phone shows a code that has to be compared.',
    action:
      'Compare it with the one of worker.passkey.get; when both are the same, call worker.passkey.confirm.',
  },
  PASSKEY_FAILED: {
    status: 'stopped',
    sentence: 'The passkey was not confirmed, so this device was not linked.',
    action: 'Start the worker again and scan the new code.',
  },
  OUTDATED: {
    status: 'failed',
    sentence: 'The network refuses this version of the connection; the worker keeps trying with newer ones.',
    action:
      'See with doctor what the page of versions says; if this lasts, remove WEB_VERSION or update Parley.',
  },
  SESSION_EXPORTED: {
    status: 'stopped',
    sentence: 'The session was exported and may run in another place, so the worker stays stopped here.',
    action: 'Call clients.reclaimSession to run it here again, once no other place runs it.',
  },
  IMPORT_PENDING: {
    status: 'stopped',
    sentence: 'An imported session waits for its first login; nothing of it is kept if that fails.',
    action: 'Stop the place it comes from, then start the worker with worker.start.',
  },
  IMPORT_REFUSED: {
    status: 'stopped',
    sentence:
      'The network does not know the device of the imported session, so nothing of it was kept: the phone removed it, it was logged out where it comes from, or it belongs to another network.',
    action: 'Start the worker and scan the QR code to pair, or import another session.',
  },
  IMPORT_CONFLICT: {
    status: 'failed',
    sentence: 'The place this session was imported from still runs it and took the connection over.',
    action: 'Stop it there for good, without logging out, then start this worker again.',
  },
  START_FAILED: {
    status: 'failed',
    sentence: 'The worker could not be started.',
    action: 'Read the detail, mend the cause, then start it again.',
  },
} as const satisfies Record<string, StatusText>

export type StatusCode = keyof typeof CLIENT_STATUS

const CONNECTED_CODES = [
  'CONNECTED',
  'REACH_OUT_RESTRICTED',
  'NEW_CHAT_LIMIT',
] as const satisfies readonly StatusCode[]

/** Whether messages come and go, be it with limits. */
export const isConnectedCode = (code: string): boolean => CONNECTED_CODES.some((one) => one === code)

/** The codes of a client whose account is linked, be it that its first connection is still being set up. */
export const LINKED_CODES = ['PAIRED', ...CONNECTED_CODES] as const satisfies readonly StatusCode[]

export const isLinkedCode = (code: string): boolean => LINKED_CODES.some((one) => one === code)

/** The text of a code; codes written by a newer version read as their own name. */
export function describeStatus(code: string): StatusText {
  return code in CLIENT_STATUS
    ? CLIENT_STATUS[code as StatusCode]
    : { status: 'failed', sentence: `The worker reports ${code}.`, action: null }
}
