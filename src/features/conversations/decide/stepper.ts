import type { Database } from '../../../db/client.ts'
import type { Executor } from '../../../db/transaction.ts'
import { ConversationUnreadable } from './conversation-reader.ts'
import {
  CLAIM_CONVERSATION,
  LOCK_CONVERSATIONS,
  lockConversation,
  PEEK_CONVERSATION,
  RELEASE_CLAIMS,
} from './conversation-sql.ts'
import { announceStep, decide, type Step, type StepDeps, toStep, writeLocked } from './decide.ts'
import { countFailure } from './failed-events.ts'
import { ConversationLost, writeDecisions } from './write-decision.ts'

/**
 * What one look at a conversation came to. `empty`: nothing is open. `stepped`: an event was processed, look again.
 * `again`: the conversation changed under the step, look again. `busy`: somebody else holds it, come back later.
 * `failed`: the event was counted as failed and is tried again after a pause.
 */
export type StepOutcome = 'empty' | 'stepped' | 'again' | 'busy' | 'failed'

export interface ConversationStepperDeps extends StepDeps {
  db: Database
  clientId: string
  /** Who claims; no two runners alike. */
  claimant: string
  isConnected(): boolean
  wakeOutbox(): void
  /** `reference` names the failure to whoever sees the run. */
  onError(error: unknown, reference: string): void
}

/**
 * Processes the events of conversations one by one: claim, read, decide, commit. A conversation with a live run is claimed by its run,
 * outside of any transaction, and the commit succeeds only while that claim and the run's version stand. A conversation without
 * one has nothing to claim and is stepped under the conversation's lock.
 */
export class ConversationStepper {
  readonly #deps: ConversationStepperDeps
  readonly #claimed = new Set<string>()

  constructor(deps: ConversationStepperDeps) {
    this.#deps = deps
  }

  /** Runs claimed at this moment; their claims are to be renewed. */
  claimedRunIds(): string[] {
    return [...this.#claimed]
  }

  async stepNext(contactJid: string): Promise<StepOutcome> {
    const { db, clientId, claimant } = this.#deps
    const open = await db.queryOne(PEEK_CONVERSATION, [clientId, contactJid])
    if (open === undefined) return 'empty'
    const claim = await db.queryOne(CLAIM_CONVERSATION, [clientId, contactJid, claimant])
    try {
      if (claim === undefined) return await this.#stepUnclaimed(contactJid)
      this.#claimed.add(claim.id)
      return await this.#stepClaimed(contactJid, claim.id)
    } catch (error) {
      if (error instanceof ConversationUnreadable) return this.#fail(contactJid, open.seq, error)
      throw error
    } finally {
      if (claim) this.#claimed.delete(claim.id)
    }
  }

  async #stepClaimed(contactJid: string, runId: string): Promise<StepOutcome> {
    const { db, claimant, newId, newMessageId, words } = this.#deps
    const conversation = await this.#readClaimed(contactJid, runId)
    const event = conversation?.open[0]
    if (
      !conversation ||
      !event ||
      conversation.state.live?.id !== runId ||
      conversation.claimedBy !== claimant
    ) {
      await this.#release(runId)
      return event ? 'again' : 'empty'
    }
    try {
      const decided = { conversation, event, decision: decide(this.#deps, conversation, event) }
      await db.transaction(async (tx) => {
        await this.#lock(tx, contactJid)
        const keepClaim = conversation.open.length > 1
        await writeDecisions(tx, [decided], { claimant, keepClaim, newId, newMessageId, words })
      })
      return this.#finish(toStep(decided))
    } catch (error) {
      await this.#release(runId)
      if (error instanceof ConversationLost) return 'again'
      return this.#fail(contactJid, event.seq, error)
    }
  }

  /** The claimed conversation; a failure lets go of the claim. */
  async #readClaimed(contactJid: string, runId: string) {
    const { db, clientId, reader } = this.#deps
    try {
      const [conversation] = await reader.read(db, clientId, [contactJid], this.#deps.isConnected())
      return conversation
    } catch (error) {
      await this.#release(runId)
      throw error
    }
  }

  async #stepUnclaimed(contactJid: string): Promise<StepOutcome> {
    const deps = this.#deps
    let seq: number | undefined
    try {
      const step = await deps.db.transaction(async (tx) => {
        await this.#lock(tx, contactJid)
        const [conversation] = await deps.reader.read(tx, deps.clientId, [contactJid], deps.isConnected())
        const event = conversation?.open[0]
        if (!conversation || !event) return null
        seq = event.seq
        if (conversation.claimedBy !== null) throw new ConversationLost('the claim of the conversation')
        const [written] = await writeLocked(deps, tx, [
          { conversation, event, decision: decide(deps, conversation, event) },
        ])
        return written ?? null
      })
      return step === null ? 'empty' : this.#finish(step)
    } catch (error) {
      if (error instanceof ConversationLost) return 'busy'
      if (seq === undefined) throw error
      return this.#fail(contactJid, seq, error)
    }
  }

  async #lock(tx: Executor, contactJid: string): Promise<void> {
    const locked = await tx.queryOne(LOCK_CONVERSATIONS, [this.#deps.clientId, [contactJid]])
    if (locked === undefined) throw new ConversationLost('the conversation')
  }

  async #release(runId: string): Promise<void> {
    await this.#deps.db.query(RELEASE_CLAIMS, [[runId], this.#deps.claimant])
  }

  #finish(step: Step): StepOutcome {
    announceStep(this.#deps, step)
    if (step.hasSends) this.#deps.wakeOutbox()
    return step.hasMore ? 'stepped' : 'again'
  }

  async #fail(contactJid: string, seq: number, error: unknown): Promise<StepOutcome> {
    const { db, clientId, newId, onError, words } = this.#deps
    const reference = newId()
    onError(error, reference)
    const status = await db.transaction(async (tx) => {
      await lockConversation(tx, clientId, contactJid)
      return countFailure(tx, seq, reference, words)
    })
    return status === 'received' ? 'failed' : 'again'
  }
}
