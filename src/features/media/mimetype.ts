import type { FileKind } from '../../core/conversation/content.ts'
import { type Refusal, refusal } from '../../core/errors.ts'
import type { MismatchAdvice } from '../../core/refusal-reasons.ts'

export const OCTETS = 'application/octet-stream'
export const OPUS = 'audio/ogg; codecs=opus'

/** Which content fits which kind; anything is a document. Pictures of any format become stickers. */
const FITS: Readonly<Record<FileKind, (mimetype: string) => boolean>> = {
  image: (type) => type.startsWith('image/'),
  video: (type) => type.startsWith('video/'),
  // A file that holds sound alone may still call itself a video.
  audio: (type) => type.startsWith('audio/') || ['video/mp4', 'video/webm', 'application/ogg'].includes(type),
  sticker: (type) => type.startsWith('image/'),
  document: () => true,
}

/** What content does not give away, by how names of files end. */
const BY_ENDING: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  html: 'text/html',
  ics: 'text/calendar',
  vcf: 'text/vcard',
}

export interface FoundType {
  mimetype: string
  /** How names of such files end, without the dot. */
  ending: string
}

/** The type by content; null when nothing is known of it, as for plain text. */
export async function findType(path: string): Promise<FoundType | null> {
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path).catch(() => undefined)
  return found ? { mimetype: found.mime, ending: found.ext } : null
}

export const readMimetype = async (path: string): Promise<string | null> =>
  (await findType(path))?.mimetype ?? null

const kindOf = (mimetype: string): string => mimetype.split('/', 1)[0] ?? ''

export const refuseMismatch = (media: FileKind, found: string | null, advice: MismatchAdvice): Refusal =>
  refusal('UNSUPPORTED_MEDIA_TYPE', 'MEDIA_TYPE_MISMATCH', { media, found, advice }, { data: { found } })

/** Refuses a file whose content is not of the kind it is to be sent as. */
export function requireFitting(media: FileKind, found: string | null): void {
  if (media === 'document' || (found !== null && FITS[media](found))) return
  throw refuseMismatch(media, found, media === 'sticker' ? 'sticker' : 'document')
}

/** `said` is the caller's word, `offered` that of whoever gave the file. */
export function chooseDocumentType(
  found: FoundType | null,
  stated: string | undefined,
  offered: string | undefined,
  fileName: string | undefined,
): string {
  const ending = fileName?.split('.').pop()?.toLowerCase() ?? ''
  return stated ?? found?.mimetype ?? BY_ENDING[ending] ?? offered ?? OCTETS
}

export function chooseMimetype(media: FileKind, found: string, stated: string | undefined): string {
  if (media === 'audio' && found.includes('ogg')) return found.includes('opus') ? OPUS : 'audio/ogg'
  if (media === 'audio' && found.startsWith('video/')) return `audio/${found.slice('video/'.length)}`
  // What the caller says may be more exact (codecs), but not something else.
  return stated && kindOf(stated) === kindOf(found) && media !== 'sticker' ? stated : found
}

/** A document's name, with the ending of its type when it has none: phones choose by it what opens a file. */
export function nameDocument(fileName: string | undefined, found: FoundType | null): string {
  const name = fileName ?? 'file'
  return name.includes('.') || !found ? name : `${name}.${found.ending}`
}
