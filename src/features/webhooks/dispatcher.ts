import { type CallFailure, callFailure } from '../../core/conversation/call-failure.ts'
import { backoffMs } from '../../core/pacing/backoff.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../platform/logger.ts'
import type { OutboundHttp } from '../../platform/outbound-http.ts'
import { KeyedQueue, type Next } from '../../platform/queue/keyed-queue.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import {
  CREATE_DELIVERIES,
  DISABLE_WEBHOOK,
  DROP_GONE,
  type DueRow,
  END_EXPIRED,
  READ_DUE,
  READ_PAUSE,
  READ_PROBE,
  RETRY_NOW,
  SETTLE_DELIVERED,
  SETTLE_FAILED,
} from './dispatcher-sql.ts'
import { type PostOutcome, postEvent } from './post.ts'
import { READ_SIGNING } from './store.ts'

/** Conversations of one webhook served at the same time. */
const CONCURRENCY = 8
/** Deliveries made out in one statement. */
const CREATE_DELIVERIES_LIMIT = 500
/**
 * Conversations that fail in a row, with no success between them, after which the webhook as a whole is given a pause. A
 * receiver that refuses every second request has twenty in a row once in a million; one that is away has them at once.
 */
const CIRCUIT_FAILURES = 20
/** One request a minute burdens nobody, and a receiver that is back has its events within the minute. */
const CIRCUIT_PAUSE = { firstMs: 2_000, maxMs: 60_000 }
const EXPIRE_EVERY_MS = 30_000
/**
 * Growing by a quarter, a pause is never longer than a quarter of the time that the event has been failing. Doubling, an event
 * that was refused eight times by chance held its conversation back for minutes, and the one after it again.
 */
const RETRY_PAUSE = { firstMs: 1_000, maxMs: 1_800_000, growth: 1.25 }
/** Over how long what waits is spread when the receiver is back. */
const RETRY_NOW_OVER_MS = 5_000
/** After our own database failed. */
const TROUBLE_PAUSE = { firstMs: 100, maxMs: 10_000 }
/** What ends by the clock of the database is looked for so much later by ours. */
const DUE_MARGIN_MS = 5
const LOOK = 'look'
const GONE = 410

export interface DispatcherDeps {
  /** Why a delivery failed, in the language of the interface. */
  describeCall(failure: CallFailure): string
  db: Database
  box: SecretBox
  http: OutboundHttp
  log: Log
  webhookId: string
  /** The process that holds the webhook's claim. */
  claimant: string
  now: () => number
  random: () => number
  /** False when the claim may have passed on; nothing is sent then. */
  isOwned(): boolean
}

