import type { CaseFailure, CasePlace, CaseProblems, Issue, RunFailure } from '../core/flow/index.ts'
import type { Sentences } from './sentences.ts'

/** How test cases fell short, in one language; a language without one of the codes does not compile. */
export interface CaseFailureWords {
  places: { readonly [Part in CasePlace['part']]: (place: Extract<CasePlace, { part: Part }>) => string }
  problems: Sentences<Omit<CaseProblems, 'FLOW_REFUSED' | 'RUN_FAILED'>>
  runFailed: (why: string) => string
}

/** How what a failure holds is said in the same language. */
export interface CaseRenderers {
  renderIssue: (issue: Issue) => string
  renderRunFailure: (failure: RunFailure) => string
}

type Render<Params> = (params: Params) => string

function renderProblem(
  words: CaseFailureWords,
  { code, params }: CaseFailure,
  { renderIssue, renderRunFailure }: CaseRenderers,
): string {
  switch (code) {
    case 'FLOW_REFUSED':
      return `${params.issue.code} ${renderIssue(params.issue)}`
    case 'RUN_FAILED':
      return words.runFailed(renderRunFailure(params.failure))
    default:
      return (words.problems[code] as Render<typeof params> | undefined)?.(params) ?? code
  }
}

/** One line: where, from the outside in, and what. */
export function renderCaseFailure(
  words: CaseFailureWords,
  failure: CaseFailure,
  renderers: CaseRenderers,
): string {
  const places = failure.places.map((place) => (words.places[place.part] as Render<CasePlace>)(place))
  return [...places, renderProblem(words, failure, renderers)].join(': ')
}
