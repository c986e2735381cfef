import { useState } from 'react'
import type { AiTask, EffectAnswer } from '../../../../core/flow/index.ts'
import { Field, Select, TextArea } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import { parseJsonOrText } from '../json-or-text.ts'
import { AnswerForm, type AnswerProps } from './answer-form.tsx'

interface ModelCardProps extends AnswerProps {
  task: AiTask
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
export function ModelCard({ task, ...asked }: ModelCardProps) {
  const { simulator: text } = useEditorText()
  const [given, setGiven] = useState(() => firstAnswer(task))
  const [tool, setTool] = useState('')
  const choose = (name: string) => {
    setTool(name)
    setGiven(name === '' ? '' : FIRST_OBJECT)
  }
  const read = () => toModelAnswer(task, given, tool)
  return (
    <AnswerForm title={text.modelTitle} {...asked} read={read}>
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
