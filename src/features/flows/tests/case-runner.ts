import { Worker } from 'node:worker_threads'
import type { AddressPolicy } from '../../../core/address-policy.ts'
import { refusal } from '../../../core/errors.ts'
import type { CaseFailure, CaseProblem, FlowCase, RecordedCase } from '../../../core/flow/index.ts'
import { threadEnv } from '../../../platform/process/thread-env.ts'
import { KeyedCalls } from '../../../platform/queue/keyed-calls.ts'
import type { CaseThreadData, CaseThreadWork, RecordTask } from './case-thread.ts'

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

/** Threads that play cases, and replay conversations that are to become some. */
export class CaseThreads {
  readonly #listed: AddressPolicy['listed']
  readonly #maxTimeMs: number
  readonly #maxWaitingOfOwner: number
  readonly #calls = new KeyedCalls(THREADS)

  constructor(
    { listed }: Pick<AddressPolicy, 'listed'>,
    { maxTimeMs = MAX_TIME_MS, maxWaitingOfOwner = MAX_WAITING_OF_OWNER } = {},
  ) {
    this.#listed = listed
    this.#maxTimeMs = maxTimeMs
    this.#maxWaitingOfOwner = maxWaitingOfOwner
  }

  readonly play: CaseRunner = async (owner, cases) => {
    if (cases.length === 0) return []
    const { done, problem } = await this.#run<CaseOutcome>(owner, { cases })
    if (!problem) return done
    const rest = cases.slice(done.length).map(() => ({ ok: false, failures: [{ ...problem, places: [] }] }))
    return [...done, ...rest]
  }

  async record(owner: string, task: RecordTask): Promise<RecordedCase> {
    const { done } = await this.#run<RecordedCase>(owner, { record: task })
    return done[0] ?? { ok: false, problem: { code: 'NOT_REPLAYED', params: {} } }
  }

  #run<Outcome>(owner: string, work: CaseThreadWork): Promise<ThreadEnd<Outcome>> {
    if (this.#calls.countOf(owner) >= this.#maxWaitingOfOwner) {
      throw refusal('SERVICE_UNAVAILABLE', 'TOO_MANY_TESTS_RUNNING', {})
    }
    const data = { ...work, listed: this.#listed }
    return this.#calls.run(owner, () => workInThread<Outcome>(data, this.#maxTimeMs))
  }
}

/** What a thread has done; the problem that ended it before all was. */
interface ThreadEnd<Outcome> {
  done: Outcome[]
  problem: CaseProblem | null
}

function workInThread<Outcome>(data: CaseThreadData, maxTimeMs: number): Promise<ThreadEnd<Outcome>> {
  const { promise, resolve } = Promise.withResolvers<ThreadEnd<Outcome>>()
  const done: Outcome[] = []
  const count = 'cases' in data ? data.cases.length : 1
  const thread = new Worker(THREAD, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    env: threadEnv(),
    stdin: false,
  })
  const end = (problem: CaseProblem) => {
    clearTimeout(deadline)
    thread.removeAllListeners('exit')
    // The place is taken until the thread is gone, which a busy one may not be at once.
    const end = { done, problem: done.length < count ? problem : null }
    void thread.terminate().then(() => resolve(end))
  }
  let deadline = setTimeout(end, MAX_START_MS, { code: 'NOT_BEGUN', params: { withinMs: MAX_START_MS } })
  thread.on('message', (message: 'ready' | Outcome) => {
    if (message !== 'ready') return done.push(message)
    clearTimeout(deadline)
    deadline = setTimeout(end, maxTimeMs, { code: 'NOT_ENDED', params: { withinMs: maxTimeMs } })
  })
  thread.on('error', (error: Error) => end({ code: 'NOT_PLAYED', params: { why: error.message } }))
  thread.on('exit', () => end({ code: 'NOT_ENDED', params: { withinMs: null } }))
  return promise
}
