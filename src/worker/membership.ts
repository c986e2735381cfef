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
export interface Membership {
  start(): void
  /** Tells the others that this host takes nothing more. */
  leave(): void
  /** Hosts that are there, the least loaded first. */
  others(): readonly string[]
  /**
   * Tells the host from which a client was taken over that it lost it, for it may not know yet, and leaves it the time to
   * close its connection. One that said nothing for long is dead or paused: nobody waits for that.
   */
  notifyFormerOwner(lease: AcquiredLease): Promise<void>
  /** Whether some other host has fewer clients than this one. */
  hasFreerHost(): boolean
  /** How many clients to give away now, and to whom; null when the load is even enough. */
  planMove(): Move | null
}

export function createMembership({ bus, hostId, owned, nowMs }: MembershipOptions): Membership {
  const known = new Map<string, Other>()
  let timer: NodeJS.Timeout | null = null
  let listeningSinceMs = Number.POSITIVE_INFINITY
  let unsubscribe: (() => void)[] = []

  const announce = (): void => bus.publish('worker.here', { hostId, owned: owned() })

  function onAnnounced(payload: Record<string, unknown>): void {
    const { hostId: other, owned: clients } = payload
    if (typeof other !== 'string' || typeof clients !== 'number' || other === hostId) return
    const isNew = !known.has(other)
    known.set(other, { owned: clients, seenMs: nowMs() })
    if (isNew && timer) announce()
  }

  function readOthers(): [string, Other][] {
    for (const [id, other] of known) if (nowMs() - other.seenMs > BELIEVED_MS) known.delete(id)
    return [...known].sort(([, a], [, b]) => a.owned - b.owned)
  }

  const isSilent = (host: string): boolean =>
    nowMs() - listeningSinceMs > BELIEVED_MS && !readOthers().some(([id]) => id === host)

  return {
    start() {
      unsubscribe = [
        bus.subscribe('worker.here', onAnnounced),
        bus.subscribe('worker.gone', ({ hostId: gone }) => void known.delete(String(gone))),
      ]
      listeningSinceMs = nowMs()
      timer = setInterval(announce, ANNOUNCE_EVERY_MS)
      announce()
    },
    leave() {
      if (timer) clearInterval(timer)
      timer = null
      for (const leave of unsubscribe) leave()
      bus.publish('worker.gone', { hostId })
    },
    others: () => readOthers().map(([id]) => id),
    async notifyFormerOwner({ clientId, epoch, takenFrom }) {
      if (takenFrom === null) return
      bus.publish('worker.took', { clientId, epoch })
      if (!isSilent(takenFrom)) await new Promise((resolve) => setTimeout(resolve, DROP_MS))
    },
    hasFreerHost() {
      const [first] = readOthers()
      return first !== undefined && first[1].owned < owned()
    },
    planMove() {
      const others = readOthers()
      const [least] = others
      if (!least) return null
      const total = others.reduce((sum, [, other]) => sum + other.owned, owned())
      const share = Math.ceil(total / (others.length + 1))
      const excess = owned() - share
      if (excess <= Math.max(1, share * TOLERANCE)) return null
      const clients = Math.min(excess, MOVES_AT_ONCE, share - least[1].owned)
      if (clients <= 0) return null
      // Until it says so itself, count what was given to it.
      least[1].owned += clients
      return { clients, to: least[0] }
    },
  }
}
