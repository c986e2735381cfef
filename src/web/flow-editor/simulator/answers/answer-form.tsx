import { type FormEvent, type ReactNode, useState } from 'react'
import type { EffectAnswer } from '../../../../core/flow/index.ts'
import { Button } from '../../../ui/button.tsx'
import { useEditorText } from '../../editor-text.ts'
import type { Act, OpenEffect } from '../../model/simulate/flow-simulator.ts'
import type { PinnedAnswers } from './pinned-answers.ts'

/** What waits for an answer, and what takes it. */
export interface AnswerProps {
  effect: OpenEffect
  act: Act
  pinned: PinnedAnswers
}

interface AnswerFormProps extends AnswerProps {
  title: string
  /** The fields of the answer. */
  children: ReactNode
  /** What was filled in. */
  read: () => EffectAnswer
  /** How it fails when it does. */
  failure?: string
}

/** What a run waits for is answered by the person, once or for good, or fails. */
export function AnswerForm({
  title,
  effect: { kind, pin, summary },
  act,
  pinned,
  children,
  read,
  failure = 'TIMEOUT',
}: AnswerFormProps) {
  const { simulator: text } = useEditorText()
  const [isPinned, setPinned] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const answer = read()
    if (isPinned) pinned.set(pin, answer)
    act((simulator) => simulator.answerEffect(kind, answer))
  }
  const fail = () => act((simulator) => simulator.answerEffect(kind, { error: failure }))
  return (
    <form onSubmit={submit} className="space-y-3 border-t border-line bg-sunken/60 p-4">
      <div>
        <p className="text-sm font-medium">{title}</p>
        <pre className="mt-1 max-h-24 overflow-auto text-xs whitespace-pre-wrap text-ink-soft">{summary}</pre>
      </div>
      {children}
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
