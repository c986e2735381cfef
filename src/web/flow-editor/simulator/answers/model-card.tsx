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

/** What was typed or chosen, as the task asks for it; `tool` is what an agent calls, empty for none. */
export function toModelAnswer(task: AiTask, given: string, tool = ''): EffectAnswer {
  switch (task.mode) {
    case 'reply':
      return { text: given }
    case 'agent':
      if (tool === '') return { text: given }
      return { text: '', calls: [{ id: 'call_1', name: tool, input: parseJsonOrText(given) }] }
    case 'classify':
      return { route: given }
    case 'extract':
      return { object: parseJsonOrText(given) }
  }
}

/** What a model answers: the person makes it up, once or for good, unless the model is asked for real. */
export function ModelCard({ effect: { pin, summary }, task, act, pinned }: ModelCardProps) {
  const { simulator: text } = useEditorText()
  const [given, setGiven] = useState(() => firstAnswer(task))
  const [tool, setTool] = useState('')
  const [isPinned, setPinned] = useState(false)
  const choose = (name: string) => {
    setTool(name)
    setGiven(name === '' ? '' : FIRST_OBJECT)
  }
  const answer = () => {
    const result = toModelAnswer(task, given, tool)
    if (isPinned) pinned.set(pin, result)
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
      {task.mode === 'agent' && (
        <Field label={text.modelTool}>
          {(control) => (
            <Select {...control} value={tool} onChange={(event) => choose(event.target.value)}>
              <option value="">{text.noTool}</option>
              {task.tools.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={tool === '' ? text.modelAnswers[task.mode] : text.toolInput}>
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
              className={
                task.mode === 'extract' || tool !== '' ? 'min-h-20 font-mono text-xs' : 'min-h-20 text-sm'
              }
              value={given}
              onChange={(event) => setGiven(event.target.value)}
            />
          )
        }
      </Field>
    </AnswerForm>
  )
}
