import type { AddressPolicy } from '../../../address-policy.ts'
import { findTextExcess, MAX_JSON_DEPTH, MAX_JSON_PARTS, parseJsonText } from '../../../json-safety.ts'
import { isUuid } from '../../../uuid.ts'
import { isJsonPath } from '../../expressions/json-path.ts'
import { type Finding, finding } from '../../findings.ts'
import { findBadCall } from '../fields/media-field.ts'
import { leafFields } from '../fields/value-field.ts'
import type { NodeProblem, TextField } from '../node-type.ts'
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
  return [...problems, ...checkBody(data)]
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

function checkFileBody(body: unknown): NodeProblem[] {
  if (typeof body === 'string' && (body.includes('{{') || isUuid(body.trim()))) return []
  return [{ path: 'body', ...finding('BODY_NO_FILE') }]
}
