import { z } from 'zod'
import type { AddressPolicy } from '../../../address-policy.ts'
import type { MediaContent, TextContent } from '../../../conversation/content.ts'
import { toStatusLook } from '../../../conversation/status-post.ts'
import { finding, findingText } from '../../findings.ts'
import { checkFile, fileTexts, sourceFields, toMedia } from '../fields/media-field.ts'
import { optionalText, templateField } from '../fields/text-field.ts'
import { GROUP_HANDLES, leaveByError, takeAnswer } from '../groups/group-act.ts'
import { commonFields, defineNode, type NodeProblem, type StepContext } from '../node-type.ts'

const TYPE = 'status.post'
/** What the network's own apps let somebody write into one. */
const MAX_STATUS_CHARS = 700

const schema = z.strictObject({
  ...commonFields,
  text: optionalText,
  kind: z.enum(['image', 'video', 'voice']).default('image'),
  ...sourceFields,
  background: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, findingText('NO_COLOUR'))
    .optional(),
})
type StatusPostData = z.output<typeof schema>

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ''

const hasFile = ({ url, assetId }: StatusPostData): boolean => assetId !== undefined || !isBlank(url)

/** The text stands under the file; where there is none, it is the status. */
const toFile = ({ kind, url, assetId, text }: StatusPostData) => ({
  ...{ kind, caption: text },
  ...(assetId === undefined ? { url } : { assetId }),
})

/** Posts a status for those whom the account's privacy names, whatever chat the flow runs in. */
export const statusPost = defineNode({
  type: TYPE,
  group: 'message',
  schema,
  docs: {
    summary:
      'Posts a text, a picture, a video or a recording as a status of the number, for a day and for those whom the privacy of its account names; under a picture or a video stands the text. `error` when nobody would see it, or the network does not take it.',
    sample: { text: 'Today: {{ vars.menu }}', background: '#1f6e5c' },
  },
  hasInput: true,
  waits: true,
  handles: () => GROUP_HANDLES,
  texts: (data) => [
    ...templateField('text', data.text),
    ...fileTexts({ ...toFile(data), caption: undefined }),
  ],
  check: (data, _flow, addresses) => checkContent(data, addresses),
  execute: (data, step) => {
    const content = toContent(data, step)
    if (typeof content === 'string') return leaveByError(step, content)
    if (content === null) {
      step.note({ k: 'skip', type: 'text' })
      return { kind: 'follow', handle: 'ok', outcome: 'ok' }
    }
    const effectId = step.newEffectId()
    return { kind: 'wait_effect', effect: { kind: 'status_post', effectId, content } }
  },
  resume: (_data, step, signal) => takeAnswer(TYPE, step, signal, () => {}),
})

function checkContent(data: StatusPostData, addresses: AddressPolicy | null): NodeProblem[] {
  if (!hasFile(data)) return isBlank(data.text) ? [{ path: 'text', ...finding('NOTHING_TO_POST') }] : []
  const problems = checkFile({ ...toFile(data), url: data.url }, addresses)
  return problems.map((problem) => (problem.path === 'caption' ? { ...problem, path: 'text' } : problem))
}

type Content = MediaContent | TextContent

/** Null: there is nothing to say, as the texts came out empty; a string is the code of why it cannot be posted. */
function toContent(
  data: StatusPostData,
  step: StepContext,
): Content | 'FILE_MISSING' | 'STATUS_TOO_LONG' | null {
  const look = toStatusLook(data.background)
  if (hasFile(data)) {
    const media = toMedia(toFile(data), step)
    if (media === null) return 'FILE_MISSING'
    return data.kind === 'voice' ? { ...media, voiceNote: true, look } : media
  }
  const text = step.render(data.text ?? '')
  if (text.trim() === '') return null
  return text.length > MAX_STATUS_CHARS ? 'STATUS_TOO_LONG' : { type: 'text', text, look }
}
