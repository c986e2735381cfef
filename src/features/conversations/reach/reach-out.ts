import { isGroup } from '../../../core/addresses.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import { Refusal } from '../../../core/errors.ts'
import type { ColdPause, NewChatQuota } from '../../../core/new-chats.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { Log } from '../../../platform/logger.ts'
import { describeColdPause, toColdReason } from './cold-pause.ts'
import { NewChatBudget } from './new-chat-budget.ts'
import { createNewChatStore } from './new-chat-store.ts'

/** How long cold sends pause when the network does not say until when. */
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

/** What the network said of writing to strangers; it outlives a restart of this service. */
export interface ReachOut {
  /** Reads what an earlier owner was told. */
  load(): Promise<void>
  /** What became of a message to this chat. */
  note(chat: string, outcome: SendOutcome): void
  /** The network's own word; null when writing to strangers is allowed. */
  set(untilMs: number | null): void
  /** The network's own word on how many chats may be begun. */
  setQuota(quota: NewChatQuota): void
  /** Why nothing may be sent to this chat now; null when it may. Only strangers are concerned. */
  findPause(chat: string): Promise<ColdPause | null>
  /** The same right before a message is sent, which counts as a chat begun when it is to a stranger; `note` has to follow. */
  admit(chat: string): Promise<ColdPause | null>
  /** Refuses a send to a stranger while that is restricted, and counts it otherwise; `note` or `giveBack` has to follow. */
  check(chat: string): Promise<void>
  /** What was counted was not sent. */
  giveBack(chat: string): void
  /** Resolves when what was said last is stored. */
  settled(): Promise<void>
}

export interface ReachOutDeps {
  db: Executor
  log: Log
  nowMs(): number
}

/**
 * While writing to strangers is restricted each further try makes it longer, and of the chats that an account may begin
 * a part is left alone. So sends to people without a conversation wait or are refused here; everybody else, and groups,
 * are written to as before.
 */
export function createReachOut(
  deps: ReachOutDeps,
  clientId: string,
  listener: { onPause(pause: ColdPause | null): void; onQuota(quota: NewChatQuota): void },
): ReachOut {
  const { db, log } = deps
  const budget = new NewChatBudget(UNKNOWN_PAUSE_MS)
  const quotas = createNewChatStore(deps, clientId)
  let untilMs = 0
  let told: ColdPause | null = null
  let storing: Promise<unknown> = Promise.resolve()

  /** Of two reasons the one that ends later. */
  function later(lockedUntilMs: number, usedUpUntilMs: number | null): ColdPause | null {
    const isLocked = lockedUntilMs > deps.nowMs()
    if (usedUpUntilMs !== null && (!isLocked || usedUpUntilMs > lockedUntilMs))
      return { reason: 'NEW_CHAT_LIMIT', untilMs: usedUpUntilMs }
    return isLocked ? { reason: 'REACH_OUT_RESTRICTED', untilMs: lockedUntilMs } : null
  }

  function tell(): void {
    const pause = later(untilMs, budget.pausedUntil(deps.nowMs()))
    if (pause?.untilMs === told?.untilMs && pause?.reason === told?.reason) return
    told = pause
    listener.onPause(pause)
  }

  function set(next: number | null): void {
    if ((next ?? 0) === untilMs) return
    untilMs = next ?? 0
    storing = db
      .query(WRITE, [clientId, next === null ? null : new Date(next)])
      .catch((err: unknown) => log.warn({ err, clientId }, 'the end of a restriction could not be stored'))
    tell()
  }

  function quotaMoved(): void {
    const { current } = budget
    if (current) {
      quotas.write(current)
      listener.onQuota(current)
    }
    tell()
  }

  const isKnown = async (chat: string): Promise<boolean> =>
    (await db.queryOne(IS_KNOWN, [clientId, chat]))?.found === true

  async function findPause(chat: string): Promise<ColdPause | null> {
    if (isGroup(chat)) return null
    const pause = later(untilMs, budget.pausedFor(chat, deps.nowMs()))
    return pause && (await isKnown(chat)) ? null : pause
  }

  async function admit(chat: string): Promise<ColdPause | null> {
    const nowMs = deps.nowMs()
    if (isGroup(chat) || !(untilMs > nowMs || budget.isLimited(nowMs))) return null
    if (await isKnown(chat)) return null
    // Others may have begun chats meanwhile.
    const pause = later(untilMs, budget.pausedFor(chat, deps.nowMs()))
    if (pause) return pause
    if (budget.begin(chat, deps.nowMs())) quotaMoved()
    return null
  }

  function giveBack(chat: string): void {
    if (budget.settle(chat, false)) quotaMoved()
  }

  return {
    set,
    findPause,
    admit,
    giveBack,
    setQuota(quota) {
      budget.set(quota, deps.nowMs())
      quotaMoved()
    },
    async settled() {
      await storing
      await quotas.settled()
    },
    async load() {
      const quota = await quotas.read()
      if (quota && !budget.current) {
        budget.set(quota, deps.nowMs())
        listener.onQuota(quota)
      }
      const until = (await db.queryOne(READ, [clientId]))?.until?.getTime() ?? 0
      if (until > deps.nowMs() && until > untilMs) untilMs = until
      tell()
    },
    note(chat, outcome) {
      const mayHaveArrived = outcome.kind === 'acked' || outcome.kind === 'unknown'
      if (budget.settle(chat, mayHaveArrived)) quotaMoved()
      const reason = toColdReason(outcome)
      if (reason === 'NEW_CHAT_LIMIT') {
        budget.noteCapped(deps.nowMs())
        quotaMoved()
      } else if (reason && outcome.kind === 'refused') {
        const known = Math.max(outcome.restrictedUntilMs ?? 0, untilMs)
        set(known > deps.nowMs() ? known : deps.nowMs() + UNKNOWN_PAUSE_MS)
      }
    },
    async check(chat) {
      const pause = await admit(chat)
      if (pause === null) return
      const { reason } = pause
      throw new Refusal(
        'SERVICE_UNAVAILABLE',
        `Nothing was sent. ${describeColdPause(reason, pause.untilMs)}`,
        {
          data: { reason, until: new Date(pause.untilMs).toISOString() },
        },
      )
    },
  }
}
