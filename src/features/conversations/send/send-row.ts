import type { Address } from '../../../core/addresses.ts'
import { type MediaContent, type NewContent, readStoredContent } from '../../../core/conversation/content.ts'
import type { OutboxSettled, SendOutcome } from '../../../core/conversation/send-outcome.ts'
import { Refusal } from '../../../core/errors.ts'
import type { NetworkConnection } from '../../../network/port.ts'
import type { Batcher } from '../../../platform/queue/batcher.ts'
import { type BuiltMessage, buildMessage, withoutQuote } from '../content/build-message.ts'
import { describeColdPause } from '../reach/cold-pause.ts'
import type { ReachOut } from '../reach/reach-out.ts'
import { OUTCOME_UNKNOWN } from '../records/refusals.ts'
import { describeError, type SendDeps } from './api-send.ts'
import { type Claim, type OutboxRow, releaseOutboxRow } from './outbox-sql.ts'
import { decideNextStep, MAX_AGE_MS } from './retry-rules.ts'
import type { SendQueue } from './send-queue.ts'
import type { SenderOptions } from './sender-options.ts'

export interface OutboxDeps extends SendDeps {
  /** Answers which attempt it is, or null when the row is gone. */
  claims: Batcher<Claim, number | null>
  sleep(ms: number, signal: AbortSignal): Promise<void>
  random(): number
}

export interface RowSenderOptions extends SenderOptions {
  queue: SendQueue
  reachOut: ReachOut
  /** Aborts when the sender stops. */
  stopped: AbortSignal
}

/**
 * What an attempt came to. `done`: the row has its outcome, which is still to be stored. `cancelled`: the row was gone.
 * `offline`: wait for a connection. `wait`: once more after this time; `unproven` when it may have arrived. `restricted`:
 * not before this time, unless the contact writes first.
 */
export type RowStep =
  | { kind: 'done'; settled: OutboxSettled }
  | { kind: 'cancelled' }
  | { kind: 'offline' }
  | { kind: 'restricted'; untilMs: number }
  | { kind: 'wait'; atMs: number; unproven: boolean }

export type RowSender = (row: OutboxRow) => Promise<RowStep>

/** The end of what waited too long; `mayHaveLeft` when it was on the wire and nobody learnt what became of it. */
export const describeExpired = (mayHaveLeft: boolean): string =>
  mayHaveLeft
    ? `${OUTCOME_UNKNOWN}: it was on the wire more than 24 hours ago and was never confirmed.`
    : 'EXPIRED: it waited for more than 24 hours and no longer fits.'

/** What is stored of a row once its outcome is certain. */
export function buildSettled(
  row: OutboxRow,
  outcome: 'sent' | 'failed',
  atMs: number,
  error: string | null = null,
): OutboxSettled {
  const { id: outboxId, flowStateId, nodeId, messageId } = row
  return { outboxId, flowStateId, nodeId, messageId, outcome, atMs, error }
}

/** A message that was on the wire before may have been seen before. */
function readOrder({ attempts }: OutboxRow, outcome: SendOutcome): Pick<OutboxSettled, 'order'> {
  if (outcome.kind !== 'acked' || attempts > 1 || !outcome.order) return {}
  return { order: outcome.order }
}

const MAX_TYPING_MS = 10_000

/** How long the contact sees "typing" before the message. */
function readTypingMs(content: NewContent): number {
  const typing = content.type === 'text' ? content.typing : 0
  return typeof typing === 'number' ? Math.min(Math.max(0, typing), MAX_TYPING_MS) : 0
}

/** The network took somebody for a stranger with whom there is a conversation: not at once again. */
const RESTRICTED_PAUSE_MS = 60_000

