import type { ShownPresence } from '../../contract/events/live-events.ts'
import type { PresenceNews } from '../../network/port.ts'
import type { Named } from './member-names.ts'

/**
 * Who does not say again that they type, or that they stopped, has stopped: the network's own clients say it for 25 seconds at
 * most (whatsapp-web.js, `sendStateTyping`), and a phone that went away in the middle says nothing at all.
 */
export const ACTIVE_MS = 25_000
/** Of one group. */
const MOST_ACTIVE = 20

interface Active {
  activity: 'typing' | 'recording'
  untilMs: number
}

interface Known {
  isAvailable: boolean | null
  lastSeenMs: number | null
  active: Map<string, Active>
}

type Activity = Extract<PresenceNews, { kind: 'activity' }>['activity']

/** What the network told of the contacts a client watches. */
export class KnownPresence {
  readonly #known = new Map<string, Known>()
  readonly #whoIs: (address: string) => Named

  constructor(whoIs: (address: string) => Named) {
    this.#whoIs = whoIs
  }

  /** Whether that is anything new. */
  setAvailable(jid: string, isAvailable: boolean, lastSeenSec: number | null): boolean {
    const known = this.#of(jid)
    const lastSeenMs = lastSeenSec === null ? null : lastSeenSec * 1_000
    const isSame = known.isAvailable === isAvailable && known.lastSeenMs === lastSeenMs
    const wasActive = !isAvailable && known.active.size > 0
    Object.assign(known, { isAvailable, lastSeenMs })
    // Who is away does nothing.
    if (!isAvailable) known.active.clear()
    return !isSame || wasActive
  }

  /** Whether that is anything new. */
  setActivity(jid: string, by: string, activity: Activity, nowMs: number): boolean {
    const { active } = this.#of(jid)
    const before = active.get(by)?.activity ?? 'none'
    active.delete(by)
    if (activity !== 'none' && active.size < MOST_ACTIVE)
      active.set(by, { activity, untilMs: nowMs + ACTIVE_MS })
    return before !== (active.get(by)?.activity ?? 'none')
  }

  /** Of whom somebody has stopped by then. */
  expire(nowMs: number): string[] {
    return [...this.#known].flatMap(([jid, { active }]) => {
      const before = active.size
      for (const [by, { untilMs }] of active) if (untilMs <= nowMs) active.delete(by)
      return active.size < before ? [jid] : []
    })
  }

  /** When the next one stops by itself; null when nobody does anything. */
  nextEndMs(): number | null {
    const ends = [...this.#known.values()].flatMap(({ active }) =>
      [...active.values()].map(({ untilMs }) => untilMs),
    )
    return ends.length === 0 ? null : Math.min(...ends)
  }

  show(jid: string): ShownPresence {
    const { isAvailable = null, lastSeenMs = null, active } = this.#known.get(jid) ?? {}
    return {
      jid,
      availability: isAvailable === null ? 'unknown' : isAvailable ? 'available' : 'unavailable',
      lastSeenAt: lastSeenMs === null ? null : new Date(lastSeenMs).toISOString(),
      active: [...(active ?? [])].map(([by, { activity }]) => ({ ...this.#whoIs(by), activity })),
    }
  }

  forget(jid: string): void {
    this.#known.delete(jid)
  }

  clear(): void {
    this.#known.clear()
  }

  #of(jid: string): Known {
    const known = this.#known.get(jid) ?? { isAvailable: null, lastSeenMs: null, active: new Map() }
    this.#known.set(jid, known)
    return known
  }
}
