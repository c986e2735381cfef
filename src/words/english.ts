import { describeStatus } from '../core/client/client-status.ts'
import type { MoveFailure, ProxyEntryProblem, ProxyFailure } from '../core/client/proxy-failure.ts'
import type { CallFailure } from '../core/conversation/call-failure.ts'
import type { Issue } from '../core/flow/index.ts'
import { renderCallFailure } from './call-failures.ts'
import { renderCoded } from './coded.ts'
import { callFailures } from './en/call-failures.ts'
import { describeCaseFailure } from './en/case-failure-lines.ts'
import { findings } from './en/findings.ts'
import { proxyWords as proxies } from './en/proxies.ts'
import { refusals } from './en/refusals/index.ts'
import { describeRunFailure } from './en/run-failure-lines.ts'
import { describeSendError } from './en/send-error-lines.ts'
import { describeSummary } from './en/summary-lines.ts'
import { describeIssue as describe } from './findings.ts'
import { renderMoveFailure } from './proxies.ts'
import { type AnsweredRefusal, describeRefusal as describeIn, findRefusalSentence } from './refusals.ts'

/** A finding in English, which the interface answers and the command line prints. */
export const describeIssue = (issue: Issue): string => describe(findings, issue)

/** What is wrong and what to do next, in English, which the interface answers and the command line prints. */
export const describeRefusal = (refusal: AnsweredRefusal): string => describeIn(refusals, refusal)

/** The same without the field it is about. */
export const describeWithoutField = (refusal: AnsweredRefusal): string =>
  findRefusalSentence(refusals, refusal) ?? refusal.message

export { describeCaseFailure, describeRunFailure, describeSendError, describeSummary }

/** The English that the interface answers about proxies. */
export const proxyWords = {
  failure: (failure: ProxyFailure): string => renderCoded(proxies.failures, failure),
  entry: (problem: ProxyEntryProblem): string => renderCoded(proxies.entries, problem),
  move: (failure: MoveFailure): string =>
    renderMoveFailure(proxies, failure, {
      renderStatus: (code) => describeStatus(code).sentence,
      renderRefusal: describeRefusal,
    }),
}

/** The English that the interface answers about flows. */
export const flowWords = { describeIssue, describeFailure: describeCaseFailure }

/** Why a call of another system failed, in English. */
export const describeCallFailure = (failure: CallFailure): string => renderCallFailure(callFailures, failure)

/** The English that is stored beside codes, since the interface answers it. */
export const storedWords = {
  summary: describeSummary,
  sendError: describeSendError,
  runFailure: describeRunFailure,
  callFailure: describeCallFailure,
}
