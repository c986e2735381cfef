import type { Log } from '../../platform/logger.ts'
import { READ_OPEN_LANES, RENEW_CLAIMS, REOFFER_TIMERS, VOID_FOREIGN_CLAIMS } from './lane-sql.ts'
import { createLaneStepper, type LaneStepperDeps } from './lane-stepper.ts'
import type { LaneRunner, LaneRunnerOptions } from './types.ts'

const DEFAULT_CONCURRENCY = 8
/** A third of a claim's life. */
const RENEW_EVERY_MS = 10_000
/** Somebody else holds the lane: a host that is about to lose the client, or a call that cancels a run. */
const BUSY_PAUSE_MS = 100
const SOON_MS = 50
const FIRST_FAILURE_PAUSE_MS = 200
const MAX_FAILURE_PAUSE_MS = 30_000
/** Looks at a lane that keeps changing before others get their turn. */
const MAX_STEPS_IN_ROW = 50

type RunnerDeps = Omit<
  LaneStepperDeps,
  'clientId' | 'claimant' | 'isConnected' | 'wakeOutbox' | 'onError'
> & {
  log: Log
}

/** What the rest of this feature may ask of a runner beyond what the worker does. */
export interface OwnLaneRunner extends LaneRunner {
  /** Looks at the lane and the outbox in a moment: a transaction that is about to commit wrote to them. */
  wakeSoon(contactJid: string): void
}

export function createLaneRunner(deps: RunnerDeps, options: LaneRunnerOptions): OwnLaneRunner {
  const clientId = options.client.id
  const claimant = `${options.hostId}/${deps.newId()}`
  const log = deps.log.child({ clientId })
  const stepper = createLaneStepper({
    ...deps,
    clientId,
    claimant,
    isConnected: () => options.isConnected?.() ?? true,
    wakeOutbox: options.wakeOutbox,
    onError: (error, reference) => log.error({ err: error, reference }, 'event could not be processed'),
  })
  const queued = new Set<string>()
  const active = new Map<string, Promise<void>>()
  const woken = new Set<string>()
  const pauses = new Map<string, NodeJS.Timeout>()
  const failures = new Map<string, number>()
  let idleWaiters: (() => void)[] = []
  let isClosed = false
  let hasVoidedClaims = false

  const renewal = setInterval(() => void renew(), RENEW_EVERY_MS)
  renewal.unref()

  async function renew(): Promise<void> {
    const ids = stepper.claimedRunIds()
    if (ids.length === 0) return
    await deps.db.query(RENEW_CLAIMS, [ids, claimant]).catch((error: unknown) => {
      log.warn({ err: error }, 'claims could not be renewed')
    })
  }

  function wake(contactJid: string): void {
    if (isClosed) return
    if (active.has(contactJid)) woken.add(contactJid)
    else queued.add(contactJid)
    pump()
  }

  function pump(): void {
    for (const contactJid of queued) {
      if (isClosed || active.size >= (options.concurrency ?? DEFAULT_CONCURRENCY)) return
      queued.delete(contactJid)
      clearTimeout(pauses.get(contactJid))
      pauses.delete(contactJid)
      active.set(contactJid, work(contactJid))
    }
    if (active.size > 0 || pauses.size > 0) return
    const waiters = idleWaiters
    idleWaiters = []
    for (const resolve of waiters) resolve()
  }

  async function work(contactJid: string): Promise<void> {
    woken.delete(contactJid)
    let pauseMs = 0
    try {
      pauseMs = await drain(contactJid)
    } catch (error) {
      log.error({ err: error }, 'lane could not be worked on and is tried again')
      pauseMs = countPause(contactJid)
    }
    active.delete(contactJid)
    if (pauseMs > 0) pause(contactJid, pauseMs)
    else if (woken.delete(contactJid)) queued.add(contactJid)
    pump()
  }

  /** Processes what is open in a lane; answers how long to stay away before the next look, 0 when it is empty. */
  async function drain(contactJid: string): Promise<number> {
    for (let steps = 0; steps < MAX_STEPS_IN_ROW && !isClosed; steps += 1) {
      const outcome = await stepper.stepNext(contactJid)
      if (outcome === 'busy') return BUSY_PAUSE_MS
      if (outcome === 'failed') return countPause(contactJid)
      if (outcome === 'empty') {
        failures.delete(contactJid)
        return 0
      }
    }
    woken.add(contactJid)
    return 0
  }

  function countPause(contactJid: string): number {
    const count = (failures.get(contactJid) ?? 0) + 1
    failures.set(contactJid, count)
    return Math.min(FIRST_FAILURE_PAUSE_MS * 2 ** (count - 1), MAX_FAILURE_PAUSE_MS)
  }

  /** The lane is looked at again later, also when it is woken meanwhile: its oldest event has to wait anyway. */
  function pause(contactJid: string, ms: number): void {
    if (isClosed) return
    const again = () => {
      pauses.delete(contactJid)
      wake(contactJid)
    }
    pauses.set(contactJid, setTimeout(again, ms))
  }

  async function scan(): Promise<void> {
    if (!hasVoidedClaims) {
      await deps.db.query(VOID_FOREIGN_CLAIMS, [clientId, claimant])
      hasVoidedClaims = true
    }
    if (options.isConnected?.() ?? true) await deps.db.query(REOFFER_TIMERS, [clientId])
    for (const { contactJid } of await deps.db.query(READ_OPEN_LANES, [clientId])) wake(contactJid)
  }

  return {
    wake,
    wakeSoon(contactJid) {
      if (pauses.has(contactJid)) return
      pause(contactJid, SOON_MS)
      setTimeout(() => isClosed || options.wakeOutbox(), SOON_MS).unref()
    },
    scan,
    invalidate(contactJid) {
      if (contactJid !== undefined) return wake(contactJid)
      scan().catch((error: unknown) => log.error({ err: error }, 'open lanes could not be read'))
    },
    idle() {
      if (active.size === 0 && queued.size === 0 && pauses.size === 0) return Promise.resolve()
      return new Promise((resolve) => idleWaiters.push(resolve))
    },
    async close() {
      isClosed = true
      clearInterval(renewal)
      for (const timer of pauses.values()) clearTimeout(timer)
      pauses.clear()
      queued.clear()
      await Promise.all(active.values())
      pump()
    },
  }
}
