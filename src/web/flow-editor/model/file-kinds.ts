/** Which files fit which kind of message, as the service decides it when it sends: anything is a document. */
const FITS: Readonly<Record<string, RegExp>> = {
  image: /^image\//,
  sticker: /^image\//,
  video: /^video\//,
  audio: /^(audio\/|video\/(mp4|webm)$|application\/ogg$)/,
  voice: /^(audio\/|video\/(mp4|webm)$|application\/ogg$)/,
  document: /^/,
}

export const fitsKind = (kind: string, mimetype: string): boolean => FITS[kind]?.test(mimetype) ?? true

/** The kind of these that shows a file best; undefined when it can be none of them. */
export function bestKind(kinds: readonly string[], mimetype: string): string | undefined {
  const ranked = ['image', 'video', 'audio', 'document']
  return ranked.find((kind) => kinds.includes(kind) && fitsKind(kind, mimetype))
}

/** What a file picker is asked to offer. */
export const ACCEPTED: Readonly<Record<string, string>> = {
  image: 'image/*',
  sticker: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
  voice: 'audio/*',
}

export interface ChosenFile {
  id: string
  mimetype: string
  fileName: string | null
}

type Data = Readonly<Record<string, unknown>>

/** A record that names a kept file in place of an address. Only a document is sent with its name. */
export function withFile(data: Data, file: ChosenFile, kind?: string): Record<string, unknown> {
  const { url: _url, ...rest } = data
  const next: Record<string, unknown> = { ...rest, ...(kind !== undefined && { kind }), assetId: file.id }
  const takesName = next.kind === 'document' && file.fileName !== null
  return takesName && !next.fileName ? { ...next, fileName: file.fileName } : next
}

export function withoutFile(data: Data): Record<string, unknown> {
  const { assetId: _assetId, ...rest } = data
  return { ...rest, url: '' }
}
