import type { OutboxSettled } from '../../../../core/conversation/send-outcome.ts'
import type { Transaction } from '../../../../db/transaction.ts'
import { Batcher } from '../../../../platform/queue/batcher.ts'
import { KeyedQueue, type Next } from '../../../../platform/queue/keyed-queue.ts'
import type { MergedContact } from '../../../contacts/index.ts'
import type { ReachOut } from '../../reach/reach-out.ts'
import type { HandOver, NewSend, SendClaim } from '../../records/hand-over.ts'
import type { SendQueue } from '../send-queue.ts'
import type { SenderOptions } from '../sender-options.ts'
import { type LoadedRow, LoadedRows } from './loaded-rows.ts'
import { OutboxHandOver } from './outbox-hand-over.ts'
import { readUnsent, settleOutboxRows } from './outbox-sql.ts'
import { buildSettled, type OutboxDeps, RowSender } from './send-row.ts'

/** Rows kept in memory at most; the rest is read as these are done with. */
const PAGE = 200
/** So many chats try a row at the same time. Two pages, since one more is read while less than one is left. */
const MAX_CHATS = 2 * PAGE
/** Rows that are settled in one transaction. */
const MAX_SETTLED = 16
/** How long outcomes gather after a batch of them under load. Only the next row of the same chat waits for that. */
const GATHER_OUTCOMES_MS = 10
/** Pause after a row could not be handled, for example because the database did not answer. */
const TROUBLE_PAUSE_MS = 5_000

const LOAD = 'load'

/**
 * What to do after an attempt. `next`: go on with the next row. `again`: try it now. `offline`: wait for a
 * connection. `paused`: its contact may not be written to now.
 */
type RowEnd = 'next' | 'again' | 'offline' | 'paused' | { afterMs: number }

interface OutboxOptions extends SenderOptions {
  queue: SendQueue
  reachOut: ReachOut
}

/**
 * Sends what flows decided, from the outbox table: of one contact one message after the other, each settled before
 * the next, all through the queue of the client. Holds nothing that is not in the table.
 */
export class Outbox {
  readonly #deps: OutboxDeps
  readonly #options: OutboxOptions
  readonly #rowSender: RowSender
  readonly #rows = new LoadedRows()
  readonly #loads: KeyedQueue
  /** Tries the row in front of a chat, one after the other until there are no more or they have to wait. */
  readonly #chats: KeyedQueue
  /** Outcomes of rows, each batch in one transaction with what its run makes of them. */
  readonly #settlements: Batcher<OutboxSettled>
  /** Strangers, whom the network does not let us write to now: their rows stay in the table and take no room here. */
  readonly #paused = new Set<string>()
  readonly #stopped = new AbortController()
  #resumeTimer: AbortController | null = null
  #mayHaveMore = false
  #lastSocketId: string | null = null

