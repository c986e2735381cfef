import type { CallFailure } from '../../../core/conversation/call-failure.ts'
import type { SendError } from '../../../core/conversation/send-error.ts'
import type { EventSummary, RunFailure } from '../../../core/flow/index.ts'

/** The English that is stored beside codes, since the interface answers it. Handed in: nothing here writes sentences. */
export interface StoredWords {
  /** The line of an event. */
  summary(summary: EventSummary): string
  /** Why a message was not sent. */
  sendError(error: SendError): string
  /** Why a call of a flow failed. */
  callFailure(failure: CallFailure): string
  /** Why a run failed. */
  runFailure(failure: RunFailure): string
}
