import type { StatusCode } from '../../core/client/client-status.ts'

interface StatusWords {
  sentence: string
  action: string | null
}

/** What a client's status code means, in the words of the dashboard. */
export const statusCodes: Record<StatusCode, StatusWords> = {
  STOPPED: { sentence: 'The worker is stopped.', action: 'Start it to connect.' },
  STARTING: { sentence: 'The worker is connecting to the network.', action: null },
  QR_WAITING: { sentence: 'A QR code is waiting to be scanned.', action: 'Scan it with the phone.' },
  CODE_WAITING: {
    sentence: 'A code is waiting to be typed into the phone.',
    action: 'Type it under Linked devices, where a device is linked with the phone number.',
  },
  PAIRING_REJECTED: {
    sentence: 'The signature of the pairing could not be verified, so this device was not linked.',
    action: 'Start again and scan the new code. Remove the device on the phone if it is listed there.',
  },
  QR_EXPIRED: { sentence: 'Nobody scanned the QR code in time.', action: 'Start again for a new code.' },
  PAIRED: { sentence: 'The account is paired; the connection is being set up.', action: null },
  CONNECTED: { sentence: 'The client is connected.', action: null },
  CONNECTION_LOST: { sentence: 'The connection was lost; the worker reconnects by itself.', action: null },
  PROXY_FAILED: {
    sentence: 'The client’s proxy lets nothing through; the worker keeps trying, never around it.',
    action: 'Check the proxy, or give the client another one, if this lasts.',
  },
  NETWORK_UNAVAILABLE: {
    sentence: 'The network does not answer; the worker keeps trying with growing pauses.',
    action: 'Check the server’s own connection if this lasts.',
  },
  REPLACED: {
    sentence: 'Another session of this linked device took the connection over.',
    action: 'Stop the other one, then start this client again.',
  },
  IMPORT_PENDING: {
    sentence: 'An imported session waits for its first login; nothing of it is kept if that fails.',
    action: 'Stop the place it comes from, then start this client.',
  },
  IMPORT_REFUSED: {
    sentence:
      'The network does not know the device of the imported session, so nothing of it was kept: the phone removed it, it was logged out where it comes from, or it belongs to another network.',
    action: 'Start the client and scan the QR code to pair, or import another session.',
  },
  IMPORT_CONFLICT: {
    sentence: 'The place this session was imported from still runs it and took the connection over.',
    action: 'Stop it there for good, without logging out, then start this client again.',
  },
  DEVICE_REMOVED: {
    sentence:
      'This device was taken off the account, on the phone or by the network; it logs in once more to learn which.',
    action: null,
  },
  REMOVED_RESTRICTED: {
    sentence:
      'The network has restricted this account and taken this device off it, as it does to clients that it takes for unofficial ones.',
    action:
      'Wait until the phone shows no restriction any more; then start or restart it here, and scan the QR code if one is shown.',
  },
  LOGGED_OUT: {
    sentence: 'The phone removed this linked device.',
    action:
      'Start the client and scan a new code to pair again. If nobody removed it, look on the phone for a restriction first.',
  },
  REACH_OUT_RESTRICTED: {
    sentence:
      'Connected, but the network does not let this account write to new people for now. Conversations go on.',
    action: 'Wait until the restriction ends; write only to people who wrote first.',
  },
  NEW_CHAT_LIMIT: {
    sentence:
      'Connected, but the account has begun nearly as many new chats as the network allows, so it writes to no new people for now. Conversations go on.',
    action: 'Wait until the next period; the last chats of this one are left to the phone.',
  },
  RESTRICTED: {
    sentence: 'The network has restricted this account.',
    action: 'Wait until the restriction ends; answer only people who wrote first.',
  },
  FORBIDDEN: {
    sentence: 'The network refuses this account.',
    action: 'Open the app on the phone to see whether the account is banned.',
  },
  PASSKEY_REQUIRED: {
    sentence: 'The network asks for the passkey of the account before it links this device.',
    action: 'Sign with it on the network’s own page, and bring the result back here.',
  },
  PASSKEY_ANSWERED: {
    sentence: 'The passkey was taken; the phone is awaited.',
    action: 'Keep the messaging app open on the phone.',
  },
  PASSKEY_CONFIRM: {
    sentence: 'The phone shows a code that has to be compared.',
    action: 'Compare it with the one shown here, and confirm that both are the same.',
  },
  PASSKEY_FAILED: {
    sentence: 'The passkey was not confirmed, so this device was not linked.',
    action: 'Start again and scan the new code.',
  },
  OUTDATED: {
    sentence: 'The network refuses this version of the connection; newer ones are tried by themselves.',
    action: 'If this lasts, an operator should look at the web version on the system page, or update Parley.',
  },
  SESSION_EXPORTED: {
    sentence: 'The session was exported and may run in another place, so the client stays stopped here.',
    action: 'Take the session back in the settings once no other place runs it, then start.',
  },
  START_FAILED: {
    sentence: 'The worker could not be started.',
    action: 'Look at the history for the cause, then start again.',
  },
}

export const statusNames = {
  stopped: 'Stopped',
  starting: 'Connecting',
  pairing: 'Waiting for the phone',
  connected: 'Connected',
  reconnecting: 'Reconnecting',
  restricted: 'Restricted',
  logged_out: 'Logged out',
  passkey_required: 'Passkey needed',
  failed: 'Failed',
}
