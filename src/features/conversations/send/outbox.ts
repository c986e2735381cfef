import type { OutboxSettled } from '../../../core/conversation/send-outcome.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { Batcher } from '../../../platform/queue/batcher.ts'
import { KeyedQueue, type Next } from '../../../platform/queue/keyed-queue.ts'
import type { MergedContact } from '../../contacts/index.ts'
import type { ReachOut } from '../reach/reach-out.ts'
import { type LoadedRow, OutboxLanes } from './outbox-lanes.ts'
import { readUnsent, settleOutboxRows } from './outbox-sql.ts'
import type { SendQueue } from './send-queue.ts'
import { buildSettled, createRowSender, type OutboxDeps } from './send-row.ts'
import type { SenderOptions } from './sender-options.ts'

/** Rows kept in memory at most; the rest is read as these are done with. */
const PAGE = 200
/** Of that many chats one row each is made ready or waits for its turn: a page is read as long as less than one is kept. */
const MAX_LANES = 2 * PAGE
/** Rows that are settled in one transaction. */
const MAX_SETTLED = 16
/** How long outcomes gather after a batch of them under load: only the next row of the same chat waits for its own. */
const GATHER_OUTCOMES_MS = 10
/** Pause after a row could not be handled, for example because the database did not answer. */
const TROUBLE_PAUSE_MS = 5_000

const LOAD = 'load'

/** `next`: it is done with. `again`: it is to be tried now. `offline`: it waits for a connection. `paused`: its contact is not to be written to now. */
type RowEnd = 'next' | 'again' | 'offline' | 'paused' | { afterMs: number }

interface OutboxOptions extends SenderOptions {
  queue: SendQueue
  reachOut: ReachOut
}

/** Outcomes of rows, each batch in one transaction with what its run makes of them. */
function createSettlements({ db }: OutboxDeps, options: OutboxOptions): Batcher<OutboxSettled> {
  const { client } = options

  async function settleAll(batch: readonly OutboxSettled[]): Promise<void> {
    const awaited = batch.filter(options.isAwaited)
    const settleInOne = async (tx: Transaction) => {
      const ids = await settleOutboxRows(tx, client.id, batch)
      for (const settled of awaited) if (ids.has(settled.outboxId)) await options.onOutboxSettled(tx, settled)
      return ids
    }
    // Alone, the statement is a transaction of its own: two round trips less.
    const kept = await (awaited.length === 0
      ? settleOutboxRows(db, client.id, batch)
      : db.transaction(settleInOne))
    for (const settled of batch) if (kept.has(settled.outboxId)) options.afterCommit?.(settled)
  }
  return new Batcher<OutboxSettled>({
    write: settleAll,
    maxBatch: MAX_SETTLED,
    gather: { betweenMs: GATHER_OUTCOMES_MS },
    onFailure: 'split',
  })
}

/**
 * Sends what flows decided, from the outbox table: per contact strictly one after the other, each settled before the
 * next, all through the client's queue. Holds nothing that is not in the table.
 */
