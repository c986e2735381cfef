import type { Address } from '../../core/addresses.ts'
import { backoffMs } from '../../core/pacing/backoff.ts'
import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { NetworkConnection } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import { KeyedQueue, type Next } from '../../platform/queue/keyed-queue.ts'
import {
  type DueChange,
  END_CHANGE,
  HOLD_LABEL,
  MAX_ATTEMPTS,
  PUT_OFF_CHANGE,
  READ_DUE,
} from './link-store.ts'

const BATCH = 50
/** What fails so often in a row fails because of the network, and the rest waits. */
const MOST_FAILURES = 3
const RETRY = { firstMs: 20_000, maxMs: 3_600_000 }
const AFTER_FAILURE = { firstMs: 1_000, maxMs: 60_000 }

/** The ends of a link. */
type End = 'phone' | 'here'

export interface LinkedLabelDeps {
  db: Database
  /** It names the client. */
  log: Log
  /** Events were logged. */
  announce(): void
}

export interface LinkedLabelOptions {
  clientId: string
  connection(): NetworkConnection | null
  /** Puts a label on a conversation or takes it off. False: there is no message of it yet. */
  changeHere(
    tx: Transaction,
    change: { chat: string; label: DueChange['label']; isOn: boolean },
  ): Promise<boolean>
}

/** A change was replaced by another meanwhile: what was done for it is taken back. */
class Replaced extends Error {
  override readonly name = 'Replaced'
}

/**
 * Carries changes of linked labels of one client over to the other end. What is to be done stays in its table until it is done, so
 * it may be dropped at any moment, and two hosts may do the same: a label that is on stays on.
 */
export class LinkedLabels {
  readonly #deps: LinkedLabelDeps
  readonly #options: LinkedLabelOptions
  readonly #ends: KeyedQueue

  constructor(deps: LinkedLabelDeps, options: LinkedLabelOptions) {
    this.#deps = deps
    this.#options = options
    this.#ends = new KeyedQueue({
      work: (end, signal) => (end === 'phone' ? this.#carryToPhone(signal) : this.#carryHere(signal)),
      concurrency: 2,
      pauseAfterFailureMs: (failures) => backoffMs(AFTER_FAILURE, failures, 0.5),
      onFailure: (err) => deps.log.error({ err }, 'changes of linked labels could not be read'),
    })
  }

  /** Looks for changes that are due. */
  scan(): void {
    for (const end of ['here', 'phone'] satisfies End[]) this.#ends.wake(end)
  }

  /** Takes no more; resolves when nothing is under way that would change the database. */
  close(): Promise<void> {
    return this.#ends.close()
  }

  #readDue(end: End): Promise<DueChange[]> {
    return this.#deps.db.query(READ_DUE, [this.#options.clientId, end === 'phone', BATCH])
  }

  async #carryHere(signal: AbortSignal): Promise<Next> {
    const due = await this.#readDue('here')
    for (const change of due) {
      if (signal.aborted) break
      await this.#changeHere(change)
    }
    if (due.length > 0) this.#deps.announce()
    return due.length === BATCH ? 'again' : 'idle'
  }

  async #changeHere(change: DueChange): Promise<void> {
    const { chat, label, isOn } = change
    try {
      await this.#deps.db.transaction(async (tx) => {
        if (!(await tx.queryOne(HOLD_LABEL, [label.id]))) return
        const isDone = await this.#options.changeHere(tx, { chat, label, isOn })
        const ended = isDone
          ? await tx.queryOne(END_CHANGE, this.#keyOf(change))
          : await tx.queryOne(PUT_OFF_CHANGE, [...this.#keyOf(change), null])
        if (!ended) throw new Replaced()
      })
    } catch (error) {
      if (!(error instanceof Replaced)) throw error
    }
  }

  async #carryToPhone(signal: AbortSignal): Promise<Next> {
    const due = this.#options.connection() ? await this.#readDue('phone') : []
    let failures = 0
    for (const change of due) {
      const connection = this.#options.connection()
      if (signal.aborted || !connection || failures === MOST_FAILURES) return 'idle'
      const isDone = await this.#changeAtPhone(connection, change, signal)
      failures = isDone ? 0 : failures + 1
    }
    return due.length === BATCH ? 'again' : 'idle'
  }

  async #changeAtPhone(
    { chats }: NetworkConnection,
    change: DueChange,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { db, log } = this.#deps
    const { whatsappId, addresses, isOn, attempts } = change
    try {
      const put = chats.labels.putChat(whatsappId, [...new Set(addresses)] as Address[], isOn)
      await unlessBroken(put, signal)
    } catch (err) {
      if (signal.aborted) return true
      const isLast = attempts + 1 >= MAX_ATTEMPTS
      log.warn({ err, labelId: whatsappId, isLast }, 'a label could not be changed on the phone')
      const pauseMs = isLast ? null : Math.round(backoffMs(RETRY, attempts + 1, 0.5))
      await db.query(PUT_OFF_CHANGE, [...this.#keyOf(change), pauseMs])
      return false
    }
    await db.query(END_CHANGE, this.#keyOf(change))
    return true
  }

  #keyOf({ chat, whatsappId, seq }: DueChange): [string, string, string, string] {
    return [this.#options.clientId, chat, whatsappId, seq]
  }
}

/** Rejects when the work has to end. What is asked of the network then is asked again by the next owner. */
async function unlessBroken(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const broken = Promise.withResolvers<never>()
  const end = (): void => broken.reject(signal.reason as Error)
  signal.addEventListener('abort', end, { once: true })
  try {
    await Promise.race([work, broken.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
