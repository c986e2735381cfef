import type { OutboxSettled } from '../../core/conversation/send-outcome.ts'
import type { Transaction } from '../../db/transaction.ts'
import { Batcher } from '../../platform/queue/batcher.ts'
import { buildSettled, createRowSender, type OutboxDeps } from './outbox-row.ts'
import { type OutboxRow, readUnsent, settleOutboxRows } from './outbox-store.ts'
import type { ReachOut } from './reach-out.ts'
import type { SendQueue } from './send-queue.ts'
import type { MergedContact, SenderOptions } from './types.ts'

/** Rows kept in memory at most; the rest is read as these are done with. */
const PAGE = 200
/** Rows that are settled in one transaction. */
const MAX_SETTLED = 16
/** Pause after a row could not be handled, for example because the database did not answer. */
const TROUBLE_PAUSE_MS = 5_000

/** One contact's messages, in order. */
interface Lane {
  rows: OutboxRow[]
  /** Ends the pause of the row in front. */
  interrupt: ((why: 'confirmed' | 'connected') => void) | null
  /** A message the network has shown to have, whatever becomes of its acknowledgement, and since when by its clock. */
  proven: { id: string; atSec: number } | null
}

/** Two contacts became one: what is still to come for it waits its turn behind what is under way. */
function mergeLanes(lanes: Map<string, Lane>, { from, to }: MergedContact): void {
  const lane = lanes.get(from)
  if (!lane) return
  for (const row of lane.rows) row.chat = to
  if (!lanes.has(to)) lanes.set(to, lane)
}

/** A lane of merged contacts has several names. */
function forgetLane(lanes: Map<string, Lane>, lane: Lane): void {
  for (const [name, other] of lanes) if (other === lane) lanes.delete(name)
}

type LaneStep = 'next' | 'again' | 'stop' | 'paused'

interface OutboxOptions extends SenderOptions {
  queue: SendQueue
  reachOut: ReachOut
}

/**
 * Sends what flows decided, from the outbox table: per contact strictly one after the other, each settled before the
 * next, all through the client's queue. Holds nothing that is not in the table.
 */
