import { type FormEvent, useState } from 'react'
import type { AiTask, EffectAnswer } from '../../../core/flow/index.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { useEditorText } from '../editor-text.ts'
import type { Act, OpenEffect } from '../model/simulate/flow-simulator.ts'
import { parseJsonOrText } from './json-or-text.ts'
import type { PinnedAnswers } from './pinned-answers.ts'

interface ModelCardProps {
  effect: OpenEffect
  task: AiTask
  act: Act
  pinned: PinnedAnswers
}

const FIRST_OBJECT = '{}'

const firstAnswer = (task: AiTask): string =>
  task.mode === 'classify' ? (task.routes[0]?.id ?? '') : task.mode === 'extract' ? FIRST_OBJECT : ''

/** What was typed or chosen, as the task asks for it. */
export function toModelAnswer(task: AiTask, given: string): EffectAnswer {
  switch (task.mode) {
    case 'reply':
      return { text: given }
    case 'classify':
      return { route: given }
    case 'extract':
      return { object: parseJsonOrText(given) }
  }
}

/** What a model answers: the person makes it up, once or for good, unless the model is asked for real. */
export function ModelCard({ effect: { nodeId, summary }, task, act, pinned }: ModelCardProps) {
  const { simulator: text } = useEditorText()
  const [given, setGiven] = useState(() => firstAnswer(task))
  const [isPinned, setPinned] = useState(false)
  const answer = (event: FormEvent) => {
    event.preventDefault()
    const result = toModelAnswer(task, given)
    if (isPinned) pinned.set(nodeId, result)
    act((simulator) => simulator.answerEffect('ai', result))
  }
  const fail = () => act((simulator) => simulator.answerEffect('ai', { error: 'TIMEOUT' }))
  return (
    <form onSubmit={answer} className="space-y-3 border-t border-line bg-sunken/60 p-4">
      <div>
        <p className="text-sm font-medium">{text.modelTitle}</p>
        <pre className="mt-1 max-h-24 overflow-auto text-xs whitespace-pre-wrap text-ink-soft">{summary}</pre>
      </div>
      <Field label={text.modelAnswers[task.mode]}>
        {(control) =>
          task.mode === 'classify' ? (
            <Select {...control} value={given} onChange={(event) => setGiven(event.target.value)}>
              {task.routes.map(({ id, description }) => (
                <option key={id} value={id}>
                  {`${id}: ${description}`}
                </option>
              ))}
            </Select>
          ) : (
            <TextArea
              {...control}
              spellCheck={false}
              className={task.mode === 'extract' ? 'min-h-20 font-mono text-xs' : 'min-h-20 text-sm'}
              value={given}
              onChange={(event) => setGiven(event.target.value)}
            />
          )
        }
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
