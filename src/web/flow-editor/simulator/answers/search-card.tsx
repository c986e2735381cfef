import { useState } from 'react'
import type { EffectAnswer } from '../../../../core/flow/index.ts'
import { Field, Input, TextArea } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import type { Act, OpenEffect } from '../../model/simulate/flow-simulator.ts'
import { AnswerForm } from './answer-form.tsx'
import type { PinnedAnswers } from './pinned-answers.ts'

interface SearchCardProps {
  effect: OpenEffect
  act: Act
  pinned: PinnedAnswers
}

/** One piece that was made up; an empty text is nothing. */
export function toFound(title: string, text: string): EffectAnswer {
  if (text.trim() === '') return { found: [] }
  const place = { url: null, heading: null, page: null, row: null }
  return { found: [{ documentId: 'made-up', title: title.trim(), ...place, text }] }
}

/** What a model finds in documents: the person makes it up, once or for good, unless it is looked for for real. */
export function SearchCard({ effect: { pin, summary }, act, pinned }: SearchCardProps) {
  const { simulator: text } = useEditorText()
  const [title, setTitle] = useState('')
  const [piece, setPiece] = useState('')
  const [isPinned, setPinned] = useState(false)
  const answer = () => {
    const result = toFound(title, piece)
    if (isPinned) pinned.set(pin, result)
    act((simulator) => simulator.answerEffect('knowledge', result))
  }
  const fail = () => act((simulator) => simulator.answerEffect('knowledge', { error: 'TIMEOUT' }))
  return (
    <AnswerForm
      title={text.searchTitle}
      summary={summary}
      isPinned={isPinned}
      onPin={setPinned}
      onAnswer={answer}
      onFail={fail}
    >
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
