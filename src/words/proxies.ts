import type {
  MoveFailure,
  MoveFailureParams,
  ProxyEntryProblems,
  ProxyFailureParams,
} from '../core/client/proxy-failure.ts'
import { renderCoded } from './coded.ts'
import type { Sentences } from './sentences.ts'

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
  renderRefusal: (refusal: MoveFailureParams['REFUSED']['refusal']) => string
}

/** Why a client does not run on its new way yet. */
export function renderMoveFailure(
  words: ProxyWords,
  failure: MoveFailure,
  { renderStatus, renderRefusal }: MoveRenderers,
): string {
  const left = (why: string): string => `${words.notRestarted} ${why}`
  switch (failure.code) {
    case 'STATE': {
      const { code, detail, isLeft } = failure.params
      const state = `${renderStatus(code)}${detail ? ` ${detail}` : ''}`
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
