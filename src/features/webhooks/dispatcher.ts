import { backoffMs } from '../../core/backoff.ts'
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
const GONE_REASON =
  'The receiver answered that it is gone (status 410). Correct the address and switch the webhook on again.'

export interface DispatcherDeps {
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

/** Carries the events of one webhook while this process holds its claim. */
export interface Dispatcher {
  /** The log has grown, up to this place, or it is time to look again. */
  wake(upTo: number): void
  close(): Promise<void>
}

/**
 * Events of a conversation go one after the other, each only when the one before it was delivered or is dead; different
 * conversations go side by side. All it knows is in the database, so it may be dropped at any moment: what was being sent is
 * then sent again, under the same id.
 */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { db, log, webhookId, claimant } = deps
  const key = [webhookId, claimant]
  /** By conversation; what was read and is about to be sent. */
  const due = new Map<string, DueRow>()
  /** Conversations that failed since the last success: one that fails again and again is no sign of an absence. */
  const failing = new Set<string>()
  let upTo = 0
  let madeOutTo = -1
  let expiredAtMs = Number.NEGATIVE_INFINITY
  let failures = 0

  const pauseAfterFailureMs = (count: number): number => backoffMs(TROUBLE_PAUSE, count, deps.random())
  const looks = new KeyedQueue({
    work: look,
    concurrency: 1,
    pauseAfterFailureMs,
    onFailure: (error) =>
      log.warn({ err: error, webhookId }, 'webhook could not be served and is tried again'),
  })
  const lookNow = (): void => looks.wakeNow(LOOK)

  const lanes = new KeyedQueue({
    async work(lane, closing) {
      const row = due.get(lane)
      due.delete(lane)
      if (row) await deliver(row, closing)
      return 'idle'
    },
    concurrency: CONCURRENCY,
    pauseAfterFailureMs,
    onFailure: (error) =>
      log.warn({ err: error, webhookId }, 'delivery could not be settled and is repeated'),
    onFreePlace: lookNow,
  })

  async function look(): Promise<Next> {
    if (!deps.isOwned()) return 'idle'
    await createDeliveries()
    await endExpired()
    const pause = await db.queryOne(READ_PAUSE, key)
    if (!pause) return 'idle'
    failures = pause.failures
    if (pause.openMs !== null) return { afterMs: pause.openMs + DUE_MARGIN_MS }
    const known = lanes.keys()
    // After a pause one delivery shows whether the receiver is back, before all come again.
    const room = isAway() ? 1 - known.size : lanes.freePlaces()
    if (room <= 0) return 'idle'
    const read = isAway() ? READ_PROBE : READ_DUE
    for (const row of await db.query(read, [webhookId, [...known], room])) {
      due.set(row.lane, row)
      lanes.wake(row.lane)
    }
    return 'idle'
  }

  /** The circuit was opened, and no delivery has succeeded since. */
  const isAway = (): boolean => failures >= CIRCUIT_FAILURES

  async function createDeliveries(): Promise<void> {
    const target = upTo
    for (let isFull = target > madeOutTo; isFull; ) {
      const made = await db.queryOne(CREATE_DELIVERIES, [...key, target, CREATE_DELIVERIES_LIMIT])
      if (!made) return
      isFull = made.isFull
    }
    madeOutTo = Math.max(madeOutTo, target)
  }

  async function endExpired(): Promise<void> {
    if (deps.now() - expiredAtMs < EXPIRE_EVERY_MS) return
    expiredAtMs = deps.now()
    await db.query(END_EXPIRED, [webhookId])
  }

  async function deliver(row: DueRow, closing: AbortSignal): Promise<void> {
    const { id, seq, name, clientId, data, createdAt } = row
    if (name === null || data === null || createdAt === null) return void (await db.query(DROP_GONE, [[id]]))
    const target = await db.queryOne(READ_SIGNING, [webhookId, null])
    if (!target || !deps.isOwned() || closing.aborted) return
    const event = { id: String(seq), name, clientId, data, createdAt }
    const outcome = await postEvent(deps, { webhookId, target }, event, closing)
    if (closing.aborted && !outcome.ok) return
    if (outcome.ok) await settleDelivered(id, outcome)
    else await settleFailed(row, outcome)
  }

  async function settleDelivered(id: number, { status, durationMs }: PostOutcome): Promise<void> {
    failing.clear()
    await db.query(SETTLE_DELIVERED, [...key, id, status, durationMs])
    if (isAway()) await db.query(RETRY_NOW, [...key, RETRY_NOW_OVER_MS])
  }

  async function settleFailed({ id, lane, attempts }: DueRow, outcome: PostOutcome): Promise<void> {
    const { status, durationMs, error } = outcome
    const counts = isAway() || !failing.has(lane)
    failing.add(lane)
    const pauseMs = backoffMs(RETRY_PAUSE, attempts + 1, deps.random())
    const circuitMs = backoffMs(CIRCUIT_PAUSE, Math.max(1, failures + 2 - CIRCUIT_FAILURES), deps.random())
    await db.query(SETTLE_FAILED, [
      ...key,
      id,
      status,
      durationMs,
      error,
      pauseMs,
      CIRCUIT_FAILURES,
      circuitMs,
      counts,
    ])
    if (status === GONE) await db.query(DISABLE_WEBHOOK, [...key, GONE_REASON])
  }

  return {
    wake(seq) {
      upTo = Math.max(upTo, seq)
      lookNow()
    },
    async close() {
      await Promise.all([looks.close(), lanes.close()])
    },
  }
}
