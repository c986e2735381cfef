import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/logger.ts'

/** How often a busy client's lastActivityAt is written. */
const TOUCH_EVERY_MS = 5_000

const TOUCH = statement<never>(
  'chat_touch',
  'update client set last_activity_at = greatest(last_activity_at, $2) where id = $1',
)

export interface ActivityDeps {
  db: Database
  log: Log
  clock: Clock
}

/** Writes a client's last activity, at most once in a while and without anybody waiting for it. */
export class ActivityWriter {
  readonly #deps: ActivityDeps
  readonly #touchedAtMs = new Map<string, number>()
  readonly #writing = new Set<Promise<void>>()

  constructor(deps: ActivityDeps) {
    this.#deps = deps
  }

  touch(clientId: string): void {
    const { db, log, clock } = this.#deps
    const now = clock.nowMs()
    if (now - (this.#touchedAtMs.get(clientId) ?? 0) < TOUCH_EVERY_MS) return
    this.#touchedAtMs.set(clientId, now)
    const write = db
      .query(TOUCH, [clientId, clock.now()])
      .then(
        () => undefined,
        (err: unknown) => log.warn({ err, clientId }, 'last activity could not be written'),
      )
      .finally(() => this.#writing.delete(write))
    this.#writing.add(write)
  }

  forget(clientId: string): void {
    this.#touchedAtMs.delete(clientId)
  }

  async idle(): Promise<void> {
    await Promise.all(this.#writing)
  }
}
