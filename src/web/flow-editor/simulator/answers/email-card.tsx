import { useState } from 'react'
import { Field, Select } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import type { Act, OpenEffect } from '../../model/simulate/flow-simulator.ts'
import { AnswerForm } from './answer-form.tsx'
import type { PinnedAnswers } from './pinned-answers.ts'

interface EmailCardProps {
  effect: OpenEffect
  act: Act
  pinned: PinnedAnswers
}

const FAILURES = ['MAIL_REFUSED', 'MAIL_DEFERRED', 'OUTCOME_UNKNOWN'] as const

/** What comes of an e-mail: none leaves from here, the person says whether it was sent. */
export function EmailCard({ effect: { pin, summary, effectId }, act, pinned }: EmailCardProps) {
  const { simulator: text } = useEditorText()
  const [failure, setFailure] = useState<string>(FAILURES[0])
  const [isPinned, setPinned] = useState(false)
  const answer = () => {
    const [to = ''] = summary.split('\n')
    const result = {
      output: { messageId: `<${effectId}@example.com>`, accepted: to.split(', '), refused: [] },
    }
    if (isPinned) pinned.set(pin, result)
    act((simulator) => simulator.answerEffect('email', result))
  }
  const fail = () => act((simulator) => simulator.answerEffect('email', { error: failure }))
  return (
    <AnswerForm
      title={text.emailTitle}
      summary={summary}
      isPinned={isPinned}
      onPin={setPinned}
      onAnswer={answer}
      onFail={fail}
    >
      <Field label={text.emailFailure}>
        {(control) => (
          <Select {...control} value={failure} onChange={(event) => setFailure(event.target.value)}>
            {FAILURES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </AnswerForm>
  )
}
