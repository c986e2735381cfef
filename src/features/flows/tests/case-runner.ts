import { Worker } from 'node:worker_threads'
import type { AddressPolicy } from '../../../core/address-policy.ts'
import { refusal } from '../../../core/errors.ts'
import type { CaseFailure, CaseProblem, FlowCase } from '../../../core/flow/index.ts'
import { KeyedCalls } from '../../../platform/queue/keyed-calls.ts'
import type { CaseThreadData } from './case-thread.ts'

/** What became of a case: each way in which it fell short; none means it passed. */
export interface CaseOutcome {
  ok: boolean
  failures: CaseFailure[]
}

/**
 * Plays cases off the main thread, within bounds of time and memory. Calls of one owner are played one after the other, and
 * owners take turns: whoever asks for many long ones keeps nobody else waiting.
 */
export type CaseRunner = (owner: string, cases: readonly FlowCase[]) => Promise<CaseOutcome[]>

/** Until a thread has loaded what it plays with: a second or so, many on a busy machine. */
const MAX_START_MS = 60_000
/** For all cases of a call together; a hundred ordinary ones take well under a second. */
const MAX_TIME_MS = 10_000
const MAX_WAITING_OF_OWNER = 20
/** One more than one owner can hold; each may take the memory of its bound. */
const THREADS = 2
const THREAD = new URL('./case-thread.ts', import.meta.url)

export function createCaseRunner(
  { listed }: Pick<AddressPolicy, 'listed'>,
  { maxTimeMs = MAX_TIME_MS, maxWaitingOfOwner = MAX_WAITING_OF_OWNER } = {},
): CaseRunner {
  const calls = new KeyedCalls(THREADS)

  return async (owner, cases) => {
    if (cases.length === 0) return []
    if (calls.countOf(owner) >= maxWaitingOfOwner) {
      throw refusal('SERVICE_UNAVAILABLE', 'TOO_MANY_TESTS_RUNNING', {})
    }
    return calls.run(owner, () => playInThread({ cases, listed }, maxTimeMs))
  }
}

function playInThread(data: CaseThreadData, maxTimeMs: number): Promise<CaseOutcome[]> {
  const { promise, resolve } = Promise.withResolvers<CaseOutcome[]>()
  const outcomes: CaseOutcome[] = []
  const thread = new Worker(THREAD, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    env: {},
    stdin: false,
  })
  const end = (problem: CaseProblem) => {
    clearTimeout(deadline)
    thread.removeAllListeners('exit')
    const rest = data.cases
      .slice(outcomes.length)
      .map(() => ({ ok: false, failures: [{ ...problem, places: [] }] }))
    // The place is taken until the thread is gone, which a busy one may not be at once.
    void thread.terminate().then(() => resolve([...outcomes, ...rest]))
  }
  let deadline = setTimeout(end, MAX_START_MS, { code: 'NOT_BEGUN', params: { withinMs: MAX_START_MS } })
  thread.on('message', (message: 'ready' | CaseOutcome) => {
    if (message !== 'ready') return outcomes.push(message)
    clearTimeout(deadline)
    deadline = setTimeout(end, maxTimeMs, { code: 'NOT_ENDED', params: { withinMs: maxTimeMs } })
  })
  thread.on('error', (error: Error) => end({ code: 'NOT_PLAYED', params: { why: error.message } }))
  thread.on('exit', () => end({ code: 'NOT_ENDED', params: { withinMs: null } }))
  return promise
}
