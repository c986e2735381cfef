import type { Coded, NoParams } from '../conversation/coded.ts'
import type { ProxyFailure } from './proxy-failure.ts'
import type { StatusCause } from './status-cause.ts'

/** A refusal as a worker answered it, of which `words` makes the sentence. */
interface Refused {
  message: string
  data?: Readonly<Record<string, unknown>> | undefined
}

/** Why a client whose proxy changed does not run on the new way yet. */
export interface MoveFailureParams {
  /** `code` is that of its state; `isLeft`: it was left as it is. */
  STATE: { code: string; cause: StatusCause | null; isLeft: boolean }
  REFUSED: { refusal: Refused }
  NO_WORKER: NoParams
  /** Nothing sounder is left for it. */
  PROXY_FAILED: { failure: ProxyFailure }
  MANY_AT_ONCE: NoParams
}

export type MoveFailure = Coded<MoveFailureParams>
