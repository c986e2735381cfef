import { z } from 'zod'
import type { AddressPolicy } from '../../../address-policy.ts'
import { readChannel } from '../../../addresses.ts'
import type { MediaContent, TextContent } from '../../../conversation/content.ts'
import { finding } from '../../findings.ts'
import { hasTemplate } from '../fields/group-fields.ts'
import { checkFile, fileFields, fileTexts, toMedia } from '../fields/media-field.ts'
import { optionalText, requiredText, templateField } from '../fields/text-field.ts'
import { GROUP_HANDLES, leaveByError, takeAnswer } from '../groups/group-act.ts'
import { commonFields, defineNode, type NodeProblem, type StepContext } from '../node-type.ts'

const TYPE = 'channel.post'
const MAX_CHANNEL_CHARS = 200

const { url, assetId, fileName, mimeType } = fileFields

const schema = z.strictObject({
  ...commonFields,
  channel: requiredText(MAX_CHANNEL_CHARS),
  text: optionalText,
  kind: z.enum(['image', 'video', 'audio', 'voice', 'document']).default('image'),
  ...{ url, assetId, fileName, mimeType },
})
type ChannelPostData = z.output<typeof schema>

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ''

const hasFile = ({ url: address, assetId: file }: ChannelPostData): boolean =>
  file !== undefined || !isBlank(address)

/** The text stands under the file; where there is none, it is the post. */
const toFile = ({
  kind,
  url: address,
  assetId: file,
  fileName: name,
  mimeType: type,
  text,
}: ChannelPostData) => ({
  ...{ kind, caption: text, fileName: name, mimeType: type },
  ...(file === undefined ? { url: address } : { assetId: file }),
})

/** Posts in a channel that the account owns or administers, whatever chat the flow runs in. */
export const channelPost = defineNode({
  type: TYPE,
  group: 'message',
  schema,
  docs: {
    summary:
      'Posts a text or a file in a channel that the number owns or administers, whatever chat the flow runs in; with a file the text stands under it. `error` when the number may not post there, or the file cannot be had.',
    sample: { channel: '120363025246125888@newsletter', text: 'New today: {{ vars.title }}' },
  },
  hasInput: true,
  waits: true,
  handles: () => GROUP_HANDLES,
  texts: (data) => [
    ...templateField('channel', data.channel),
    ...templateField('text', data.text),
    ...fileTexts({ ...toFile(data), caption: undefined }),
  ],
  check: (data, _flow, addresses) => [...checkChannel(data), ...checkContent(data, addresses)],
  execute: (data, step) => {
    const channel = readChannel(step.render(data.channel))
    if (channel === null) return leaveByError(step, 'CHANNEL_MISSING')
    const content = toContent(data, step)
    if (content === 'no_file') return leaveByError(step, 'FILE_MISSING')
    if (content === null) {
      step.note({ k: 'skip', type: 'text' })
      return { kind: 'follow', handle: 'ok', outcome: 'ok' }
    }
    const effectId = step.newEffectId()
    return { kind: 'wait_effect', effect: { kind: 'channel_post', effectId, channel, content } }
  },
  resume: (_data, step, signal) => takeAnswer(TYPE, step, signal, () => {}),
})

function checkChannel({ channel }: ChannelPostData): NodeProblem[] {
  return hasTemplate(channel) || readChannel(channel) !== null
    ? []
    : [{ path: 'channel', ...finding('NO_CHANNEL') }]
}

function checkContent(data: ChannelPostData, addresses: AddressPolicy | null): NodeProblem[] {
  if (!hasFile(data)) return isBlank(data.text) ? [{ path: 'text', ...finding('NOTHING_TO_POST') }] : []
  const problems = checkFile({ ...toFile(data), url: data.url }, addresses)
  return problems.map((problem) => (problem.path === 'caption' ? { ...problem, path: 'text' } : problem))
}

/** Null: there is nothing to say, as the texts came out empty. */
function toContent(data: ChannelPostData, step: StepContext): MediaContent | TextContent | 'no_file' | null {
  if (hasFile(data)) return toMedia(toFile(data), step) ?? 'no_file'
  const text = step.render(data.text ?? '')
  return text.trim() === '' ? null : { type: 'text', text }
}
