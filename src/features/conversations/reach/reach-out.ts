import { isOfMany } from '../../../core/addresses.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import { refusal } from '../../../core/errors.ts'
import type { ColdPause, NewChatQuota } from '../../../core/new-chats.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { Log } from '../../../platform/logger.ts'
import { toColdReason } from './cold-pause.ts'
import { NewChatBudget } from './new-chat-budget.ts'
import { NewChatStore } from './new-chat-store.ts'

/** How long sends to strangers pause when the network does not say until when. */
export const UNKNOWN_PAUSE_MS = 600_000

/** Relies on message_page. Whoever wrote, or took a message before, is no stranger. */
const IS_KNOWN = statement<{ found: boolean }>(
  'chat_is_known',
  `select exists (
     select from message where client_id = $1 and chat = $2 and (not from_me or status not in ('PENDING', 'ERROR'))
   ) as found`,
)

const READ = statement<{ until: Date | null }>(
  'reach_out_read',
  'select reach_out_until as until from client where id = $1',
)

const WRITE = statement<never>(
  'reach_out_write',
  'update client set reach_out_until = $2 where id = $1 and reach_out_until is distinct from $2',
)

export interface ReachOutDeps {
  db: Executor
  log: Log
  nowMs(): number
}

export interface ReachOutListener {
  /** Nothing is sent to strangers until then; null: no longer. */
  onPause(pause: ColdPause | null): void
  onQuota(quota: NewChatQuota): void
}

/**
 * The network's limits on writing to strangers, kept over restarts of this service. While it forbids that, each
 * further try makes it longer; and of the chats that an account may begin, a part is left to the phone. So sends to
 * people without a conversation wait or are refused here. Everybody else, groups and the status feed are written to as before.
 */
export class ReachOut {
  readonly #deps: ReachOutDeps
  readonly #clientId: string
  readonly #listener: ReachOutListener
  readonly #budget = new NewChatBudget(UNKNOWN_PAUSE_MS)
  readonly #quotas: NewChatStore
  #untilMs = 0
  #published: ColdPause | null = null
  #storing: Promise<unknown> = Promise.resolve()

  constructor(deps: ReachOutDeps, clientId: string, listener: ReachOutListener) {
    this.#deps = deps
    this.#clientId = clientId
    this.#listener = listener
    this.#quotas = new NewChatStore(deps, clientId)
  }

  /** Reads the limits that an earlier owner stored. */
  async load(): Promise<void> {
    const { db, nowMs } = this.#deps
    const quota = await this.#quotas.read()
    if (quota && !this.#budget.current) {
      this.#budget.set(quota, nowMs())
      this.#listener.onQuota(quota)
    }
    const until = (await db.queryOne(READ, [this.#clientId]))?.until?.getTime() ?? 0
    if (until > nowMs() && until > this.#untilMs) this.#untilMs = until
    this.#publish()
  }

  /** What became of a message to this chat. */
  note(chat: string, outcome: SendOutcome): void {
    const nowMs = this.#deps.nowMs()
    const mayHaveArrived = outcome.kind === 'acked' || outcome.kind === 'unknown'
    if (this.#budget.settle(chat, mayHaveArrived)) this.#quotaMoved()
    const reason = toColdReason(outcome)
    if (reason === 'NEW_CHAT_LIMIT') {
      this.#budget.noteCapped(nowMs)
      this.#quotaMoved()
    } else if (reason && outcome.kind === 'refused') {
      const known = Math.max(outcome.restrictedUntilMs ?? 0, this.#untilMs)
      this.set(known > nowMs ? known : nowMs + UNKNOWN_PAUSE_MS)
    }
  }

  /** The network's own word; null when writing to strangers is allowed. */
  set(next: number | null): void {
    if ((next ?? 0) === this.#untilMs) return
    const { db, log } = this.#deps
    const clientId = this.#clientId
    this.#untilMs = next ?? 0
    this.#storing = db
      .query(WRITE, [clientId, next === null ? null : new Date(next)])
      .catch((err: unknown) => log.warn({ err, clientId }, 'the end of a restriction could not be stored'))
    this.#publish()
  }

  /** The network's own word on how many chats may be begun. */
  setQuota(quota: NewChatQuota): void {
    this.#budget.set(quota, this.#deps.nowMs())
    this.#quotaMoved()
  }

  /** Nothing is restricted or counted: `findPause` and `admit` let everybody through. */
  isOpen(): boolean {
    const nowMs = this.#deps.nowMs()
    return this.#untilMs <= nowMs && !this.#budget.isLimited(nowMs)
  }

  /** Why nothing may be sent to this chat now; null when it may. Only strangers are concerned. */
  async findPause(chat: string): Promise<ColdPause | null> {
    if (isOfMany(chat)) return null
    const pause = this.#findPauseOfStranger(chat)
    return pause && (await this.#isKnown(chat)) ? null : pause
  }

  /** The same right before a message is sent. One to a stranger counts as a chat begun; `note` has to follow. */
  async admit(chat: string): Promise<ColdPause | null> {
    if (isOfMany(chat) || this.isOpen()) return null
    if (await this.#isKnown(chat)) return null
    // Others may have begun chats meanwhile.
    const pause = this.#findPauseOfStranger(chat)
    if (pause) return pause
    if (this.#budget.begin(chat, this.#deps.nowMs())) this.#quotaMoved()
    return null
  }

  /** Refuses a send to a stranger while that is restricted, else counts it. `note` or `giveBack` has to follow. */
  async check(chat: string): Promise<void> {
    const pause = await this.admit(chat)
    if (pause === null) return
    const until = new Date(pause.untilMs).toISOString()
    throw refusal('SERVICE_UNAVAILABLE', pause.reason, { until }, { data: { until } })
  }

  /** What was counted was not sent. */
  giveBack(chat: string): void {
    if (this.#budget.settle(chat, false)) this.#quotaMoved()
  }

  /** Resolves when what was said last is stored. */
  async settled(): Promise<void> {
    await this.#storing
    await this.#quotas.settled()
  }

  #findPauseOfStranger(chat: string): ColdPause | null {
    return this.#later(this.#budget.pausedFor(chat, this.#deps.nowMs()))
  }

  /** The restriction or the used up budget, whichever ends later. */
  #later(usedUpUntilMs: number | null): ColdPause | null {
    const untilMs = this.#untilMs
    const isLocked = untilMs > this.#deps.nowMs()
    if (usedUpUntilMs !== null && (!isLocked || usedUpUntilMs > untilMs))
      return { reason: 'NEW_CHAT_LIMIT', untilMs: usedUpUntilMs }
    return isLocked ? { reason: 'REACH_OUT_RESTRICTED', untilMs } : null
  }

  #publish(): void {
    const pause = this.#later(this.#budget.pausedUntil(this.#deps.nowMs()))
    if (pause?.untilMs === this.#published?.untilMs && pause?.reason === this.#published?.reason) return
    this.#published = pause
    this.#listener.onPause(pause)
  }

  #quotaMoved(): void {
    const { current } = this.#budget
    if (current) {
      this.#quotas.write(current)
      this.#listener.onQuota(current)
    }
    this.#publish()
  }

  async #isKnown(chat: string): Promise<boolean> {
    return (await this.#deps.db.queryOne(IS_KNOWN, [this.#clientId, chat]))?.found === true
  }
}
