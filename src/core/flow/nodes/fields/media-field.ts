import { z } from 'zod'
import type { AddressPolicy } from '../../../address-policy.ts'
import {
  MEDIA_KINDS,
  type MediaContent,
  type MediaKind,
  type MediaSource,
} from '../../../conversation/content.ts'
import { isUuid } from '../../../uuid.ts'
import { type Finding, finding, findingText } from '../../findings.ts'
import type { NodeProblem, StepContext, TextField } from '../node-type.ts'
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
    .regex(/^[a-z]+\/[a-z0-9.+-]+$/i, findingText('NO_MEDIA_TYPE'))
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
    problems.push({ path, ...finding('NO_CAPTION', { kind: data.kind }) })
  }
  const expected = MIME_OF_KIND[data.kind]
  if (data.mimeType !== undefined && expected && !expected.test(data.mimeType)) {
    const path = `${prefix}mimeType`
    problems.push({ path, ...finding('MEDIA_TYPE_OF_ANOTHER', { type: data.mimeType, kind: data.kind }) })
  }
  return problems
}

export function checkSource(data: SourceData, addresses: AddressPolicy | null, prefix = ''): NodeProblem[] {
  const path = `${prefix}url`
  const isUrl = data.url !== undefined && data.url.trim() !== ''
  if (isUrl === (data.assetId !== undefined)) {
    return [{ path, ...finding(isUrl ? 'URL_AND_ASSET' : 'NO_URL_OR_ASSET') }]
  }
  if (!isUrl || data.url === undefined || data.url.startsWith('{{')) return []
  const problem = findBadUrl(data.url, addresses)
  return problem === null ? [] : [{ path, ...problem }]
}

/**
 * What is wrong with an address that people wrote into a flow: no http(s), a host made of a template, or one that
 * `addresses` refuses before any name is looked up; null of them where nobody knows what the host may call. The host
 * judges the resolved address again whenever it calls it.
 */
export function findBadUrl(url: string, addresses: AddressPolicy | null): Finding | null {
  const host = readHost(url)
  if ('problem' in host) return host.problem
  return addresses === null || addresses.permitsHost(host.name) ? null : finding('ADDRESS_PRIVATE')
}

/** The same of an address that is called with what a flow knows, and so only encrypted or where an operator listed it. */
export function findBadCall(url: string, addresses: AddressPolicy | null): Finding | null {
  const problem = findBadUrl(url, addresses)
  if (problem !== null || addresses === null || /^https:/i.test(url)) return problem
  const host = readHost(url)
  return 'problem' in host || addresses.permitsPlainHost(host.name) ? null : finding('NOT_ENCRYPTED')
}

function readHost(url: string): { name: string } | { problem: Finding } {
  const match = /^https?:\/\/([^/?#]*)/i.exec(url)
  if (!match) return { problem: finding('NO_HTTP_ADDRESS') }
  const authority = match[1] ?? ''
  if (authority.includes('{{') || authority.includes('{%')) {
    return { problem: finding('HOST_IS_TEMPLATE') }
  }
  if (authority.includes('@')) {
    return { problem: finding('CREDENTIALS_IN_ADDRESS') }
  }
  const origin = `http://${authority}`
  return URL.canParse(origin) ? { name: new URL(origin).hostname } : { problem: finding('HOST_MISSING') }
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
  return findBadUrl(url, step.addresses) === null ? { url } : null
}