/**
 * Carries the events of one webhook while this process holds its claim.
 * Events of a conversation go one after the other, each only when the one before it was delivered or is dead; different
 * conversations go side by side. All it knows is in the database, so it may be dropped at any moment: what was being sent is
 * then sent again, under the same id.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps
  readonly #db: Database
  readonly #log: Log
  readonly #webhookId: string
  readonly #key: string[]
  /** By conversation; what was read and is about to be sent. */
  readonly #due = new Map<string, DueRow>()
  /** Conversations that failed since the last success: one that fails again and again is no sign of an absence. */
  readonly #failing = new Set<string>()
  #upTo = 0
  #madeOutTo = -1
  #expiredAtMs = Number.NEGATIVE_INFINITY
  #failures = 0
  readonly #looks = new KeyedQueue({
    work: () => this.#look(),
    concurrency: 1,
    pauseAfterFailureMs: (count) => this.#pauseAfterFailureMs(count),
    onFailure: (error) =>
      this.#log.warn(
        { err: error, webhookId: this.#webhookId },
        'webhook could not be served and is tried again',
      ),
  })
  readonly #conversations = new KeyedQueue({
    work: async (conversation, closing) => {
      const row = this.#due.get(conversation)
      this.#due.delete(conversation)
      if (row) await this.#deliver(row, closing)
      return 'idle'
    },
    concurrency: CONCURRENCY,
    pauseAfterFailureMs: (count) => this.#pauseAfterFailureMs(count),
    onFailure: (error) =>
      this.#log.warn(
        { err: error, webhookId: this.#webhookId },
        'delivery could not be settled and is repeated',
      ),
    onFreePlace: () => this.#lookNow(),
  })

  constructor(deps: DispatcherDeps) {
    this.#deps = deps
    this.#db = deps.db
    this.#log = deps.log
    this.#webhookId = deps.webhookId
    const { claimant } = deps
    this.#key = [this.#webhookId, claimant]
  }

  /** The log has grown, up to this place, or it is time to look again. */
  wake(seq: number): void {
    this.#upTo = Math.max(this.#upTo, seq)
    this.#lookNow()
  }

  async close(): Promise<void> {
    await Promise.all([this.#looks.close(), this.#conversations.close()])
  }

  #pauseAfterFailureMs(count: number): number {
    return backoffMs(TROUBLE_PAUSE, count, this.#deps.random())
  }

  #lookNow(): void {
    this.#looks.wakeNow(LOOK)
  }

  async #look(): Promise<Next> {
    if (!this.#deps.isOwned()) return 'idle'
    await this.#createDeliveries()
    await this.#endExpired()
    const pause = await this.#db.queryOne(READ_PAUSE, this.#key)
    if (!pause) return 'idle'
    this.#failures = pause.failures
    if (pause.openMs !== null) return { afterMs: pause.openMs + DUE_MARGIN_MS }
    const known = this.#conversations.keys()
    // After a pause one delivery shows whether the receiver is back, before all come again.
    const room = this.#isAway() ? 1 - known.size : this.#conversations.freePlaces()
    if (room <= 0) return 'idle'
    const read = this.#isAway() ? READ_PROBE : READ_DUE
    for (const row of await this.#db.query(read, [this.#webhookId, [...known], room])) {
      this.#due.set(row.lane, row)
      this.#conversations.wake(row.lane)
    }
    return 'idle'
  }

  /** The circuit was opened, and no delivery has succeeded since. */
  #isAway(): boolean {
    return this.#failures >= CIRCUIT_FAILURES
  }

  async #createDeliveries(): Promise<void> {
    const target = this.#upTo
    for (let isFull = target > this.#madeOutTo; isFull; ) {
      const made = await this.#db.queryOne(CREATE_DELIVERIES, [...this.#key, target, CREATE_DELIVERIES_LIMIT])
      if (!made) return
      isFull = made.isFull
    }
    this.#madeOutTo = Math.max(this.#madeOutTo, target)
  }

  async #endExpired(): Promise<void> {
    if (this.#deps.now() - this.#expiredAtMs < EXPIRE_EVERY_MS) return
    this.#expiredAtMs = this.#deps.now()
    await this.#db.query(END_EXPIRED, [this.#webhookId, ...this.#toColumns(callFailure('NOT_TRIED'))])
  }

  /** The sentence that the interface answers, and what it was made of. */
  #toColumns(failure: CallFailure): string[] {
    return [this.#deps.describeCall(failure), JSON.stringify(failure)]
  }

  async #deliver(row: DueRow, closing: AbortSignal): Promise<void> {
    const { id, seq, name, clientId, data, createdAt } = row
    if (name === null || data === null || createdAt === null)
      return void (await this.#db.query(DROP_GONE, [[id]]))
    const target = await this.#db.queryOne(READ_SIGNING, [this.#webhookId, null])
    if (!target || !this.#deps.isOwned() || closing.aborted) return
    const event = { id: String(seq), name, clientId, data, createdAt }
    const outcome = await postEvent(this.#deps, { webhookId: this.#webhookId, target }, event, closing)
    if (closing.aborted && !outcome.ok) return
    if (outcome.ok) await this.#settleDelivered(id, outcome)
    else await this.#settleFailed(row, outcome)
  }

  async #settleDelivered(id: number, { status, durationMs }: PostOutcome): Promise<void> {
    this.#failing.clear()
    await this.#db.query(SETTLE_DELIVERED, [...this.#key, id, status, durationMs])
    if (this.#isAway()) await this.#db.query(RETRY_NOW, [...this.#key, RETRY_NOW_OVER_MS])
  }

  async #settleFailed({ id, lane, attempts }: DueRow, outcome: PostOutcome): Promise<void> {
    const { status, durationMs, failure } = outcome
    const counts = this.#isAway() || !this.#failing.has(lane)
    this.#failing.add(lane)
    const pauseMs = backoffMs(RETRY_PAUSE, attempts + 1, this.#deps.random())
    const circuitMs = backoffMs(
      CIRCUIT_PAUSE,
      Math.max(1, this.#failures + 2 - CIRCUIT_FAILURES),
      this.#deps.random(),
    )
    await this.#db.query(SETTLE_FAILED, [
      ...this.#key,
      id,
      status,
      durationMs,
      failure && this.#deps.describeCall(failure),
      pauseMs,
      CIRCUIT_FAILURES,
      circuitMs,
      counts,
      failure && JSON.stringify(failure),
    ])
    if (status === GONE)
      await this.#db.query(DISABLE_WEBHOOK, [...this.#key, ...this.#toColumns(callFailure('RECEIVER_GONE'))])
  }
}
