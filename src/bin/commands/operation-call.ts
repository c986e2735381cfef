import type { OperationAnswer } from '../../api/mcp/server.ts'
import { API_PREFIX } from '../../contract/operation.ts'
import { Refusal } from '../../core/errors.ts'
import { UsageError } from '../arguments.ts'
import type { CommandIo } from '../io.ts'

/** Longer than the longest `waitSec` of a send, so that the service answers first. */
const CALL_TIMEOUT_MS = 150_000
/** More than the largest file that an operation answers, in base64. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

export interface Caller {
  /** Where the service is, without the prefix of the interface. */
  url: string
  key: string
}

const DEFAULT_URL = 'http://127.0.0.1:3000'

/** Whom a command speaks for and where, from PARLEY_KEY and PARLEY_URL. */
export function readCaller(env: CommandIo['env'], usage: string): Caller {
  const key = env.PARLEY_KEY?.trim()
  if (!key) throw new UsageError(`PARLEY_KEY is missing; it is an API key. Usage: parley ${usage}`)
  const url = URL.parse(env.PARLEY_URL?.trim() || DEFAULT_URL)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`PARLEY_URL is not an http(s) address. Usage: parley ${usage}`)
  return { key, url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` }
}

/** An error of our own, in the shape the service gives its errors. */
const buildProblem = (code: string, status: number, message: string): OperationAnswer => ({
  ok: false,
  text: JSON.stringify({ defined: false, code, status, message }),
})

async function readText(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_ANSWER_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A page of a proxy in between, say, is no answer of the service. */
const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('application/json') ?? false

/**
 * Calls one operation over HTTP with the key, once: what became of a call without an answer is unknown, so whoever asked
 * decides about asking again. Never throws; what went wrong is an answer too.
 */
export async function callOperation(
  caller: Caller,
  operation: string,
  input: unknown,
  signal: AbortSignal,
): Promise<OperationAnswer> {
  try {
    const response = await fetch(`${caller.url}${API_PREFIX}/${operation.replaceAll('.', '/')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': caller.key },
      body: JSON.stringify(input ?? {}),
      // The key goes to the address that was set and nowhere else.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
    })
    const text = await readText(response)
    if (text === null)
      return buildProblem('PAYLOAD_TOO_LARGE', 413, 'The answer is too large to be passed on; ask for less.')
    if (isJson(response)) return { ok: response.ok, text }
    return buildProblem(
      'BAD_GATEWAY',
      502,
      `${caller.url} answered ${response.status} without JSON; check that PARLEY_URL is the address of the service.`,
    )
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    if (isLate)
      return buildProblem(
        'GATEWAY_TIMEOUT',
        504,
        'The service did not answer in time. Whether it did what was asked is unknown: look before asking again.',
      )
    return buildProblem(
      'SERVICE_UNAVAILABLE',
      503,
      `There was no answer from ${caller.url}. Check that the service runs and PARLEY_URL is its address. Whether it did what was asked is unknown: look before asking again.`,
    )
  }
}

/** The same for commands that end when they are refused. */
export async function requireAnswer<T>(caller: Caller, operation: string, input: unknown): Promise<T> {
  const { ok, text } = await callOperation(caller, operation, input, new AbortController().signal)
  const answer = JSON.parse(text) as T & { message?: string }
  if (ok) return answer
  throw new Refusal('BAD_REQUEST', answer.message ?? `${operation} was refused: ${text}`)
}
