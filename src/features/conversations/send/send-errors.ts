import { outcomeUnknown, type SendError } from '../../../core/conversation/send-error.ts'
import type { NotSent, SendOutcome, Unconfirmed } from '../../../core/conversation/send-outcome.ts'
import type { Refusal } from '../../../core/errors.ts'
import { toColdError, toColdReason } from '../reach/cold-pause.ts'

/** Why a message was not sent, or may not have been. Null for an acknowledged one. */
export function toSendError(outcome: SendOutcome): SendError | null {
  switch (outcome.kind) {
    case 'acked':
      return null
    case 'refused':
      return toRefused(outcome)
    case 'not_sent':
      return toNotSent(outcome)
    case 'unknown':
      return toUnknown(outcome)
  }
}

function toRefused(outcome: Extract<SendOutcome, { kind: 'refused' }>): SendError {
  const reason = toColdReason(outcome)
  if (reason) return toColdError(reason, outcome.restrictedUntilMs)
  return { code: 'REFUSED', params: { code: outcome.code } }
}

function toNotSent(outcome: NotSent): SendError {
  switch (outcome.reason) {
    case 'not_connected':
      return { code: 'NOT_CONNECTED', params: {} }
    case 'no_answer':
      return { code: 'NO_ANSWER', params: {} }
    case 'recipient_not_found':
      return { code: 'RECIPIENT_NOT_FOUND', params: { to: outcome.to } }
    case 'encryption_failed':
      return 'to' in outcome
        ? { code: 'NO_KEYS', params: { to: outcome.to } }
        : { code: 'ENCRYPTION_FAILED', params: { why: outcome.why } }
    case 'bad_content':
      return outcome.to === undefined
        ? { code: 'BYTES_UNREADABLE', params: {} }
        : { code: 'RECIPIENT_UNSUPPORTED', params: { to: outcome.to } }
  }
}

function toUnknown(outcome: Unconfirmed): SendError {
  if (outcome.reason === 'ack_timeout')
    return outcomeUnknown({ cause: 'ack_timeout', withinMs: outcome.withinMs })
  return outcomeUnknown({ cause: outcome.reason })
}

/** The end of what waited too long; `mayHaveLeft` when it was on the wire and nobody learnt what became of it. */
export const toExpired = (mayHaveLeft: boolean): SendError =>
  mayHaveLeft ? outcomeUnknown({ cause: 'expired' }) : { code: 'EXPIRED', params: {} }

/** A refusal that ended a send; `as` is what stands before its sentence. */
export const toRefusalError = ({ message, data }: Refusal, as: string): SendError => ({
  code: 'REFUSAL',
  params: { as, message, data },
})
