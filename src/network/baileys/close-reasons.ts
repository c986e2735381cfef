import type { CloseReason } from '../port.ts'

/** How a connection ended, as the library tells it. */
export interface LibraryClose {
  /** Status code of the failure or stream error; null when there was none. */
  code: number | null
  message: string
  /** Attributes of the failure node, or of the first child of the stream error. */
  attrs: Readonly<Record<string, string | undefined>>
}

export interface ClosedState {
  kind: 'closed'
  reason: CloseReason
  detail: string
  rawCode: number | null
  retryAfterMs?: number
}

export const CLOSED_BY_HOST: ClosedState = {
  kind: 'closed',
  reason: 'closed_by_host',
  detail: 'The service closed the connection.',
  rawCode: null,
}

interface Row {
  reason: CloseReason
  detail: string
}

/** Every code known to end a connection. A code that is not here is surfaced raw as `connection_lost`. */
const BY_CODE: Readonly<Record<number, Row>> = {
  400: {
    reason: 'connection_lost',
    detail: 'The server refused the handshake. Check that the server and its root key belong together.',
  },
  401: { reason: 'logged_out', detail: 'The phone removed this device. Pair again with a new QR code.' },
  402: {
    reason: 'restricted',
    detail: 'The account is temporarily banned. Wait until the ban ends; the phone shows for how long.',
  },
  403: {
    reason: 'forbidden',
    detail: 'The account is locked. Open the app on the phone and follow what it asks for.',
  },
  405: {
    reason: 'outdated',
    detail:
      'The server refuses this version of the client. It is tried again with a newer one; if it stays so, update the service.',
  },
  406: { reason: 'forbidden', detail: 'The account is banned. Ask for a review in the app on the phone.' },
  408: { reason: 'timed_out', detail: 'The server did not answer in time. The connection is tried again.' },
  409: { reason: 'outdated', detail: 'The server refuses this kind of client. Update the service.' },
  411: {
    reason: 'logged_out',
    detail: 'The account does not accept linked devices any more. Pair again with a new QR code.',
  },
  413: { reason: 'connection_lost', detail: 'The login has expired. The connection is tried again.' },
  415: {
    reason: 'logged_out',
    detail: 'The server does not know this device. Pair again with a new QR code.',
  },
  418: {
    reason: 'logged_out',
    detail: 'The server does not know this device. Pair again with a new QR code.',
  },
  419: { reason: 'logged_out', detail: 'The session is void. Pair again with a new QR code.' },
  428: { reason: 'connection_lost', detail: 'The connection was cut. It is opened again.' },
  440: {
    reason: 'replaced',
    detail: 'Another connection uses this device. Stop the other one, then start this client again.',
  },
  500: {
    reason: 'unavailable',
    detail: 'The server had an internal failure. The connection is tried again.',
  },
  501: { reason: 'outdated', detail: 'The server refuses this version of the client. Update the service.' },
  503: { reason: 'unavailable', detail: 'The server is not available. The connection is tried again.' },
  515: {
    reason: 'restart_required',
    detail: 'The server asked for a new connection, as it does after pairing.',
  },
}

/**
 * In the middle of a connection the network says the same to a device that a person unlinked on the phone and to one that
 * it took off a restricted account itself (evolution-api#2693). The next login is answered differently.
 */
const DEVICE_REMOVED: Row = {
  reason: 'device_removed',
  detail: 'This device was taken off the account, on the phone or by the network. It is asked once more.',
}

/** Why an account is banned for a while, by the number that comes with 402 (whatsmeow, `TempBanReason`). */
const BAN_REASONS: Readonly<Record<string, string>> = {
  101: 'It wrote to too many people who do not have it among their contacts.',
  102: 'Too many people blocked it.',
  103: 'It made too many groups with people who do not have it among their contacts.',
  104: 'It sent too many people the same message.',
  106: 'It sent too much to broadcast lists.',
}

const QR_EXPIRED: Row = {
  reason: 'qr_expired',
  detail: 'Nobody scanned the QR code in time. Start the client again for a new one.',
}

/** The library checks what the phone vouched for when it scanned (rc14, `configureSuccessfulPairing`). */
const PAIRING_FAULT = /account signature|Missing device-identity/i

const PAIRING_REJECTED: Row = {
  reason: 'pairing_rejected',
  detail:
    'What the phone signed for this device could not be verified, so it was not linked. Scan a new QR code.',
}

function rowFor({ code, message, attrs }: LibraryClose): Row {
  if (message.startsWith('QR refs attempts ended')) return QR_EXPIRED
  if (PAIRING_FAULT.test(message)) return PAIRING_REJECTED
  if (attrs.type === 'device_removed' || (code === 401 && message.startsWith('Stream Errored')))
    return DEVICE_REMOVED
  const known = code === null ? undefined : BY_CODE[code]
  return (
    known ?? {
      reason: 'connection_lost',
      detail: `The connection ended with ${message || 'no reason given'}.`,
    }
  )
}

/** The one place where the end of a connection is given its meaning. */
export function toClosedState(close: LibraryClose): ClosedState {
  const row = rowFor(close)
  const isBan = row.reason === 'restricted'
  const why = isBan ? BAN_REASONS[close.attrs.code ?? ''] : undefined
  const detail = why === undefined ? row.detail : `${row.detail} ${why}`
  const state: ClosedState = { kind: 'closed', reason: row.reason, detail, rawCode: close.code }
  const banSeconds = isBan ? Number(close.attrs.expire) : Number.NaN
  if (banSeconds > 0) state.retryAfterMs = banSeconds * 1000
  return state
}
