import type { MergedContact } from '../../contacts/index.ts'
import { createReachOut, UNKNOWN_PAUSE_MS } from '../reach/reach-out.ts'
import type { ReachOutNews } from '../records/reach-out-news.ts'
import { notConnected, OUTCOME_UNKNOWN } from '../records/refusals.ts'
import type { SendCommand, SendReply } from '../records/send-command.ts'
import { type ApiSendOptions, createApiSends } from './api-send.ts'
import { createOutbox } from './outbox.ts'
import { PersonSends } from './person-sends.ts'
import { awaitAsAsked, launchFlight, type WatchedFlight } from './send-flight.ts'
import { createSendQueue } from './send-queue.ts'
import type { OutboxDeps } from './send-row.ts'
import { settleLeftPending } from './send-sql.ts'
import type { SenderOptions } from './sender-options.ts'

/** Everything one client sends goes through its sender, in order and paced. */
export interface Sender {
  /**
   * Resolves with the outcome after it is stored, or sooner when the command says so. Throws a Refusal (CLIENT_NOT_CONNECTED, SEND_QUEUE_FULL,
   * RECIPIENT_NOT_FOUND) when nothing was handed to the network.
   */
  send(command: SendCommand): Promise<SendReply>
  /** New outbox rows were committed. */
  wakeOutbox(): void
  /** The connection is open, for the first time or again: what waits for it goes on, messages and files. */
  resume(): void
  /** Somebody wrote first, or the network spoke of writing to strangers: what waits for that may go, or has to wait. */
  noteReachOut(news: ReachOutNews): void
  /** The network showed that it has these messages (own echo or receipt). */
  confirm(messageIds: readonly string[], atSec: number): void
  /** These contacts became one each; the caches are told already. */
  merge(merged: readonly MergedContact[]): void
  setRate(rate: number, burst: number): void
  /** API sends that wait for their turn. */
  queueLength(): number
  /** Takes no more, lets what waits go out until the deadline (epoch ms), refuses the rest. */
  drain(deadlineMs: number): Promise<void>
  /** Takes no more, refuses what waits, and resolves when what is on the wire has settled. */
  close(): Promise<void>
}

/** Beyond the acknowledgement's own timeout, what a closing sender still waits for the wire. */
const CLOSE_GRACE_MS = 2_000

const LEFT_PENDING = `${OUTCOME_UNKNOWN}: the service stopped while this message was being sent. A receipt will show whether it arrived.`

/** Everything one owned client sends: API sends and the outbox of its flows, in one queue under one token bucket. */
export function createSender(deps: OutboxDeps, options: SenderOptions): Sender {
  const { client, ackTimeoutMs } = options
  const { log } = deps
  let isAccepting = true
  /** Sends on their way, so that one asked twice is one. */
  const onTheirWay = new Map<string, WatchedFlight>()

  const queue = createSendQueue({
    rate: options.rate,
    burst: options.burst,
    connection: options.connection,
    nowMs: deps.nowMs,
    sleep: deps.sleep,
  })
  const reachOut = createReachOut(deps, client.id, {
    onPause(pause) {
      options.onRestricted?.(pause)
      if (pause === null) outbox.resume()
    },
    onQuota: (quota) => options.onNewChats?.(quota),
  })
  const persons = new PersonSends(deps, client.id)
  const api = createApiSends(deps, {
    client,
    queue,
    reachOut,
    ackTimeoutMs,
    connection: options.connection,
    persons,
  } satisfies ApiSendOptions)
  const outbox = createOutbox(deps, { ...options, queue, reachOut })

  const ready = Promise.all([settleLeftPending(deps.db, client.id, LEFT_PENDING), reachOut.load()]).then(
    async ([left]) => {
      if (left > 0)
        log.warn({ clientId: client.id, messages: left }, 'messages of an earlier run have no outcome')
      await persons.settleLeft()
    },
    (err: unknown) => log.error({ err, clientId: client.id }, 'messages left pending could not be settled'),
  )

  async function untilQuiet(): Promise<void> {
    await queue.idle()
    await Promise.allSettled([...onTheirWay.values()].map(({ settled }) => settled))
    await outbox.settled()
  }

  /** Waits for `work`, but not for ever; what is left over settles on its own or at the next start. */
  async function atMost(ms: number, work: Promise<void>): Promise<void> {
    const stop = new AbortController()
    await Promise.race([work, deps.sleep(Math.max(0, ms), stop.signal).catch(() => {})])
    stop.abort()
  }

  function launch(command: SendCommand): WatchedFlight {
    const { messageId } = command
    const flight = launchFlight((own) =>
      ready.then(() => api.send(command, own)).finally(() => onTheirWay.delete(messageId)),
    )
    onTheirWay.set(messageId, flight)
    return flight
  }

  const wakeOutbox = (): void => {
    if (isAccepting) void ready.then(() => outbox.wake())
  }

  return {
    async send(command) {
      const known = onTheirWay.get(command.messageId)
      if (!known && !isAccepting) throw notConnected()
      return awaitAsAsked(known ?? launch(command), command, deps.sleep)
    },
    wakeOutbox,
    resume: wakeOutbox,
    noteReachOut({ heardFrom, word, quota }) {
      if (quota) reachOut.setQuota(quota)
      if (word) reachOut.set(word.isRestricted ? (word.untilMs ?? deps.nowMs() + UNKNOWN_PAUSE_MS) : null)
      outbox.resume(heardFrom)
    },
    confirm: (messageIds, atSec) => outbox.confirm(new Set(messageIds), atSec),
    merge(merged) {
      for (const pair of merged) outbox.merge(pair)
      options.onContactsMerged?.()
    },
    setRate: (rate, burst) => queue.setRate(rate, burst),
    queueLength: () => api.waiting(),
    async drain(deadlineMs) {
      isAccepting = false
      outbox.stop()
      await atMost(deadlineMs - deps.nowMs(), untilQuiet())
      queue.clear()
    },
    async close() {
      isAccepting = false
      outbox.stop()
      queue.clear()
      await atMost(ackTimeoutMs + CLOSE_GRACE_MS, untilQuiet().then(reachOut.settled))
    },
  }
}
