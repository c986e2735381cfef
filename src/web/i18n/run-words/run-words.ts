import type { CallFailureWords } from '../../../words/call-failures.ts'
import type { runWords } from '../../../words/en/runs.ts'
import type { FindingWords } from '../../../words/findings.ts'
import type { RunFailureWords } from '../../../words/run-failures.ts'
import type { nodes } from '../en/editor/nodes.ts'

/** What the service wrote down about a run, in one language. */
export type RunWords = typeof runWords & {
  nodeTypes: typeof nodes.types
  ops: Readonly<Record<string, string>>
}

/** Why runs failed, in one language. */
export interface FailureWords {
  failures: RunFailureWords
  findings: FindingWords
  calls: CallFailureWords
  /** By codes of effects. */
  effects: Readonly<Record<string, string>>
}
