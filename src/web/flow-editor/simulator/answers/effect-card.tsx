import { useState } from 'react'
import { Field, Input } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import { parseJsonOrText } from '../json-or-text.ts'
import { AnswerForm, type AnswerProps } from './answer-form.tsx'
import { BodyField } from './body-field.tsx'

const FIRST_BODY = '{}'

/** What another system answers: nothing is called from here, the person makes the answer up, once or for good. */
export function EffectCard(asked: AnswerProps) {
  const { simulator: text } = useEditorText()
  const [status, setStatus] = useState('200')
  const [body, setBody] = useState(FIRST_BODY)
  const read = () => ({ status: Number(status), headers: {}, body: parseJsonOrText(body) })
  return (
    <AnswerForm title={text.httpTitle} {...asked} read={read}>
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
