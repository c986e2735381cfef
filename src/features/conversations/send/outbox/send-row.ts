import { type Address, isGroup } from '../../../../core/addresses.ts'
import {
  type MediaContent,
  type NewContent,
  readStoredContent,
} from '../../../../core/conversation/content.ts'
import { outcomeUnknown, type SendError } from '../../../../core/conversation/send-error.ts'
import type { OutboxSettled, SendOutcome } from '../../../../core/conversation/send-outcome.ts'
import { Refusal } from '../../../../core/errors.ts'
import type { NetworkConnection, OutgoingMessage } from '../../../../network/port.ts'
import type { Batcher } from '../../../../platform/queue/batcher.ts'
import { buildMessage, withoutQuote } from '../../content/build-message.ts'
import { toColdError } from '../../reach/cold-pause.ts'
import type { ReachOut } from '../../reach/reach-out.ts'
import type { BuiltMessage, NewSend, SendClaim } from '../../records/hand-over.ts'
import type { OwnedClient } from '../../records/owned-client.ts'
import type { SendDeps } from '../api-send.ts'
import { toExpired, toRefusalError, toSendError } from '../send-errors.ts'
import type { SendQueue } from '../send-queue.ts'
import type { SenderOptions } from '../sender-options.ts'
import { type OutboxRow, releaseOutboxRow } from './outbox-sql.ts'
import { decideNextStep, MAX_AGE_MS } from './retry-rules.ts'

export interface OutboxDeps extends SendDeps {
  /** Answers which attempt it is, or null when the row is gone. */
  claims: Batcher<SendClaim, number | null>
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

function toClaim(rowId: string, built: BuiltMessage, nowMs: number): SendClaim {
  return { ...built, rowId, atSec: Math.floor(nowMs / 1000) }
}

/** What is stored of a row once its outcome is certain. */
export function buildSettled(
  row: OutboxRow,
  outcome: 'sent' | 'failed',
  atMs: number,
  error: SendError | null = null,
): OutboxSettled {
  const { id: outboxId, runId: flowStateId, nodeId, messageId } = row
  return { outboxId, flowStateId, nodeId, messageId, outcome, atMs, error }
}

/** Only a first attempt has an order: a message that was on the wire before may have been seen before. */
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

/**
 * How long the claim of a decision holds. A row that waited longer for its turn may have lost its run, and is looked
 * up before it leaves.
 */
const CLAIM_HOLDS_MS = 500

/** A claim that came with the decision. */
interface OwnClaim {
  untilMs: number
  isUsed: boolean
}

/** The pause after the network took somebody for a stranger with whom there is a conversation. */
const RESTRICTED_PAUSE_MS = 60_000

/** Makes attempts at outbox rows, each in its turn of the client's queue. */
export class RowSender {
  readonly #deps: OutboxDeps
  readonly #options: RowSenderOptions
  readonly #client: OwnedClient

  constructor(deps: OutboxDeps, options: RowSenderOptions) {
    this.#deps = deps
    this.#options = options
    this.#client = options.client
  }

