import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../bus/port.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../platform/logger.ts'
import type { OutboundHttp } from '../../platform/outbound-http.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { type EventWatermark, WAKING_TOPICS } from '../events/index.ts'
import { Dispatcher, type DispatcherDeps } from './dispatcher.ts'
import { CLAIM_SEC, CLAIM_WEBHOOKS, DELETE_OLD, RELEASE_WEBHOOKS } from './dispatcher-sql.ts'

const LOOK_EVERY_MS = 1_000
const CLAIM_EVERY_MS = 2_000
/** A claim counts for a while less here than in the database. */
const SURE_FOR_MS = (CLAIM_SEC - 8) * 1_000

export interface WebhookRunnerDeps extends Pick<DispatcherDeps, 'describeCall'> {
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
export class WebhookRunner {
  readonly #deps: WebhookRunnerDeps
  readonly #db: Database
  readonly #bus: Bus
  readonly #log: Log
  readonly #claimant: string
  readonly #monotonicMs: () => number
  readonly #dispatchers = new Map<string, Dispatcher>()
  readonly #stopping = new AbortController()
  #sureUntilMs = 0
  #claimedAtMs = Number.NEGATIVE_INFINITY
  #ring = Promise.withResolvers<void>()
  #running: Promise<void> = Promise.resolve()

  constructor(deps: WebhookRunnerDeps) {
    this.#deps = deps
    this.#db = deps.db
    this.#bus = deps.bus
    this.#log = deps.log
    this.#claimant = deps.claimant
    this.#monotonicMs = deps.monotonicMs
  }

  start(): void {
    this.#running = this.#watch()
  }

  /** Lets go of them, so that another process takes them up at once. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#ring.resolve()
    await this.#running
    await Promise.all([...this.#dispatchers.values()].map((dispatcher) => dispatcher.close()))
    this.#dispatchers.clear()
    await this.#db.query(RELEASE_WEBHOOKS, [this.#claimant])
  }

  /** Removes deliveries that are past their time. */
  async cleanUp(): Promise<void> {
    while ((await this.#db.query(DELETE_OLD)).length === 2_000);
  }

  #isOwned(): boolean {
    return this.#monotonicMs() < this.#sureUntilMs
  }

  async #claim(): Promise<void> {
    const askedAt = this.#monotonicMs()
    if (askedAt - this.#claimedAtMs < CLAIM_EVERY_MS) return
    const rows = await this.#db.query(CLAIM_WEBHOOKS, [this.#claimant])
    this.#claimedAtMs = askedAt
    this.#sureUntilMs = askedAt + SURE_FOR_MS
    const mine = new Set(rows.map((row) => row.id))
    for (const id of mine) {
      if (!this.#dispatchers.has(id))
        this.#dispatchers.set(
          id,
          new Dispatcher({ ...this.#deps, webhookId: id, isOwned: () => this.#isOwned() }),
        )
    }
    const lost = [...this.#dispatchers].filter(([id]) => !mine.has(id))
    for (const [id] of lost) this.#dispatchers.delete(id)
    await Promise.all(lost.map(([, dispatcher]) => dispatcher.close()))
  }

  async #look(): Promise<void> {
    await this.#claim()
    if (this.#dispatchers.size === 0) return
    const upTo = await this.#deps.watermark.advance()
    for (const dispatcher of this.#dispatchers.values()) dispatcher.wake(upTo)
  }

  async #watch(): Promise<void> {
    const leave = WAKING_TOPICS.map((topic) => this.#bus.subscribe(topic, () => this.#ring.resolve()))
    while (!this.#stopping.signal.aborted) {
      await this.#look().catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.#log.warn({ err: error }, 'webhooks could not be looked after')
      })
      const pause = sleep(LOOK_EVERY_MS, undefined, { signal: this.#stopping.signal }).catch(() => {})
      await Promise.race([this.#dispatchers.size > 0 ? this.#ring.promise : pause, pause])
      this.#ring = Promise.withResolvers()
    }
    for (const end of leave) end()
  }
}
