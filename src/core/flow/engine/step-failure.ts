import type { RunErrorCode } from '../run.ts'

/** Ends a step early; becomes the run's error. LOOP_LIMIT also takes back everything the event planned. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure'
  readonly code: RunErrorCode

  constructor(code: RunErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
