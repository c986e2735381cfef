import { useState } from 'react'
import { Field, Input } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import type { Act, OpenEffect } from '../../model/simulate/flow-simulator.ts'
import { parseJsonOrText } from '../json-or-text.ts'
import { AnswerForm } from './answer-form.tsx'
import { BodyField } from './body-field.tsx'
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
  const { pin, summary } = effect
  const answer = () => {
    const result = { status: Number(status), headers: {}, body: parseJsonOrText(body) }
    if (isPinned) pinned.set(pin, result)
    act((simulator) => simulator.answerEffect('http', result))
  }
  const fail = () => act((simulator) => simulator.answerEffect('http', { error: 'TIMEOUT' }))
  return (
    <AnswerForm
      title={text.httpTitle}
      summary={summary}
      isPinned={isPinned}
      onPin={setPinned}
      onAnswer={answer}
      onFail={fail}
    >
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
      <BodyField value={body} onChange={setBody} />
    </AnswerForm>
  )
}
