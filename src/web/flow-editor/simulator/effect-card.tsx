import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { useEditorText } from '../editor-text.ts'
import type { Act, OpenEffect } from '../model/simulate/flow-simulator.ts'
import { parseJsonOrText } from './json-or-text.ts'
import type { PinnedAnswers } from './pinned-answers.ts'

const FIRST_BODY = '{}'

interface EffectCardProps {
  effect: OpenEffect
  act: Act
  pinned: PinnedAnswers
}

/** What another system answers: nothing is called from here, the person makes the answer up, once or for good. */
export function EffectCard({ effect, act, pinned }: EffectCardProps) {
  const { simulator: text } = useEditorText()
  const [status, setStatus] = useState('200')
  const [body, setBody] = useState(FIRST_BODY)
  const [isPinned, setPinned] = useState(false)
  const { nodeId, summary } = effect
  const answer = (event: FormEvent) => {
    event.preventDefault()
    const result = { status: Number(status), headers: {}, body: parseJsonOrText(body) }
    if (isPinned) pinned.set(nodeId, result)
    act((simulator) => simulator.answerEffect('http', result))
  }
  const fail = () => act((simulator) => simulator.answerEffect('http', { error: 'TIMEOUT' }))
  return (
    <form onSubmit={answer} className="space-y-3 border-t border-line bg-sunken/60 p-4">
      <div>
        <p className="text-sm font-medium">{text.httpTitle}</p>
        <pre className="mt-1 max-h-24 overflow-auto text-xs whitespace-pre-wrap text-ink-soft">{summary}</pre>
      </div>
      <Field label={text.status}>
        {(control) => (
          <Input
            {...control}
            type="number"
            className="h-9 w-28 text-sm"
            value={status}
            onChange={(event) => setStatus(event.target.value)}
          />
        )}
      </Field>
      <Field label={text.body}>
        {(control) => (
          <TextArea
            {...control}
            spellCheck={false}
            className="min-h-20 font-mono text-xs"
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Field>
      <label className="flex items-center gap-2 text-[0.8125rem]">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isPinned}
          onChange={(event) => setPinned(event.target.checked)}
        />
        {text.pin}
      </label>
      <div className="flex gap-2">
        <Button type="submit" size="small">
          {text.answer}
        </Button>
        <Button size="small" variant="secondary" onClick={fail}>
          {text.fail}
        </Button>
      </div>
    </form>
  )
}
