import type { Database } from '../../../db/client.ts'
import type { Executor } from '../../../db/transaction.ts'
import { LaneUnreadable } from './conversation-reader.ts'
import { CLAIM_LANE, LOCK_LANES, lockLane, PEEK_LANE, RELEASE_CLAIMS } from './conversation-sql.ts'
import { announceStep, decide, type Step, type StepDeps, toStep, writeLocked } from './decide.ts'
import { countFailure } from './failed-events.ts'
import { LaneLost, writeDecisions } from './write-decision.ts'

/**
 * What one look at a lane came to. `empty`: nothing is open. `stepped`: an event was processed, look again.
 * `again`: the lane changed under the step, look again. `busy`: somebody else holds it, come back later.
 * `failed`: the event was counted as failed and is tried again after a pause.
 */
export type StepOutcome = 'empty' | 'stepped' | 'again' | 'busy' | 'failed'

export interface LaneStepperDeps extends StepDeps {
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
 * Processes the events of lanes one by one: claim, read, decide, commit. A lane with a live run is claimed by its run,
 * outside of any transaction, and the commit succeeds only while that claim and the run's version stand. A lane without
 * one has nothing to claim and is stepped under the lane's lock.
 */
export class LaneStepper {
  readonly #deps: LaneStepperDeps
  readonly #claimed = new Set<string>()

  constructor(deps: LaneStepperDeps) {
    this.#deps = deps
  }

  /** Runs claimed at this moment; their claims are to be renewed. */
  claimedRunIds(): string[] {
    return [...this.#claimed]
  }

  async stepNext(contactJid: string): Promise<StepOutcome> {
    const { db, clientId, claimant } = this.#deps
    const open = await db.queryOne(PEEK_LANE, [clientId, contactJid])
    if (open === undefined) return 'empty'
    const claim = await db.queryOne(CLAIM_LANE, [clientId, contactJid, claimant])
    try {
      if (claim === undefined) return await this.#stepUnclaimed(contactJid)
      this.#claimed.add(claim.id)
      return await this.#stepClaimed(contactJid, claim.id)
    } catch (error) {
      if (error instanceof LaneUnreadable) return this.#fail(contactJid, open.seq, error)
      throw error
    } finally {
      if (claim) this.#claimed.delete(claim.id)
    }
  }

  async #stepClaimed(contactJid: string, runId: string): Promise<StepOutcome> {
    const { db, claimant, newId, newMessageId, words } = this.#deps
    const lane = await this.#readClaimed(contactJid, runId)
    const event = lane?.open[0]
    if (!lane || !event || lane.state.live?.id !== runId || lane.claimedBy !== claimant) {
      await this.#release(runId)
      return event ? 'again' : 'empty'
    }
    try {
      const decided = { lane, event, decision: decide(this.#deps, lane, event) }
      await db.transaction(async (tx) => {
        await this.#lock(tx, contactJid)
        const keepClaim = lane.open.length > 1
        await writeDecisions(tx, [decided], { claimant, keepClaim, newId, newMessageId, words })
      })
      return this.#finish(toStep(decided))
    } catch (error) {
      await this.#release(runId)
      if (error instanceof LaneLost) return 'again'
      return this.#fail(contactJid, event.seq, error)
    }
  }

  /** The claimed lane; a failure lets go of the claim. */
  async #readClaimed(contactJid: string, runId: string) {
    const { db, clientId, reader } = this.#deps
    try {
      const [lane] = await reader.read(db, clientId, [contactJid], this.#deps.isConnected())
      return lane
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
        const [lane] = await deps.reader.read(tx, deps.clientId, [contactJid], deps.isConnected())
        const event = lane?.open[0]
        if (!lane || !event) return null
        seq = event.seq
        if (lane.claimedBy !== null) throw new LaneLost('the claim of the lane')
        const [written] = await writeLocked(deps, tx, [{ lane, event, decision: decide(deps, lane, event) }])
        return written ?? null
      })
      return step === null ? 'empty' : this.#finish(step)
    } catch (error) {
      if (error instanceof LaneLost) return 'busy'
      if (seq === undefined) throw error
      return this.#fail(contactJid, seq, error)
    }
  }

  async #lock(tx: Executor, contactJid: string): Promise<void> {
    const locked = await tx.queryOne(LOCK_LANES, [this.#deps.clientId, [contactJid]])
    if (locked === undefined) throw new LaneLost('the lane')
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
    const { db, clientId, newId, onError } = this.#deps
    const reference = newId()
    onError(error, reference)
    const status = await db.transaction(async (tx) => {
      await lockLane(tx, clientId, contactJid)
      return countFailure(tx, seq, reference)
    })
    return status === 'received' ? 'failed' : 'again'
  }
}
