import type { Bus } from '../bus/port.ts'
import type { AcquiredLease } from './lease/lease.ts'

/** How often a host says that it is there, and how long it is believed. */
const ANNOUNCE_EVERY_MS = 5_000
const BELIEVED_MS = 16_000
/** What a host that lost a lease without knowing needs to close its connection before the new owner opens one. */
const DROP_MS = 300
/** How many clients one round moves at most. */
const MOVES_AT_ONCE = 5
/** Hosts that differ by less are even enough: moving costs each client a reconnect. */
const TOLERANCE = 0.1

interface Other {
  owned: number
  seenMs: number
}

export interface MembershipOptions {
  bus: Pick<Bus, 'publish' | 'subscribe'>
  hostId: string
  owned(): number
  nowMs(): number
}

export interface Move {
  clients: number
  /** The host with the fewest. */
  to: string
}

/** What a host knows of the others: only what they say now, for nothing depends on it being right. */
export class Membership {
  readonly #options: MembershipOptions
  readonly #known = new Map<string, Other>()
  #timer: NodeJS.Timeout | null = null
  #listeningSinceMs = Number.POSITIVE_INFINITY
  #unsubscribe: (() => void)[] = []

  constructor(options: MembershipOptions) {
    this.#options = options
  }

  start(): void {
    const { bus, nowMs } = this.#options
    this.#unsubscribe = [
      bus.subscribe('worker.here', (payload) => this.#onAnnounced(payload)),
      bus.subscribe('worker.gone', ({ hostId: gone }) => void this.#known.delete(String(gone))),
    ]
    this.#listeningSinceMs = nowMs()
    this.#timer = setInterval(() => this.#announce(), ANNOUNCE_EVERY_MS)
    this.#announce()
  }

  /** Tells the others that this host takes nothing more. */
  leave(): void {
    const { bus, hostId } = this.#options
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    for (const leave of this.#unsubscribe) leave()
    bus.publish('worker.gone', { hostId })
  }

  /** Hosts that are there, the least loaded first. */
  others(): readonly string[] {
    return this.#readOthers().map(([id]) => id)
  }

  /**
   * Tells the host from which a client was taken over that it lost it, for it may not know yet, and leaves it the time to
   * close its connection. One that said nothing for long is dead or paused: nobody waits for that.
   */
  async notifyFormerOwner({ clientId, epoch, takenFrom }: AcquiredLease): Promise<void> {
    if (takenFrom === null) return
    this.#options.bus.publish('worker.took', { clientId, epoch })
    if (!this.#isSilent(takenFrom)) await new Promise((resolve) => setTimeout(resolve, DROP_MS))
  }

  /** Whether some other host has fewer clients than this one. */
  hasFreerHost(): boolean {
    const [first] = this.#readOthers()
    return first !== undefined && first[1].owned < this.#options.owned()
  }

  /** How many clients to give away now, and to whom; null when the load is even enough. */
  planMove(): Move | null {
    const others = this.#readOthers()
    const [least] = others
    if (!least) return null
    const owned = this.#options.owned()
    const total = others.reduce((sum, [, other]) => sum + other.owned, owned)
    const share = Math.ceil(total / (others.length + 1))
    const excess = owned - share
    if (excess <= Math.max(1, share * TOLERANCE)) return null
    const clients = Math.min(excess, MOVES_AT_ONCE, share - least[1].owned)
    if (clients <= 0) return null
    // Until it says so itself, count what was given to it.
    least[1].owned += clients
    return { clients, to: least[0] }
  }

  #announce(): void {
    const { bus, hostId, owned } = this.#options
    bus.publish('worker.here', { hostId, owned: owned() })
  }

  #onAnnounced({ hostId: other, owned: clients }: Record<string, unknown>): void {
    if (typeof other !== 'string' || typeof clients !== 'number' || other === this.#options.hostId) return
    const isNew = !this.#known.has(other)
    this.#known.set(other, { owned: clients, seenMs: this.#options.nowMs() })
    if (isNew && this.#timer) this.#announce()
  }

  #readOthers(): [string, Other][] {
    const nowMs = this.#options.nowMs()
    for (const [id, other] of this.#known) if (nowMs - other.seenMs > BELIEVED_MS) this.#known.delete(id)
    return [...this.#known].sort(([, a], [, b]) => a.owned - b.owned)
  }

  #isSilent(host: string): boolean {
    const listensForMs = this.#options.nowMs() - this.#listeningSinceMs
    return listensForMs > BELIEVED_MS && !this.#readOthers().some(([id]) => id === host)
  }
}
