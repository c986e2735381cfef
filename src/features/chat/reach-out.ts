import { isGroup } from '../../core/addresses.ts'
import { Refusal } from '../../core/errors.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import type { SendOutcome } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'

/** The network's code for: this account may not start conversations. */
const RESTRICTED_CODE = '463'
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

export const isReachOutLock = (outcome: SendOutcome): boolean =>
  outcome.kind === 'refused' && outcome.code === RESTRICTED_CODE

/** As stored and answered: a code of its own, and until when. */
export function describeReachOutLock(restrictedUntilMs: number | undefined): string {
  const until =
    restrictedUntilMs === undefined
      ? 'The network does not say until when.'
      : `It ends at ${new Date(restrictedUntilMs).toISOString()}.`
  return `REACH_OUT_RESTRICTED: the network does not let this account write to new people. ${until}`
}

/** What the network said of writing to strangers; it outlives a restart of this service. */
export interface ReachOut {
  /** Reads what an earlier owner was told. */
  load(): Promise<void>
  note(outcome: SendOutcome): void
  /** The network's own word; null when writing to strangers is allowed. */
  set(untilMs: number | null): void
  /** Until when nothing may be sent to this chat; null when it may. Only strangers are concerned. */
  findPause(chat: string): Promise<number | null>
  /** Refuses a send to a stranger while that is restricted. */
  check(chat: string): Promise<void>
  /** Resolves when what was said last is stored. */
  settled(): Promise<void>
}

export interface ReachOutDeps {
  db: Executor
  log: Log
  nowMs(): number
}

/**
 * While writing to strangers is restricted each further try makes it longer, so sends to people without a conversation
 * wait or are refused here; everybody else, and groups, are written to as before.
 */
export function createReachOut(
  deps: ReachOutDeps,
  clientId: string,
  onChange: (untilMs: number | null) => void,
): ReachOut {
  const { db, log } = deps
  let untilMs = 0
  let storing: Promise<unknown> = Promise.resolve()

  function set(next: number | null): void {
    if ((next ?? 0) === untilMs) return
    untilMs = next ?? 0
    storing = db
      .query(WRITE, [clientId, next === null ? null : new Date(next)])
      .catch((err: unknown) => log.warn({ err, clientId }, 'the end of a restriction could not be stored'))
    onChange(next)
  }

  async function findPause(chat: string): Promise<number | null> {
    if (deps.nowMs() >= untilMs || isGroup(chat)) return null
    return (await db.queryOne(IS_KNOWN, [clientId, chat]))?.found ? null : untilMs
  }

  return {
    set,
    findPause,
    async settled() {
      await storing
    },
    async load() {
      const until = (await db.queryOne(READ, [clientId]))?.until?.getTime() ?? 0
      if (until <= deps.nowMs() || until <= untilMs) return
      untilMs = until
      onChange(until)
    },
    note(outcome) {
      if (outcome.kind !== 'refused' || !isReachOutLock(outcome)) return
      const known = Math.max(outcome.restrictedUntilMs ?? 0, untilMs)
      set(known > deps.nowMs() ? known : deps.nowMs() + UNKNOWN_PAUSE_MS)
    },
    async check(chat) {
      const until = await findPause(chat)
      if (until === null) return
      throw new Refusal('SERVICE_UNAVAILABLE', `Nothing was sent. ${describeReachOutLock(until)}`, {
        data: { reason: 'REACH_OUT_RESTRICTED', until: new Date(until).toISOString() },
      })
    },
  }
}
