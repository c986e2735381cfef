import type { Log } from '../../platform/logger.ts'
import { type HeldLease, LEASE_SECONDS, type Lease, type LeaseTable } from './lease.ts'

/** As shares of a lease: how often it is renewed, and how long one renewal may take before it counts as failed. */
const RENEW_SHARE = 1 / 3
const RENEWAL_TIMEOUT_SHARE = 0.27
/** A lease counts as unsure this share of it before it could end: clocks differ, and what was begun must end. */
const MARGIN_SHARE = 0.1
/** After a renewal that failed. */
const RETRY_MS = 1_000

export interface LeaseRenewerOptions {
  leases: Pick<LeaseTable, 'acquire' | 'renew'>
  /** What this host holds at the moment. */
  held(): readonly HeldLease[]
  /** Another host may have these by now: nothing more may be done for them, and their connections end at once. */
  onLost(clientIds: readonly string[]): void
  log: Log
  leaseSeconds?: number
  /** Milliseconds of a clock that never goes back and does not stop while the process is paused. */
  monotonicMs(): number
}

export interface LeaseRenewer {
  acquire(clientId: string): ReturnType<LeaseTable['acquire']>
  /**
   * Whether the lease certainly is still this host's. While it is not (the database is away, or the process slept), the
   * connection stays open, but nothing is begun: no commands, no sends, no new connection.
   */
  isSure(clientId: string): boolean
  start(): void
  stop(): void
}

/** Renews all leases of a host and knows, without asking, for how long each of them is certainly held. */
export function createLeaseRenewer(options: LeaseRenewerOptions): LeaseRenewer {
  const { leases, log, monotonicMs } = options
  const leaseMs = (options.leaseSeconds ?? LEASE_SECONDS) * 1000
  const sureUntilMs = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let stopped = false

  const sureFrom = (askedAtMs: number): number => askedAtMs + leaseMs * (1 - MARGIN_SHARE)

  async function renewInTime(held: readonly HeldLease[]): Promise<string[]> {
    let limit: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const timeoutMs = leaseMs * RENEWAL_TIMEOUT_SHARE
      limit = setTimeout(() => reject(new Error('the database did not answer in time')), timeoutMs)
    })
    return Promise.race([leases.renew(held), late]).finally(() => clearTimeout(limit))
  }

  function note(held: readonly Lease[], lost: readonly string[], askedAtMs: number): void {
    const kept = new Map(held.map(({ clientId }) => [clientId, sureFrom(askedAtMs)]))
    for (const clientId of lost) kept.delete(clientId)
    for (const [clientId, until] of sureUntilMs) if (until < monotonicMs()) sureUntilMs.delete(clientId)
    for (const clientId of lost) sureUntilMs.delete(clientId)
    for (const [clientId, until] of kept) {
      sureUntilMs.set(clientId, Math.max(until, sureUntilMs.get(clientId) ?? 0))
    }
  }

  async function renew(): Promise<void> {
    const held = options.held()
    const askedAtMs = monotonicMs()
    let pauseMs = leaseMs * RENEW_SHARE
    try {
      const lost = await renewInTime(held)
      note(held, lost, askedAtMs)
      if (lost.length > 0) options.onLost(lost)
    } catch (error) {
      pauseMs = RETRY_MS
      log.error(
        { err: error, clients: held.length },
        'leases could not be renewed; connections are kept meanwhile',
      )
    }
    if (!stopped) timer = setTimeout(() => void renew(), pauseMs)
  }

  return {
    async acquire(clientId) {
      const askedAtMs = monotonicMs()
      const lease = await leases.acquire(clientId)
      if (lease) sureUntilMs.set(clientId, sureFrom(askedAtMs))
      return lease
    },
    isSure: (clientId) => monotonicMs() < (sureUntilMs.get(clientId) ?? 0),
    start() {
      timer = setTimeout(() => void renew(), leaseMs * RENEW_SHARE)
    },
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
    },
  }
}
