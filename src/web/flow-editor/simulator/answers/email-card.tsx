import { useState } from 'react'
import { useEditorText } from '../../editor-text.ts'
import { AnswerForm, type AnswerProps } from './answer-form.tsx'
import { FailureChoice } from './failure-choice.tsx'

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
      <FailureChoice label={text.emailFailure} failures={FAILURES} value={failure} onChoose={setFailure} />
    </AnswerForm>
  )
}
