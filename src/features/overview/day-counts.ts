import type { Executor } from '../../db/transaction.ts'
import type { CalendarDay } from './day-bounds.ts'
import { overviewStore, type Written } from './store.ts'

export const NOTHING: Written = { received: 0, byFlows: 0, byPeople: 0, byKeys: 0 }

/** A day that ended so long ago changes seldom: only by what a number gets late, after it was away. */
const SETTLED_AFTER_SEC = 86_400
/** How late what came late is seen. */
const KEPT_MS = 600_000
/** A month of so many numbers takes some megabytes. */
const MOST_KEPT = 30_000

const add = (a: Written, b: Written): Written => ({
  received: a.received + b.received,
  byFlows: a.byFlows + b.byFlows,
  byPeople: a.byPeople + b.byPeople,
  byKeys: a.byKeys + b.byKeys,
})

/**
 * What was written on each day. Counting a million messages takes most of a second on a busy machine (`npm run bench -- overview`), and pages
 * ask each minute: so what was counted of days long over is kept for a while, and what is read then is the last two days.
 */
export class DayCounts {
  readonly #db: Executor
  readonly #nowMs: () => number
  readonly #kept = new Map<string, { written: Written; untilMs: number }>()

  constructor(db: Executor, nowMs: () => number) {
    this.#db = db
    this.#nowMs = nowMs
  }

  /** Of these numbers together, for each day in their order. */
  async read(clientIds: readonly string[], days: readonly CalendarDay[]): Promise<Written[]> {
    const nowMs = this.#nowMs()
    const lacking = days.filter((day) => clientIds.some((id) => !this.#find(id, day, nowMs)))
    const counted = new Map<string, Written>()
    const rows = lacking.length > 0 ? await overviewStore.countWritten(this.#db, clientIds, lacking) : []
    for (const { clientId, n, ...written } of rows) {
      const day = lacking[n - 1]
      if (!day) continue
      counted.set(keyOf(clientId, day), written)
      if (day.toSec < nowMs / 1_000 - SETTLED_AFTER_SEC) this.#keep(keyOf(clientId, day), written, nowMs)
    }
    const of = (id: string, day: CalendarDay): Written =>
      counted.get(keyOf(id, day)) ?? this.#find(id, day, nowMs) ?? NOTHING
    return days.map((day) => clientIds.map((id) => of(id, day)).reduce(add, NOTHING))
  }

  #find(clientId: string, day: CalendarDay, nowMs: number): Written | undefined {
    const kept = this.#kept.get(keyOf(clientId, day))
    return kept && kept.untilMs > nowMs ? kept.written : undefined
  }

  #keep(key: string, written: Written, nowMs: number): void {
    this.#kept.delete(key)
    this.#kept.set(key, { written, untilMs: nowMs + KEPT_MS })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break
      this.#kept.delete(oldest)
    }
  }
}

/** Days begin at other moments in other time zones, and are as long as they are. */
const keyOf = (clientId: string, { fromSec, toSec }: CalendarDay): string => `${clientId} ${fromSec} ${toSec}`
