import { z } from 'zod'
import { CHAT_ACTIONS } from '../../effects.ts'
import { finding } from '../../findings.ts'
import { templateField } from '../fields/text-field.ts'
import { commonFields, defineNode, NEXT, type NodeProblem, OUT } from '../node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  action: z.enum(CHAT_ACTIONS),
  value: z.union([z.string().max(200), z.number(), z.boolean()]).optional(),
})
type ChatActionData = z.output<typeof schema>

/** Does something in the chat that is no message. */
export const chatAction = defineNode({
  type: 'chat.action',
  group: 'action',
  schema,
  docs: {
    summary:
      'Marks the chat as read, shows typing or recording (milliseconds), reacts with an emoji, archives, or labels.',
    sample: { action: 'react', value: '👍' },
  },
  hasInput: true,
  waits: false,
  handles: () => [OUT],
  texts: (data) => (typeof data.value === 'string' ? templateField('value', data.value) : []),
  check: checkAction,
  execute: (data, step) => {
    const { action, value } = data
    const rendered = typeof value === 'string' ? step.render(value) : (value ?? null)
    const messageId = step.lastMessageId
    step.addEffect({
      kind: 'chat_action',
      action,
      value: rendered === null ? null : String(rendered),
      messageId,
    })
    return NEXT
  },
})

const EMOJI = /^(\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)/u

function checkAction({ action, value }: ChatActionData): NodeProblem[] {
  const text = value === undefined ? '' : String(value)
  const isTemplate = text.includes('{{')
  if (action === 'react' && !isTemplate && !EMOJI.test(text)) {
    return [{ path: 'value', ...finding('EMOJI_MISSING') }]
  }
  if (action === 'label' && text.trim() === '') return [{ path: 'value', ...finding('LABEL_MISSING') }]
  const isTimed = action === 'typing' || action === 'recording'
  const ms = Number(text)
  if (isTimed && !isTemplate && !(text === '' || (ms >= 0 && ms <= 60_000))) {
    return [{ path: 'value', ...finding('NO_MILLISECONDS') }]
  }
  return []
}
