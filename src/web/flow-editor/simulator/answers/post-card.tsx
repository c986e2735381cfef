import { useState } from 'react'
import { useEditorText } from '../../editor-text.ts'
import { AnswerForm, type AnswerProps } from './answer-form.tsx'
import { FailureChoice } from './failure-choice.tsx'

const FAILURES = ['NOT_CHANNEL_ADMIN', 'CHANNEL_NOT_FOUND', 'FILE_MISSING', 'OUTCOME_UNKNOWN'] as const

/** What comes of a post in a channel: none leaves from here, the person says whether the network took it. */
export function PostCard(props: AnswerProps) {
  const { simulator: text } = useEditorText()
  const [failure, setFailure] = useState<string>(FAILURES[0])
  const read = () => ({ output: { id: props.effect.effectId, serverId: 1 } })
  return (
    <AnswerForm {...props} title={text.postTitle} read={read} failure={failure}>
      <FailureChoice label={text.postFailure} failures={FAILURES} value={failure} onChoose={setFailure} />
    </AnswerForm>
  )
}
