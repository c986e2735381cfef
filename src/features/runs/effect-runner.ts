import { backoffMs } from '../../core/backoff.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../platform/logger.ts'
import type { createEffectPerformer } from './effect-performer.ts'
import {
  CLAIM_EFFECTS,
  type EffectRow,
  FINISH_EFFECT,
  LOG_EFFECT,
  NOTIFY_BY_MESSAGE,
  PUT_OFF_EFFECT,
  VOID_EFFECT_CLAIMS,
} from './effect-sql.ts'
import type { EffectOutcome } from './effect-types.ts'
import { ANSWER_EFFECT } from './event-rows.ts'
import { toJsonText } from './json-text.ts'

/** Effects of one client at a time; a slow server of one flow holds up that client's others only when all are taken. */
const CONCURRENCY = 8
const RETRY = { firstMs: 1_000, maxMs: 30_000 }
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
  const active = new Set<Promise<void>>()
  const pauses = new Set<NodeJS.Timeout>()
  const closing = new AbortController()
  let idleWaiters: (() => void)[] = []
  let loading: Promise<void> | null = null
  let loadAgain = false
  let isClosed = false
  let hasVoidedClaims = false

  const isIdle = () => active.size === 0 && pauses.size === 0 && loading === null

  function noteIdle(): void {
    if (!isIdle()) return
    const waiters = idleWaiters
    idleWaiters = []
    for (const resolve of waiters) resolve()
  }

  function wake(): void {
    if (isClosed) return
    if (loading) {
      loadAgain = true
      return
    }
    loading = load().finally(() => {
      loading = null
      noteIdle()
    })
  }

  async function load(): Promise<void> {
    do {
      loadAgain = false
      const room = CONCURRENCY - active.size
      if (isClosed || room <= 0) return
      const rows = await db.query(CLAIM_EFFECTS, [clientId, claimant, room]).catch((error: unknown) => {
        log.error({ err: error }, 'effects could not be read')
        return []
      })
      for (const row of rows) take(row)
      if (rows.length === room) loadAgain = true
    } while (loadAgain)
  }

  function take(row: EffectRow): void {
    const work = carryOut(row)
      .catch((error: unknown) => {
        log.error({ err: error, kind: row.kind }, 'effect could not be carried out and is tried again')
        return putOff(row, false)
      })
      .finally(() => {
        active.delete(work)
        wake()
      })
    active.add(work)
  }

  async function carryOut(row: EffectRow): Promise<void> {
    const outcome = await deps.perform(row, closing.signal)
    if (outcome.kind === 'retry') return putOff(row, false)
    if (outcome.kind === 'broken_off') return putOff(row, true)
    await settle(row, outcome)
  }

  async function putOff(row: EffectRow, isBrokenOff: boolean): Promise<void> {
    const pauseMs = isBrokenOff ? 0 : backoffMs(RETRY, row.attempts, 0.5)
    await db.query(PUT_OFF_EFFECT, [row.id, claimant, pauseMs, isBrokenOff]).catch((error: unknown) => {
      log.error({ err: error }, 'effect could not be put off; its claim runs out')
    })
    if (isClosed) return
    const timer = setTimeout(() => {
      pauses.delete(timer)
      wake()
    }, pauseMs + 20)
    pauses.add(timer)
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
    idle() {
      if (isIdle()) return Promise.resolve()
      return new Promise((resolve) => idleWaiters.push(resolve))
    },
    async close() {
      isClosed = true
      for (const timer of pauses) clearTimeout(timer)
      pauses.clear()
      await loading
      const grace = setTimeout(() => closing.abort(), CLOSE_GRACE_MS)
      await Promise.all(active)
      clearTimeout(grace)
      noteIdle()
    },
  }
}
