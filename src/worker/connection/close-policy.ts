import type { StatusCode } from '../../core/client/client-status.ts'
import type { BackoffPolicy } from '../../core/pacing/backoff.ts'
import type { CloseReason } from '../../network/port.ts'

/**
 * What the host does after a connection ended: `reopen` at once or after a pause, `hold` (keep the client, open
 * nothing until asked), or `end` (give the client up; it no longer runs). `forget` also removes the credentials.
 */
export interface ClosePolicy {
  code: StatusCode
  next: 'reopen_now' | 'reopen_later' | 'hold' | 'end' | 'abandon'
  forget?: boolean
  backoff?: BackoffPolicy
}

const QUICK: BackoffPolicy = { firstMs: 1000, maxMs: 60_000 }
const SLOW: BackoffPolicy = { firstMs: 60_000, maxMs: 900_000 }

/** Whether the client's session came from another program: it has not logged in here yet, or it has. */
export type MovedIn = 'pending' | 'taken' | null

/** One table for every way a connection can end. 440 (`replaced`) is never fought. */
export const CLOSE_POLICY: Readonly<Record<CloseReason, ClosePolicy>> = {
  restart_required: { code: 'STARTING', next: 'reopen_now' },
  connection_lost: { code: 'CONNECTION_LOST', next: 'reopen_later', backoff: QUICK },
  timed_out: { code: 'NETWORK_UNAVAILABLE', next: 'reopen_later', backoff: QUICK },
  unavailable: { code: 'NETWORK_UNAVAILABLE', next: 'reopen_later', backoff: QUICK },
  replaced: { code: 'REPLACED', next: 'hold' },
  device_removed: { code: 'DEVICE_REMOVED', next: 'reopen_later', backoff: QUICK },
  logged_out: { code: 'LOGGED_OUT', next: 'end', forget: true },
  qr_expired: { code: 'QR_EXPIRED', next: 'end' },
  pairing_rejected: { code: 'PAIRING_REJECTED', next: 'end' },
  restricted: { code: 'RESTRICTED', next: 'reopen_later', backoff: SLOW },
  forbidden: { code: 'FORBIDDEN', next: 'hold' },
  passkey_failed: { code: 'PASSKEY_FAILED', next: 'end' },
  proxy_failed: { code: 'PROXY_FAILED', next: 'reopen_later', backoff: QUICK },
  outdated: { code: 'OUTDATED', next: 'reopen_later', backoff: SLOW },
  lease_lost: { code: 'STOPPED', next: 'abandon' },
  closed_by_host: { code: 'STOPPED', next: 'hold' },
}

/** What a connection's end means: that of an imported session tells of the place it comes from. */
export function policyOf(reason: CloseReason, movedIn: MovedIn): ClosePolicy {
  const policy = CLOSE_POLICY[reason]
  if (reason === 'logged_out' && movedIn === 'pending') return { ...policy, code: 'IMPORT_REFUSED' }
  if (reason === 'replaced' && movedIn !== null) return { ...policy, code: 'IMPORT_CONFLICT' }
  return policy
}
