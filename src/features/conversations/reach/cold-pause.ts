import type { SendError } from '../../../core/conversation/send-error.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import type { ColdReason } from '../../../core/new-chats.ts'

/** Codes of the network: the account may not begin chats, and it has begun too many. */
const REASONS: Readonly<Record<string, ColdReason>> = { 463: 'REACH_OUT_RESTRICTED', 475: 'NEW_CHAT_LIMIT' }

/** Why the network refused a message to a stranger; null when that was not the reason. */
export const toColdReason = (outcome: SendOutcome): ColdReason | null =>
  (outcome.kind === 'refused' && REASONS[outcome.code]) || null

/** Why a message to a stranger was not sent, and until when, as far as the network says. */
export const toColdError = (code: ColdReason, untilMs: number | undefined): SendError => ({
  code,
  params: { until: untilMs === undefined ? null : new Date(untilMs).toISOString() },
})
