import type { BackoffPolicy } from '../core/backoff.ts'
import type { StatusCode } from '../core/client-status.ts'
import type { CloseReason } from '../network/port.ts'

/**
 * What the host does after a connection ended: `reopen` at once or after a pause, `hold` (keep the client, open
 * nothing until asked), or `end` (give the client up; it no longer runs). `forget` also removes the credentials.
 */
export interface ClosePolicy {
  code: StatusCode
  then: 'reopen_now' | 'reopen_later' | 'hold' | 'end' | 'abandon'
  forget?: boolean
  backoff?: BackoffPolicy
}

const QUICK: BackoffPolicy = { firstMs: 1000, maxMs: 60_000 }
const SLOW: BackoffPolicy = { firstMs: 60_000, maxMs: 900_000 }

/** One table for every way a connection can end. 440 (`replaced`) is never fought. */
export const CLOSE_POLICY: Readonly<Record<CloseReason, ClosePolicy>> = {
  restart_required: { code: 'STARTING', then: 'reopen_now' },
  connection_lost: { code: 'CONNECTION_LOST', then: 'reopen_later', backoff: QUICK },
  timed_out: { code: 'NETWORK_UNAVAILABLE', then: 'reopen_later', backoff: QUICK },
  unavailable: { code: 'NETWORK_UNAVAILABLE', then: 'reopen_later', backoff: QUICK },
  replaced: { code: 'REPLACED', then: 'hold' },
  logged_out: { code: 'LOGGED_OUT', then: 'end', forget: true },
  qr_expired: { code: 'QR_EXPIRED', then: 'end' },
  restricted: { code: 'RESTRICTED', then: 'reopen_later', backoff: SLOW },
  forbidden: { code: 'FORBIDDEN', then: 'hold' },
  passkey_required: { code: 'PASSKEY_REQUIRED', then: 'end' },
  outdated: { code: 'OUTDATED', then: 'hold' },
  lease_lost: { code: 'STOPPED', then: 'abandon' },
  closed_by_host: { code: 'STOPPED', then: 'hold' },
}
