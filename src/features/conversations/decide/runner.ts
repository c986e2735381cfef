import type { Log } from '../../../platform/logger.ts'
import { KeyedQueue, type Next } from '../../../platform/queue/keyed-queue.ts'
import type { ChannelPort, ChatAct, GroupPort, StatusPort } from '../effects/effect-types.ts'
import {
  READ_OPEN_CONVERSATIONS,
  RENEW_CLAIMS,
  REOFFER_TIMERS,
  VOID_FOREIGN_CLAIMS,
} from './conversation-sql.ts'
import { ConversationStepper, type ConversationStepperDeps } from './stepper.ts'

/** The client a host owns, as far as its conversations need it. Settings are read with each event, not from here. */
export interface ConversationClient {
  id: string
}

export interface ConversationRunnerOptions {
  client: ConversationClient
  hostId: string
  /** Called after a commit that put messages into the outbox. */
  wakeOutbox(): void
  /** A flow has changed labels, and that is committed. */
  onLabelled?(): void
  /** False while the connection is down: timers that talk to the contact are put off. Default: always connected. */
  isConnected?(): boolean
  /** Does something in a chat through the client's connection; rejects when that is not possible. Default: rejects. */
  act?(act: ChatAct): Promise<void>
  /** Acts on groups through the client's connection. Default: none. */
  groups?: GroupPort
  /** Posts in channels through it. Default: none. */
  channels?: ChannelPort
  /** Posts statuses through it. Default: none. */
  statuses?: StatusPort
  /** Conversations worked on at the same time. Default 8. */
  concurrency?: number
}

const DEFAULT_CONCURRENCY = 8
/** A third of a claim's life. */
const RENEW_EVERY_MS = 10_000
/**
 * The pause while somebody else holds the conversation: a host that is about to lose the client, or a call that
 * cancels a run.
 */
const BUSY_PAUSE_MS = 100
const SOON_MS = 50
const FIRST_FAILURE_PAUSE_MS = 200
const MAX_FAILURE_PAUSE_MS = 30_000
/** So many looks in a row at a conversation that keeps changing; then others get their turn. */
const MAX_STEPS_IN_ROW = 50

export type ConversationRunnerDeps = Omit<
  ConversationStepperDeps,
  'clientId' | 'claimant' | 'isConnected' | 'wakeOutbox' | 'onError'
> & {
  log: Log
}

/** The event was counted as failed, and the failure logged, where it was processed. */
class EventFailed extends Error {}

/** A look at a conversation a moment later, for all who ask for one meanwhile. */
interface SoonLook {
  timer: NodeJS.Timeout
  over: PromiseWithResolvers<void>
}

/**
 * Runs the conversations of one owned client: one event of a contact at a time and in order, contacts beside each other.
 * Everything it knows is in the database, so that it may be dropped and made anew at any moment.
 */
export class ConversationRunner {
  readonly #deps: ConversationRunnerDeps
  readonly #options: ConversationRunnerOptions
  readonly #log: Log
  /** Of its claims; no two runners alike. */
  readonly #claimant: string
  readonly #stepper: ConversationStepper
  readonly #conversations: KeyedQueue
  readonly #renewal: NodeJS.Timeout
  readonly #soon = new Map<string, SoonLook>()
  #isClosed = false
  #hasVoidedClaims = false

