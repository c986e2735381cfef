import { ParleyError, ParleyUnreachable, readError } from './errors.ts'
import { KEYED, READS } from './generated/repeatable.ts'
import type { CallOptions } from './types.ts'

export interface ClientOptions {
  /** Where the service is reached, such as `https://parley.example.com`. */
  readonly url: string
  /** An API key. */
  readonly key: string
  /** Of one attempt; 90 seconds unless said, as a send may wait for its turn. */
  readonly timeoutMs?: number
  /** Further attempts at most; 4 unless said. */
  readonly retries?: number
  /** The first pause between attempts; it doubles up to 20 seconds. 500 ms unless said. */
  readonly retryAfterMs?: number
  /** The longest pause that the service may ask for (429); longer ones are refused at once. A minute unless said. */
  readonly maxPauseMs?: number
  /** In place of the global one. */
  readonly fetch?: typeof fetch
}

export type CallOperation = (name: string, input?: unknown, options?: CallOptions) => Promise<unknown>

const PREFIX = '/api/rpc/api-reference'
const TIMEOUT_MS = 90_000
const RETRIES = 4
const RETRY_AFTER_MS = 500
const MAX_RETRY_MS = 20_000
const MAX_PAUSE_MS = 60_000
/** Said before anything is done. */
const NOTHING_DONE = new Set(['BUS_UNAVAILABLE'])
const PASSING = new Set([500, 502, 503, 504])

export function toUrl({ url }: ClientOptions, path: string): string {
  return `${url.replace(/\/+$/, '')}${path.startsWith('/api/') ? '' : PREFIX}${path}`
}

/** What a signal was aborted with, as an error. */
function toReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new Error('The call was aborted.', { cause: reason })
}

export async function pause(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(toReason(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** Grows with the attempts, and differs between callers that were refused together. */
export function toBackoff({ retryAfterMs = RETRY_AFTER_MS }: ClientOptions, attempt: number): number {
  return Math.min(retryAfterMs * 2 ** attempt, MAX_RETRY_MS) * (0.75 + Math.random() / 2)
}

/**
 * Whether the same call may be made again. A call that changes something and has no key is only repeated when it is
 * certain that nothing was done.
 */
function mayRepeat(name: string, error: unknown): boolean {
  const isSafe = READS.has(name) || KEYED.has(name)
  if (error instanceof ParleyUnreachable) return isSafe
  if (!(error instanceof ParleyError)) return false
  if (error.status === 429) return true
  if (error.status === 503 && NOTHING_DONE.has(error.reason ?? '')) return true
  // What does not pass in seconds is for the caller to know.
  return isSafe && PASSING.has(error.status) && error.reason !== 'CLIENT_NOT_CONNECTED'
}

/** How long the service asks to wait, in milliseconds; null when it does not say. */
function readRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : null
}

interface Attempt {
  readonly answer?: unknown
  readonly error?: Error
  readonly waitMs?: number | null
}

/** Makes calls, again where that is safe and may help. */
export function createCaller(client: ClientOptions): CallOperation {
  const send = client.fetch ?? fetch

  async function attempt(name: string, init: RequestInit, options: CallOptions): Promise<Attempt> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    try {
      const response = await send(toUrl(client, `/${name.replaceAll('.', '/')}`), { ...init, signal })
      if (response.status === 200) return { answer: await response.json() }
      return { error: await readError(response), waitMs: readRetryAfter(response) }
    } catch (cause) {
      if (options.signal?.aborted) throw toReason(options.signal)
      return { error: new ParleyUnreachable(`${client.url} did not answer ${name}.`, { cause }) }
    }
  }

  return async (name, input = {}, options = {}) => {
    const headers: Record<string, string> = { 'content-type': 'application/json', 'x-api-key': client.key }
    if (KEYED.has(name)) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
    const init = { method: 'POST', headers, body: JSON.stringify(input) }
    const retries = options.retries ?? client.retries ?? RETRIES
    for (let count = 0; ; count += 1) {
      const { answer, error, waitMs = null } = await attempt(name, init, options)
      if (error === undefined) return answer
      const pauseMs = Math.max(waitMs ?? 0, toBackoff(client, count))
      const isTooLong = pauseMs > (client.maxPauseMs ?? MAX_PAUSE_MS)
      if (count >= retries || isTooLong || !mayRepeat(name, error)) throw error
      await pause(pauseMs, options.signal)
    }
  }
}
