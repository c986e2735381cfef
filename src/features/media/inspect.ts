import { open, stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { imageSize } from 'image-size'
import { parseFile } from 'music-metadata'
import { Refusal } from '../../core/errors.ts'
import type { MediaKind, MediaTraits } from '../../network/port.ts'

const HEAD_BYTES = 256 * 1024
const THUMBNAIL_PX = 72
const THUMBNAIL_QUALITY = 50
/** Larger pictures are sent without a small one: decoding them costs more memory than it is worth. */
const MAX_THUMBNAIL_SOURCE_BYTES = 30 * 1024 ** 2
const OCTETS = 'application/octet-stream'

/** Which content fits which kind; anything is a document. */
const FITS: Readonly<Record<MediaKind, (mimetype: string) => boolean>> = {
  image: (type) => type.startsWith('image/'),
  video: (type) => type.startsWith('video/'),
  // A file that holds sound alone may still call itself a video.
  audio: (type) => type.startsWith('audio/') || ['video/mp4', 'video/webm', 'application/ogg'].includes(type),
  sticker: (type) => type === 'image/webp',
  document: () => true,
}

export type Inspected = Pick<
  MediaTraits,
  'mimetype' | 'width' | 'height' | 'seconds' | 'thumbnail' | 'isAnimated'
>

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function readDimensions(path: string): Promise<{ width?: number; height?: number }> {
  try {
    const { width, height } = imageSize(await readHead(path))
    return { width, height }
  } catch {
    return {}
  }
}

async function readSeconds(path: string): Promise<{ seconds?: number }> {
  try {
    const { format } = await parseFile(path, { duration: true, skipCovers: true })
    return format.duration === undefined ? {} : { seconds: Math.max(1, Math.round(format.duration)) }
  } catch {
    return {}
  }
}

/** A small JPEG, when the optional picture library is installed here. */
async function makeThumbnail(path: string): Promise<{ thumbnail?: Uint8Array }> {
  try {
    const { size } = await stat(path)
    if (size > MAX_THUMBNAIL_SOURCE_BYTES) return {}
    const { default: sharp } = await import('sharp')
    const picture = sharp(path).rotate().resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside' })
    return { thumbnail: await picture.jpeg({ quality: THUMBNAIL_QUALITY }).toBuffer() }
  } catch {
    return {}
  }
}

const WEBP_FLAGS_AT = 20
const WEBP_ANIMATED = 0x02

async function readAnimation(path: string): Promise<{ isAnimated: boolean }> {
  const head = await readHead(path)
  const isExtended = head.toString('latin1', 12, 16) === 'VP8X'
  return { isAnimated: isExtended && ((head[WEBP_FLAGS_AT] ?? 0) & WEBP_ANIMATED) !== 0 }
}

/** The type by content; null when nothing is known of it, as for plain text. */
export async function readMimetype(path: string): Promise<string | null> {
  return (await fileTypeFromFile(path).catch(() => undefined))?.mime ?? null
}

const kindOf = (mimetype: string): string => mimetype.split('/', 1)[0] ?? ''

function chooseMimetype(media: MediaKind, found: string | null, said: string | undefined): string {
  if (media === 'document') return said ?? found ?? OCTETS
  if (media === 'audio' && found?.includes('ogg')) return 'audio/ogg; codecs=opus'
  if (media === 'audio' && found?.startsWith('video/')) return `audio/${found.slice('video/'.length)}`
  // What the caller says may be more exact (codecs), but not something else.
  if (said && found && kindOf(said) === kindOf(found) && media !== 'sticker') return said
  return found ?? said ?? OCTETS
}

/** What a file says of itself. Refuses one whose content is not of the kind it is to be sent as. */
export async function inspectFile(
  path: string,
  media: MediaKind,
  saidMimetype: string | undefined,
): Promise<Inspected> {
  const found = await readMimetype(path)
  if (media !== 'document' && (found === null || !FITS[media](found))) {
    const what = found === null ? 'is not of a known type' : `is ${found}`
    const hint = media === 'sticker' ? 'Stickers are WebP pictures.' : 'Send it as a document instead.'
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      `The file ${what}, so it cannot be sent as ${media}. ${hint}`,
      {
        data: { reason: 'MEDIA_TYPE_MISMATCH', found },
      },
    )
  }
  const mimetype = chooseMimetype(media, found, saidMimetype)
  switch (media) {
    case 'image':
      return { mimetype, ...(await readDimensions(path)), ...(await makeThumbnail(path)) }
    case 'sticker':
      return { mimetype, ...(await readDimensions(path)), ...(await readAnimation(path)) }
    case 'video':
    case 'audio':
      return { mimetype, ...(await readSeconds(path)) }
    case 'document':
      return { mimetype }
  }
}
