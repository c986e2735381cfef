import type { BanReason, StatusCauseParams } from '../../core/client/status-cause.ts'
import { renderCoded } from '../coded.ts'
import { joinSentences, type Sentences } from '../sentences.ts'
import { proxyWords } from './proxies.ts'

const BANS: Readonly<Record<BanReason, string>> = {
  STRANGERS: 'It wrote to too many people who do not have it among their contacts.',
  BLOCKED: 'Too many people blocked it.',
  GROUPS: 'It made too many groups with people who do not have it among their contacts.',
  SAME_MESSAGE: 'It sent too many people the same message.',
  BROADCASTS: 'It sent too much to broadcast lists.',
}

/** What the network or the connection said of a client's state. */
export const statusCauses: Sentences<StatusCauseParams> = {
  CLOSED_BY_HOST: 'The service closed the connection.',
  LEASE_LOST: 'Another worker owns this client now.',
  BROKE_DOWN: ({ error }) => `The connection was given up: ${error}.`,
  SILENT: 'The network gave no sign of life for a while, so the connection is opened anew.',
  HANDSHAKE_REFUSED:
    'The server refused the handshake. Check that the server and its root key belong together.',
  UNLINKED: 'The phone removed this device. Pair again with a new QR code.',
  BANNED_FOR_NOW: ({ why, until }) =>
    joinSentences(
      'The account is temporarily banned. Wait until the ban ends; the phone shows for how long.',
      why && BANS[why],
      until && `It ends at ${until}.`,
    ),
  LOCKED: 'The account is locked. Open the app on the phone and follow what it asks for.',
  VERSION_REFUSED:
    'The server refuses this version of the client. It is tried again with a newer one; if it stays so, update the service.',
  BANNED: 'The account is banned. Ask for a review in the app on the phone.',
  NO_ANSWER: 'The server did not answer in time. The connection is tried again.',
  KIND_REFUSED: 'The server refuses this kind of client. Update the service.',
  NO_LINKED_DEVICES: 'The account does not accept linked devices any more. Pair again with a new QR code.',
  LOGIN_EXPIRED: 'The login has expired. The connection is tried again.',
  DEVICE_UNKNOWN: 'The server does not know this device. Pair again with a new QR code.',
  SESSION_VOID: 'The session is void. Pair again with a new QR code.',
  CUT: 'The connection was cut. It is opened again.',
  REPLACED: 'Another connection uses this device. Stop the other one, then start this client again.',
  SERVER_FAILED: 'The server had an internal failure. The connection is tried again.',
  CLIENT_OUTDATED: 'The server refuses this version of the client. Update the service.',
  SERVER_AWAY: 'The server is not available. The connection is tried again.',
  RESTART_ASKED: 'The server asked for a new connection, as it does after pairing.',
  ENDED_WITH: ({ message }) => `The connection ended with ${message ?? 'no reason given'}.`,
  DEVICE_REMOVED:
    'This device was taken off the account, on the phone or by the network. It is asked once more.',
  QR_EXPIRED: 'Nobody scanned the QR code in time. Start the client again for a new one.',
  PAIRING_UNVERIFIED:
    'What the phone signed for this device could not be verified, so it was not linked. Scan a new QR code.',
  PASSKEY_EXPIRED: 'Nobody signed with the passkey in time. Start the client again and scan a new QR code.',
  PASSKEY_REFUSED:
    'The network did not accept how the passkey was confirmed. Start the client again and scan a new QR code.',
  PASSKEY_UNREADABLE:
    'The network asked for a passkey in a way that is not understood. Update the service, then start the client again.',
  NEWER_VERSION: ({ refused, next }) =>
    `The server refuses version ${refused} of WhatsApp Web, so the connection is opened again with ${next}.`,
  NO_NEWER_VERSION: ({ refused }) =>
    `The server refuses version ${refused} of WhatsApp Web, and no newer one is known. The page of versions is asked again and the connection tried by itself; if WEB_VERSION names this version, remove it, else update the service.`,
  PROXY_FAILED: ({ failure }) => renderCoded(proxyWords.failures, failure),
  RESTRICTED_UNTIL: ({ until }) => `until ${until}`,
  SESSION_TAKEN_BACK: 'the exported session was taken back',
  SESSION_IMPORTED: 'a session was imported',
  OTHER: ({ sentence }) => sentence,
}
