import { useState } from 'react'
import { Field, Select } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import { AnswerForm, type AnswerProps } from './answer-form.tsx'

const FAILURES = ['MAIL_REFUSED', 'MAIL_DEFERRED', 'OUTCOME_UNKNOWN'] as const

/** What comes of an e-mail: none leaves from here, the person says whether it was sent. */
export function EmailCard(props: AnswerProps) {
  const { summary, effectId } = props.effect
  const { simulator: text } = useEditorText()
  const [failure, setFailure] = useState<string>(FAILURES[0])
  const read = () => {
    const [to = ''] = summary.split('\n')
    return { output: { messageId: `<${effectId}@example.com>`, accepted: to.split(', '), refused: [] } }
  }
  return (
    <AnswerForm {...props} title={text.emailTitle} read={read} failure={failure}>
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
