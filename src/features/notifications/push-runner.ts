import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../bus/port.ts'
import type { NoticeKind } from '../../core/conversation/notices.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../platform/logger.ts'
import { WAKING_TOPICS } from '../events/index.ts'
import { type PushContent, type PushSender, sendPush } from './send-push.ts'
import {
  CLAIM_DELIVERIES,
  type DeliveryRow,
  END_DELIVERY,
  FORGET_SUBSCRIPTION,
  POSTPONE_DELIVERY,
  SPREAD_NOTICES,
  SWEEP_DELIVERIES,
} from './store.ts'

const LOOK_EVERY_MS = 2_000
/** Sends of one process at a time. */
const AT_ONCE = 8
const MAX_ATTEMPTS = 6
const FIRST_PAUSE_MS = 15_000

export interface PushRunnerDeps {
  db: Database
  bus: Bus
  log: Log
  openSender(): Promise<PushSender>
  /** What a push says, in a language of people. */
  describe(kind: NoticeKind, language: string): string
  /** Whether the person has the conversation open now. */
  isWatching(userId: string, clientId: string, chat: string): boolean
}

/** Each pause twice as long as the one before: 15 s, 30 s, 1 min, 2 min, 4 min. */
const pauseAfter = (attempts: number): number => FIRST_PAUSE_MS * 2 ** (attempts - 1)

/** Sends pushes for what happened to conversations, in any number of processes. What it lacks is never missed by a message. */
export class PushRunner {
  readonly #deps: PushRunnerDeps
  readonly #stopping = new AbortController()
  #ring = Promise.withResolvers<void>()
  #running: Promise<void> = Promise.resolve()

  constructor(deps: PushRunnerDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#running = this.#watch()
  }

  /** What was being sent is sent again by another process, or after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#ring.resolve()
    await this.#running
  }

  /** Removes what is too old to matter. */
  async cleanUp(): Promise<void> {
    await this.#deps.db.query(SWEEP_DELIVERIES)
  }

  /** Sends all that is due; a few at a time. */
  async look(): Promise<void> {
    const { db } = this.#deps
    await db.query(SPREAD_NOTICES)
    for (;;) {
      const due = await db.query(CLAIM_DELIVERIES, [AT_ONCE])
      if (due.length === 0 || this.#stopping.signal.aborted) return
      const sender = await this.#deps.openSender()
      await Promise.all(due.map((row) => this.#deliver(sender, row)))
    }
  }

  async #deliver(sender: PushSender, row: DeliveryRow): Promise<void> {
    const { db, log, isWatching } = this.#deps
    const place = [row.subscriptionId, row.clientId, row.chat, row.version]
    if (isWatching(row.userId, row.clientId, row.chat)) return void (await db.query(END_DELIVERY, place))
    const outcome = await sendPush(sender, row, this.#toContent(row), this.#stopping.signal)
    if (this.#stopping.signal.aborted) return
    if (outcome.kind === 'gone') await db.query(FORGET_SUBSCRIPTION, [row.subscriptionId, row.p256dh])
    if (outcome.kind !== 'later') return void (await db.query(END_DELIVERY, place))
    if (row.attempts >= MAX_ATTEMPTS) {
      log.info({ clientId: row.clientId, status: outcome.status }, 'push given up')
      return void (await db.query(END_DELIVERY, place))
    }
    await db.query(POSTPONE_DELIVERY, [...place, outcome.waitMs ?? pauseAfter(row.attempts)])
  }

  #toContent({ kind, language, clientId, chat, clientName, contactName, text }: DeliveryRow): PushContent {
    const sentence = this.#deps.describe(kind, language)
    const search = new URLSearchParams({ client: clientId, chat })
    const title = contactName ?? clientName ?? 'Parley'
    // What the contact wrote last is not why somebody is named.
    return { title, body: text && kind !== 'mention' ? text : sentence, url: `/inbox?${search}` }
  }

  async #watch(): Promise<void> {
    const leave = WAKING_TOPICS.map((topic) => this.#deps.bus.subscribe(topic, () => this.#ring.resolve()))
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.look().catch((error: unknown) => {
        if (!signal.aborted) this.#deps.log.warn({ err: error }, 'pushes could not be looked after')
      })
      // News come in heaps; however many, it looks at most twice a second.
      await sleep(LOOK_EVERY_MS / 4, undefined, { signal }).catch(() => {})
      await Promise.race([this.#ring.promise, sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})])
      this.#ring = Promise.withResolvers()
    }
    for (const end of leave) end()
  }
}
