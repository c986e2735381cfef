import {
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

/** Values of a person's secrets; names that do not exist are absent. */
export interface SecretReader {
  read(userId: string, names: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** What calls reach the outside with. */
export interface CallPorts {
  http: Pick<OutboundHttp, 'request'>
  secrets: SecretReader
}

export interface SecretCall {
  /** Whose secrets. */
  userId: string
  request: HttpRequest
  timeoutMs: number
  maxBodyBytes: number
  signal: AbortSignal
}

export type CallAnswer = { result: EffectResult } | { error: { code: EffectErrorCode; message: string } }

/**
 * One call of an http node: encrypted unless an operator listed the address, never to an address inside, within bounds.
 * Secrets are put in here and taken out of all that comes back: a server that repeats one must not put it into a context.
 */
export async function callWithSecrets(
  { http, secrets }: CallPorts,
  { userId, request, ...bounds }: SecretCall,
): Promise<CallAnswer> {
  const values = await secrets.read(userId, listNeeded(request))
  const hide = (text: string) => hideSecrets(text, values)
  try {
    const filled = fillRequest(request, values)
    if ((filled.body?.length ?? 0) > MAX_HTTP_BODY_BYTES)
      return fail('TOO_LARGE', `The request is larger than ${MAX_HTTP_BODY_BYTES} bytes.`)
    const { status, ...answer } = await http.request({ ...filled, ...bounds, requireTls: true })
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]),
    )
    return { result: { status, headers, body: readBody(headers, `${answer.body}`, hide) } }
  } catch (error) {
    if (error instanceof SecretMissing) return fail('SECRET_MISSING', error.message)
    if (error instanceof OutboundError) return fail(error.code, hide(error.message))
    throw error
  }
}

const fail = (code: EffectErrorCode, message: string): CallAnswer => ({ error: { code, message } })

function listNeeded({ url, headers, body }: HttpRequest): string[] {
  return [url, body, ...headers.map((header) => header.value)].flatMap(listSecrets)
}

function fillRequest({ method, url, headers, body }: HttpRequest, values: ReadonlyMap<string, string>) {
  return {
    method,
    url: fillSecrets(url, values),
    headers: headers.map(({ name, value }) => ({ name, value: fillSecrets(value, values) })),
    body: body === null ? null : Buffer.from(fillSecrets(body, values)),
  }
}

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
