import type { AddressPolicy } from '../../../address-policy.ts'
import { findTextExcess, MAX_JSON_DEPTH, MAX_JSON_PARTS, parseJsonText } from '../../../json-safety.ts'
import { isUuid } from '../../../uuid.ts'
import { isJsonPath } from '../../expressions/json-path.ts'
import { type Finding, finding } from '../../findings.ts'
import { findBadCall } from '../fields/media-field.ts'
import { leafFields } from '../fields/value-field.ts'
import type { NodeProblem, TextField } from '../node-type.ts'
import { readObject } from './file-place.ts'
import type { HttpData } from './http-data.ts'

/** The texts of a request; secrets may stand in every one of them. */
export function httpTexts(data: HttpData): TextField[] {
  const field = (path: string, text: string): TextField => ({
    path,
    text,
    kind: 'template',
    allowsSecrets: true,
  })
  return [
    field('url', data.url),
    ...data.query.map((item, index) => field(`query.${index}.value`, item.value)),
    ...data.headers.map((item, index) => field(`headers.${index}.value`, item.value)),
    ...leafFields('body', data.body),
    ...(data.fileId === undefined ? [] : [{ path: 'fileId', text: data.fileId, kind: 'template' as const }]),
  ]
}

/** What the schema cannot say of a request. */
export function checkHttp(data: HttpData, addresses: AddressPolicy | null): NodeProblem[] {
  const problems: NodeProblem[] = []
  const badUrl = findBadCall(data.url, addresses)
  if (badUrl !== null) problems.push({ path: 'url', ...badUrl })
  for (const [index, { name, value }] of data.headers.entries()) {
    const path = `headers.${index}`
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
      problems.push({ path, ...finding('NO_HEADER_NAME', { name }) })
    }
    if (/[\r\n]/.test(value)) problems.push({ path, ...finding('HEADER_WITH_LINE_BREAK') })
  }
  for (const [index, { path: text }] of data.map.entries()) {
    const path = `map.${index}.path`
    if (!isJsonPath(text)) problems.push({ path, ...finding('NO_JSON_PATH') })
  }
  return [...problems, ...checkBody(data), ...checkFile(data)]
}

function checkBody({ body, bodyType, method }: HttpData): NodeProblem[] {
  if (body === undefined || bodyType === 'none') return []
  if (method === 'GET' || method === 'HEAD') {
    return [{ path: 'body', ...finding('METHOD_WITHOUT_BODY', { method }) }]
  }
  if (bodyType === 'text' && typeof body !== 'string') return [{ path: 'body', ...finding('BODY_NO_TEXT') }]
  if (bodyType === 'file') return checkFileBody(body)
  const isJson = bodyType === undefined || bodyType === 'json'
  if (!isJson || typeof body !== 'string') return []
  const problem = findBadJson(body)
  return problem === null ? [] : [{ path: 'body', ...problem }]
}

function findBadJson(text: string): Finding | null {
  const excess = findTextExcess(text)
  if (excess === 'depth') return finding('JSON_TOO_DEEP', { most: MAX_JSON_DEPTH })
  if (excess === 'parts') return finding('JSON_TOO_LARGE', { most: MAX_JSON_PARTS })
  return parseJsonText(text).ok ? null : finding('BODY_NO_JSON')
}

const mayNameFile = (text: unknown): boolean =>
  typeof text === 'string' && (text.includes('{{') || isUuid(text.trim()))

function checkFileBody(body: unknown): NodeProblem[] {
  return mayNameFile(body) ? [] : [{ path: 'body', ...finding('BODY_NO_FILE') }]
}

/** A file that goes along in a form or in JSON. */
function checkFile({ fileId, bodyType = 'json', body, method }: HttpData): NodeProblem[] {
  const isMissing = fileId === undefined || fileId === ''
  if (method === 'GET' || method === 'HEAD')
    return isMissing ? [] : [{ path: 'fileId', ...finding('METHOD_WITHOUT_BODY', { method }) }]
  if (isMissing) return bodyType === 'multipart' ? [{ path: 'fileId', ...finding('BODY_NO_FILE') }] : []
  if (bodyType !== 'multipart' && bodyType !== 'json')
    return [{ path: 'fileId', ...finding('FILE_WITHOUT_PLACE') }]
  if (!mayNameFile(fileId)) return [{ path: 'fileId', ...finding('BODY_NO_FILE') }]
  return bodyType === 'json' && readObject(body) === null
    ? [{ path: 'body', ...finding('FILE_IN_NO_OBJECT') }]
    : []
}
