import { backoffMs } from '../../../core/backoff.ts'
import type { Database } from '../../../db/client.ts'
import { toJsonText } from '../../../db/json-text.ts'
import type { Log } from '../../../platform/logger.ts'
import { KeyedQueue, type Next } from '../../../platform/queue/keyed-queue.ts'
import { ANSWER_EFFECT } from '../records/event-rows.ts'
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
import type { EffectOutcome } from './effect-types.ts'

/** Effects of one client at a time; a slow server of one flow holds up that client's others only when all are taken. */
const CONCURRENCY = 8
const RETRY = { firstMs: 1_000, maxMs: 30_000 }
/** What is due again by the clock of the database is looked for so much later by ours. */
const DUE_MARGIN_MS = 20
const LOAD = 'load'
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
  /** A run has its answer: look at the lane. */
  onAnswered(contactJid: string): void
  wakeOutbox(): void
}

/** Carries out the effects of one owned client. All it knows is in the table, so it may be dropped at any moment. */
export interface EffectRunner {
  /** New effects were committed. */
  wake(): void
  /** Takes up what an earlier owner left. */
  scan(): Promise<void>
  isIdle(): boolean
  /** Resolves when nothing is under way and no retry is waited for. */
  idle(): Promise<void>
  close(): Promise<void>
}

export function createEffectRunner(deps: EffectRunnerDeps): EffectRunner {
  const { db, log, clientId, claimant } = deps
  /** By effect; what was claimed and is about to be carried out. */
  const claimed = new Map<string, EffectRow>()
  let hasVoidedClaims = false

  const loads = new KeyedQueue({
    async work() {
      const room = effects.freePlaces()
      const rows = room > 0 ? await db.query(CLAIM_EFFECTS, [clientId, claimant, room]) : []
      for (const row of rows) {
        claimed.set(row.id, row)
        effects.wakeNow(row.id)
      }
      return 'idle'
    },
    concurrency: 1,
    pauseAfterFailureMs: (failures) => backoffMs(RETRY, failures, 0.5),
    onFailure: (error) => log.error({ err: error }, 'effects could not be read'),
  })
  const wake = (): void => loads.wakeNow(LOAD)

  const effects = new KeyedQueue({
    async work(id, closing) {
      const row = claimed.get(id)
      // Its pause is over. It is claimed again for the place that this leaves.
      if (!row) return 'idle'
      claimed.delete(id)
      const end = await carryOut(row, closing).catch((error: unknown) => {
        log.error({ err: error, kind: row.kind }, 'effect could not be carried out and is tried again')
        return 'retry' as const
      })
      return end === 'settled' ? 'idle' : putOff(row, end === 'broken_off')
    },
    concurrency: CONCURRENCY,
    pauseAfterFailureMs: () => EFFECT_CLAIM_SEC * 1_000 + DUE_MARGIN_MS,
    onFailure: (error) => log.error({ err: error }, 'effect could not be put off; its claim runs out'),
    onFreePlace: wake,
  })

  const isIdle = (): boolean => loads.isIdle() && effects.isIdle()

  async function carryOut(row: EffectRow, closing: AbortSignal): Promise<'settled' | 'retry' | 'broken_off'> {
    const outcome = await deps.perform(row, closing)
    if (outcome.kind === 'retry' || outcome.kind === 'broken_off') return outcome.kind
    await settle(row, outcome)
    return 'settled'
  }

  async function putOff(row: EffectRow, isBrokenOff: boolean): Promise<Next> {
    const pauseMs = isBrokenOff ? 0 : backoffMs(RETRY, row.attempts, 0.5)
    await db.query(PUT_OFF_EFFECT, [row.id, claimant, pauseMs, isBrokenOff])
    return { afterMs: pauseMs + DUE_MARGIN_MS }
  }

  async function settle(
    row: EffectRow,
    outcome: Exclude<EffectOutcome, { kind: 'retry' | 'broken_off' }>,
  ): Promise<void> {
    const key = [row.id, claimant]
    switch (outcome.kind) {
      case 'result':
      case 'failed': {
        const type = outcome.kind === 'result' ? 'effect_result' : 'effect_failed'
        const { kind: _kind, ...answer } = outcome
        const answered = await db.queryOne(ANSWER_EFFECT, [...key, type, toJsonText(answer)])
        if (answered) deps.onAnswered(answered.contactJid)
        return
      }
      case 'logged': {
        const { event, payload } = outcome
        await db.query(LOG_EFFECT, [...key, toJsonText({ event, payload })])
        return
      }
      case 'messaged':
        await db.query(NOTIFY_BY_MESSAGE, [
          ...key,
          deps.newId(),
          deps.newMessageId(),
          outcome.to,
          outcome.text,
        ])
        return deps.wakeOutbox()
      case 'finished':
        await db.query(FINISH_EFFECT, key)
    }
  }

  return {
    wake,
    async scan() {
      if (!hasVoidedClaims) {
        await db.query(VOID_EFFECT_CLAIMS, [clientId, claimant])
        hasVoidedClaims = true
      }
      wake()
    },
    isIdle,
    async idle() {
      do {
        await loads.idle()
        await effects.idle()
      } while (!isIdle())
    },
    async close() {
      // What is being claimed is carried out.
      await loads.close()
      await effects.close(CLOSE_GRACE_MS)
    },
  }
}
