import type { BanReason, StatusCause } from '../../core/client/status-cause.ts'
import type { NoParams } from '../../core/conversation/coded.ts'
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
  cause: StatusCause
  rawCode: number | null
  retryAfterMs?: number
}

interface Row {
  reason: CloseReason
  cause: StatusCause
}

/** The codes that say all without anything that varies. */
type PlainCause = Extract<StatusCause, { params: NoParams }>['code']

const row = <Code extends PlainCause>(reason: CloseReason, code: Code) => ({
  reason,
  cause: { code, params: {} },
})

export const CLOSED_BY_HOST: ClosedState = {
  kind: 'closed',
  ...row('closed_by_host', 'CLOSED_BY_HOST'),
  rawCode: null,
}

/** Every code known to end a connection. A code that is not here is surfaced raw as `connection_lost`. */
const BY_CODE: Readonly<Record<number, Row>> = {
  400: row('connection_lost', 'HANDSHAKE_REFUSED'),
  401: row('logged_out', 'UNLINKED'),
  402: { reason: 'restricted', cause: { code: 'BANNED_FOR_NOW', params: { why: null, until: null } } },
  403: row('forbidden', 'LOCKED'),
  405: row('outdated', 'VERSION_REFUSED'),
  406: row('forbidden', 'BANNED'),
  408: row('timed_out', 'NO_ANSWER'),
  409: row('outdated', 'KIND_REFUSED'),
  411: row('logged_out', 'NO_LINKED_DEVICES'),
  413: row('connection_lost', 'LOGIN_EXPIRED'),
  415: row('logged_out', 'DEVICE_UNKNOWN'),
  418: row('logged_out', 'DEVICE_UNKNOWN'),
  419: row('logged_out', 'SESSION_VOID'),
  428: row('connection_lost', 'CUT'),
  440: row('replaced', 'REPLACED'),
  500: row('unavailable', 'SERVER_FAILED'),
  501: row('outdated', 'CLIENT_OUTDATED'),
  503: row('unavailable', 'SERVER_AWAY'),
  515: row('restart_required', 'RESTART_ASKED'),
}

/**
 * In the middle of a connection the network says the same to a device that a person unlinked on the phone and to one that
 * it took off a restricted account itself (evolution-api#2693). The next login is answered differently.
 */
const DEVICE_REMOVED = row('device_removed', 'DEVICE_REMOVED')

/** Why an account is banned for a while, by the number that comes with 402 (whatsmeow, `TempBanReason`). */
const BAN_REASONS: Readonly<Record<string, BanReason>> = {
  101: 'STRANGERS',
  102: 'BLOCKED',
  103: 'GROUPS',
  104: 'SAME_MESSAGE',
  106: 'BROADCASTS',
}

const QR_EXPIRED = row('qr_expired', 'QR_EXPIRED')

/** The library checks what the phone vouched for when it scanned (rc14, `configureSuccessfulPairing`). */
const PAIRING_FAULT = /account signature|Missing device-identity/i

const PAIRING_REJECTED = row('pairing_rejected', 'PAIRING_UNVERIFIED')

function rowFor({ code, message, attrs }: LibraryClose): Row {
  if (message.startsWith('QR refs attempts ended')) return QR_EXPIRED
  if (PAIRING_FAULT.test(message)) return PAIRING_REJECTED
  if (attrs.type === 'device_removed' || (code === 401 && message.startsWith('Stream Errored')))
    return DEVICE_REMOVED
  const known = code === null ? undefined : BY_CODE[code]
  return (
    known ?? {
      reason: 'connection_lost',
      cause: { code: 'ENDED_WITH', params: { message: message === '' ? null : message } },
    }
  )
}

/** The one place where the end of a connection is given its meaning. */
export function toClosedState(close: LibraryClose): ClosedState {
  const { reason, cause } = rowFor(close)
  if (cause.code !== 'BANNED_FOR_NOW') return { kind: 'closed', reason, cause, rawCode: close.code }
  const why = BAN_REASONS[close.attrs.code ?? ''] ?? null
  const banSeconds = Number(close.attrs.expire)
  return {
    kind: 'closed',
    reason,
    cause: { code: 'BANNED_FOR_NOW', params: { why, until: null } },
    rawCode: close.code,
    ...(banSeconds > 0 ? { retryAfterMs: banSeconds * 1000 } : {}),
  }
}
