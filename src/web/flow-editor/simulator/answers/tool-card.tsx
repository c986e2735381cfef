import { useState } from 'react'
import { useEditorText } from '../../editor-text.ts'
import type { Act, OpenEffect } from '../../model/simulate/flow-simulator.ts'
import { parseJsonOrText } from '../json-or-text.ts'
import { AnswerForm } from './answer-form.tsx'
import { BodyField } from './body-field.tsx'
import type { PinnedAnswers } from './pinned-answers.ts'

interface ToolCardProps {
  effect: OpenEffect
  act: Act
  pinned: PinnedAnswers
}

/** What a tool of a server gives: the person makes it up, once or for good. */
export function ToolCard({ effect: { pin, summary }, act, pinned }: ToolCardProps) {
  const { simulator: text } = useEditorText()
  const [given, setGiven] = useState('')
  const [isPinned, setPinned] = useState(false)
  const answer = () => {
    const result = { output: parseJsonOrText(given) }
    if (isPinned) pinned.set(pin, result)
    act((simulator) => simulator.answerEffect('mcp', result))
  }
  const fail = () => act((simulator) => simulator.answerEffect('mcp', { error: 'TIMEOUT' }))
  return (
    <AnswerForm
      title={text.toolTitle}
      summary={summary}
      isPinned={isPinned}
      onPin={setPinned}
      onAnswer={answer}
      onFail={fail}
    >
      <BodyField value={given} onChange={setGiven} />
    </AnswerForm>
  )
}
