import { useState } from 'react'
import type { EffectAnswer } from '../../../../core/flow/index.ts'
import { Field, Input, TextArea } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import { AnswerForm, type AnswerProps } from './answer-form.tsx'

/** One piece that was made up; an empty text is nothing. */
export function toFound(title: string, text: string): EffectAnswer {
  if (text.trim() === '') return { found: [] }
  const place = { url: null, heading: null, page: null, row: null }
  return { found: [{ documentId: 'made-up', title: title.trim(), ...place, text }] }
}

/** What a model finds in documents: the person makes it up, once or for good, unless it is looked for for real. */
export function SearchCard(asked: AnswerProps) {
  const { simulator: text } = useEditorText()
  const [title, setTitle] = useState('')
  const [piece, setPiece] = useState('')
  return (
    <AnswerForm title={text.searchTitle} {...asked} read={() => toFound(title, piece)}>
      <Field label={text.searchSource}>
        {(control) => (
          <Input
            {...control}
            className="h-9 text-sm"
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <Field label={text.searchText}>
        {(control) => (
          <TextArea
            {...control}
            className="min-h-20 text-sm"
            value={piece}
            onChange={(event) => setPiece(event.target.value)}
          />
        )}
      </Field>
    </AnswerForm>
  )
}
