import { type CallFailure, toErrorCode } from '../../../core/conversation/call-failure.ts'
import type { EffectError } from '../../../core/conversation/flow-event.ts'
import type { AiEffect } from '../../../core/flow/index.ts'
import { backoffMs } from '../../../core/pacing/backoff.ts'
import type { Database } from '../../../db/client.ts'
import { toJsonText } from '../../../db/json-text.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { Log } from '../../../platform/logger.ts'
import { KeyedQueue, type Next } from '../../../platform/queue/keyed-queue.ts'
import { ANSWER_EFFECT } from '../records/event-rows.ts'
import type { StoredWords } from '../records/stored-words.ts'
import type { createEffectPerformer } from './effect-performer.ts'
import {
  CLAIM_EFFECTS,
  EFFECT_CLAIM_SEC,
  type EffectRow,
  FINISH_EFFECT,
  LOG_EFFECT,
  NOTIFY_BY_MESSAGE,
  PUT_OFF_EFFECT,
  VOID_EFFECT_CLAIMS,
} from './effect-sql.ts'
import type { EffectOutcome, TransactedAnswer } from './effect-types.ts'

/**
 * Effects of one client at the same time. A slow server of one flow holds up its other flows only when all are taken. Questions to
 * models have places of their own: each takes seconds, and as many contacts wait as write (`npm run bench -- ai-load`). How many are
 * asked at the same time is bounded where they are asked.
 */
const CONCURRENCY = { questions: 128, others: 8 } as const
const RETRY = { firstMs: 1_000, maxMs: 30_000 }
/** What is due again by the clock of the database is looked for a little later by ours, as they may differ. */
const DUE_MARGIN_MS = 20
const LANES = ['questions', 'others'] as const
type Lane = (typeof LANES)[number]

const laneOf = ({ kind }: { kind: string }): Lane => (kind === 'ai' ? 'questions' : 'others')
/** How long effects under way may take to end when the runner is closed. */
const CLOSE_GRACE_MS = 2_000

export interface EffectRunnerDeps {
  db: Database
  log: Log
  newId: () => string
  newMessageId: () => string
  clientId: string
  /** Who claims; no two runners alike. */
  claimant: string
  perform: ReturnType<typeof createEffectPerformer>
  words: Pick<StoredWords, 'callFailure'>
  /** A run has its answer: look at the conversation. */
  onAnswered(contactJid: string): void
  wakeOutbox(): void
  /** Labels of conversations are others. */
  onLabelled(): void
}

/** What an attempt came to that was not the last. */
type NotYet = Extract<EffectOutcome, { kind: 'retry' | 'broken_off' }>
type SettledOutcome = Exclude<EffectOutcome, { kind: 'retry' | 'broken_off' | 'committed' }>

type TransactedWork = Extract<EffectOutcome, { kind: 'transacted' }>['work']

type CommittedWork = Extract<EffectOutcome, { kind: 'committed' }>['work']

/** Rolls work back; the answer is stored afterwards, where there is one. */
class Undone extends Error {
  override readonly name = 'Undone'
  readonly answer: TransactedAnswer | null

  constructor(answer: TransactedAnswer | null) {
    super('work of an effect was rolled back')
    this.answer = answer
  }
}

/** Carries out the effects of one owned client. All it knows is in the table, so it may be dropped at any moment. */
export class EffectRunner {
  readonly #deps: EffectRunnerDeps
  /** By effect; what was claimed and is about to be carried out. */
  readonly #claimed = new Map<string, EffectRow>()
  /** Questions under way, to break off those that nobody waits for. */
  readonly #asked = new Map<string, { runId: string; breaking: AbortController }>()
  readonly #loads: KeyedQueue
  readonly #lanes: Readonly<Record<Lane, KeyedQueue>>
  #hasVoidedClaims = false

