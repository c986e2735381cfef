import { useState } from 'react'
import { useEditorText } from '../../editor-text.ts'
import { parseJsonOrText } from '../json-or-text.ts'
import { AnswerForm, type AnswerProps } from './answer-form.tsx'
import { BodyField } from './body-field.tsx'

/** What a tool of a server gives: the person makes it up, once or for good. */
export function ToolCard(asked: AnswerProps) {
  const { simulator: text } = useEditorText()
  const [given, setGiven] = useState('')
  const read = () => ({ output: parseJsonOrText(given) })
  return (
    <AnswerForm title={text.toolTitle} {...asked} read={read}>
      <BodyField value={given} onChange={setGiven} />
    </AnswerForm>
  )
}
