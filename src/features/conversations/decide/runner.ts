import type { Log } from '../../../platform/logger.ts'
import { KeyedQueue, type Next } from '../../../platform/queue/keyed-queue.ts'
import type { ChatAct } from '../effects/effect-types.ts'
import { READ_OPEN_LANES, RENEW_CLAIMS, REOFFER_TIMERS, VOID_FOREIGN_CLAIMS } from './conversation-sql.ts'
import { createLaneStepper, type LaneStepperDeps } from './stepper.ts'

/** The client a host owns, as far as its lanes need it. Settings are read with each event, not from here. */
export interface LaneClient {
  id: string
}

export interface LaneRunnerOptions {
  client: LaneClient
  hostId: string
  /** Called after a commit that put messages into the outbox. */
  wakeOutbox(): void
  /** False while the connection is down: timers that talk to the contact are put off. Default: always connected. */
  isConnected?(): boolean
  /** Does something in a chat through the client's connection; rejects when that is not possible. Default: rejects. */
  act?(act: ChatAct): Promise<void>
  /** Lanes worked on at the same time. Default 8. */
  concurrency?: number
}

/**
 * Runs the lanes of one owned client: one event of a contact at a time and in order, contacts beside each other.
 * Everything it knows is in the database, so that it may be dropped and made anew at any moment.
 */
export interface LaneRunner {
  /** There may be open events of this contact. Cheap to call too often. */
  wake(contactJid: string): void
  /** Takes up every lane with open events and every timer that is overdue; at the start and every 30 s. */
  scan(): Promise<void>
  /** A contact (or every contact) changed outside of its lane: look at it again. */
  invalidate(contactJid?: string): void
  /** Resolves when no lane has work that can be done now. */
  idle(): Promise<void>
  /** Finishes the events being worked on, lets go of its claims and takes no more. */
  close(): Promise<void>
}

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

/** The event was counted as failed, and the failure told of, where it was processed. */
class EventFailed extends Error {}

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
  /** Lanes that are looked at in a moment. */
  const soon = new Map<string, { timer: NodeJS.Timeout; over: PromiseWithResolvers<void> }>()
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

  const lanes = new KeyedQueue({
    work: drain,
    concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
    pauseAfterFailureMs: (failures) =>
      Math.min(FIRST_FAILURE_PAUSE_MS * 2 ** (failures - 1), MAX_FAILURE_PAUSE_MS),
    onFailure(error) {
      if (error instanceof EventFailed) return
      log.error({ err: error }, 'lane could not be worked on and is tried again')
    },
  })

  /** Ends a pause. One that the work of now asks for holds: the oldest event of the lane has to wait anyway. */
  function wake(contactJid: string): void {
    if (lanes.isAtWork(contactJid)) lanes.wake(contactJid)
    else lanes.wakeNow(contactJid)
  }

  /** Processes what is open in a lane, until it is empty or others have to have their turn. */
  async function drain(contactJid: string, closing: AbortSignal): Promise<Next> {
    for (let steps = 0; steps < MAX_STEPS_IN_ROW && !closing.aborted; steps += 1) {
      const outcome = await stepper.stepNext(contactJid)
      if (outcome === 'busy') return { afterMs: BUSY_PAUSE_MS }
      if (outcome === 'failed') throw new EventFailed()
      if (outcome === 'empty') return 'idle'
    }
    return 'again'
  }

  function wakeSoon(contactJid: string): void {
    if (isClosed || soon.has(contactJid)) return
    const over = Promise.withResolvers<void>()
    const look = () => {
      soon.delete(contactJid)
      lanes.wake(contactJid)
      options.wakeOutbox()
      over.resolve()
    }
    soon.set(contactJid, { timer: setTimeout(look, SOON_MS), over })
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
    wakeSoon,
    scan,
    invalidate(contactJid) {
      if (contactJid !== undefined) return wake(contactJid)
      scan().catch((error: unknown) => log.error({ err: error }, 'open lanes could not be read'))
    },
    async idle() {
      do {
        await Promise.all([...soon.values()].map(({ over }) => over.promise))
        await lanes.idle()
      } while (soon.size > 0)
    },
    async close() {
      isClosed = true
      clearInterval(renewal)
      for (const { timer, over } of soon.values()) {
        clearTimeout(timer)
        over.resolve()
      }
      soon.clear()
      await lanes.close()
    },
  }
}
