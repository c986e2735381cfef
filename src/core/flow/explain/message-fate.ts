import type { Coded, NoParams } from '../../conversation/coded.ts'
import type { SendError } from '../../conversation/send-error.ts'
import type { RunFailure } from '../run-failure.ts'
import type { ExplanationParams, Place } from './explanation.ts'

/** A message that a run took, and how many messages it answered at once. */
type Taken = Place & { sent: number }

/** What became of a message, told from its row, its event, and the steps and messages of the run that took it. */
interface ToldFates {
  /** Nobody answers what was written from this number. */
  OWN_MESSAGE: { by: 'flow' | 'api' | 'phone' }
  /** It came with the history of the account. */
  HISTORY: NoParams
  STATUS_POST: NoParams
  NOT_FOR_FLOWS: { type: string }
  /** What was decided is kept for so long. */
  FORGOTTEN: { days: number }
  /** Not decided yet; nobody decides while the number is not connected. */
  QUEUED: { isConnected: boolean }
  RETRIED: { attempts: number }
  /** The service could not process it; its log says why, under the reference. */
  GIVEN_UP: { reference: string | null }
  /** Stored before reasons were kept: only the code of the event is known. */
  IGNORED: { reason: string }
  PUT_OFF: NoParams
  STARTED: Taken
  RESUMED: Taken
  ANSWERED: Taken
  NOT_UNDERSTOOD: Taken
  KEPT: Place
  /** The steps were taken and none said anything; `nodeId` is the last of them. */
  SAID_NOTHING: Place
  OUTSIDE_HOURS: Place
  HANDED_OFF: Place
  /** The run waits for a result, or for a person who approves its answer. */
  AWAITS_EFFECT: Place
  AWAITS_APPROVAL: Place
  RUN_FAILED: { flowId: string; failure: RunFailure }
  ANSWER_NOT_SENT: { flowId: string; error: SendError | null }
  ANSWER_WAITS: { flowId: string; isConnected: boolean }
  /** The run that took it was removed since. */
  RUN_GONE: NoParams
}

export type FateParams = ExplanationParams & ToldFates

export type FateCode = keyof FateParams

export type Fate = Coded<FateParams>

/** What a fate means for the contact. */
export type FateOutcome = 'answered' | 'taken' | 'waiting' | 'failed' | 'ignored' | 'none'

/** In the order of the codes above; what is not named was ignored. */
const OUTCOMES: { readonly [Code in FateCode]?: FateOutcome } = {
  OWN_MESSAGE: 'none',
  HISTORY: 'none',
  STATUS_POST: 'none',
  NOT_FOR_FLOWS: 'none',
  FORGOTTEN: 'none',
  RUN_GONE: 'none',
  QUEUED: 'waiting',
  RETRIED: 'waiting',
  PUT_OFF: 'waiting',
  RUN_BUSY: 'waiting',
  QUESTION_UNCONFIRMED: 'waiting',
  AWAITS_EFFECT: 'waiting',
  AWAITS_APPROVAL: 'waiting',
  ANSWER_WAITS: 'waiting',
  GIVEN_UP: 'failed',
  RUN_FAILED: 'failed',
  ANSWER_NOT_SENT: 'failed',
  STARTED: 'answered',
  RESUMED: 'answered',
  ANSWERED: 'answered',
  NOT_UNDERSTOOD: 'answered',
  KEPT: 'taken',
  SAID_NOTHING: 'taken',
  OUTSIDE_HOURS: 'taken',
  HANDED_OFF: 'taken',
}

export const outcomeOf = (code: FateCode): FateOutcome => OUTCOMES[code] ?? 'ignored'
