import { type HttpEffect, type HttpRequest, MAX_HTTP_BODY_BYTES } from '../../core/flow/index.ts'
import { OutboundError, type OutboundErrorCode, type OutboundHttp } from '../../platform/outbound-http.ts'
import type { EffectOutcome, SecretReader } from './effect-types.ts'
import { fillSecrets, hideSecrets, listSecrets, SecretMissing } from './secret-text.ts'

/** Failures of the way there, which may be gone the next time. */
const MAY_PASS: ReadonlySet<OutboundErrorCode> = new Set([
  'HOST_NOT_FOUND',
  'CONNECT_FAILED',
  'CONNECTION_LOST',
  'TIMEOUT',
])

export interface HttpAttempt {
  effect: HttpEffect
  userId: string
  /** This attempt counted, from 1. */
  attempt: number
  signal: AbortSignal
}

/**
 * One attempt at a call. A call that may not be repeated is never begun a second time: when its first attempt ended with
 * its process, nobody knows what became of it, and the run leaves by its error.
 */
export async function performHttp(
  { http, secrets }: { http: OutboundHttp; secrets: SecretReader },
  { effect, userId, attempt, signal }: HttpAttempt,
): Promise<EffectOutcome> {
  const { request, timeoutMs, mayRetry, maxBodyBytes } = effect
  if (attempt > 1 && !mayRetry) {
    return fail('INTERRUPTED', 'The service stopped during the call, which may not be repeated.')
  }
  const values = await secrets.read(userId, listNeeded(request))
  const mayRepeat = mayRetry && attempt <= effect.retries
  try {
    const filled = fillRequest(request, values)
    if ((filled.body?.length ?? 0) > MAX_HTTP_BODY_BYTES) {
      return fail('TOO_LARGE', `The request is larger than ${MAX_HTTP_BODY_BYTES} bytes.`)
    }
    const answer = await http.request({ ...filled, timeoutMs, maxBodyBytes, signal, requireTls: true })
    const { status } = answer
    if (mayRepeat && (status === 429 || status >= 500)) return { kind: 'retry' }
    // A server that repeats a secret must not put it into a context.
    const hide = (text: string) => hideSecrets(text, values)
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]),
    )
    return { kind: 'result', result: { status, headers, body: readBody(headers, hide(`${answer.body}`)) } }
  } catch (error) {
    return explain(error, mayRepeat, values)
  }
}

function explain(error: unknown, mayRepeat: boolean, values: ReadonlyMap<string, string>): EffectOutcome {
  if (error instanceof SecretMissing) return fail('SECRET_MISSING', error.message)
  if (!(error instanceof OutboundError)) throw error
  if (error.code === 'ABORTED') return { kind: 'broken_off' }
  if (mayRepeat && MAY_PASS.has(error.code)) return { kind: 'retry' }
  return fail(error.code, hideSecrets(error.message, values))
}

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

function fail(code: string, message: string): EffectOutcome {
  return { kind: 'failed', error: { code, message } }
}

/** JSON as its value, all else as text. */
function readBody(headers: Readonly<Record<string, string>>, text: string): unknown {
  const type = headers['content-type'] ?? ''
  if (type !== '' && !/[/+]json\b/i.test(type)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
