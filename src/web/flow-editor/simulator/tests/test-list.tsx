import { CircleCheck, CircleX, Play, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { useEditorText } from '../../editor-text.ts'
import { useCaseFailureSentence } from './case-failure-words.ts'
import { useFlowTests, useTestActions } from './use-flow-tests.ts'

/** The saved tests, and how they went when they were last played against the draft. */
export function TestList() {
  const { simulator: text, panel } = useEditorText()
  const tests = useFlowTests()
  const renderFailure = useCaseFailureSentence()
  const { flowId, play, remove } = useTestActions()
  if (tests.isPending) return <LoadingRows rows={2} />
  if (tests.isError) return <ErrorState error={tests.error} onRetry={() => void tests.refetch()} />
  if (tests.data.length === 0) return <p className="p-4 text-sm text-ink-soft">{text.noTests}</p>
  const results = new Map(play.data?.results.map((result) => [result.caseId, result]))
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <Button size="small" busy={play.isPending} onClick={() => play.mutate()}>
        {!play.isPending && <Play aria-hidden />}
        {text.playTests}
      </Button>
      <ul className="mt-3 divide-y divide-line" aria-live="polite">
        {tests.data.map(({ id: caseId, title }) => {
          const result = results.get(caseId)
          return (
            <li key={caseId} className="flex items-start gap-2.5 py-2.5 text-sm">
              {result &&
                (result.ok ? (
                  <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-label={text.passed} />
                ) : (
                  <CircleX className="mt-0.5 size-4 shrink-0 text-bad" aria-label={text.failed} />
                ))}
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{title}</p>
                {result?.failures.map((failure, index) => (
                  <p key={failure} className="mt-1 text-[0.8125rem] break-words text-bad">
                    {renderFailure(result.problems[index], failure)}
                  </p>
                ))}
              </div>
              <Button
                variant="quiet"
                size="icon"
                className="size-8"
                aria-label={panel.removeItem(title)}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ id: flowId, caseId })}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
