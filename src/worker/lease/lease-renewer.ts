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

/** Renews all leases of a host and knows, without asking, for how long each of them is certainly held. */
export class LeaseRenewer {
  readonly #options: LeaseRenewerOptions
  readonly #leaseMs: number
  readonly #sureUntilMs = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null
  #isStopped = false

  constructor(options: LeaseRenewerOptions) {
    this.#options = options
    this.#leaseMs = (options.leaseSeconds ?? LEASE_SECONDS) * 1000
  }

  async acquire(clientId: string): ReturnType<LeaseTable['acquire']> {
    const { leases, monotonicMs } = this.#options
    const askedAtMs = monotonicMs()
    const lease = await leases.acquire(clientId)
    if (lease) this.#sureUntilMs.set(clientId, this.#sureFrom(askedAtMs))
    return lease
  }

  /**
   * Whether the lease certainly is still this host's. While it is not (the database is away, or the process slept), the
   * connection stays open, but nothing is begun: no commands, no sends, no new connection.
   */
  isSure(clientId: string): boolean {
    return this.#options.monotonicMs() < (this.#sureUntilMs.get(clientId) ?? 0)
  }

  start(): void {
    this.#renewAfter(this.#leaseMs * RENEW_SHARE)
  }

  stop(): void {
    this.#isStopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  #renewAfter(ms: number): void {
    this.#timer = setTimeout(() => void this.#renew(), ms)
  }

  async #renew(): Promise<void> {
    const { log, monotonicMs, onLost } = this.#options
    const held = this.#options.held()
    const askedAtMs = monotonicMs()
    let pauseMs = this.#leaseMs * RENEW_SHARE
    try {
      const lost = await this.#renewInTime(held)
      this.#note(held, lost, askedAtMs)
      if (lost.length > 0) onLost(lost)
    } catch (error) {
      pauseMs = RETRY_MS
      log.error(
        { err: error, clients: held.length },
        'leases could not be renewed; connections are kept meanwhile',
      )
    }
    if (!this.#isStopped) this.#renewAfter(pauseMs)
  }

  async #renewInTime(held: readonly HeldLease[]): Promise<string[]> {
    let limit: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const timeoutMs = this.#leaseMs * RENEWAL_TIMEOUT_SHARE
      limit = setTimeout(() => reject(new Error('the database did not answer in time')), timeoutMs)
    })
    return Promise.race([this.#options.leases.renew(held), late]).finally(() => clearTimeout(limit))
  }

  #note(held: readonly Lease[], lost: readonly string[], askedAtMs: number): void {
    const sureUntilMs = this.#sureUntilMs
    const nowMs = this.#options.monotonicMs()
    const kept = new Set(held.map(({ clientId }) => clientId))
    for (const [clientId, until] of sureUntilMs) if (until < nowMs) sureUntilMs.delete(clientId)
    for (const clientId of lost) {
      kept.delete(clientId)
      sureUntilMs.delete(clientId)
    }
    const until = this.#sureFrom(askedAtMs)
    for (const clientId of kept) sureUntilMs.set(clientId, Math.max(until, sureUntilMs.get(clientId) ?? 0))
  }

  #sureFrom(askedAtMs: number): number {
    return askedAtMs + this.#leaseMs * (1 - MARGIN_SHARE)
  }
}
