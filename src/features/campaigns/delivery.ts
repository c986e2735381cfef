import type { Bus } from '../../bus/port.ts'
import { isPhoneAddress, toPhoneNumber, usernameIn } from '../../core/addresses.ts'
import { type LeftOutReason, pauseAfterMs, stepSize } from '../../core/campaigns/campaign.ts'
import { Refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { UsernameSearch } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import {
  type AskUsername,
  createAskUsername,
  isUnanswered,
  MAX_USERNAME_ASKS,
} from '../conversations/index.ts'
import type { AudienceDeps } from './audience.ts'
import { beginCampaign, wakeCampaignAt } from './begin.ts'
import { type GiveDeps, type Given, giveNext } from './give.ts'
import { type CheckedPerson, type PersonRow, peopleStore } from './people.ts'
import { pauseUntilLook, refreshPeople } from './refresh.ts'
import {
  type CampaignRow,
  COUNT_PEOPLE,
  FIND_FLOW,
  LIST_OVERDUE,
  LOCK_CAMPAIGN,
  MOVE_CAMPAIGN,
  NOTE_REFRESH,
} from './store.ts'

/** A turn that could not come for this long: nobody wants the message of the morning at night. Somebody has to say that it goes on. */
const MAX_LATE_MS = 3_600_000
/** How often a campaign looks whether its client is connected again. */
const AWAY_PAUSE_MS = 30_000
/** Numbers that nobody has seen yet, and of which the network is asked at once. */
const ASKED_AT_ONCE = 20
const ASK_TIMEOUT_MS = 30_000
/** Questions without an answer after which a round of them ends. */
const UNANSWERED_AT_ONCE = 4
const WAKE_TIMEOUT_MS = 5_000

export interface DeliveryDeps extends AudienceDeps, GiveDeps {
  db: Database
  bus: Bus
  log: Log
}

/** How a campaign goes on after a step. */
interface Turn {
  state: CampaignRow['state']
  turnAt: Date | null
  pausedBecause: CampaignRow['pausedBecause']
  given: Given | null
}

const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

const isLate = ({ now, turnAt }: Pick<CampaignRow, 'now' | 'turnAt'>): boolean =>
  turnAt !== null && now.getTime() - turnAt.getTime() > MAX_LATE_MS

/** `address` is the form that the account is registered under, for some countries another than was asked. */
interface NumberAnswer {
  exists: boolean
  address?: string | null
}

/** Under which address the network knows somebody, or why they are left out. */
type Answer = { jid: string } | { reason: LeftOutReason }

const fromNumber = (given: string, { exists, address }: Partial<NumberAnswer> = {}): Answer => {
  if (!exists) return { reason: 'not_on_network' }
  return { jid: address && isPhoneAddress(address) ? address : given }
}

const fromUsername = (found: UsernameSearch): Answer => {
  if (found.state === 'found') return { jid: found.lid }
  return { reason: found.state === 'unknown' ? 'username_unknown' : 'username_key_needed' }
}

/** Notes who is on the network, under the address that it has for them: so they are found as those they are. The campaign is locked. */
async function noteAnswers(
  tx: Transaction,
  campaignId: string,
  people: readonly PersonRow[],
  answers: ReadonlyMap<number, Answer>,
): Promise<void> {
  const moved = people.flatMap(({ n, jid }) => {
    const answer = answers.get(n)
    return answer && 'jid' in answer && answer.jid !== jid ? [answer.jid] : []
  })
  const taken = await peopleStore.listTaken(tx, campaignId, moved)
  const checked = people.map(({ n, jid: given }): CheckedPerson => {
    const answer = answers.get(n) ?? { reason: 'not_on_network' }
    if ('reason' in answer) return { n, jid: given, reason: answer.reason }
    const { jid } = answer
    if (jid !== given && taken.has(jid)) return { n, jid: given, reason: 'twice' }
    taken.add(jid)
    return { n, jid, reason: null }
  })
  await peopleStore.noteChecked(tx, campaignId, checked)
}

/** What a campaign cannot go on without, and what is not there any more. */
async function findGone(tx: Transaction, row: CampaignRow): Promise<'file_gone' | 'flow_gone' | null> {
  const { clientId, owner, flowId, text, assetId, hasFile } = row
  if (hasFile && assetId === null) return 'file_gone'
  if (flowId === null) return text !== '' || hasFile ? null : 'flow_gone'
  return (await tx.queryOne(FIND_FLOW, [flowId, owner, clientId])) ? null : 'flow_gone'
}

/** What the network said of people, and of whom it said nothing though it was asked. */
interface Answers {
  said: Map<number, Answer>
  unsaid: PersonRow[]
}

const isNamed = ({ jid }: PersonRow): boolean => usernameIn(jid) !== null

async function askNamed(
  ask: AskUsername,
  clientId: string,
  jid: string,
): Promise<Answer | 'unsaid' | 'away'> {
  try {
    return fromUsername(await ask(clientId, { username: usernameIn(jid) ?? '', isForSend: true }))
  } catch (error) {
    if (error instanceof Refusal) return isUnanswered(error) ? 'unsaid' : 'away'
    throw error
  }
}

/** What takes the people of campaigns one after the other, and looks what became of them. */
export class CampaignDelivery {
  readonly #deps: DeliveryDeps

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
  }

  /**
   * The task of the job queue for a campaign. Everybody is taken once, however often and wherever it runs: the message or the
   * event of each, that they had their turn, and the next job commit together.
   */
  async step(payload: unknown): Promise<void> {
    const id = (payload as { campaignId?: unknown } | null)?.campaignId
    if (typeof id !== 'string') throw new Error('a campaign_step job names no campaign')
    if (!(await this.#askNetwork(id))) return
    const given = await this.#deps.db.transaction((tx) => this.#stepIn(tx, id))
    if (given) await this.#wake(id, given)
  }

  /** A job that was lost with its queue must not end a campaign. */
  async wakeOverdue(): Promise<void> {
    const { db } = this.#deps
    for (const { id } of await db.query(LIST_OVERDUE)) {
      await db.transaction((tx) => wakeCampaignAt(tx, id, new Date()))
    }
  }

  /**
   * Asks the network about the next people whom only a list has named: whoever writes to numbers that are not there is taken for a
   * nuisance. False when it did not say it of all; then the campaign comes back to it, until its turn is late.
   */
  async #askNetwork(id: string): Promise<boolean> {
    const { db } = this.#deps
    const next = await peopleStore.next(db, id, ASKED_AT_ONCE)
    if (next[0]?.isChecked !== false) return true
    const row = await db.queryOne(LOCK_CAMPAIGN, [id])
    if (row?.state !== 'running' || !row.isConnected || isLate(row)) return true
    const unknown = next.filter(({ isChecked }) => !isChecked)
    const answers = await this.#ask(row, unknown)
    return await db.transaction(async (tx) => {
      await tx.queryOne(LOCK_CAMPAIGN, [id])
      if (answers) {
        const known = unknown.filter(({ n }) => answers.said.has(n))
        await noteAnswers(tx, id, known, answers.said)
        await peopleStore.noteUnanswered(tx, id, answers.unsaid)
        if (known.length === unknown.length) return true
      }
      await wakeCampaignAt(tx, id, plus(row.now, AWAY_PAUSE_MS))
      return false
    })
  }

  /** What the network says of each; null where it could not be asked. */
  async #ask({ clientId }: CampaignRow, people: readonly PersonRow[]): Promise<Answers | null> {
    const { bus, newId } = this.#deps
    const said = new Map<number, Answer>()
    const [named, numbered] = [people.filter(isNamed), people.filter((person) => !isNamed(person))]
    if (numbered.length > 0) {
      const phoneNumbers = numbered.map(({ jid }) => (isPhoneAddress(jid) && toPhoneNumber(jid)) || '')
      const command = { name: 'chat.checkNumbers', input: { phoneNumbers } }
      const reply = await bus.request(clientId, command, { commandId: newId(), timeoutMs: ASK_TIMEOUT_MS })
      if (reply.kind !== 'ok') return null
      const found = reply.result as readonly NumberAnswer[]
      for (const [index, { n, jid }] of numbered.entries()) said.set(n, fromNumber(jid, found[index]))
    }
    return { said, unsaid: await this.#askNamed(clientId, named, said) }
  }

  /** Adds what the network says of people by their usernames; answers those of whom it said nothing, and may be asked again. */
  async #askNamed(
    clientId: string,
    named: readonly PersonRow[],
    said: Map<number, Answer>,
  ): Promise<PersonRow[]> {
    const ask = createAskUsername(this.#deps)
    const unsaid: PersonRow[] = []
    for (const person of named) {
      const answer = await askNamed(ask, clientId, person.jid)
      if (answer === 'away') break
      if (answer !== 'unsaid') said.set(person.n, answer)
      else if (person.unanswered + 1 < MAX_USERNAME_ASKS) unsaid.push(person)
      else said.set(person.n, { reason: 'username_not_answered' })
      if (unsaid.length === UNANSWERED_AT_ONCE) break
    }
    return unsaid
  }

  async #stepIn(tx: Transaction, id: string): Promise<Given | null> {
    const found = await tx.queryOne(LOCK_CAMPAIGN, [id])
    if (found?.state === 'planned' && !(await this.#beginPlanned(tx, found))) return null
    const row = found?.state === 'planned' ? await tx.queryOne(LOCK_CAMPAIGN, [id]) : found
    if (!row?.startedAt) return null
    const lookAt = await this.#look(tx, row, row.startedAt)
    const turn = await this.#takeTurn(tx, row)
    const { state, turnAt, pausedBecause } = turn
    const isAway = state === 'running' && !row.isConnected
    const nextTurn = isAway ? plus(row.now, AWAY_PAUSE_MS) : turnAt
    const [dueAt = null] = [lookAt, nextTurn]
      .filter((at) => at !== null)
      .sort((a, b) => a.getTime() - b.getTime())
    await tx.query(MOVE_CAMPAIGN, [id, state, turnAt, dueAt, pausedBecause])
    if (dueAt) await wakeCampaignAt(tx, id, dueAt)
    return turn.given
  }

  /** Chooses the audience when its time has come. False: not yet, or it cannot begin. */
  async #beginPlanned(tx: Transaction, row: CampaignRow): Promise<boolean> {
    const { id, startAt, now } = row
    const lateMs = startAt === null ? 0 : now.getTime() - startAt.getTime()
    if (startAt && lateMs < 0) {
      await wakeCampaignAt(tx, id, startAt)
      return false
    }
    const pause = (because: CampaignRow['pausedBecause']) =>
      tx.query(MOVE_CAMPAIGN, [id, 'paused', null, null, because])
    if (lateMs > MAX_LATE_MS) {
      await pause('late')
      return false
    }
    try {
      await beginCampaign(this.#deps, tx, row)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await pause('audience')
      return false
    }
  }

  /** Looks what became of the people where it is time, and answers when it is again. */
  async #look(tx: Transaction, row: CampaignRow, startedAt: Date): Promise<Date | null> {
    const { id, now, endedAt, refreshedAt } = row
    const [counts] = await tx.query(COUNT_PEOPLE, [[id]])
    const pauseMs = pauseUntilLook({
      people: counts?.total ?? 0,
      sinceEndMs: endedAt && now.getTime() - endedAt.getTime(),
      sinceStartMs: now.getTime() - startedAt.getTime(),
    })
    if (pauseMs === null) return null
    const lookAt = refreshedAt ? plus(refreshedAt, pauseMs) : now
    if (lookAt > now) return lookAt
    await refreshPeople(tx, row)
    await tx.query(NOTE_REFRESH, [id])
    return plus(now, pauseMs)
  }

  async #takeTurn(tx: Transaction, row: CampaignRow): Promise<Turn> {
    const { id, clientId, now, state, turnAt, pausedBecause } = row
    const unchanged: Turn = { state, turnAt, pausedBecause, given: null }
    if (state !== 'running' || turnAt === null || turnAt > now) return unchanged
    const pause = (because: CampaignRow['pausedBecause']): Turn => {
      this.#deps.log.warn({ clientId, campaignId: id, code: because }, 'campaign was paused')
      return { state: 'paused', turnAt: null, pausedBecause: because, given: null }
    }
    if (isLate(row)) return pause('late')
    if (!row.isConnected) return unchanged
    const gone = await findGone(tx, row)
    if (gone) return pause(gone)
    const isFirst = turnAt.getTime() === row.startedAt?.getTime()
    const { given, taken, isLast } = await giveNext(this.#deps, tx, row, stepSize(row, isFirst))
    if (isLast) return { state: 'done', turnAt: null, pausedBecause: null, given }
    return { ...unchanged, turnAt: plus(now, pauseAfterMs(row, taken, isFirst)), given }
  }

  /** An owner that misses this notification finds what waits with its next look. */
  async #wake(id: string, { clientId, starts, sends }: Given): Promise<void> {
    const { bus, newId } = this.#deps
    const options = () => ({ commandId: newId(), timeoutMs: WAKE_TIMEOUT_MS })
    if (sends > 0) await bus.request(clientId, { name: 'outbox.wake', input: { campaignId: id } }, options())
    for (const contactJid of starts) {
      const reply = await bus.request(clientId, { name: 'runs.wake', input: { contactJid } }, options())
      if (reply.kind !== 'ok') return
    }
  }
}
