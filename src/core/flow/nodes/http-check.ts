import type { AddressPolicy } from '../../address-policy.ts'
import { parseJsonText } from '../../json-safety.ts'
import { isUuid } from '../../uuid.ts'
import { isJsonPath } from '../expressions/json-path.ts'
import type { HttpData } from './http-data.ts'
import { describeBadCall } from './media-field.ts'
import type { NodeProblem, TextField } from './node-type.ts'
import { leafFields } from './value-field.ts'

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
  const badUrl = describeBadCall(data.url, addresses)
  if (badUrl !== null) problems.push({ path: 'url', message: `url: ${badUrl}` })
  for (const [index, { name, value }] of data.headers.entries()) {
    const path = `headers.${index}`
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
      problems.push({ path, message: `${path}: "${name}" is no name of a header` })
    }
    if (/[\r\n]/.test(value)) problems.push({ path, message: `${path}: a header has no line breaks` })
  }
  for (const [index, { path: text }] of data.map.entries()) {
    const path = `map.${index}.path`
    if (!isJsonPath(text)) problems.push({ path, message: `${path}: is no path such as items[0].status` })
  }
  return [...problems, ...checkBody(data)]
}

function checkBody({ body, bodyType, method }: HttpData): NodeProblem[] {
  if (body === undefined || bodyType === 'none') return []
  if (method === 'GET' || method === 'HEAD') {
    return [{ path: 'body', message: `body: a ${method} request has none; remove it or choose POST` }]
  }
  if (bodyType === 'text' && typeof body !== 'string')
    return [{ path: 'body', message: 'body: write a text' }]
  if (bodyType === 'file') return checkFileBody(body)
  const isJson = bodyType === undefined || bodyType === 'json'
  if (!isJson || typeof body !== 'string') return []
  const parsed = parseJsonText(body)
  if (parsed.ok) return []
  if (parsed.problem !== null) return [{ path: 'body', message: `body: is too much JSON: ${parsed.problem}` }]
  const message =
    'body: is not valid JSON; put quotes around every {{ }} (a value that is one single {{ }} keeps its type)'
  return [{ path: 'body', message }]
}

function checkFileBody(body: unknown): NodeProblem[] {
  if (typeof body === 'string' && (body.includes('{{') || isUuid(body.trim()))) return []
  return [
    {
      path: 'body',
      message: 'body: name the file by its mediaId, for instance {{ vars.photo.mediaId }}',
    },
  ]
}
