import { z } from 'zod'
import { isUuid } from '../../uuid.ts'
import { MEDIA_KINDS, type MediaContent, type MediaKind, type MediaSource } from '../content.ts'
import type { NodeProblem, StepContext, TextField } from './node-type.ts'
import { optionalText, templateField } from './text-field.ts'

/** Where a file comes from: exactly one of the two. */
export const sourceFields = {
  url: z.string().max(2_000).optional(),
  assetId: z.string().min(1).max(200).optional(),
}

export const fileFields = {
  kind: z.enum(MEDIA_KINDS).default('image'),
  ...sourceFields,
  caption: optionalText,
  fileName: z.string().max(200).optional(),
  mimeType: z
    .string()
    .regex(/^[a-z]+\/[a-z0-9.+-]+$/i, 'is no media type such as image/jpeg')
    .optional(),
}
export const fileSchema = z.strictObject(fileFields)
export type FileData = z.output<typeof fileSchema>
type SourceData = Pick<FileData, 'url' | 'assetId'>

/** Kinds that carry a text of their own. */
const CAPTIONED: readonly MediaKind[] = ['image', 'video', 'document']
export function takesCaption(kind: MediaKind): boolean {
  return CAPTIONED.includes(kind)
}

const MIME_OF_KIND: Readonly<Partial<Record<MediaKind, RegExp>>> = {
  image: /^image\//i,
  video: /^video\//i,
  audio: /^audio\//i,
  voice: /^audio\//i,
  sticker: /^image\/webp$/i,
}

export function fileTexts(data: FileData, prefix = ''): TextField[] {
  return [
    ...templateField(`${prefix}url`, data.url),
    ...templateField(`${prefix}caption`, data.caption),
    ...templateField(`${prefix}fileName`, data.fileName),
  ]
}

export function checkFile(data: FileData, prefix = ''): NodeProblem[] {
  const problems = checkSource(data, prefix)
  if (data.caption !== undefined && data.caption !== '' && !takesCaption(data.kind)) {
    const path = `${prefix}caption`
    problems.push({ path, message: `${path}: ${data.kind} carries no text; send it as its own message` })
  }
  const expected = MIME_OF_KIND[data.kind]
  if (data.mimeType !== undefined && expected && !expected.test(data.mimeType)) {
    const path = `${prefix}mimeType`
    problems.push({
      path,
      message: `${path}: "${data.mimeType}" is no ${data.kind}; change the kind or the type`,
    })
  }
  return problems
}

export function checkSource(data: SourceData, prefix = ''): NodeProblem[] {
  const path = `${prefix}url`
  const isUrl = data.url !== undefined && data.url.trim() !== ''
  if (isUrl === (data.assetId !== undefined)) {
    const message = isUrl ? 'give a url or an assetId, not both' : 'give a url or an assetId'
    return [{ path, message: `${path}: ${message}` }]
  }
  if (!isUrl || data.url === undefined || data.url.startsWith('{{')) return []
  const problem = describeBadUrl(data.url)
  return problem === null ? [] : [{ path, message: `${path}: ${problem}` }]
}

/**
 * What is wrong with an address that people wrote into a flow: no http(s), a host made of a template, or one that is
 * plainly of a private network. The host checks the resolved address again whenever it calls it.
 */
export function describeBadUrl(url: string): string | null {
  const match = /^https?:\/\/([^/?#]*)/i.exec(url)
  if (!match) return 'start with https:// (or http://)'
  const authority = match[1] ?? ''
  if (authority.includes('{{') || authority.includes('{%')) {
    return 'write the host out; only what follows it may be a template'
  }
  const host = authority.replace(/^.*@/, '').replace(/:\d+$/, '').toLowerCase()
  if (host === '') return 'names no host'
  return isPrivateHost(host) ? 'is an address of a private network; use a public one' : null
}

const PRIVATE_HOSTS = [
  /^localhost$/,
  /\.(localhost|local|internal)$/,
  /^(0|10|127)\./,
  /^169\.254\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^\[(::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*|::ffff:.*)\]$/,
]

function isPrivateHost(host: string): boolean {
  return PRIVATE_HOSTS.some((pattern) => pattern.test(host))
}

/** The file as it is sent; null when its rendered address is blank. */
export function toMedia(data: FileData, step: StepContext): MediaContent | null {
  const source = toSource(data, step)
  if (!source) return null
  const render = (text: string | undefined) => {
    const rendered = text === undefined ? '' : step.render(text)
    return rendered.trim() === '' ? null : rendered
  }
  return {
    type: 'media',
    kind: data.kind,
    source,
    caption: render(data.caption),
    fileName: render(data.fileName),
    mimeType: data.mimeType ?? null,
  }
}

/** Where an address stands a template may also give the media id of a file that came in. */
export function toSource(data: SourceData, step: StepContext): MediaSource | null {
  if (data.assetId !== undefined) return { assetId: data.assetId }
  const url = step.render(data.url ?? '').trim()
  if (isUuid(url)) return { assetId: url.toLowerCase() }
  return describeBadUrl(url) === null ? { url } : null
}