  constructor(deps: OutboxDeps, options: OutboxOptions) {
    this.#deps = deps
    this.#options = options
    this.#rowSender = new RowSender(deps, { ...options, stopped: this.#stopped.signal })
    const timing = { pauseAfterFailureMs: () => TROUBLE_PAUSE_MS, sleep: deps.sleep }
    this.#loads = new KeyedQueue({
      work: () => this.#load(),
      concurrency: 1,
      onFailure: (err) => this.#logFailure(err, 'outbox could not be read'),
      ...timing,
    })
    this.#chats = new KeyedQueue({
      work: (chat) => this.#tryFront(chat),
      concurrency: MAX_CHATS,
      onFailure: (err, chat) => this.#logFailure(err, 'outbox message could not be handled', chat),
      ...timing,
    })
    this.#settlements = new Batcher<OutboxSettled>({
      write: (batch) => this.#settle(batch),
      maxBatch: MAX_SETTLED,
      gather: { betweenMs: GATHER_OUTCOMES_MS },
      onFailure: 'split',
    })
  }

  /** New rows were committed, or the connection is open again. */
  wake(): void {
    const socketId = this.#options.connection()?.socketId ?? null
    if (socketId !== null && socketId !== this.#lastSocketId) {
      if (this.#lastSocketId !== null) this.#tryUnproven()
      this.#lastSocketId = socketId
    }
    this.#loads.wakeNow(LOAD)
  }

  /** For the messages of one transaction. */
  openHandOver(): HandOver {
    return new OutboxHandOver({
      rows: this.#rows,
      prepare: (chat, send) => this.#prepare(chat, send),
      onTaken: (chat) => this.#chats.wakeNow(chat),
      onUnread: () => this.wake(),
    })
  }

  /** These may be written to again; without names, all of them. */
  resume(names: readonly string[] = [...this.#paused]): void {
    const resumed = names.filter((name) => this.#paused.delete(name))
    if (resumed.length > 0) this.wake()
  }

  /** The network showed that it has these messages. */
  confirm(messageIds: ReadonlySet<string>, atSec: number): void {
    for (const chat of this.#rows.noteProof(messageIds, atSec)) this.#chats.wakeNow(chat)
  }

  /** Two contacts are one. */
  merge(pair: MergedContact): void {
    this.#rows.merge(pair)
    this.#chats.merge(pair.from, pair.to)
    // What stands in front of both now may go before what its contact paused for.
    this.#chats.wakeNow(pair.to)
  }

  /** Takes up nothing more. */
  stop(): void {
    this.#stopped.abort()
    void this.#loads.close()
    void this.#chats.close()
  }

  async settled(): Promise<void> {
    await Promise.all([this.#loads.idle(), this.#chats.idle()])
    await this.#settlements.idle()
  }

  async #load(): Promise<Next> {
    if (!this.#options.connection()) return 'idle'
    if (this.#rows.size() >= PAGE) {
      // Whoever woke us has committed rows that there is no room for yet.
      this.#mayHaveMore = true
      return 'idle'
    }
    const { db } = this.#deps
    const { count, chats } = await this.#rows.load((knownIds) =>
      readUnsent(db, this.#options.client.id, knownIds, PAGE, [...this.#paused]),
    )
    this.#mayHaveMore = count === PAGE
    for (const chat of chats) this.#chats.wakeNow(chat)
    return 'idle'
  }

  /** Only while few rows wait: the decision looks through them for others of its contact. */
  async #prepare(chat: string, send: NewSend): Promise<SendClaim | null> {
    const isBusy = this.#mayHaveMore || this.#paused.size > 0 || this.#rows.size() >= PAGE
    if (isBusy || this.#stopped.signal.aborted || !this.#options.connection()) return null
    return this.#rowSender.prepare(chat, send)
  }

  async #tryFront(chat: string): Promise<Next> {
    const loaded = this.#rows.front(chat)
    if (!loaded) return 'idle'
    const socketId = this.#options.connection()?.socketId
    loaded.isAtWork = true
    const end = await this.#tryRow(loaded).finally(() => {
      loaded.isAtWork = false
    })
    const next = this.#chooseNext(loaded, end)
    // A connection that came while it was noted that there is none has left out this row, which was in memory still.
    if (end === 'offline' && this.#options.connection()?.socketId !== socketId) this.wake()
    return next
  }

  async #tryRow(loaded: LoadedRow): Promise<RowEnd> {
    const { row, provenAtSec } = loaded
    if (provenAtSec !== null) {
      await this.#settlements.add(buildSettled(row, 'sent', provenAtSec * 1_000))
      return 'next'
    }
    const wait = this.#waitUntil(row.nextAt.getTime())
    if (wait !== 'again') return wait
    const { claimed } = loaded
    loaded.isUnproven = false
    loaded.claimed = null
    const step = await (claimed ? this.#rowSender.attemptClaimed(row, claimed) : this.#rowSender.attempt(row))
    switch (step.kind) {
      case 'done':
        await this.#settlements.add(step.settled)
        return 'next'
      case 'cancelled':
        return 'next'
      case 'offline':
        return 'offline'
      case 'restricted':
        this.#pauseChat(row.chat, step.untilMs)
        return 'paused'
      case 'wait':
        row.nextAt = new Date(step.atMs)
        loaded.isUnproven = step.unproven
        return this.#waitUntil(step.atMs)
    }
  }

  #chooseNext(loaded: LoadedRow, end: RowEnd): Next {
    // Its contact may have been merged into another meanwhile: whatever stands in front now has its own time.
    const { chat } = loaded.row
    const rows = this.#rows
    if (typeof end === 'object') return rows.front(chat) === loaded ? end : 'again'
    if (end === 'again') return end
    if (end === 'next' ? rows.remove(loaded) : rows.release(chat)) return 'again'
    if (end !== 'offline' && this.#mayHaveMore && rows.size() < PAGE / 2) this.wake()
    return 'idle'
  }

  #waitUntil(atMs: number): 'again' | { afterMs: number } {
    const leftMs = atMs - this.#deps.nowMs()
    return leftMs > 0 ? { afterMs: leftMs } : 'again'
  }

  #pauseChat(chat: string, untilMs: number): void {
    const { sleep, nowMs } = this.#deps
    this.#paused.add(chat)
    this.#resumeTimer?.abort()
    this.#resumeTimer = new AbortController()
    const { signal } = this.#resumeTimer
    void sleep(Math.max(0, untilMs - nowMs()), AbortSignal.any([signal, this.#stopped.signal])).then(
      () => this.resume(),
      () => {},
    )
  }

  /** The new connection is what they waited for; others that pause look at it and wait on. */
  #tryUnproven(): void {
    for (const [chat, front] of this.#rows.fronts()) {
      if (front.isUnproven) front.row.nextAt = new Date(0)
      if (front.isUnproven || !this.#chats.isAtWork(chat)) this.#chats.wakeNow(chat)
    }
  }

  async #settle(batch: readonly OutboxSettled[]): Promise<void> {
    const { db, words } = this.#deps
    const { client, isAwaited, onOutboxSettled, afterCommit } = this.#options
    const awaited = batch.filter(isAwaited)
    const settleInOne = async (tx: Transaction) => {
      const ids = await settleOutboxRows(tx, words, client.id, batch)
      for (const settled of awaited) if (ids.has(settled.outboxId)) await onOutboxSettled(tx, settled)
      return ids
    }
    // Alone, the statement is a transaction of its own: two round trips less.
    const kept = await (awaited.length === 0
      ? settleOutboxRows(db, words, client.id, batch)
      : db.transaction(settleInOne))
    for (const settled of batch) if (kept.has(settled.outboxId)) afterCommit?.(settled)
  }

  #logFailure(err: unknown, what: string, chat?: string): void {
    const messageId = chat === undefined ? undefined : this.#rows.front(chat)?.row.messageId
    this.#deps.log.error({ err, clientId: this.#options.client.id, messageId }, what)
  }
}
