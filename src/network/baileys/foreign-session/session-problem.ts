import type { SessionProblem } from '../../port.ts'

/** What was given cannot be read as a session; the problem says why. */
export class SessionProblemError extends Error {
  readonly problem: SessionProblem

  constructor(problem: SessionProblem, options?: ErrorOptions) {
    super(problem.reason, options)
    this.name = 'SessionProblemError'
    this.problem = problem
  }
}