  constructor(deps: EffectRunnerDeps) {
    const { log } = deps
    this.#deps = deps
    this.#loads = new KeyedQueue({
      work: (lane) => this.#load(lane === 'questions' ? 'questions' : 'others'),
      concurrency: 1,
      pauseAfterFailureMs: (failures) => backoffMs(RETRY, failures, 0.5),
      onFailure: (error) => log.error({ err: error }, 'effects could not be read'),
    })
    this.#lanes = { questions: this.#createLane('questions'), others: this.#createLane('others') }
  }

  /** New effects were committed. */
  wake(effects: readonly { kind: string }[]): void {
    const lanes = new Set(effects.map(laneOf))
    for (const lane of lanes) this.#loads.wakeNow(lane)
  }

  /**
   * Their runs wait for them no more, and that is committed. A question to a model changes nothing, so it is broken off; what
   * else is under way may be done already, and ends by itself.
   */
  giveUp(effectIds: readonly string[]): void {
    for (const id of effectIds) this.#asked.get(id)?.breaking.abort()
  }

  /** The run waits for no effect any more, or is gone: somebody may have decided that elsewhere. */
  giveUpRun(flowStateId: string): void {
    for (const { runId, breaking } of this.#asked.values()) if (runId === flowStateId) breaking.abort()
  }

  #createLane(lane: Lane): KeyedQueue {
    const { log } = this.#deps
    return new KeyedQueue({
      work: (id, closing) => this.#work(id, closing),
      concurrency: CONCURRENCY[lane],
      pauseAfterFailureMs: () => EFFECT_CLAIM_SEC * 1_000 + DUE_MARGIN_MS,
      onFailure: (error) => log.error({ err: error }, 'effect could not be put off; its claim runs out'),
      onFreePlace: () => this.#loads.wakeNow(lane),
    })
  }

  /** Takes up what an earlier owner left. */
  async scan(): Promise<void> {
    const { db, clientId, claimant } = this.#deps
    if (!this.#hasVoidedClaims) {
      await db.query(VOID_EFFECT_CLAIMS, [clientId, claimant])
      this.#hasVoidedClaims = true
    }
    for (const lane of LANES) this.#loads.wakeNow(lane)
  }

  isIdle(): boolean {
    return this.#loads.isIdle() && LANES.every((lane) => this.#lanes[lane].isIdle())
  }

  /** Resolves when nothing is under way and no retry is waited for. */
  async idle(): Promise<void> {
    do {
      await this.#loads.idle()
      for (const lane of LANES) await this.#lanes[lane].idle()
    } while (!this.isIdle())
  }

  async close(): Promise<void> {
    // What is being claimed is carried out.
    await this.#loads.close()
    await Promise.all(LANES.map((lane) => this.#lanes[lane].close(CLOSE_GRACE_MS)))
  }

  async #load(lane: Lane): Promise<Next> {
    const { db, clientId, claimant } = this.#deps
    const places = this.#lanes[lane].freePlaces()
    const asked = [clientId, claimant, places, lane === 'questions']
    const rows = places > 0 ? await db.query(CLAIM_EFFECTS, asked) : []
    for (const row of rows) {
      this.#claimed.set(row.id, row)
      this.#lanes[lane].wakeNow(row.id)
    }
    return 'idle'
  }

  async #work(id: string, closing: AbortSignal): Promise<Next> {
    const row = this.#claimed.get(id)
    // Its pause is over. It is claimed again for the place that this leaves.
    if (!row) return 'idle'
    this.#claimed.delete(id)
    const end = await this.#carryOut(row, closing).catch((error: unknown) => {
      const fields = { err: error, kind: row.kind }
      this.#deps.log.error(fields, 'effect could not be carried out and is tried again')
      return { kind: 'retry' } as const
    })
    return end === 'settled' ? 'idle' : this.#putOff(row, end)
  }

  async #carryOut(row: EffectRow, closing: AbortSignal): Promise<'settled' | NotYet> {
    const outcome = await this.#perform(row, closing)
    if (outcome.kind === 'retry' || outcome.kind === 'broken_off') return outcome
    if (outcome.kind === 'committed') return this.#commit(row, outcome.work)
    await this.#settle(row, outcome)
    return 'settled'
  }

  async #perform(row: EffectRow, closing: AbortSignal): Promise<EffectOutcome> {
    if (laneOf(row) === 'others') return this.#deps.perform(row, closing)
    const breaking = new AbortController()
    // Written by `writeEffects` from the engine's own value.
    const { runId } = row.request as AiEffect
    this.#asked.set(row.id, { runId, breaking })
    try {
      return await this.#deps.perform(row, AbortSignal.any([closing, breaking.signal]))
    } finally {
      this.#asked.delete(row.id)
    }
  }

  async #putOff(row: EffectRow, end: NotYet): Promise<Next> {
    const { db, claimant } = this.#deps
    const isBrokenOff = end.kind === 'broken_off'
    const leastMs = isBrokenOff ? 0 : backoffMs(RETRY, row.attempts, 0.5)
    const pauseMs = Math.max(leastMs, end.afterMs ?? 0)
    await db.query(PUT_OFF_EFFECT, [row.id, claimant, pauseMs, isBrokenOff])
    return { afterMs: pauseMs + DUE_MARGIN_MS }
  }

  #toError(failure: CallFailure): EffectError {
    return { code: toErrorCode(failure), message: this.#deps.words.callFailure(failure), failure }
  }

  /** Stores the answer of an effect and takes the effect away; nothing where nobody waits for it any more, or another has it. */
  async #answer(db: Executor, { id }: EffectRow, answer: TransactedAnswer): Promise<string | null> {
    const { undone: _undone, ...event } = answer
    const type = 'result' in event ? 'effect_result' : 'effect_failed'
    const answered = await db.queryOne(ANSWER_EFFECT, [id, this.#deps.claimant, type, toJsonText(event)])
    return answered?.contactJid ?? null
  }

  #tell(contactJid: string | null): void {
    if (contactJid !== null) this.#deps.onAnswered(contactJid)
  }

  /** Nothing is done where another has the effect. */
  async #commit({ id, kind }: EffectRow, work: CommittedWork): Promise<'settled' | NotYet> {
    const { db, claimant, onLabelled } = this.#deps
    try {
      await db.transaction(async (tx) => {
        if (!(await tx.queryOne(FINISH_EFFECT, [id, claimant]))) return
        if (!(await work(tx))) throw new Undone(null)
      })
      if (kind === 'label') onLabelled()
      return 'settled'
    } catch (error) {
      if (!(error instanceof Undone)) throw error
      return { kind: 'retry' }
    }
  }

  /** What was done and its answer are one commit. Where nothing of it may stay, the answer is a commit of its own. */
  async #settleInTransaction(row: EffectRow, work: TransactedWork): Promise<void> {
    const { db } = this.#deps
    try {
      this.#tell(
        await db.transaction(async (tx) => {
          const answer = await work(tx)
          if (answer.undone) throw new Undone(answer)
          const contactJid = await this.#answer(tx, row, answer)
          if (contactJid === null) throw new Undone(null)
          return contactJid
        }),
      )
    } catch (error) {
      if (!(error instanceof Undone)) throw error
      if (error.answer) this.#tell(await this.#answer(db, row, error.answer))
    }
  }

  async #settle(row: EffectRow, outcome: SettledOutcome): Promise<void> {
    const { db, claimant, newId, newMessageId } = this.#deps
    const key = [row.id, claimant]
    switch (outcome.kind) {
      case 'result':
      case 'failed': {
        const { kind: _kind, ...answer } = outcome
        return this.#tell(await this.#answer(db, row, answer))
      }
      case 'call_failed':
        return this.#tell(await this.#answer(db, row, { error: this.#toError(outcome.failure) }))
      case 'transacted':
        await this.#settleInTransaction(row, outcome.work)
        return outcome.sends && this.#deps.wakeOutbox()
      case 'logged': {
        const { event, payload } = outcome
        await db.query(LOG_EFFECT, [...key, toJsonText({ event, payload })])
        return
      }
      case 'messaged':
        await db.query(NOTIFY_BY_MESSAGE, [...key, newId(), newMessageId(), outcome.to, outcome.text])
        return this.#deps.wakeOutbox()
      case 'finished':
        await db.query(FINISH_EFFECT, key)
    }
  }
}
