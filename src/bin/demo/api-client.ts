import { API_PREFIX } from '../../contract/operation.ts'
import { Refusal } from '../../core/errors.ts'

/** How long a call is repeated while the service is away, for instance because somebody restarts it. */
const AWAY_FOR_MS = 120_000
const RETRY_EVERY_MS = 250
const CALL_TIMEOUT_MS = 30_000

export interface ApiClient {
  /** One call of the public API; `T` is the operation's answer. Waits while the service is away. */
  call<T>(operation: string, input?: Record<string, unknown>): Promise<T>
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A caller of the public API as any other system: one key in a header, JSON both ways. */
export function createApiClient(options: { url: () => string; key: string; onAway: () => void }): ApiClient {
  async function post(operation: string, input: Record<string, unknown>): Promise<Response | null> {
    try {
      return await fetch(`${options.url()}${API_PREFIX}/${operation.replaceAll('.', '/')}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': options.key },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      })
    } catch {
      return null
    }
  }

  return {
    async call<T>(operation: string, input: Record<string, unknown> = {}): Promise<T> {
      const until = Date.now() + AWAY_FOR_MS
      for (let attempt = 0; Date.now() < until; attempt += 1) {
        const response = await post(operation, input)
        if (response?.ok) return (await response.json()) as T
        if (response && response.status !== 503) {
          const { code, message } = (await response.json()) as { code: string; message: string }
          throw new Refusal('BAD_REQUEST', `${operation} was refused: ${code} ${message}`)
        }
        if (attempt === 0) options.onAway()
        await pause(RETRY_EVERY_MS)
      }
      throw new Refusal(
        'SERVICE_UNAVAILABLE',
        `The service did not come back within ${AWAY_FOR_MS / 1000} s.`,
      )
    },
  }
}
