import { z } from 'zod'
import type { AddressPolicy } from '../../../address-policy.ts'
import type { FlowContent } from '../../../conversation/content.ts'
import { finding, findingText } from '../../findings.ts'
import { MAX_ALBUM_ITEMS } from '../../limits.ts'
import {
  checkFile,
  checkSource,
  fileFields,
  fileTexts,
  sourceFields,
  toMedia,
  toSource,
} from '../fields/media-field.ts'
import { optionalText, templateField } from '../fields/text-field.ts'
import {
  commonFields,
  defineNode,
  FAILED,
  NEXT,
  type NodeProblem,
  OUT,
  type StepContext,
  type TextField,
} from '../node-type.ts'

const itemSchema = z.strictObject({
  kind: z.enum(['image', 'video']).default('image'),
  ...sourceFields,
  caption: optionalText,
})

const schema = z.strictObject({
  ...commonFields,
  ...fileFields,
  items: z
    .array(itemSchema)
    .min(2, findingText('ALBUM_TOO_SHORT'))
    .max(MAX_ALBUM_ITEMS, findingText('ALBUM_TOO_LONG', { most: MAX_ALBUM_ITEMS }))
    .optional(),
})
type SendMediaData = z.output<typeof schema>

/** Sends a file, or an album of images and videos. */
export const sendMedia = defineNode({
  type: 'send.media',
  group: 'message',
  schema,
  docs: {
    summary:
      'Sends an image, video, audio, voice note, document or sticker by address or asset; `items` makes an album.',
    sample: { kind: 'image', url: 'https://example.com/menu.jpg', caption: 'Our menu' },
  },
  hasInput: true,
  waits: false,
  handles: () => [OUT, FAILED],
  texts: (data): TextField[] => [
    ...fileTexts(data),
    ...(data.items ?? []).flatMap((item, index) => [
      ...templateField(`items.${index}.url`, item.url),
      ...templateField(`items.${index}.caption`, item.caption),
    ]),
  ],
  check: (data, _flow, addresses) => (data.items ? checkAlbum(data, addresses) : checkFile(data, addresses)),
  execute: (data, step) => {
    const content = data.items ? toAlbum(data, step) : toMedia(data, step)
    if (!content) return { kind: 'follow', handle: 'failed', outcome: 'failed' }
    step.send(content)
    return NEXT
  },
})

function checkAlbum({ items, url, assetId }: SendMediaData, addresses: AddressPolicy | null): NodeProblem[] {
  if (url !== undefined || assetId !== undefined) {
    return [{ path: 'items', ...finding('ALBUM_WITH_FILE') }]
  }
  return (items ?? []).flatMap((item, index) => checkSource(item, addresses, `items.${index}.`))
}

function toAlbum({ items }: SendMediaData, step: StepContext): FlowContent | null {
  const files = (items ?? []).flatMap(({ kind, caption, ...source }) => {
    const found = toSource(source, step)
    const text = caption === undefined ? '' : step.render(caption)
    return found ? [{ kind, source: found, caption: text.trim() === '' ? null : text }] : []
  })
  return files.length < 2 ? null : { type: 'album', items: files }
}
