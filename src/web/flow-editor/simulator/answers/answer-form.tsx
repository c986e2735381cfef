import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useEditorText } from '../../editor-text.ts'

interface AnswerFormProps {
  title: string
  /** What is asked. */
  summary: string
  /** The fields of the answer. */
  children: ReactNode
  isPinned: boolean
  onPin: (isPinned: boolean) => void
  onAnswer: () => void
  onFail: () => void
}

/** What a run waits for is answered by the person, once or for good, or fails. */
export function AnswerForm({ title, summary, children, isPinned, onPin, onAnswer, onFail }: AnswerFormProps) {
  const { simulator: text } = useEditorText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAnswer()
  }
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
          onChange={(event) => onPin(event.target.checked)}
        />
        {text.pin}
      </label>
      <div className="flex gap-2">
        <Button type="submit" size="small">
          {text.answer}
        </Button>
        <Button size="small" variant="secondary" onClick={onFail}>
          {text.fail}
        </Button>
      </div>
    </form>
  )
}
