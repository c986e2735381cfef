import { z } from 'zod'
import { MAX_TEXT_CHARS } from '../../limits.ts'
import { requiredText } from '../fields/text-field.ts'
import { commonFields, defineNode, FAILED, NEXT, OUT } from '../node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  text: requiredText(MAX_TEXT_CHARS),
  linkPreview: z.boolean().default(true),
  quote: z.boolean().default(false),
  typing: z.union([z.enum(['auto', 'none']), z.number().int().min(0).max(60_000)]).default('auto'),
})

/** Sends one text message. */
export const sendText = defineNode({
  type: 'send.text',
  group: 'message',
  schema,
  docs: {
    summary: 'Sends a text; {{ }} inserts variables, *bold* and _italic_ work as in the chat.',
    sample: { text: "Hi {{ contact.name | default: 'there' }}!" },
  },
  hasInput: true,
  waits: false,
  handles: () => [OUT, FAILED],
  texts: (data) => [{ path: 'text', text: data.text, kind: 'template' }],
  execute: (data, step) => {
    step.sendText(step.render(data.text), {
      linkPreview: data.linkPreview,
      quoteMessageId: data.quote ? (step.message?.id ?? null) : null,
      typing: data.typing,
    })
    return NEXT
  },
})