export function createOutbox(deps: OutboxDeps, options: OutboxOptions) {
  const { db, log } = deps
  const { client } = options
  const lanes = new Map<string, Lane>()
  const loadedIds = new Set<string>()
  /** Strangers, whom the network does not let us write to now: their rows stay in the table and take no room here. */
  const paused = new Set<string>()
  let resumeTimer: AbortController | null = null
  const running = new Set<Promise<void>>()
  const stopped = new AbortController()
  const attempt = createRowSender(deps, { ...options, stopped: stopped.signal })
  let isLoading = false
  let loadAgain = false
  let mayHaveMore = false
  let lastSocketId: string | null = null

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
  const settlements = new Batcher<OutboxSettled>({
    write: settleAll,
    maxBatch: MAX_SETTLED,
    gather: 'turn',
    onFailure: 'split',
  })

  async function load(): Promise<void> {
    isLoading = true
    try {
      do {
        loadAgain = false
        if (stopped.signal.aborted || !options.connection()) return
        if (loadedIds.size >= PAGE) {
          // Whoever woke us has committed rows that there is no room for yet.
          mayHaveMore = true
          return
        }
        const rows = await readUnsent(db, client.id, [...loadedIds], PAGE, [...paused])
        mayHaveMore = rows.length === PAGE
        for (const row of rows) enqueue(row)
      } while (loadAgain)
    } catch (err) {
      log.error({ err, clientId: client.id }, 'outbox could not be read')
    } finally {
      isLoading = false
    }
  }

  function enqueue(row: OutboxRow): void {
    loadedIds.add(row.id)
    const lane = lanes.get(row.chat)
    if (lane) {
      lane.rows.push(row)
      return
    }
    const fresh: Lane = { rows: [row], interrupt: null, proven: null }
    lanes.set(row.chat, fresh)
    const run = runLane(fresh).finally(() => running.delete(run))
    running.add(run)
  }

  /** Ends when there are no more rows, or when they have to wait for a connection. */
  async function runLane(lane: Lane): Promise<void> {
    let step: LaneStep = 'next'
    for (let row = lane.rows[0]; row && step !== 'stop' && step !== 'paused'; row = lane.rows[0]) {
      step = await handleRow(row, lane)
      if (step === 'next') loadedIds.delete(lane.rows.shift()?.id ?? '')
    }
    forgetLane(lanes, lane)
    // What was not sent is read again when the connection is back.
    for (const row of lane.rows) loadedIds.delete(row.id)
    if (mayHaveMore && step !== 'stop' && loadedIds.size < PAGE / 2) wake()
  }

  async function handleRow(row: OutboxRow, lane: Lane): Promise<LaneStep> {
    try {
      if (stopped.signal.aborted) return 'stop'
      const dueInMs = row.nextAt.getTime() - deps.nowMs()
      if (dueInMs > 0) return await waitInFront(row, lane, dueInMs, false)
      const step = await attempt(row)
      switch (step.kind) {
        case 'done':
          await settlements.add(step.settled)
          return 'next'
        case 'cancelled':
          return 'next'
        case 'offline':
          return 'stop'
        case 'restricted':
          pauseChat(row.chat, step.untilMs)
          return 'paused'
        case 'wait':
          row.nextAt = new Date(step.unproven ? 0 : step.atMs)
          return await waitInFront(row, lane, step.atMs - deps.nowMs(), step.unproven)
      }
    } catch (err) {
      log.error({ err, clientId: client.id, messageId: row.messageId }, 'outbox message could not be handled')
      return (await pause(lane, TROUBLE_PAUSE_MS)) === 'stopped' ? 'stop' : 'again'
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
  function resume(chats: readonly string[] = [...paused]): void {
    const resumed = chats.filter((chat) => paused.delete(chat))
    if (resumed.length > 0) wake()
  }

  /** Proof that it arrived settles a row at any time; a new connection tries an unproven one at once. */
  async function waitInFront(row: OutboxRow, lane: Lane, ms: number, unproven: boolean): Promise<LaneStep> {
    const endsAtMs = deps.nowMs() + ms
    for (;;) {
      if (lane.proven?.id === row.messageId) {
        await settlements.add(buildSettled(row, 'sent', lane.proven.atSec * 1_000))
        return 'next'
      }
      const leftMs = endsAtMs - deps.nowMs()
      if (leftMs <= 0) return 'again'
      const woken = await pause(lane, leftMs)
      if (woken === 'stopped') return 'stop'
      if (woken === 'connected' && unproven) return 'again'
    }
  }

  async function pause(lane: Lane, ms: number): Promise<'elapsed' | 'confirmed' | 'connected' | 'stopped'> {
    const early = Promise.withResolvers<'confirmed' | 'connected'>()
    const cancel = new AbortController()
    lane.interrupt = early.resolve
    const elapsed = deps.sleep(ms, AbortSignal.any([cancel.signal, stopped.signal])).then(
      () => 'elapsed' as const,
      () => 'stopped' as const,
    )
    try {
      return await Promise.race([early.promise, elapsed])
    } finally {
      lane.interrupt = null
      cancel.abort()
    }
  }

  function wake(): void {
    const socketId = options.connection()?.socketId ?? null
    if (socketId !== null && socketId !== lastSocketId) {
      if (lastSocketId !== null) for (const lane of lanes.values()) lane.interrupt?.('connected')
      lastSocketId = socketId
    }
    if (isLoading) loadAgain = true
    else void load()
  }

  return {
    /** New rows were committed, or the connection is open again. */
    wake,
    resume,
    confirm(messageIds: ReadonlySet<string>, atSec: number): void {
      for (const lane of lanes.values()) {
        const front = lane.rows[0]
        if (!front || !messageIds.has(front.messageId)) continue
        lane.proven = { id: front.messageId, atSec }
        lane.interrupt?.('confirmed')
      }
    },
    merge: (pair: MergedContact): void => mergeLanes(lanes, pair),
    /** Takes up nothing more. */
    stop: () => stopped.abort(),
    async settled(): Promise<void> {
      await Promise.all(running)
      await settlements.idle()
    },
  }
}
