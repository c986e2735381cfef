import { callFailures } from '../../../words/en/call-failures.ts'
import { findings } from '../../../words/en/findings.ts'
import { runFailures } from '../../../words/en/run-failures.ts'
import { effectErrors, runWords as story } from '../../../words/en/runs.ts'
import { nodes } from '../en/editor/nodes.ts'
import { panel } from '../en/editor/panel.ts'
import type { FailureWords, RunWords } from './run-words.ts'

export const runWords: RunWords = { ...story, nodeTypes: nodes.types, ops: panel.ops }

export const failureWords: FailureWords = {
  failures: runFailures,
  findings,
  calls: callFailures,
  effects: effectErrors,
}
