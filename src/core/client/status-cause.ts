import type { Coded, NoParams } from '../conversation/coded.ts'
import type { ProxyFailure } from './proxy-failure.ts'

/** Why an account is banned for a while, where the network says so. */
export type BanReason = 'STRANGERS' | 'BLOCKED' | 'GROUPS' | 'SAME_MESSAGE' | 'BROADCASTS'

/**
 * What the network, the connection or this service said of a client's state, with what varies: more exact than the status
 * code. The sentences are in `words`.
 */
export interface StatusCauseParams {
  CLOSED_BY_HOST: NoParams
  /** Another worker owns the client. */
  LEASE_LOST: NoParams
  /** The store or the host failed. */
  BROKE_DOWN: { error: string }
  /** The network gave no sign of life. */
  SILENT: NoParams
  /** The network's own codes, from 400 to 515. */
  HANDSHAKE_REFUSED: NoParams
  UNLINKED: NoParams
  BANNED_FOR_NOW: { why: BanReason | null; until: string | null }
  LOCKED: NoParams
  VERSION_REFUSED: NoParams
  BANNED: NoParams
  NO_ANSWER: NoParams
  KIND_REFUSED: NoParams
  NO_LINKED_DEVICES: NoParams
  LOGIN_EXPIRED: NoParams
  DEVICE_UNKNOWN: NoParams
  SESSION_VOID: NoParams
  CUT: NoParams
  REPLACED: NoParams
  SERVER_FAILED: NoParams
  CLIENT_OUTDATED: NoParams
  SERVER_AWAY: NoParams
  RESTART_ASKED: NoParams
  /** An end that has none of these; `message` as the connection library says it. */
  ENDED_WITH: { message: string | null }
  /** In the middle of a connection, so that only the next login tells whether for good. */
  DEVICE_REMOVED: NoParams
  QR_EXPIRED: NoParams
  PAIRING_UNVERIFIED: NoParams
  PASSKEY_EXPIRED: NoParams
  PASSKEY_REFUSED: NoParams
  PASSKEY_UNREADABLE: NoParams
  /** The version was refused, and the connection is opened again with the newer one. */
  NEWER_VERSION: { refused: string; next: string }
  NO_NEWER_VERSION: { refused: string }
  PROXY_FAILED: { failure: ProxyFailure }
  /** Of a client that is connected and may write to no new people. */
  RESTRICTED_UNTIL: { until: string }
  SESSION_TAKEN_BACK: NoParams
  SESSION_IMPORTED: NoParams
  /** A sentence that has no code: an error that was thrown, or a row of before. */
  OTHER: { sentence: string }
}

export type StatusCause = Coded<StatusCauseParams>

/** Of something that was thrown, and has a message alone. */
export const toThrownCause = (error: unknown): StatusCause => ({
  code: 'OTHER',
  params: { sentence: error instanceof Error ? error.message : String(error) },
})
