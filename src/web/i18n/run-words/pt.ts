import { callFailures } from '../../../words/pt/call-failures.ts'
import { findings } from '../../../words/pt/findings.ts'
import { runFailures } from '../../../words/pt/run-failures.ts'
import { effectErrors, runWords as story } from '../../../words/pt/runs.ts'
import { nodes } from '../pt/editor/nodes.ts'
import { panel } from '../pt/editor/panel.ts'
import type { FailureWords, RunWords } from './run-words.ts'

export const runWords: RunWords = { ...story, nodeTypes: nodes.types, ops: panel.ops }

export const failureWords: FailureWords = {
  failures: runFailures,
  findings,
  calls: callFailures,
  effects: effectErrors,
}
