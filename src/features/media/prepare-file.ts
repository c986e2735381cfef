import { open } from 'node:fs/promises'
import type { FileKind } from '../../core/conversation/content.ts'
import type { MediaTraits } from '../../network/port.ts'
import type { Codecs } from './codecs/index.ts'
import { readMp4 } from './codecs/mp4.ts'
import {
  chooseDocumentType,
  chooseMimetype,
  type FoundType,
  findType,
  nameDocument,
  refuseMismatch,
  requireFitting,
} from './mimetype.ts'
import type { MediaStore } from './store/store.ts'
import { prepareVoiceNote } from './voice-note.ts'

const HEAD_BYTES = 256 * 1024
const THUMBNAIL_PX = 100
/** Formats that phones show as pictures. */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])
const WEBP = 'image/webp'

export interface PrepareDeps {
  store: Pick<MediaStore, 'draft'>
  codecs: Codecs
}

/** Who says what of a file that is to be sent. */
export interface FileToPrepare {
  path: string
  sent: { media: FileKind; mimetype?: string; voiceNote?: boolean }
  fileName?: string | undefined
  /** The type that whoever gave the file says it has. */
  offered?: string | undefined
}

/** A file in the form in which it is sent: the one that was given, or another made of it. */
export interface PreparedFile {
  path: string
  traits: MediaTraits
  release(): Promise<void>
}

type Traits = Omit<MediaTraits, 'mimetype'>

const asGiven = (path: string, traits: MediaTraits): PreparedFile => ({
  path,
  traits,
  release: async () => {},
})

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** From this orientation on, a camera was held upright: width and height change places. */
const FIRST_TURNED = 5

async function readPixels(path: string): Promise<Traits> {
  const { imageSize } = await import('image-size')
  try {
    const { width, height, orientation = 1 } = imageSize(await readHead(path))
    return orientation >= FIRST_TURNED ? { width: height, height: width } : { width, height }
  } catch {
    return {}
  }
}

async function readSeconds(path: string): Promise<Traits> {
  const { parseFile } = await import('music-metadata')
  try {
    const { format } = await parseFile(path, { duration: true, skipCovers: true })
    return format.duration ? { seconds: Math.max(1, Math.round(format.duration)) } : {}
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

/** Another form of a file, in a draft that goes when it was sent. `write` says null when it cannot be made. */
async function convert(
  { store }: PrepareDeps,
  write: (target: string) => Promise<MediaTraits | null>,
): Promise<PreparedFile | null> {
  const draft = await store.draft()
  try {
    const traits = await write(draft.path)
    if (traits) return { path: draft.path, traits, release: () => draft.drop() }
  } catch (error) {
    await draft.drop()
    throw error
  }
  await draft.drop()
  return null
}

async function prepareImage(
  deps: PrepareDeps,
  path: string,
  mimetype: string,
  found: string,
): Promise<PreparedFile> {
  const { pictures } = deps.codecs
  const thumbnail = (await pictures.makeThumbnail(path)) ?? undefined
  const small = thumbnail ? { thumbnail } : {}
  if (SHOWN.has(found)) return asGiven(path, { mimetype, ...(await readPixels(path)), ...small })
  const made = await convert(deps, async (target) => {
    const pixels = await pictures.writeJpeg(path, target)
    return pixels && { mimetype: 'image/jpeg', ...pixels, ...small }
  })
  if (made) return made
  throw refuseMismatch('image', found, 'picture')
}

async function prepareSticker(deps: PrepareDeps, path: string, found: string): Promise<PreparedFile> {
  if (found === WEBP) {
    return asGiven(path, { mimetype: WEBP, ...(await readPixels(path)), ...(await readAnimation(path)) })
  }
  const made = await convert(deps, async (target) => {
    const sticker = await deps.codecs.pictures.writeSticker(path, target)
    return sticker && { mimetype: WEBP, width: 512, height: 512, ...sticker }
  })
  if (made) return made
  throw refuseMismatch('sticker', found, 'webp')
}

async function prepareVideo(deps: PrepareDeps, path: string, mimetype: string): Promise<PreparedFile> {
  const facts = await readMp4(path)
  if (facts && !facts.hasVideo && facts.hasAudio) {
    throw refuseMismatch('video', 'sound without a picture', 'audio')
  }
  const { width, height } = facts ?? {}
  const pixels = width && height ? { width, height } : {}
  const { seconds = (await readSeconds(path)).seconds } = facts ?? {}
  const thumbnail = await deps.codecs.ffmpeg?.makeThumbnail(path, THUMBNAIL_PX).catch(() => null)
  return asGiven(path, {
    mimetype,
    ...pixels,
    ...(seconds ? { seconds } : {}),
    ...(thumbnail ? { thumbnail } : {}),
  })
}

async function prepareAudio(path: string, mimetype: string): Promise<PreparedFile> {
  const facts = await readMp4(path)
  if (facts?.hasVideo) throw refuseMismatch('audio', 'a video', 'video')
  const seconds = facts?.seconds ? { seconds: facts.seconds } : await readSeconds(path)
  return asGiven(path, { mimetype, ...seconds })
}

function prepareDocument(
  { path, sent, offered, fileName }: FileToPrepare,
  found: FoundType | null,
): PreparedFile {
  const name = nameDocument(fileName, found)
  return asGiven(path, { mimetype: chooseDocumentType(found, sent.mimetype, offered, name), fileName: name })
}

/** Reads what a file says of itself, and makes it what its kind has to be. Refuses what is neither. */
export async function prepareFile(deps: PrepareDeps, file: FileToPrepare): Promise<PreparedFile> {
  const { path, sent } = file
  const { media } = sent
  const type = await findType(path)
  const found = type?.mimetype ?? null
  requireFitting(media, found)
  if (media === 'document' || found === null) return prepareDocument(file, type)
  const mimetype = chooseMimetype(media, found, sent.mimetype)
  switch (media) {
    case 'image':
      return prepareImage(deps, path, mimetype, found)
    case 'sticker':
      return prepareSticker(deps, path, found)
    case 'video':
      return prepareVideo(deps, path, mimetype)
    case 'audio':
      if (!sent.voiceNote) return prepareAudio(path, mimetype)
      return (
        (await convert(deps, (target) => prepareVoiceNote(deps.codecs, path, found, target))) ??
        prepareOpus(deps, path)
      )
  }
}

/** Opus in Ogg is sent byte for byte; a file that cannot be measured is still one. */
async function prepareOpus({ codecs }: PrepareDeps, path: string): Promise<PreparedFile> {
  const facts = await codecs.voice({ path, codec: 'opus', target: null })
  const { seconds, waveform } = facts.ok ? facts : {}
  return asGiven(path, {
    mimetype: 'audio/ogg; codecs=opus',
    ...(seconds ? { seconds } : await readSeconds(path)),
    ...(waveform ? { waveform } : {}),
  })
}