  /** One attempt at one row. */
  async attempt(row: OutboxRow): Promise<RowStep> {
    const paused = await this.#pause(row)
    if (paused) return paused
    if (this.#deps.nowMs() - row.createdAt.getTime() >= MAX_AGE_MS) {
      return this.#failed(row, toExpired(row.status === 'sending'))
    }
    const content = readStoredContent(row.content)
    if (content?.type === 'media' && !this.#options.connection()) return { kind: 'offline' }
    if (!content) return this.#failed(row, { code: 'NOT_AVAILABLE_YET', params: {} })
    const built = await this.#build(row, content).catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
    if (built instanceof Refusal) return this.#failed(row, toRefusalError(built, built.code))
    await this.#showTyping(row, readTypingMs(content))
    return this.#options.stopped.aborted ? { kind: 'offline' } : this.#sendBuilt(row, built, null)
  }

  /** Made ready before it is stored, when nothing has to be asked for that; null when something has. */
  async prepare(chat: string, { id: rowId, content }: NewSend): Promise<SendClaim | null> {
    const isPlain =
      content.type === 'text' && readTypingMs(content) === 0 && withoutQuote(content, chat) === null
    const ephemeralSec = isGroup(chat) ? undefined : this.#deps.timers.peek(this.#client.id, chat)
    if (!isPlain || ephemeralSec === undefined || !this.#options.reachOut.isOpen()) return null
    const connection = this.#options.connection()
    const parts = { ...this.#deps, connection, findTimer: async () => ephemeralSec }
    const built = await buildMessage(parts, this.#client, chat, content).catch(() => null)
    return built && toClaim(rowId, built, this.#deps.nowMs())
  }

  /** The first attempt at a row that was stored as being sent. */
  async attemptClaimed(row: OutboxRow, built: BuiltMessage): Promise<RowStep> {
    const claim = { untilMs: this.#deps.nowMs() + CLAIM_HOLDS_MS, isUsed: false }
    const step = await this.#sendBuilt(row, built, claim)
    if (!claim.isUsed && row.status === 'sending' && step.kind !== 'done' && !this.#options.stopped.aborted)
      await this.#release(row, { atMs: this.#deps.nowMs(), error: null, counted: false })
    return step
  }

  #buildNow(row: OutboxRow, content: NewContent): Promise<BuiltMessage> {
    const { media } = this.#deps
    const connection = this.#options.connection()
    const upload =
      media && connection
        ? { upload: (file: MediaContent) => media.upload(this.#client.id, connection, file) }
        : {}
    const findTimer = (chat: string) => this.#deps.timers.find(this.#client.id, chat, connection)
    return buildMessage({ ...this.#deps, ...upload, connection, findTimer }, this.#client, row.chat, content)
  }

  /** A quoted message that is gone is left out rather than losing the answer. */
  async #build(row: OutboxRow, content: NewContent): Promise<BuiltMessage> {
    const plain = withoutQuote(content, row.chat)
    if (plain === null) return this.#buildNow(row, content)
    return this.#buildNow(row, content).catch((error: unknown) => {
      if (error instanceof Refusal) return this.#buildNow(row, plain)
      throw error
    })
  }

  async #showTyping(row: OutboxRow, typingMs: number): Promise<void> {
    const connection = this.#options.connection()
    if (typingMs === 0 || !connection) return
    await connection.sendPresence('composing', row.chat as Address).catch(() => {})
    await this.#deps.sleep(typingMs, this.#options.stopped).catch(() => {})
  }

  /** Waits for its turn, marks the row as being sent, and sends. */
  #sendInTurn(row: OutboxRow, built: BuiltMessage, claim: OwnClaim | null) {
    const done = Promise.withResolvers<SendOutcome | 'offline' | 'cancelled' | 'paused'>()
    const turn = this.#options.queue.enter(row.chat, () => done.resolve('offline'))
    turn.ready((connection) => this.#put(row, built, connection, claim).then(done.resolve, done.reject))
    return done.promise
  }

  async #put(
    row: OutboxRow,
    built: BuiltMessage,
    connection: NetworkConnection,
    claim: OwnClaim | null,
  ): Promise<SendOutcome | 'cancelled' | 'paused'> {
    const { bytes } = built
    // Others that waited for the same turn may have met the restriction meanwhile.
    if ((await this.#options.reachOut.admit(row.chat)) !== null) return 'paused'
    if (!(await this.#claim(row, built, claim))) {
      this.#options.reachOut.giveBack(row.chat)
      return 'cancelled'
    }
    try {
      const to = row.chat as Address
      const { ackTimeoutMs } = this.#options
      const message: OutgoingMessage = { id: row.messageId, to, bytes, ackTimeoutMs }
      return await connection.send(message)
    } catch (err) {
      this.#deps.log.error(
        { err, clientId: this.#client.id, messageId: row.messageId },
        'connector failed while sending',
      )
      return { kind: 'unknown', reason: 'connector_failed' }
    }
  }

  /** False when the row is gone. */
  async #claim(row: OutboxRow, built: BuiltMessage, own: OwnClaim | null): Promise<boolean> {
    const isFresh = own !== null && this.#deps.nowMs() <= own.untilMs
    if (own) own.isUsed = true
    if (isFresh) return true
    if (own) await this.#release(row, { atMs: this.#deps.nowMs(), error: null, counted: false })
    const attempts = await this.#deps.claims.add(toClaim(row.id, built, this.#deps.nowMs()))
    if (attempts === null) return false
    Object.assign(row, { attempts, status: 'sending' })
    return true
  }

  async #release(row: OutboxRow, next: Parameters<typeof releaseOutboxRow>[3]): Promise<void> {
    await releaseOutboxRow(this.#deps.db, this.#deps.words, row.id, next)
    row.status = 'pending'
  }

  /** Its run is gone, but an earlier attempt may have left its message in the conversation. */
  async #settleCancelled(row: OutboxRow): Promise<RowStep> {
    const { attempts, messageId: id, status } = row
    const error: SendError =
      status === 'sending' ? outcomeUnknown({ cause: 'flow_ended' }) : { code: 'CANCELLED', params: {} }
    if (attempts > 0) await this.#deps.outcomes.add({ clientId: this.#client.id, id, atSec: null, error })
    return { kind: 'cancelled' }
  }

  /** To a stranger, whom the network does not let us write to now. It waits for its day, but not longer than it may. */
  async #pause(row: OutboxRow): Promise<RowStep | null> {
    const paused = await this.#options.reachOut.findPause(row.chat)
    if (paused === null) return null
    const { reason, untilMs } = paused
    const isTooLate = untilMs - row.createdAt.getTime() >= MAX_AGE_MS
    return isTooLate ? this.#failed(row, toColdError(reason, untilMs)) : { kind: 'restricted', untilMs }
  }

  async #follow(row: OutboxRow, outcome: SendOutcome): Promise<RowStep> {
    this.#options.reachOut.note(row.chat, outcome)
    const facts = { attempts: row.attempts, createdAtMs: row.createdAt.getTime() }
    const next = decideNextStep(outcome, facts, this.#deps.nowMs(), this.#deps.random())
    const error = toSendError(outcome)
    switch (next.kind) {
      case 'sent':
        return {
          kind: 'done',
          settled: { ...buildSettled(row, 'sent', next.atMs), ...readOrder(row, outcome) },
        }
      case 'failed':
        return this.#failed(row, error)
      case 'unproven':
        return { kind: 'wait', atMs: next.atMs, unproven: true }
      case 'restricted': {
        const step = await this.#pause(row)
        if (step?.kind === 'done') return step
        await this.#release(row, { atMs: this.#deps.nowMs(), error, counted: false })
        return step ?? { kind: 'wait', atMs: this.#deps.nowMs() + RESTRICTED_PAUSE_MS, unproven: false }
      }
      case 'offline':
        await this.#release(row, { atMs: this.#deps.nowMs(), error, counted: false })
        return { kind: 'offline' }
      case 'retry':
        await this.#release(row, { atMs: next.atMs, error, counted: next.counted })
        return { kind: 'wait', atMs: next.atMs, unproven: false }
    }
  }

  async #sendBuilt(row: OutboxRow, built: BuiltMessage, claim: OwnClaim | null): Promise<RowStep> {
    const outcome = await this.#sendInTurn(row, built, claim)
    switch (outcome) {
      case 'offline':
        return { kind: 'offline' }
      case 'cancelled':
        return this.#settleCancelled(row)
      case 'paused':
        return (await this.#pause(row)) ?? { kind: 'wait', atMs: this.#deps.nowMs(), unproven: false }
      default:
        return this.#follow(row, outcome)
    }
  }

  #failed(row: OutboxRow, error: SendError | null): RowStep {
    return { kind: 'done', settled: buildSettled(row, 'failed', this.#deps.nowMs(), error) }
  }
}
