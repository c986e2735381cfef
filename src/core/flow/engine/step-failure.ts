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

/** What a text of a node was read to; a text that cannot be read fails the step. */
export function requireParsed<T>(parsed: { ok: true; value: T } | { ok: false; message: string }): T {
  if (!parsed.ok) throw new StepFailure('NODE_ERROR', parsed.message)
  return parsed.value
}
