import { isUuid } from '../../../uuid.ts'
import type { FilePlace, HttpRequest, SecretText } from '../../effects.ts'
import type { RequestTexts } from '../node-type.ts'
import { nameField, putAt, readObject } from './file-place.ts'
import type { HttpData } from './http-data.ts'

/** The request as it goes out; or why not: a header would hold a line break, or the file's id names none. */
export function buildRequest(
  data: HttpData,
  step: RequestTexts,
  effectId: string,
): HttpRequest | 'BAD_URL' | 'BAD_HEADER' | 'FILE_MISSING' {
  const query = data.query.map(({ name, value }) =>
    join(encodeURIComponent(name), '=', step.renderUrl(encodeLiterals(value))),
  )
  const url = step.renderUrl(data.url)
  if (climbs(url) && !climbs(data.url)) return 'BAD_URL'
  const separator = data.url.includes('?') ? '&' : '?'
  const file = buildFile(data, step, effectId)
  if (file && !isUuid(file.mediaId)) return 'FILE_MISSING'
  const { body, contentType } = buildBody(data, step, file?.place)
  const headers = data.headers.map(({ name, value }) => ({ name, value: step.renderSecret(value, 'raw') }))
  const has = (name: string) => headers.some((header) => header.name.toLowerCase() === name)
  if (contentType !== null && !has('content-type')) headers.push({ name: 'Content-Type', value: contentType })
  if (!has('idempotency-key')) headers.push({ name: 'Idempotency-Key', value: effectId })
  if (headers.some((header) => literals(header.value).some((text) => /[\r\n]/.test(text))))
    return 'BAD_HEADER'
  return {
    method: data.method,
    url: query.length === 0 ? url : join(url, separator, joinWith('&', query)),
    headers,
    body,
    ...(file ? { file } : {}),
  }
}

/** The file that is the body or goes along in it. */
function buildFile(data: HttpData, step: RequestTexts, effectId: string): HttpRequest['file'] | null {
  if (data.bodyType === 'file') return { mediaId: step.render(String(data.body)).trim() }
  if (data.fileId === undefined || data.fileId === '') return null
  const mediaId = step.render(data.fileId).trim()
  if (data.bodyType !== 'multipart') return { mediaId, place: { kind: 'base64', mark: `file:${effectId}` } }
  const fields = readPairs(data.body ?? {}).map(([name, value]) => ({
    name: name.trim(),
    value: step.renderSecret(value, 'raw'),
  }))
  return { mediaId, place: { kind: 'part', name: nameField(data), fields } }
}

/** Whether a part of the path is a step up or none at all: with a value of `..` a call would go to another resource. */
const climbs = (url: SecretText): boolean =>
  /\/(?:\.|%2e){1,2}(?=[/?#]|$)/i.test(
    literals(url)
      .join('')
      .replace(/^https?:\/\/[^/?#]*/i, '')
      .split(/[?#]/, 1)[0] ?? '',
  )

/** Percent-encodes what a person wrote between the templates of a query value. */
function encodeLiterals(text: string): string {
  return text
    .split(/(\{\{.*?\}\}|\{%.*?%\})/s)
    .map((piece, index) => (index % 2 === 1 ? piece : encodeURIComponent(piece)))
    .join('')
}

function buildBody(
  data: HttpData,
  step: RequestTexts,
  place: FilePlace | undefined,
): { body: SecretText | null; contentType: string | null } {
  const { body } = data
  if (place?.kind === 'base64') {
    const value = putAt(readObject(body) ?? {}, nameField(data), place.mark)
    return { body: step.renderJson(value), contentType: 'application/json' }
  }
  const type = data.bodyType ?? (body === undefined ? 'none' : 'json')
  if (type === 'none' || body === undefined || body === null) return { body: null, contentType: null }
  switch (type) {
    case 'file':
    case 'multipart':
      return { body: null, contentType: null }
    case 'json': {
      const value: unknown = typeof body === 'string' ? JSON.parse(body) : body
      return { body: step.renderJson(value), contentType: 'application/json' }
    }
    case 'form':
      return { body: buildForm(body, step), contentType: 'application/x-www-form-urlencoded' }
    case 'text':
      return { body: step.renderSecret(String(body), 'raw'), contentType: 'text/plain; charset=utf-8' }
  }
}

/** A form as an object of texts, or as `name=value` pairs joined by `&` or line breaks. */
function readPairs(body: unknown): [string, string][] {
  if (typeof body !== 'string')
    return Object.entries(body ?? {}).map(([name, value]) => [name, String(value)])
  return body
    .split(/[&\n]/)
    .filter((item) => item.trim() !== '')
    .map((item) => [item.split('=')[0] ?? '', item.split('=').slice(1).join('=')])
}

function buildForm(body: unknown, step: RequestTexts): SecretText {
  return joinWith(
    '&',
    readPairs(body).map(([name, value]) =>
      join(encodeURIComponent(name.trim()), '=', step.renderUrl(encodeLiterals(value))),
    ),
  )
}

function literals(text: SecretText): string[] {
  return (typeof text === 'string' ? [text] : [...text]).filter((part) => typeof part === 'string')
}

function join(...texts: SecretText[]): SecretText {
  const parts = texts.flatMap((text) => (typeof text === 'string' ? [text] : [...text]))
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts
}

function joinWith(separator: string, texts: SecretText[]): SecretText {
  return join(...texts.flatMap((text, index) => (index === 0 ? [text] : [separator, text])))
}
