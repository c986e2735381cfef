import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import { createAttemptLimiter } from '../users/index.ts'

export interface CallLimit {
  key: string
  /** Calls in a minute. */
  max: number
}

const WINDOW_SEC = 60

/**
 * Counts a call for each key, by the primary key; a window begins with its first call and ends by the database's clock. Keys are taken in
 * one order, so that two calls never wait for each other.
 */
const COUNT = statement<{ key: string; count: number; endsInSec: number }>(
  'incoming_count_add',
  `insert into incoming_count as known (key, ends_at, count)
   select key, now() + interval '${WINDOW_SEC} seconds', 1 from unnest($1::text[]) as given (key) order by key
   on conflict (key) do update set
     count = case when known.ends_at > now() then known.count + 1 else 1 end,
     ends_at = case when known.ends_at > now() then known.ends_at else excluded.ends_at end
   returning key, count, ceil(extract(epoch from ends_at - now()))::int as "endsInSec"`,
)

/** Reads the whole table, of which there is a row for each address that was called in an hour. */
export const REMOVE_OLD_COUNTS = statement<never>(
  'incoming_count_remove_old',
  `delete from incoming_count where ends_at < now() - interval '1 hour'`,
)

/** How often something may be called in a minute, over all processes. What one process alone lets through too often costs no statement. */
export class CallLimits {
  readonly #db: Executor
  readonly #local: ReturnType<typeof createAttemptLimiter>

  constructor(db: Executor, nowMs: () => number) {
    this.#db = db
    this.#local = createAttemptLimiter(nowMs)
  }

  /** Counts in this process alone: of who calls nobody knows yet whether there is such an address. */
  async countHere({ key, max }: CallLimit): Promise<number | null> {
    return (await this.#local.consume(key, { window: WINDOW_SEC, max })).retryAfter
  }

  /** Null when a call may go on; else after how many seconds to try again. */
  async count(limits: readonly CallLimit[]): Promise<number | null> {
    for (const limit of limits) {
      const retryAfter = await this.countHere(limit)
      if (retryAfter !== null) return retryAfter
    }
    const most = new Map(limits.map(({ key, max }) => [key, max]))
    const counted = await this.#db.query(COUNT, [[...most.keys()]])
    const over = counted.filter(({ key, count }) => count > (most.get(key) ?? 0))
    return over.length === 0 ? null : Math.max(1, ...over.map(({ endsInSec }) => endsInSec))
  }
}
