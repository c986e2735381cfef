import type { RunFailure } from '../../../core/flow/index.ts'
import { describeFinding } from '../../findings.ts'
import { type FailureRenderers, renderRunFailure } from '../../run-failures.ts'
import { findings } from '../findings.ts'
import { runFailures } from '../run-failures.ts'
import { describeSendError } from './send-error.ts'

const RENDERERS: FailureRenderers = {
  renderSendError: describeSendError,
  renderFinding: (finding) => describeFinding(findings, finding),
  renderEffectError: ({ code, message }) => `${code}, ${message}`,
}

/** Why a run failed, as the interface answers it behind its kind. */
export const describeRunFailure = (failure: RunFailure): string =>
  renderRunFailure(runFailures, failure, RENDERERS)
