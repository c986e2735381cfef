import { callFailures } from '../../../words/es/call-failures.ts'
import { findings } from '../../../words/es/findings.ts'
import { runFailures } from '../../../words/es/run-failures.ts'
import { effectErrors, runWords as story } from '../../../words/es/runs.ts'
import { nodes } from '../es/editor/nodes.ts'
import { panel } from '../es/editor/panel.ts'
import type { FailureWords, RunWords } from './run-words.ts'

export const runWords: RunWords = { ...story, nodeTypes: nodes.types, ops: panel.ops }

export const failureWords: FailureWords = {
  failures: runFailures,
  findings,
  calls: callFailures,
  effects: effectErrors,
}
