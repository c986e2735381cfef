import type { Handlers } from '../../contract/handlers.ts'
import type { FileKind, MediaSource } from '../../core/conversation/content.ts'
import { refusal } from '../../core/errors.ts'
import type { Media } from '../media/index.ts'
import type { PostContent } from './commands.ts'

type PostInput = Parameters<Handlers['channels']['post']>[0]

const FILES = ['image', 'video', 'audio', 'document'] as const satisfies readonly FileKind[]

/** Bytes given in the call go into the store first: only their id crosses the bus. */
async function toSource(
  { clientId, ...input }: PostInput,
  kind: (typeof FILES)[number],
  media: Pick<Media, 'keepBytes'> | undefined,
): Promise<{ source: MediaSource; mimeType?: string }> {
  const given = input[kind]
  if (given === undefined) throw new Error(`there is no ${kind}`)
  if (typeof given === 'string') return { source: { url: given } }
  if ('url' in given) return { source: given }
  if ('mediaId' in given) return { source: { assetId: given.mediaId } }
  if (!media)
    throw refusal('UNPROCESSABLE_CONTENT', 'NOT_AVAILABLE_YET', { missing: 'files given as base64' })
  const { base64, mimetype } = given
  return {
    source: { assetId: await media.keepBytes(clientId, kind, base64, mimetype) },
    mimeType: mimetype,
  }
}

/** What a caller asks to post; the contract has seen that it is of one type. */
export async function toPostContent(
  input: PostInput,
  media: Pick<Media, 'keepBytes'> | undefined,
): Promise<PostContent> {
  const { text, poll, caption, fileName, mimetype, ptt, gifPlayback } = input
  if (text !== undefined) return { type: 'text', text }
  if (poll) {
    const { name: question, values: options, selectableCount: selectable = 0 } = poll
    return { type: 'poll', question, options, selectable }
  }
  const kind = FILES.find((field) => input[field] !== undefined)
  if (!kind) throw new Error('a post without content passed its check')
  const { source, mimeType } = await toSource(input, kind, media)
  const ownType = mimetype ?? mimeType
  return {
    ...{ type: 'media', kind, source },
    ...(caption === undefined ? {} : { caption }),
    ...(fileName === undefined ? {} : { fileName }),
    ...(ownType === undefined ? {} : { mimeType: ownType }),
    ...(ptt === undefined ? {} : { voiceNote: ptt }),
    ...(gifPlayback === undefined ? {} : { gifPlayback }),
  }
}
