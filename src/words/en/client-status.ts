import type { StatusCode } from '../../core/client/client-status.ts'

interface StatusWords {
  sentence: string
  action: string | null
}

/** What a client's status code means, in the words of the dashboard. */
export const statusCodes: Record<StatusCode, StatusWords> = {
  STOPPED: { sentence: 'It is paused.', action: 'Connect it to go on.' },
  STARTING: { sentence: 'It is connecting to WhatsApp.', action: null },
  QR_WAITING: { sentence: 'A QR code is waiting to be scanned.', action: 'Scan it with the phone.' },
  CODE_WAITING: {
    sentence: 'A code is waiting to be typed into the phone.',
    action: 'Type it under Linked devices, where a device is linked with the phone number.',
  },
  PAIRING_REJECTED: {
    sentence: 'The signature of the pairing could not be verified, so this device was not linked.',
    action: 'Connect again and scan the new code. Remove the device on the phone if it is listed there.',
  },
  QR_EXPIRED: { sentence: 'Nobody scanned the QR code in time.', action: 'Connect again for a new code.' },
  PAIRED: { sentence: 'The number is linked; the connection is being set up.', action: null },
  CONNECTED: { sentence: 'The number is connected.', action: null },
  CONNECTION_LOST: { sentence: 'The connection was lost; it reconnects by itself.', action: null },
  PROXY_FAILED: {
    sentence: 'The number’s proxy lets nothing through; it keeps trying, never around it.',
    action: 'Check the proxy, or give the number another one, if this lasts.',
  },
  NETWORK_UNAVAILABLE: {
    sentence: 'The network does not answer; it is tried again with growing pauses.',
    action: 'Check the server’s own connection if this lasts.',
  },
  REPLACED: {
    sentence: 'Another session of this linked device took the connection over.',
    action: 'Stop the other one, then connect this number again.',
  },
  IMPORT_PENDING: {
    sentence: 'An imported session waits for its first login; nothing of it is kept if that fails.',
    action: 'Stop the place it comes from, then connect this number.',
  },
  IMPORT_REFUSED: {
    sentence:
      'The network does not know the device of the imported session, so nothing of it was kept: the phone removed it, it was logged out where it comes from, or it belongs to another network.',
    action: 'Connect the number and scan the QR code to link it, or import another session.',
  },
  IMPORT_CONFLICT: {
    sentence: 'The place this session was imported from still runs it and took the connection over.',
    action: 'Stop it there for good, without logging out, then connect this number again.',
  },
  DEVICE_REMOVED: {
    sentence:
      'This device was taken off the account, on the phone or by the network; it logs in once more to learn which.',
    action: null,
  },
  REMOVED_RESTRICTED: {
    sentence:
      'The network has restricted this account and taken this device off it, as it does to linked devices that it takes for unofficial ones.',
    action:
      'Wait until the phone shows no restriction any more; then connect or reconnect it here, and scan the QR code if one is shown.',
  },
  LOGGED_OUT: {
    sentence: 'The phone removed this linked device.',
    action:
      'Connect the number and scan a new code to link it again. If nobody removed it, look on the phone for a restriction first.',
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
    action: 'Open WhatsApp on the phone to see whether the account is banned.',
  },
  PASSKEY_REQUIRED: {
    sentence: 'The network asks for the passkey of the account before it links this device.',
    action: 'Sign with it on the network’s own page, and bring the result back here.',
  },
  PASSKEY_ANSWERED: {
    sentence: 'The passkey was taken; the phone is awaited.',
    action: 'Keep WhatsApp open on the phone.',
  },
  PASSKEY_CONFIRM: {
    sentence: 'The phone shows a code that has to be compared.',
    action: 'Compare it with the one shown here, and confirm that both are the same.',
  },
  PASSKEY_FAILED: {
    sentence: 'The passkey was not confirmed, so this device was not linked.',
    action: 'Connect again and scan the new code.',
  },
  OUTDATED: {
    sentence: 'The network refuses this version of the connection; newer ones are tried by themselves.',
    action: 'If this lasts, an operator should look at the web version on the system page, or update Parley.',
  },
  SESSION_EXPORTED: {
    sentence: 'The session was exported and may run in another place, so the number stays paused here.',
    action: 'Take the session back in the settings once no other place runs it, then connect.',
  },
  START_FAILED: {
    sentence: 'It could not be connected.',
    action: 'Look at the history for the cause, then connect again.',
  },
}

export const statusNames = {
  stopped: 'Paused',
  starting: 'Connecting',
  pairing: 'Waiting for the phone',
  connected: 'Connected',
  reconnecting: 'Reconnecting',
  restricted: 'Restricted',
  logged_out: 'Unlinked',
  passkey_required: 'Passkey needed',
  failed: 'Failed',
}
