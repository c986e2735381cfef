import {
  type EffectError,
  type EffectErrorCode,
  type EffectResult,
  fillSecrets,
  type HttpRequest,
  hideSecrets,
  listSecrets,
  MAX_HTTP_BODY_BYTES,
  SecretMissing,
} from '../../core/flow/index.ts'
import { OutboundError, type OutboundHttp } from '../../platform/outbound-http.ts'

/** What calls reach the outside with. */
export interface LiveCallPorts {
  http: Pick<OutboundHttp, 'request'>
  secrets: { read(userId: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> }
}

export interface LiveCall {
  userId: string
  request: HttpRequest
  timeoutMs: number
  signal: AbortSignal
}

export type LiveAnswer = { result: EffectResult } | { error: EffectError }

/**
 * One call of an http node while its flow is tried out, within the bounds of a run: encrypted unless an operator listed the
 * address, never to an address inside, the same sizes. Secrets are put in here and taken out of all that comes back.
 */
export async function callLive(
  { http, secrets }: LiveCallPorts,
  { userId, request, timeoutMs, signal }: LiveCall,
): Promise<LiveAnswer> {
  const { method, url, headers, body } = request
  const texts = [url, body, ...headers.map(({ value }) => value)]
  const values = await secrets.read(userId, texts.flatMap(listSecrets))
  const hide = (text: string) => hideSecrets(text, values)
  try {
    const filled = body === null ? null : Buffer.from(fillSecrets(body, values))
    if ((filled?.length ?? 0) > MAX_HTTP_BODY_BYTES)
      return fail('TOO_LARGE', `The request is larger than ${MAX_HTTP_BODY_BYTES} bytes.`)
    const answer = await http.request({
      method,
      url: fillSecrets(url, values),
      headers: headers.map(({ name, value }) => ({ name, value: fillSecrets(value, values) })),
      body: filled,
      ...{ timeoutMs, maxBodyBytes: MAX_HTTP_BODY_BYTES, signal, requireTls: true },
    })
    const told = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]),
    )
    return { result: { status: answer.status, headers: told, body: readBody(told, `${answer.body}`, hide) } }
  } catch (error) {
    if (error instanceof SecretMissing) return fail('SECRET_MISSING', error.message)
    if (error instanceof OutboundError) return fail(error.code, hide(error.message))
    throw error
  }
}

const fail = (code: EffectErrorCode, message: string): LiveAnswer => ({ error: { code, message } })

/** JSON as its value, all else as text; a secret may stand in a text inside of the JSON, written once more as JSON. */
function readBody(
  headers: Readonly<Record<string, string>>,
  text: string,
  hide: (text: string) => string,
): unknown {
  const hidden = hide(text)
  const type = headers['content-type'] ?? ''
  if (type !== '' && !/[/+]json\b/i.test(type)) return hidden
  try {
    return JSON.parse(hidden, (_, value: unknown) => (typeof value === 'string' ? hide(value) : value))
  } catch {
    return hidden
  }
}
