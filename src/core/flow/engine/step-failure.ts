import type { Finding } from '../findings.ts'
import { type RunFailure, runFailure } from '../run-failure.ts'

/** Ends a step early; becomes the run's error. A loop guard also takes back everything the event planned. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure'
  readonly failure: RunFailure

  constructor(failure: RunFailure) {
    super(failure.code)
    this.failure = failure
  }
}

/** What a text of a node was read to; a text that cannot be read fails the step. */
export function requireParsed<T>(parsed: { ok: true; value: T } | { ok: false; problem: Finding }): T {
  if (!parsed.ok) throw new StepFailure(runFailure('TEXT_UNREADABLE', { problem: parsed.problem }))
  return parsed.value
}
