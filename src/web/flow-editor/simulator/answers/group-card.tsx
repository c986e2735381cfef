import { useState } from 'react'
import type { EffectAnswer, GroupActEffect } from '../../../../core/flow/index.ts'
import { useEditorText } from '../../editor-text.ts'
import { AnswerForm, type AnswerProps } from './answer-form.tsx'
import { FailureChoice } from './failure-choice.tsx'

const FAILURES = [
  'NOT_GROUP_ADMIN',
  'NOT_IN_GROUP',
  'GROUP_NOT_FOUND',
  'GROUP_RATE_LIMITED',
  'GROUP_REFUSED',
] as const

/** What the network answers when it does what was asked. */
function toOutput({ act, effectId, people }: GroupActEffect): unknown {
  switch (act) {
    case 'send':
      return { messageId: effectId }
    case 'get_invite':
    case 'renew_invite':
      return { code: 'AbCdEfGhIjK', url: 'https://chat.whatsapp.com/AbCdEfGhIjK' }
    default:
      return { results: people.map((jid) => ({ jid, state: 'done', networkCode: null, invite: null })) }
  }
}

/** What comes of an act in a group: no group is changed from here, the person says whether the network did it. */
export function GroupCard(props: AnswerProps) {
  const { group } = props.effect
  const { simulator: text } = useEditorText()
  const [failure, setFailure] = useState<string>(FAILURES[0])
  const read = (): EffectAnswer => ({ output: group && toOutput(group) })
  return (
    <AnswerForm {...props} title={text.groupTitle} read={read} failure={failure}>
      <FailureChoice label={text.groupFailure} failures={FAILURES} value={failure} onChoose={setFailure} />
    </AnswerForm>
  )
}
