import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../bus/port.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../platform/logger.ts'
import type { OutboundHttp } from '../../platform/outbound-http.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { type EventWatermark, WAKING_TOPICS } from '../events/index.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { CLAIM_SEC, CLAIM_WEBHOOKS, DELETE_OLD, RELEASE_WEBHOOKS } from './dispatcher-sql.ts'

const LOOK_EVERY_MS = 1_000
const CLAIM_EVERY_MS = 2_000
/** A claim counts for a while less here than in the database. */
const SURE_FOR_MS = (CLAIM_SEC - 8) * 1_000

export interface WebhookRunnerDeps {
  db: Database
  bus: Bus
  box: SecretBox
  http: OutboundHttp
  log: Log
  watermark: EventWatermark
  /** Who claims; no two processes alike. */
  claimant: string
  now: () => number
  monotonicMs: () => number
  random: () => number
}

/** Serves the webhooks that no other process serves. */
export interface WebhookRunner {
  start(): void
  /** Lets go of them, so that another process takes them up at once. */
  stop(): Promise<void>
  /** Removes deliveries that are past their time. */
  cleanUp(): Promise<void>
}

export function createWebhookRunner(deps: WebhookRunnerDeps): WebhookRunner {
  const { db, bus, log, claimant, monotonicMs } = deps
  const dispatchers = new Map<string, Dispatcher>()
  const stopping = new AbortController()
  let sureUntilMs = 0
  let claimedAtMs = Number.NEGATIVE_INFINITY
  let ring = Promise.withResolvers<void>()
  let running: Promise<void> = Promise.resolve()
  const isOwned = (): boolean => monotonicMs() < sureUntilMs

  async function claim(): Promise<void> {
    const askedAt = monotonicMs()
    if (askedAt - claimedAtMs < CLAIM_EVERY_MS) return
    const rows = await db.query(CLAIM_WEBHOOKS, [claimant])
    claimedAtMs = askedAt
    sureUntilMs = askedAt + SURE_FOR_MS
    const mine = new Set(rows.map((row) => row.id))
    for (const id of mine) {
      if (!dispatchers.has(id)) dispatchers.set(id, createDispatcher({ ...deps, webhookId: id, isOwned }))
    }
    const lost = [...dispatchers].filter(([id]) => !mine.has(id))
    for (const [id] of lost) dispatchers.delete(id)
    await Promise.all(lost.map(([, dispatcher]) => dispatcher.close()))
  }

  async function look(): Promise<void> {
    await claim()
    if (dispatchers.size === 0) return
    const upTo = await deps.watermark.advance()
    for (const dispatcher of dispatchers.values()) dispatcher.wake(upTo)
  }

  async function watch(): Promise<void> {
    const leave = WAKING_TOPICS.map((topic) => bus.subscribe(topic, () => ring.resolve()))
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'webhooks could not be looked after')
      })
      const pause = sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      await Promise.race([dispatchers.size > 0 ? ring.promise : pause, pause])
      ring = Promise.withResolvers()
    }
    for (const end of leave) end()
  }

  return {
    start() {
      running = watch()
    },
    async stop() {
      stopping.abort()
      ring.resolve()
      await running
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.close()))
      dispatchers.clear()
      await db.query(RELEASE_WEBHOOKS, [claimant])
    },
    async cleanUp() {
      while ((await db.query(DELETE_OLD)).length === 2_000);
    },
  }
}
