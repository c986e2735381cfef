import { useState } from 'react'
import { useEditorText } from '../../editor-text.ts'
import { AnswerForm, type AnswerProps } from './answer-form.tsx'
import { FailureChoice } from './failure-choice.tsx'

const FAILURES = {
  channel: ['NOT_CHANNEL_ADMIN', 'CHANNEL_NOT_FOUND', 'FILE_MISSING', 'OUTCOME_UNKNOWN'],
  status: ['STATUS_FOR_NOBODY', 'ACCOUNT_REFUSED', 'FILE_MISSING', 'OUTCOME_UNKNOWN'],
} as const

/** What comes of a post in a channel or of a status: none leaves from here, the person says whether the network took it. */
export function PostCard(props: AnswerProps) {
  const where = props.effect.kind === 'channel_post' ? 'channel' : 'status'
  const { simulator: text } = useEditorText()
  const [failure, setFailure] = useState<string>(FAILURES[where][0])
  const { effectId: id } = props.effect
  const read = () => ({ output: where === 'channel' ? { id, serverId: 1 } : { id } })
  const title = where === 'channel' ? text.postTitle : text.statusTitle
  return (
    <AnswerForm {...props} title={title} read={read} failure={failure}>
      <FailureChoice
        label={text.postFailure}
        failures={FAILURES[where]}
        value={failure}
        onChoose={setFailure}
      />
    </AnswerForm>
  )
}