  constructor(deps: ConversationRunnerDeps, options: ConversationRunnerOptions) {
    const clientId = options.client.id
    const claimant = `${options.hostId}/${deps.newId()}`
    const log = deps.log.child({ clientId })
    this.#deps = deps
    this.#options = options
    this.#log = log
    this.#claimant = claimant
    this.#stepper = new ConversationStepper({
      ...deps,
      clientId,
      claimant,
      isConnected: () => this.#isConnected(),
      wakeOutbox: () => options.wakeOutbox(),
      onError: (error, reference) => log.error({ err: error, reference }, 'event could not be processed'),
    })
    this.#conversations = new KeyedQueue({
      work: (contactJid, closing) => this.#drain(contactJid, closing),
      concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
      pauseAfterFailureMs: (failures) =>
        Math.min(FIRST_FAILURE_PAUSE_MS * 2 ** (failures - 1), MAX_FAILURE_PAUSE_MS),
      onFailure(error) {
        if (error instanceof EventFailed) return
        log.error({ err: error }, 'conversation could not be worked on and is tried again')
      },
    })
    this.#renewal = setInterval(() => void this.#renew(), RENEW_EVERY_MS)
    this.#renewal.unref()
  }

  /**
   * There may be open events of this contact. Cheap to call too often. Ends a pause, but not one that the running work asks
   * for: then the oldest event of the conversation has to wait in any case.
   */
  wake(contactJid: string): void {
    if (this.#conversations.isAtWork(contactJid)) this.#conversations.wake(contactJid)
    else this.#conversations.wakeNow(contactJid)
  }

  /** Looks at the conversation and the outbox in a moment, when the transaction that wrote to them has committed. */
  wakeSoon(contactJid: string): void {
    if (this.#isClosed || this.#soon.has(contactJid)) return
    const over = Promise.withResolvers<void>()
    const look = () => {
      this.#soon.delete(contactJid)
      this.#conversations.wake(contactJid)
      this.#options.wakeOutbox()
      over.resolve()
    }
    this.#soon.set(contactJid, { timer: setTimeout(look, SOON_MS), over })
  }

  /** Takes up every conversation with open events and every timer that is overdue; at the start and every 30 s. */
  async scan(): Promise<void> {
    const { db } = this.#deps
    const clientId = this.#options.client.id
    if (!this.#hasVoidedClaims) {
      await db.query(VOID_FOREIGN_CLAIMS, [clientId, this.#claimant])
      this.#hasVoidedClaims = true
    }
    if (this.#isConnected()) await db.query(REOFFER_TIMERS, [clientId])
    for (const { contactJid } of await db.query(READ_OPEN_CONVERSATIONS, [clientId])) this.wake(contactJid)
  }

  /** A contact (or every contact) changed outside of its conversation: look at it again. */
  invalidate(contactJid?: string): void {
    if (contactJid !== undefined) return this.wake(contactJid)
    this.scan().catch((error: unknown) =>
      this.#log.error({ err: error }, 'open conversations could not be read'),
    )
  }

  /** Resolves when no conversation has work that can be done now. */
  async idle(): Promise<void> {
    do {
      await Promise.all([...this.#soon.values()].map(({ over }) => over.promise))
      await this.#conversations.idle()
    } while (this.#soon.size > 0)
  }

  /** Finishes the events being worked on, lets go of its claims and takes no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#renewal)
    for (const { timer, over } of this.#soon.values()) {
      clearTimeout(timer)
      over.resolve()
    }
    this.#soon.clear()
    await this.#conversations.close()
  }

  /** Processes what is open in a conversation, until it is empty or others have to have their turn. */
  async #drain(contactJid: string, closing: AbortSignal): Promise<Next> {
    for (let steps = 0; steps < MAX_STEPS_IN_ROW && !closing.aborted; steps += 1) {
      const outcome = await this.#stepper.stepNext(contactJid)
      if (outcome === 'busy') return { afterMs: BUSY_PAUSE_MS }
      if (outcome === 'failed') throw new EventFailed()
      if (outcome === 'empty') return 'idle'
    }
    return 'again'
  }

  async #renew(): Promise<void> {
    const ids = this.#stepper.claimedRunIds()
    if (ids.length === 0) return
    await this.#deps.db.query(RENEW_CLAIMS, [ids, this.#claimant]).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'claims could not be renewed')
    })
  }

  #isConnected(): boolean {
    return this.#options.isConnected?.() ?? true
  }
}
