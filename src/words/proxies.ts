import type { MoveFailure, MoveFailureParams } from '../core/client/move-failure.ts'
import type { ProxyEntryProblems, ProxyFailureParams } from '../core/client/proxy-failure.ts'
import type { StatusCause } from '../core/client/status-cause.ts'
import { renderCoded } from './coded.ts'
import { joinSentences, type Sentences } from './sentences.ts'

/** What is said of proxies, in one language; a language without one of the codes does not compile. */
export interface ProxyWords {
  failures: Sentences<ProxyFailureParams>
  /** Without a full stop. */
  entries: Sentences<ProxyEntryProblems>
  moves: Sentences<Pick<MoveFailureParams, 'NO_WORKER' | 'MANY_AT_ONCE'>>
  /** Stands before the reason where a client was left as it is. */
  notRestarted: string
}

/** How what a failed move holds is said in the same language. */
export interface MoveRenderers {
  renderStatus: (code: string) => string
  renderCause: (cause: StatusCause) => string
  renderRefusal: (refusal: MoveFailureParams['REFUSED']['refusal']) => string
}

/** Why a client does not run on its new way yet. */
export function renderMoveFailure(
  words: ProxyWords,
  failure: MoveFailure,
  { renderStatus, renderCause, renderRefusal }: MoveRenderers,
): string {
  const left = (why: string): string => `${words.notRestarted} ${why}`
  switch (failure.code) {
    case 'STATE': {
      const { code, cause, isLeft } = failure.params
      const state = joinSentences(renderStatus(code), cause && renderCause(cause))
      return isLeft ? left(state) : state
    }
    case 'REFUSED':
      return renderRefusal(failure.params.refusal)
    case 'PROXY_FAILED':
      return left(renderCoded(words.failures, failure.params.failure))
    case 'MANY_AT_ONCE':
      return left(words.moves.MANY_AT_ONCE)
    case 'NO_WORKER':
      return words.moves.NO_WORKER
    default:
      return (failure as { code: string }).code
  }
}
