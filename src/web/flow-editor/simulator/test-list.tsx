import { CircleCheck, CircleX, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useCell, useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { type FlowTestResult, playTests } from '../model/flow-tests.ts'

/** The saved tests, and how they went when they were last played against the draft. */
export function TestList() {
  const { simulator: text, panel } = useEditorText()
  const { store, tests } = useEditor()
  const all = useCell(tests)
  const [results, setResults] = useState<ReadonlyMap<string, FlowTestResult>>(new Map())
  if (all.length === 0) return <p className="p-4 text-sm text-ink-soft">{text.noTests}</p>
  const play = () => {
    const played = playTests(all, store.document.definition)
    setResults(new Map(played.map((result) => [result.test.id, result])))
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <Button size="small" onClick={play}>
        <Play aria-hidden />
        {text.playTests}
      </Button>
      <ul className="mt-3 divide-y divide-line" aria-live="polite">
        {all.map((test) => {
          const result = results.get(test.id)
          return (
            <li key={test.id} className="flex items-start gap-2.5 py-2.5 text-sm">
              {result &&
                (result.ok ? (
                  <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-label={text.passed} />
                ) : (
                  <CircleX className="mt-0.5 size-4 shrink-0 text-bad" aria-label={text.failed} />
                ))}
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{test.title}</p>
                {result?.failures.map((failure) => (
                  <p key={failure} className="mt-1 text-[0.8125rem] break-words text-bad">
                    {failure}
                  </p>
                ))}
              </div>
              <Button
                variant="quiet"
                size="icon"
                className="size-8"
                aria-label={panel.removeItem(test.title)}
                onClick={() => tests.set(all.filter(({ id }) => id !== test.id))}
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
