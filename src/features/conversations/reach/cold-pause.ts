import type { SendError } from '../../../core/conversation/send-error.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import type { ColdReason } from '../../../core/new-chats.ts'

/** The network's codes for: this account may not begin conversations, and: it began too many. */
const REASONS: Readonly<Record<string, ColdReason>> = { 463: 'REACH_OUT_RESTRICTED', 475: 'NEW_CHAT_LIMIT' }

/** Whether the network refused a message as one to a stranger, and why. */
export const toColdReason = (outcome: SendOutcome): ColdReason | null =>
  (outcome.kind === 'refused' && REASONS[outcome.code]) || null

/** Why a message to a stranger was not sent, and until when, as far as the network says. */
export const toColdError = (code: ColdReason, untilMs: number | undefined): SendError => ({
  code,
  params: { until: untilMs === undefined ? null : new Date(untilMs).toISOString() },
})
