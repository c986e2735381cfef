import type { CallFailure } from '../../../core/conversation/call-failure.ts'

/** A connection has no token for a call, and why. */
export class TokenMissing extends Error {
  override readonly name = 'TokenMissing'
  readonly failure: CallFailure

  constructor(failure: CallFailure) {
    super(failure.code)
    this.failure = failure
  }
}
