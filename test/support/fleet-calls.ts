import { API_PREFIX } from '../../src/contract/operation.ts'
import { postJson } from './post-json.ts'

type Body = Record<string, unknown>

/** What came of the calls of a test, counted by kind. */
export interface CallCounts {
  /** Answered with 200. */
  ok: number
  /** The process did not take the connection: certainly not called, and any proxy in front asks another one. */
  refused: number
  /** Answers that say "try again": 503 and 504, by their reason. */
  retryable: Record<string, number>
  /** Cut off before an answer came. */
  broken: number
  /** Every other answer, as text. */
  failed: string[]
}

export interface FleetCalls {
  /** Calls the processes in turn until one answers 200, as a caller behind a plain proxy would. */
  insist(key: string, operation: string, input: object): Promise<Body>
  /** What was counted since the last time. */
  takeCounts(): CallCounts
}

const RETRY_MS = 500
const GIVE_UP_MS = 240_000
const CALL_TIMEOUT_MS = 90_000

const noCounts = (): CallCounts => ({ ok: 0, refused: 0, retryable: {}, broken: 0, failed: [] })

const isRefused = (error: unknown): boolean => (error as { code?: string }).code === 'ECONNREFUSED'

export function createFleetCalls(urls: () => readonly string[]): FleetCalls {
  let turn = 0
  let counts = noCounts()

  async function tryOnce(key: string, operation: string, input: object): Promise<Body | null> {
    const open = urls()
    const url = open[turn++ % open.length] ?? ''
    let status: number
    let body: Body & { data?: { reason?: string } }
    try {
      const to = new URL(`${API_PREFIX}/${operation.replace('.', '/')}`, url)
      const answer = await postJson(to, input, { headers: { 'x-api-key': key }, timeoutMs: CALL_TIMEOUT_MS })
      status = answer.status
      body = answer.body as typeof body
    } catch (error) {
      counts[isRefused(error) ? 'refused' : 'broken'] += 1
      return null
    }
    if (status === 200) {
      counts.ok += 1
      return body
    }
    const failure = `${operation} ${status} ${body.data?.reason ?? JSON.stringify(body)}`
    if (status === 503 || status === 504) counts.retryable[failure] = (counts.retryable[failure] ?? 0) + 1
    else counts.failed.push(failure)
    return null
  }

  return {
    async insist(key, operation, input) {
      const untilMs = performance.now() + GIVE_UP_MS
      for (;;) {
        const body = await tryOnce(key, operation, input)
        if (body) return body
        if (performance.now() > untilMs) throw new Error(`${operation}: no answer; ${JSON.stringify(counts)}`)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS * (0.5 + Math.random())))
      }
    },
    takeCounts() {
      const taken = counts
      counts = noCounts()
      return taken
    },
  }
}
