import { useCallback } from 'react'
import type { CaseFailure } from '../../../../core/flow/index.ts'
import { renderCaseFailure } from '../../../../words/case-failures.ts'
import { describeIssue } from '../../../../words/findings.ts'
import type { api } from '../../../app/api.ts'
import { useRunFailureSentence } from '../../../i18n/run-failures.ts'
import { createTextHook } from '../../../i18n/text-hook.ts'
import { useEditorText } from '../../editor-text.ts'

type AnsweredProblem = Awaited<
  ReturnType<typeof api.flows.testCases.run>
>['results'][number]['problems'][number]

const useWords = createTextHook(
  {
    en: () => import('../../../../words/en/case-failures.ts'),
    pt: () => import('../../../../words/pt/case-failures.ts'),
    es: () => import('../../../../words/es/case-failures.ts'),
  },
  ({ caseFailures }) => caseFailures,
)

/** How a test fell short, in the present language; as it was answered where there is no code. */
export function useCaseFailureSentence(): (problem: AnsweredProblem | undefined, line: string) => string {
  const words = useWords()
  const { findings } = useEditorText()
  const renderRunFailure = useRunFailureSentence()
  return useCallback(
    (problem, line) =>
      problem === undefined
        ? line
        : // Only codes of the service are answered.
          renderCaseFailure(words, problem as unknown as CaseFailure, {
            renderIssue: (issue) => describeIssue(findings, issue),
            renderRunFailure,
          }),
    [words, findings, renderRunFailure],
  )
}
