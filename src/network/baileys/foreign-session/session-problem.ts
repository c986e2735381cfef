import type { SessionProblem } from '../../port.ts'

/** What was given cannot be read as a session; the words say what to give instead. */
export class SessionProblemError extends Error {
  readonly reason: SessionProblem

  constructor(reason: SessionProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SessionProblemError'
    this.reason = reason
  }
}
