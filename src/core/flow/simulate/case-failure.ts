import type { Issue } from '../findings.ts'
import type { RunFailure } from '../run-failure.ts'

/** Where in a case something fell short. `step` is the step as JSON, cut off where it is long. */
export type CasePlace =
  | { part: 'flows' }
  | { part: 'publish' }
  | { part: 'step'; number: number; step: string }
  | { part: 'flow'; flow: string }
  | { part: 'node'; flow: string; node: string }

/** How a case can fall short, with what varies. */
export interface CaseProblems {
  /** A flow of it is refused. */
  FLOW_REFUSED: { issue: Issue }
  /** A flow of it is no flow; `words` is what its schema says. */
  FLOW_UNREADABLE: { words: string }
  /** A step is before the one before it. */
  TIME_PAST: { at: number }
  /** `expected` and `found` as JSON, cut off where they are long. */
  DIFFERS: { name: string; expected: string; found: string }
  TRANSITIONS_TOO_MANY: { most: number; count: number }
  /** Said beside what differs. */
  RUN_FAILED: { failure: RunFailure }
  NOT_BEGUN: { withinMs: number }
  /** Null: its thread ended before. */
  NOT_ENDED: { withinMs: number | null }
  NOT_PLAYED: { why: string }
}

export type CaseProblemCode = keyof CaseProblems

export type CaseProblem = {
  [Code in CaseProblemCode]: { code: Code; params: CaseProblems[Code] }
}[CaseProblemCode]

/** A way in which a case fell short: what, and where, from the outside in. The sentences are in `words`. */
export type CaseFailure = CaseProblem & { places: readonly CasePlace[] }

export const within = (place: CasePlace, failure: CaseFailure): CaseFailure => ({
  ...failure,
  places: [place, ...failure.places],
})
