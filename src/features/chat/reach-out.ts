import { Refusal } from '../../core/errors.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import type { SendOutcome } from '../../network/port.ts'

/** The network's code for: this account may not start conversations. */
const RESTRICTED_CODE = '463'
/** How long cold sends pause when the network does not say until when. */
const UNKNOWN_PAUSE_MS = 600_000

/** Relies on message_page. Whoever wrote, or took a message before, is no stranger. */
const IS_KNOWN = statement<{ found: boolean }>(
  'chat_is_known',
  `select exists (
     select from message where client_id = $1 and chat = $2 and (not from_me or status not in ('PENDING', 'ERROR'))
   ) as found`,
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

/**
 * What the network said of writing to strangers. While that is restricted each further try makes it longer, so sends
 * to people without a conversation are refused here; everybody else is written to as before.
 */
export function createReachOut(deps: { db: Executor; nowMs(): number }, clientId: string) {
  let untilMs = 0
  return {
    note(outcome: SendOutcome): void {
      if (outcome.kind !== 'refused' || !isReachOutLock(outcome)) return
      untilMs = outcome.restrictedUntilMs ?? deps.nowMs() + UNKNOWN_PAUSE_MS
    },
    async check(chat: string): Promise<void> {
      if (deps.nowMs() >= untilMs) return
      if ((await deps.db.queryOne(IS_KNOWN, [clientId, chat]))?.found) return
      throw new Refusal('SERVICE_UNAVAILABLE', `Nothing was sent. ${describeReachOutLock(untilMs)}`, {
        data: { reason: 'REACH_OUT_RESTRICTED', until: new Date(untilMs).toISOString() },
      })
    },
  }
}
