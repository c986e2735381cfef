import type { Database } from '../../../db/client.ts'
import { nextEventLoopTurn } from '../../../platform/queue/event-loop-turn.ts'
import { insertInOrder, isOfPerson } from './answered-meanwhile.ts'
import {
  insertPending,
  type PendingMessage,
  pendingPart,
  readInserted,
  toPendingColumns,
} from './send-sql.ts'

const MAX_BATCH = 128
/**
 * How long a message waits for the commit of keys that it is stored with: longer than it takes to encrypt it, which begins at once.
 * What has to wait for its turn, or for what the network is asked, is stored by itself then.
 */
const AWAIT_KEYS_MS = 10

const ignore = (): void => {}

interface Waiting {
  message: PendingMessage
  waiter: PromiseWithResolvers<boolean>
}

/** Messages that go with a commit. */
export interface PiggybackPart {
  columns: readonly unknown[]
  /** It is committed; what the part returned. */
  settle(rows: readonly { client_id: string; id: string }[]): void
  /** The statement failed, and may or may not be stored. */
  fail(): void
}

/** What is to be stored, and may go with a commit that is made anyway. */
export interface PiggybackSource {
  /** A part of a statement, named `sent`, that returns `client_id` and `id`; its columns are the parameters from `$n` on. */
  text(n: number): string
  /** What goes with the commit that begins now. */
  take(): PiggybackPart | null
}

/**
 * Stores messages before they leave, durably: each answer is whether the message is new. It goes with the next commit of keys of
 * this host, which nearly always is that of its own keys: a commit waits for the disk, and that costs three times the processor
 * time of all else in it (`bench/send.ts`).
 */
export class PendingMessages implements PiggybackSource {
  readonly text = pendingPart
  readonly #db: Database
  readonly #underWay = new Set<Promise<void>>()
  /** The last of each conversation, of what people write: by turns they take one connection each, and keep their order. */
  readonly #ofPeople = new Map<string, Promise<unknown>>()
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | null = null
  #isWriting = false

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * `isUrgent`: no commit of its keys is to be waited for. What a person wrote never waits: it has a statement of its own.
   * Rejects with ANSWERED_MEANWHILE.
   */
  add(message: PendingMessage, isUrgent: boolean): Promise<boolean> {
    if (isOfPerson(message)) return this.#watch(this.#addOfPerson(message))
    const waiter = Promise.withResolvers<boolean>()
    this.#waiting.push({ message, waiter })
    void this.#watch(waiter.promise)
    if (isUrgent || message.byPerson) void nextEventLoopTurn().then(() => this.#write())
    else this.#timer ??= setTimeout(() => void this.#write(), AWAIT_KEYS_MS)
    return waiter.promise
  }

  /** Resolves when everything added so far is stored or rejected. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  take(): PiggybackPart | null {
    const taken = this.#waiting.filter(({ message }) => !message.byPerson).slice(0, MAX_BATCH)
    if (taken.length === 0) return null
    this.#waiting = this.#waiting.filter((one) => !taken.includes(one))
    if (this.#waiting.length === 0) this.#stopTimer()
    return {
      columns: toPendingColumns(taken.map(({ message }) => message)),
      settle: (rows) => {
        const isNew = readInserted(rows)
        for (const { message, waiter } of taken) waiter.resolve(isNew(message))
      },
      // Each by itself: one that was stored after all is not new then, and is looked up by who asked.
      fail: () => void this.#writeEach(taken),
    }
  }

  #addOfPerson(message: PendingMessage): Promise<boolean> {
    const key = `${message.clientId}/${message.chat}`
    const before = this.#ofPeople.get(key) ?? Promise.resolve()
    const stored = before.then(() => insertInOrder(this.#db, message))
    const settled = stored.then(ignore, ignore).then(() => {
      if (this.#ofPeople.get(key) === settled) this.#ofPeople.delete(key)
    })
    this.#ofPeople.set(key, settled)
    return stored
  }

  #watch(stored: Promise<boolean>): Promise<boolean> {
    const settled = stored.then(ignore, ignore)
    this.#underWay.add(settled)
    void settled.then(() => this.#underWay.delete(settled))
    return stored
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** All that waits, one batch at a time. */
  async #write(): Promise<void> {
    this.#stopTimer()
    if (this.#isWriting) return
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH)
      this.#stopTimer()
      await this.#writeBatch(batch)
    }
    this.#isWriting = false
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const messages = batch.map(({ message }) => message)
      const answers = await insertPending(this.#db, messages)
      for (const [i, { waiter }] of batch.entries()) waiter.resolve(answers[i] === true)
    } catch (error) {
      if (batch.length > 1) await this.#writeEach(batch)
      else batch[0]?.waiter.reject(error)
    }
  }

  /** So that one that cannot be written does not take the others down with it. */
  async #writeEach(batch: readonly Waiting[]): Promise<void> {
    for (const one of batch) await this.#writeBatch([one])
  }
}
