import { describeStatus } from '../core/client/client-status.ts'
import type { MoveFailure } from '../core/client/move-failure.ts'
import type { ProxyEntryProblem, ProxyFailure } from '../core/client/proxy-failure.ts'
import type { StatusCause } from '../core/client/status-cause.ts'
import type { CallFailure } from '../core/conversation/call-failure.ts'
import type { Issue, TypebotNote } from '../core/flow/index.ts'
import type { InputProblem } from '../core/input/input-problem.ts'
import type { JsonProblem } from '../core/json-safety.ts'
import { renderCallFailure } from './call-failures.ts'
import { renderCoded } from './coded.ts'
import { callFailures } from './en/call-failures.ts'
import { findings } from './en/findings.ts'
import { inputProblems, jsonProblems } from './en/input-problems.ts'
import { describeCaseFailure } from './en/lines/case-failure.ts'
import { describeFate } from './en/lines/fate.ts'
import { describeRunFailure } from './en/lines/run-failure.ts'
import { describeSendError } from './en/lines/send-error.ts'
import { describeSummary } from './en/lines/summary.ts'
import { proxyWords as proxies } from './en/proxies.ts'
import { refusals } from './en/refusals/index.ts'
import { statusCauses } from './en/status-causes.ts'
import { typebotNotes } from './en/typebot-notes.ts'
import { describeIssue as describe } from './findings.ts'
import {
  describeInputProblem as describeInput,
  describeJsonProblem as describeJson,
} from './input-problems.ts'
import { renderMoveFailure } from './proxies.ts'
import { type AnsweredRefusal, describeRefusal as describeIn, findRefusalSentence } from './refusals.ts'
import { describeNotes as describeTypebotNotes } from './typebot-notes.ts'

/** A finding in English, which the interface answers and the command line prints. */
export const describeIssue = (issue: Issue): string => describe(findings, issue)

/** What is wrong with a field of an input, in English. */
export const describeInputProblem = (problem: InputProblem): string => describeInput(inputProblems, problem)

/** Why JSON is not taken, in English. */
export const describeJsonProblem = (problem: JsonProblem): string => describeJson(jsonProblems, problem)

/** What is wrong and what to do next, in English, which the interface answers and the command line prints. */
export const describeRefusal = (refusal: AnsweredRefusal): string => describeIn(refusals, refusal)

/** The same without the field it is about. */
export const describeWithoutField = (refusal: AnsweredRefusal): string =>
  findRefusalSentence(refusals, refusal) ?? refusal.message

export { describeCaseFailure, describeRunFailure, describeSendError, describeSummary }

/** What the network or the connection said of a client's state, in English. */
export const describeStatusCause = (cause: StatusCause): string => renderCoded(statusCauses, cause)

/** The English that the interface answers about proxies. */
export const proxyWords = {
  failure: (failure: ProxyFailure): string => renderCoded(proxies.failures, failure),
  entry: (problem: ProxyEntryProblem): string => renderCoded(proxies.entries, problem),
  move: (failure: MoveFailure): string =>
    renderMoveFailure(proxies, failure, {
      renderStatus: (code) => describeStatus(code).sentence,
      renderCause: describeStatusCause,
      renderRefusal: describeRefusal,
    }),
}

/** What the import of a Typebot says of a block, in English. */
export const describeNotes = (notes: readonly TypebotNote[]): string =>
  describeTypebotNotes(typebotNotes, notes)

/** The English that the interface answers about flows. */
export const flowWords = { describeIssue, describeFailure: describeCaseFailure, describeNotes }

/** Why a call of another system failed, in English. */
export const describeCallFailure = (failure: CallFailure): string => renderCallFailure(callFailures, failure)

/** The English that the interface answers about conversations: most of it is stored beside its codes. */
export const storedWords = {
  summary: describeSummary,
  sendError: describeSendError,
  runFailure: describeRunFailure,
  callFailure: describeCallFailure,
  fate: describeFate,
}
