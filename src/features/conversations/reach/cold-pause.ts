import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import type { ColdReason } from '../../../core/new-chats.ts'

/** The network's codes for: this account may not begin conversations, and: it began too many. */
const REASONS: Readonly<Record<string, ColdReason>> = { 463: 'REACH_OUT_RESTRICTED', 475: 'NEW_CHAT_LIMIT' }

const SENTENCES: Readonly<Record<ColdReason, string>> = {
  REACH_OUT_RESTRICTED: 'the network does not let this account write to new people.',
  NEW_CHAT_LIMIT:
    'the account has begun nearly as many new chats as the network allows. People who wrote first are answered.',
}

/** Whether the network refused a message as one to a stranger, and why. */
export const toColdReason = (outcome: SendOutcome): ColdReason | null =>
  (outcome.kind === 'refused' && REASONS[outcome.code]) || null

/** As stored and answered: a code of its own, and until when. */
export function describeColdPause(reason: ColdReason, untilMs: number | undefined): string {
  const until =
    untilMs === undefined
      ? 'The network does not say until when.'
      : `It ends at ${new Date(untilMs).toISOString()}.`
  return `${reason}: ${SENTENCES[reason]} ${until}`
}