export function createOutbox(deps: OutboxDeps, options: OutboxOptions) {
  const { db, log } = deps
  const { client } = options
  const lanes = new OutboxLanes()
  /** Strangers, whom the network does not let us write to now: their rows stay in the table and take no room here. */
  const paused = new Set<string>()
  let resumeTimer: AbortController | null = null
  const stopped = new AbortController()
  const attempt = createRowSender(deps, { ...options, stopped: stopped.signal })
  let mayHaveMore = false
  let lastSocketId: string | null = null

  const settlements = createSettlements(deps, options)

  const timing = { pauseAfterFailureMs: () => TROUBLE_PAUSE_MS, sleep: deps.sleep }
  const loads = new KeyedQueue({
    async work() {
      if (!options.connection()) return 'idle'
      if (lanes.size() >= PAGE) {
        // Whoever woke us has committed rows that there is no room for yet.
        mayHaveMore = true
        return 'idle'
      }
      const rows = await readUnsent(db, client.id, lanes.rowIds(), PAGE, [...paused])
      mayHaveMore = rows.length === PAGE
      for (const row of rows) if (lanes.add(row)) chats.wakeNow(row.chat)
      return 'idle'
    },
    concurrency: 1,
    onFailure: (err) => log.error({ err, clientId: client.id }, 'outbox could not be read'),
    ...timing,
  })

  /** Tries the row in front of a chat, one after the other until there are no more or they have to wait. */
  const chats = new KeyedQueue({
    async work(chat) {
      const loaded = lanes.front(chat)
      if (!loaded) return 'idle'
      const socketId = options.connection()?.socketId
      loaded.isAtWork = true
      const end = await tryRow(loaded).finally(() => {
        loaded.isAtWork = false
      })
      const next = chooseNext(loaded, end)
      // A connection that came while it was noted that there is none has left out this row, which was in memory still.
      if (end === 'offline' && options.connection()?.socketId !== socketId) wake()
      return next
    },
    concurrency: MAX_LANES,
    onFailure(err, chat) {
      const messageId = lanes.front(chat)?.row.messageId
      log.error({ err, clientId: client.id, messageId }, 'outbox message could not be handled')
    },
    ...timing,
  })

  function chooseNext(loaded: LoadedRow, end: RowEnd): Next {
    // Its contact may have been merged into another meanwhile: whatever stands in front now has its own time.
    const { chat } = loaded.row
    if (typeof end === 'object') return lanes.front(chat) === loaded ? end : 'again'
    if (end === 'again') return end
    if (end === 'next' ? lanes.remove(loaded) : lanes.release(chat)) return 'again'
    if (end !== 'offline' && mayHaveMore && lanes.size() < PAGE / 2) wake()
    return 'idle'
  }

  function waitUntil(atMs: number): 'again' | { afterMs: number } {
    const leftMs = atMs - deps.nowMs()
    return leftMs > 0 ? { afterMs: leftMs } : 'again'
  }

  async function tryRow(loaded: LoadedRow): Promise<RowEnd> {
    const { row, provenAtSec } = loaded
    if (provenAtSec !== null) {
      await settlements.add(buildSettled(row, 'sent', provenAtSec * 1_000))
      return 'next'
    }
    const wait = waitUntil(row.nextAt.getTime())
    if (wait !== 'again') return wait
    loaded.isUnproven = false
    const step = await attempt(row)
    switch (step.kind) {
      case 'done':
        await settlements.add(step.settled)
        return 'next'
      case 'cancelled':
        return 'next'
      case 'offline':
        return 'offline'
      case 'restricted':
        pauseChat(row.chat, step.untilMs)
        return 'paused'
      case 'wait':
        row.nextAt = new Date(step.atMs)
        loaded.isUnproven = step.unproven
        return waitUntil(step.atMs)
    }
  }

  function pauseChat(chat: string, untilMs: number): void {
    paused.add(chat)
    resumeTimer?.abort()
    resumeTimer = new AbortController()
    const { signal } = resumeTimer
    void deps.sleep(Math.max(0, untilMs - deps.nowMs()), AbortSignal.any([signal, stopped.signal])).then(
      () => resume(),
      () => {},
    )
  }

  /** These may be written to again; without names, all of them. */
  function resume(names: readonly string[] = [...paused]): void {
    const resumed = names.filter((name) => paused.delete(name))
    if (resumed.length > 0) wake()
  }

  function wake(): void {
    const socketId = options.connection()?.socketId ?? null
    if (socketId !== null && socketId !== lastSocketId) {
      if (lastSocketId !== null) tryUnproven()
      lastSocketId = socketId
    }
    loads.wakeNow(LOAD)
  }

  /** The new connection is what they waited for; others that pause look at it and wait on. */
  function tryUnproven(): void {
    for (const [chat, front] of lanes.fronts()) {
      if (front.isUnproven) front.row.nextAt = new Date(0)
      if (front.isUnproven || !chats.isAtWork(chat)) chats.wakeNow(chat)
    }
  }

  return {
    /** New rows were committed, or the connection is open again. */
    wake,
    resume,
    confirm(messageIds: ReadonlySet<string>, atSec: number): void {
      for (const chat of lanes.noteProof(messageIds, atSec)) chats.wakeNow(chat)
    },
    merge(pair: MergedContact): void {
      lanes.merge(pair)
      chats.merge(pair.from, pair.to)
      // What stands in front of both now may go before what its contact paused for.
      chats.wakeNow(pair.to)
    },
    /** Takes up nothing more. */
    stop(): void {
      stopped.abort()
      void loads.close()
      void chats.close()
    },
    async settled(): Promise<void> {
      await Promise.all([loads.idle(), chats.idle()])
      await settlements.idle()
    },
  }
}