/** Makes one attempt at one outbox row, in its turn of the client's queue. */
export function createRowSender(deps: OutboxDeps, options: RowSenderOptions): RowSender {
  const { db, log } = deps
  const { client, queue, reachOut } = options

  const failed = (row: OutboxRow, error: string): RowStep => ({
    kind: 'done',
    settled: buildSettled(row, 'failed', deps.nowMs(), error),
  })

  function buildNow(row: OutboxRow, content: NewContent): Promise<BuiltMessage> {
    const { media } = deps
    const connection = options.connection()
    const upload =
      media && connection ? { upload: (file: MediaContent) => media.upload(client.id, connection, file) } : {}
    const findTimer = (chat: string) => deps.timers.find(client.id, chat, connection)
    return buildMessage({ ...deps, ...upload, connection, findTimer }, client, row.chat, content)
  }

  /** A quoted message that is gone is left out rather than losing the answer. */
  async function build(row: OutboxRow, content: NewContent): Promise<BuiltMessage> {
    const plain = withoutQuote(content, row.chat)
    if (plain === null) return buildNow(row, content)
    return buildNow(row, content).catch((error: unknown) => {
      if (error instanceof Refusal) return buildNow(row, plain)
      throw error
    })
  }

  async function showTyping(row: OutboxRow, typingMs: number): Promise<void> {
    const connection = options.connection()
    if (typingMs === 0 || !connection) return
    await connection.sendPresence('composing', row.chat as Address).catch(() => {})
    await deps.sleep(typingMs, options.stopped).catch(() => {})
  }

  /** Waits for its turn, marks the row as being sent, and sends. */
  function sendInTurn(row: OutboxRow, built: BuiltMessage) {
    const done = Promise.withResolvers<SendOutcome | 'offline' | 'cancelled' | 'paused'>()
    const turn = queue.enter(row.chat, () => done.resolve('offline'))
    turn.ready((connection) => put(row, built, connection).then(done.resolve, done.reject))
    return done.promise
  }

  async function put(
    row: OutboxRow,
    built: BuiltMessage,
    connection: NetworkConnection,
  ): Promise<SendOutcome | 'cancelled' | 'paused'> {
    const { bytes } = built
    // Others that waited for the same turn may have met the restriction meanwhile.
    if ((await reachOut.admit(row.chat)) !== null) return 'paused'
    const atSec = Math.floor(deps.nowMs() / 1000)
    const { type, text, quotedId } = built
    const attempts = await deps.claims.add({ rowId: row.id, atSec, type, text, quotedId, bytes })
    if (attempts === null) {
      reachOut.giveBack(row.chat)
      return 'cancelled'
    }
    Object.assign(row, { attempts, status: 'sending' })
    try {
      const to = row.chat as Address
      return await connection.send({ id: row.messageId, to, bytes, ackTimeoutMs: options.ackTimeoutMs })
    } catch (err) {
      log.error({ err, clientId: client.id, messageId: row.messageId }, 'connector failed while sending')
      return { kind: 'unknown', reason: 'connection_lost', message: 'The connection failed while sending.' }
    }
  }

  async function release(row: OutboxRow, next: Parameters<typeof releaseOutboxRow>[2]): Promise<void> {
    await releaseOutboxRow(db, row.id, next)
    row.status = 'pending'
  }

  /** Its run is gone, but an earlier attempt may have left its message in the conversation. */
  async function settleCancelled(row: OutboxRow): Promise<RowStep> {
    const { attempts, messageId: id, status } = row
    const error =
      status === 'sending'
        ? `${OUTCOME_UNKNOWN}: it was on the wire, and its flow ended before it was confirmed.`
        : 'CANCELLED: its flow ended before it could be sent.'
    if (attempts > 0) await deps.outcomes.add({ clientId: client.id, id, atSec: null, error })
    return { kind: 'cancelled' }
  }

  /** To a stranger, whom the network does not let us write to now. It waits for its day, but not longer than it may. */
  async function pause(row: OutboxRow): Promise<RowStep | null> {
    const paused = await reachOut.findPause(row.chat)
    if (paused === null) return null
    const { reason, untilMs } = paused
    const isTooLate = untilMs - row.createdAt.getTime() >= MAX_AGE_MS
    return isTooLate ? failed(row, describeColdPause(reason, untilMs)) : { kind: 'restricted', untilMs }
  }

  async function follow(row: OutboxRow, outcome: SendOutcome): Promise<RowStep> {
    reachOut.note(row.chat, outcome)
    const facts = { attempts: row.attempts, createdAtMs: row.createdAt.getTime() }
    const next = decideNextStep(outcome, facts, deps.nowMs(), deps.random())
    const error = describeError(outcome) ?? ''
    switch (next.kind) {
      case 'sent':
        return {
          kind: 'done',
          settled: { ...buildSettled(row, 'sent', next.atMs), ...readOrder(row, outcome) },
        }
      case 'failed':
        return failed(row, error)
      case 'unproven':
        return { kind: 'wait', atMs: next.atMs, unproven: true }
      case 'restricted': {
        const step = await pause(row)
        if (step?.kind === 'done') return step
        await release(row, { atMs: deps.nowMs(), error, counted: false })
        return step ?? { kind: 'wait', atMs: deps.nowMs() + RESTRICTED_PAUSE_MS, unproven: false }
      }
      case 'offline':
        await release(row, { atMs: deps.nowMs(), error, counted: false })
        return { kind: 'offline' }
      case 'retry':
        await release(row, { atMs: next.atMs, error, counted: next.counted })
        return { kind: 'wait', atMs: next.atMs, unproven: false }
    }
  }

  async function sendBuilt(row: OutboxRow, built: BuiltMessage): Promise<RowStep> {
    const outcome = await sendInTurn(row, built)
    switch (outcome) {
      case 'offline':
        return { kind: 'offline' }
      case 'cancelled':
        return settleCancelled(row)
      case 'paused':
        return (await pause(row)) ?? { kind: 'wait', atMs: deps.nowMs(), unproven: false }
      default:
        return follow(row, outcome)
    }
  }

  return async (row) => {
    const paused = await pause(row)
    if (paused) return paused
    if (deps.nowMs() - row.createdAt.getTime() >= MAX_AGE_MS) {
      return failed(row, describeExpired(row.status === 'sending'))
    }
    const content = readStoredContent(row.content)
    if (content?.type === 'media' && !options.connection()) return { kind: 'offline' }
    if (!content) return failed(row, 'NOT_AVAILABLE_YET: this server cannot send this kind of message.')
    const built = await build(row, content).catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
    if (built instanceof Refusal) return failed(row, `${built.code}: ${built.message}`)
    await showTyping(row, readTypingMs(content))
    return options.stopped.aborted ? { kind: 'offline' } : sendBuilt(row, built)
  }
}
