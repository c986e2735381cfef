import { outcomeUnknown } from '../../../core/conversation/send-error.ts'
import type { ColdPause } from '../../../core/new-chats.ts'
import type { MergedContact } from '../../contacts/index.ts'
import { ReachOut, UNKNOWN_PAUSE_MS } from '../reach/reach-out.ts'
import type { HandOver } from '../records/hand-over.ts'
import type { ReachOutNews } from '../records/reach-out-news.ts'
import { notConnected } from '../records/refusals.ts'
import type { SendCommand, SendReply } from '../records/send-command.ts'
import { ApiSends } from './api-send.ts'
import { Outbox } from './outbox/outbox.ts'
import type { OutboxDeps } from './outbox/send-row.ts'
import { PersonSends } from './person-sends.ts'
import { awaitAsAsked, launchFlight, type WatchedFlight } from './send-flight.ts'
import { SendQueue } from './send-queue.ts'
import { settleLeftPending } from './send-sql.ts'
import type { SenderOptions } from './sender-options.ts'

/** Beyond the acknowledgement's own timeout, what a closing sender still waits for the wire. */
const CLOSE_GRACE_MS = 2_000

const LEFT_PENDING = outcomeUnknown({ cause: 'service_stopped' })

/** Everything one owned client sends: API sends and the outbox of its flows, in order and paced under one token bucket. */
export class Sender {
  readonly #deps: OutboxDeps
  readonly #options: SenderOptions
  readonly #queue: SendQueue
  readonly #reachOut: ReachOut
  readonly #api: ApiSends
  readonly #outbox: Outbox
  /** What an earlier owner left is settled. Never rejects. */
  readonly #ready: Promise<void>
  /** Sends on their way, so that one asked twice is one. */
  readonly #onTheirWay = new Map<string, WatchedFlight>()
  #isAccepting = true
  #isReady = false

  constructor(deps: OutboxDeps, options: SenderOptions) {
    const { client, rate, burst, connection, ackTimeoutMs } = options
    const { nowMs, sleep } = deps
    this.#deps = deps
    this.#options = options
    this.#queue = new SendQueue({ rate, burst, connection, nowMs, sleep })
    this.#reachOut = new ReachOut(deps, client.id, {
      onPause: (pause) => this.#onPause(pause),
      onQuota: (quota) => options.onNewChats?.(quota),
    })
    const ways = { queue: this.#queue, reachOut: this.#reachOut }
    const persons = new PersonSends(deps, client.id)
    this.#api = new ApiSends(deps, { ...ways, client, ackTimeoutMs, connection, persons })
    this.#outbox = new Outbox(deps, { ...options, ...ways })
    this.#ready = this.#settleLeft(persons).then(() => {
      this.#isReady = true
    })
  }

  /**
   * Resolves with the outcome after it is stored, or sooner when the command says so. Throws a Refusal (CLIENT_NOT_CONNECTED, SEND_QUEUE_FULL,
   * RECIPIENT_NOT_FOUND) when nothing was handed to the network.
   */
  async send(command: SendCommand): Promise<SendReply> {
    const known = this.#onTheirWay.get(command.messageId)
    if (!known && !this.#isAccepting) throw notConnected()
    return awaitAsAsked(known ?? this.#launch(command), command, this.#deps.sleep)
  }

  /** New outbox rows were committed. */
  wakeOutbox(): void {
    if (this.#isAccepting) void this.#ready.then(() => this.#outbox.wake())
  }

  /** For the messages of one transaction that is to be committed next; null when everything has to wait. */
  openHandOver(): HandOver | null {
    return this.#isReady && this.#isAccepting ? this.#outbox.openHandOver() : null
  }

  /** The connection is open, for the first time or again: what waits for it goes on. */
  resume(): void {
    this.wakeOutbox()
  }

  /** Somebody wrote first, or the network spoke of writing to strangers: what waits for that may go, or has to wait. */
  noteReachOut({ chatsThatWrote, word, quota }: ReachOutNews): void {
    if (quota) this.#reachOut.setQuota(quota)
    if (word) {
      const untilMs = word.untilMs ?? this.#deps.nowMs() + UNKNOWN_PAUSE_MS
      this.#reachOut.set(word.isRestricted ? untilMs : null)
    }
    this.#outbox.resume(chatsThatWrote)
  }

  /** The network showed that it has these messages (own echo or receipt). */
  confirm(messageIds: readonly string[], atSec: number): void {
    this.#outbox.confirm(new Set(messageIds), atSec)
  }

  /** Each pair of contacts became one; the caches know it already. */
  merge(merged: readonly MergedContact[]): void {
    for (const pair of merged) this.#outbox.merge(pair)
    this.#options.onContactsMerged?.(merged)
  }

  setRate(rate: number, burst: number): void {
    this.#queue.setRate(rate, burst)
  }

  /** API sends that wait for their turn. */
  queueLength(): number {
    return this.#api.waiting()
  }

  /** Takes no more, lets what waits go out until the deadline (epoch ms), refuses the rest. */
  async drain(deadlineMs: number): Promise<void> {
    this.#isAccepting = false
    this.#outbox.stop()
    await this.#atMost(deadlineMs - this.#deps.nowMs(), this.#untilQuiet())
    this.#queue.clear()
  }

  /** Takes no more, refuses what waits, and resolves when what is on the wire has settled. */
  async close(): Promise<void> {
    this.#isAccepting = false
    this.#outbox.stop()
    this.#queue.clear()
    const settled = this.#untilQuiet().then(() => this.#reachOut.settled())
    await this.#atMost(this.#options.ackTimeoutMs + CLOSE_GRACE_MS, settled)
  }

  async #settleLeft(persons: PersonSends): Promise<void> {
    const { db, words, log } = this.#deps
    const clientId = this.#options.client.id
    try {
      const [left] = await Promise.all([
        settleLeftPending(db, words, clientId, LEFT_PENDING),
        this.#reachOut.load(),
      ])
      if (left > 0) log.warn({ clientId, messages: left }, 'messages of an earlier run have no outcome')
    } catch (err) {
      log.error({ err, clientId }, 'messages left pending could not be settled')
      return
    }
    await persons.settleLeft()
  }

  #onPause(pause: ColdPause | null): void {
    this.#options.onRestricted?.(pause)
    if (pause === null) this.#outbox.resume()
  }

  #launch(command: SendCommand): WatchedFlight {
    const { messageId } = command
    const flight = launchFlight((own) =>
      this.#ready.then(() => this.#api.send(command, own)).finally(() => this.#onTheirWay.delete(messageId)),
    )
    this.#onTheirWay.set(messageId, flight)
    return flight
  }

  async #untilQuiet(): Promise<void> {
    await this.#queue.idle()
    await Promise.allSettled([...this.#onTheirWay.values()].map(({ settled }) => settled))
    await this.#outbox.settled()
  }

  /** Waits for `work`, but not for ever; what is left over settles on its own or at the next start. */
  async #atMost(ms: number, work: Promise<void>): Promise<void> {
    const stop = new AbortController()
    await Promise.race([work, this.#deps.sleep(Math.max(0, ms), stop.signal).catch(() => {})])
    stop.abort()
  }
}
