import { z } from 'zod'
import type { AddressPolicy } from '../../address-policy.ts'
import {
  MEDIA_KINDS,
  type MediaContent,
  type MediaKind,
  type MediaSource,
} from '../../conversation/content.ts'
import { isUuid } from '../../uuid.ts'
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

export function checkFile(data: FileData, addresses: AddressPolicy | null, prefix = ''): NodeProblem[] {
  const problems = checkSource(data, addresses, prefix)
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

export function checkSource(data: SourceData, addresses: AddressPolicy | null, prefix = ''): NodeProblem[] {
  const path = `${prefix}url`
  const isUrl = data.url !== undefined && data.url.trim() !== ''
  if (isUrl === (data.assetId !== undefined)) {
    const message = isUrl ? 'give a url or an assetId, not both' : 'give a url or an assetId'
    return [{ path, message: `${path}: ${message}` }]
  }
  if (!isUrl || data.url === undefined || data.url.startsWith('{{')) return []
  const problem = describeBadUrl(data.url, addresses)
  return problem === null ? [] : [{ path, message: `${path}: ${problem}` }]
}

/**
 * What is wrong with an address that people wrote into a flow: no http(s), a host made of a template, or one that
 * `addresses` refuses before any name is looked up; null of them where nobody knows what the host may call. The host
 * judges the resolved address again whenever it calls it.
 */
export function describeBadUrl(url: string, addresses: AddressPolicy | null): string | null {
  const host = readHost(url)
  if ('problem' in host) return host.problem
  return addresses === null || addresses.permitsHost(host.name)
    ? null
    : 'is an address of a private network; use a public one, or have an operator allow it (OUTBOUND_ALLOW)'
}

/** The same of an address that is called with what a flow knows, and so only encrypted or where an operator listed it. */
export function describeBadCall(url: string, addresses: AddressPolicy | null): string | null {
  const problem = describeBadUrl(url, addresses)
  if (problem !== null || addresses === null || /^https:/i.test(url)) return problem
  const host = readHost(url)
  return 'problem' in host || addresses.permitsPlainHost(host.name)
    ? null
    : 'would be called without encryption; use https, or have an operator allow its address (OUTBOUND_ALLOW)'
}

function readHost(url: string): { name: string } | { problem: string } {
  const match = /^https?:\/\/([^/?#]*)/i.exec(url)
  if (!match) return { problem: 'start with https:// (or http://)' }
  const authority = match[1] ?? ''
  if (authority.includes('{{') || authority.includes('{%')) {
    return { problem: 'write the host out; only what follows it may be a template' }
  }
  if (authority.includes('@')) {
    return { problem: 'leave out what stands before the @; a user name or password goes into a header' }
  }
  const origin = `http://${authority}`
  return URL.canParse(origin) ? { name: new URL(origin).hostname } : { problem: 'names no host' }
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
  return describeBadUrl(url, step.addresses) === null ? { url } : null
}
