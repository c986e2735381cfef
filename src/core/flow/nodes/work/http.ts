import type { EffectResult } from '../../../conversation/flow-event.ts'
import { isUuid } from '../../../uuid.ts'
import type { HttpRequest, SecretText } from '../../effects.ts'
import { readJsonPath } from '../../expressions/json-path.ts'
import { MAX_HTTP_BODY_BYTES, MAX_NODE_RESULT_CHARS } from '../../limits.ts'
import { defineNode, type StepContext, type StepResult } from '../node-type.ts'
import { checkHttp, httpTexts } from './http-check.ts'
import { type HttpData, httpSchema } from './http-data.ts'

/** Calls another system and goes on with what it answers. */
export const http = defineNode({
  type: 'http',
  group: 'action',
  schema: httpSchema,
  docs: {
    summary:
      'Calls another system; `map` puts parts of the answer into variables. With the kind of body `file`, `body` is the mediaId of a file that came in, and its bytes are posted. 2xx leaves by ok, everything else by error.',
    sample: {
      method: 'GET',
      url: 'https://api.example.com/orders/{{ contact.phone }}',
      headers: [{ name: 'Authorization', value: 'Bearer {{ secrets.shop }}' }],
      map: [{ path: 'items[0].status', var: 'status' }],
    },
  },
  hasInput: true,
  waits: true,
  handles: () => [
    { id: 'ok', label: 'ok', optional: false, unconnected: 'complete' },
    { id: 'error', label: 'error', optional: true, unconnected: 'fail' },
  ],
  texts: httpTexts,
  check: (data, _flow, addresses) => checkHttp(data, addresses),
  secrets: (data) => data.secretRefs,
  writes: (data) => [
    ...data.map.map((item) => item.var),
    ...(data.saveAs === undefined ? [] : [data.saveAs]),
  ],
  execute: (data, step) => {
    const effectId = step.newEffectId()
    const request = buildRequest(data, step, effectId)
    if (typeof request === 'string') return leaveByError(step, request)
    const mayRetry = data.idempotent ?? !['POST', 'PATCH'].includes(data.method)
    const { timeoutMs, retries } = data
    const maxBodyBytes = MAX_HTTP_BODY_BYTES
    return {
      kind: 'wait_effect',
      effect: { kind: 'http', effectId, request, timeoutMs, retries, mayRetry, maxBodyBytes },
    }
  },
  resume: (data, step, signal) => {
    if (signal.kind === 'effect_failed') return leaveByError(step, signal.error.code)
    if (signal.kind !== 'effect') return { kind: 'fail', message: `http cannot go on with ${signal.kind}` }
    return takeAnswer(data, step, signal.result)
  },
})

function leaveByError(step: StepContext, error: string): StepResult {
  step.setNodeResult({ status: null, body: null, error })
  return { kind: 'follow', handle: 'error', outcome: 'error' }
}

function takeAnswer(
  data: HttpData,
  step: StepContext,
  { status = 0, body = null }: EffectResult,
): StepResult {
  const size = typeof body === 'string' ? body.length : (JSON.stringify(body)?.length ?? 0)
  step.setNodeResult({ status, body: size > MAX_NODE_RESULT_CHARS ? null : body, error: null })
  if (status < 200 || status > 299) return { kind: 'follow', handle: 'error', outcome: 'error' }
  for (const { path, var: name } of data.map) step.setVariable(name, readJsonPath(body, path))
  if (data.saveAs !== undefined) step.setVariable(data.saveAs, body)
  return { kind: 'follow', handle: 'ok', outcome: 'ok' }
}

/** The request as it goes out; or why not: a header would hold a line break, or the file's id names none. */
function buildRequest(
  data: HttpData,
  step: StepContext,
  effectId: string,
): HttpRequest | 'BAD_HEADER' | 'FILE_MISSING' {
  const query = data.query.map(({ name, value }) =>
    join(encodeURIComponent(name), '=', step.renderUrl(encodeLiterals(value))),
  )
  const url = step.renderUrl(data.url)
  const separator = data.url.includes('?') ? '&' : '?'
  const { body, contentType } = buildBody(data, step)
  const headers = data.headers.map(({ name, value }) => ({ name, value: step.renderSecret(value, 'raw') }))
  const has = (name: string) => headers.some((header) => header.name.toLowerCase() === name)
  if (contentType !== null && !has('content-type')) headers.push({ name: 'Content-Type', value: contentType })
  if (!has('idempotency-key')) headers.push({ name: 'Idempotency-Key', value: effectId })
  if (headers.some((header) => literals(header.value).some((text) => /[\r\n]/.test(text))))
    return 'BAD_HEADER'
  const file = data.bodyType === 'file' ? { mediaId: step.render(String(data.body)).trim() } : null
  if (file && !isUuid(file.mediaId)) return 'FILE_MISSING'
  return {
    method: data.method,
    url: query.length === 0 ? url : join(url, separator, joinWith('&', query)),
    headers,
    body,
    ...(file ? { file } : {}),
  }
}

/** Percent-encodes what a person wrote between the templates of a query value. */
function encodeLiterals(text: string): string {
  return text
    .split(/(\{\{.*?\}\}|\{%.*?%\})/s)
    .map((piece, index) => (index % 2 === 1 ? piece : encodeURIComponent(piece)))
    .join('')
}

function buildBody(
  data: HttpData,
  step: StepContext,
): { body: SecretText | null; contentType: string | null } {
  const { body } = data
  const type = data.bodyType ?? (body === undefined ? 'none' : 'json')
  if (type === 'none' || body === undefined || body === null) return { body: null, contentType: null }
  switch (type) {
    case 'file':
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
function buildForm(body: unknown, step: StepContext): SecretText {
  const pairs: [string, string][] =
    typeof body === 'string'
      ? body
          .split(/[&\n]/)
          .filter((item) => item.trim() !== '')
          .map((item) => [item.split('=')[0] ?? '', item.split('=').slice(1).join('=')])
      : Object.entries(body ?? {}).map(([name, value]) => [name, String(value)])
  return joinWith(
    '&',
    pairs.map(([name, value]) =>
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
