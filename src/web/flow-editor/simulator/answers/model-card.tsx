import { useState } from 'react'
import type { AiTask, EffectAnswer } from '../../../../core/flow/index.ts'
import { Field, Select, TextArea } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import type { Act, OpenEffect } from '../../model/simulate/flow-simulator.ts'
import { parseJsonOrText } from '../json-or-text.ts'
import { AnswerForm } from './answer-form.tsx'
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
  const answer = () => {
    const result = toModelAnswer(task, given)
    if (isPinned) pinned.set(nodeId, result)
    act((simulator) => simulator.answerEffect('ai', result))
  }
  const fail = () => act((simulator) => simulator.answerEffect('ai', { error: 'TIMEOUT' }))
  return (
    <AnswerForm
      title={text.modelTitle}
      summary={summary}
      isPinned={isPinned}
      onPin={setPinned}
      onAnswer={answer}
      onFail={fail}
    >
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
    </AnswerForm>
  )
}
