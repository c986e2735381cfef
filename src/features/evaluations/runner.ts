import type { AddressPolicy } from '../../core/address-policy.ts'
import {
  type CaseFlow,
  type CheckResult,
  type EvaluationCheck,
  type FlowCase,
  judgeCheck,
} from '../../core/flow/index.ts'
import type { Database } from '../../db/client.ts'
import { addJob, type JobTask } from '../../db/jobs/jobs.ts'
import type { ScriptSandbox } from '../../platform/scripts/script-sandbox.ts'
import { findTexts } from '../models/index.ts'
import { type Played, playConversation } from './play.ts'
import { type QuestionDeps, Questions, type Spent } from './questions.ts'
import { type BegunRow, evaluationStore, type ItemResult } from './store.ts'

export const EVALUATION_TASK = 'evaluation_run'
/** One after the other, so that evaluations take one place among the jobs of a process and leave the rest to timers. */
export const EVALUATION_QUEUE = 'evaluations'

export interface RunnerDeps extends QuestionDeps {
  db: Database
  scripts: Pick<ScriptSandbox, 'run'>
  addresses: AddressPolicy
  nowMs(): number
}

/** What is played, as it was when the evaluation was started. */
export interface EvaluationDocument {
  flows: Record<string, CaseFlow>
  cases: { flowCase: FlowCase; checks: EvaluationCheck[] }[]
}

/** A conversation that takes its process down each time is given up. */
const MAX_ATTEMPTS = 3
/** Then the next evaluation that waits has its turn. */
const SLICE_MS = 30_000

/** The evaluation is to end here. */
class Ended extends Error {
  readonly by: 'cost' | 'tokens' | 'seconds' | 'cancelled'

  constructor(by: Ended['by']) {
    super(by)
    this.by = by
  }
}

/** Works on evaluations in jobs: each conversation is stored when it is over, so what dies goes on behind the last one. */
export class EvaluationRunner {
  readonly #deps: RunnerDeps

  constructor(deps: RunnerDeps) {
    this.#deps = deps
  }

  readonly task: JobTask = async (payload, { signal = NEVER }) => {
    const { evaluationId } = payload as { evaluationId: string }
    const { db, nowMs } = this.#deps
    const begun = await evaluationStore.begin(db, evaluationId)
    // It was cancelled or deleted, or another job has ended it.
    if (!begun) return
    const until = nowMs() + SLICE_MS
    const used = { tokens: begun.tokens, cost: begun.cost, durationMs: begun.durationMs }
    let { attempts } = begun
    for (;;) {
      const n = await evaluationStore.nextItem(db, begun.id)
      if (n === null) return void (await evaluationStore.end(db, begun.id, 'done', null, NOTHING))
      const isOn = await this.#playItem({ ...begun, ...used, attempts }, n, used, signal)
      if (!isOn) return
      attempts = 1
      if (nowMs() >= until) break
    }
    await db.transaction(async (tx) => {
      // Its next turn is no attempt of its own.
      await evaluationStore.breakOff(tx, begun.id)
      await addJob(tx, EVALUATION_TASK, { evaluationId }, { queueName: EVALUATION_QUEUE })
    })
  }

  /** Plays and judges one conversation; false when the evaluation is over with it. */
  async #playItem(
    begun: BegunRow,
    n: number,
    used: Spent & { durationMs: number },
    signal: AbortSignal,
  ): Promise<boolean> {
    const { db, nowMs } = this.#deps
    const startedMs = nowMs()
    const allow = (spent: Spent) => this.#allow(begun, spent, nowMs() - startedMs)
    const questions = new Questions(this.#deps, begun.userId, signal, allow)
    const { spent } = questions
    try {
      await allow(spent)
      const outcome = await this.#judgeItem(begun, n, questions)
      const sums = await evaluationStore.finishItem(db, begun.id, {
        ...{ n, ...outcome, result: JSON.stringify(outcome.result) },
        ...{ ...spent, durationMs: nowMs() - startedMs },
      })
      if (!sums) return false
      Object.assign(used, sums)
      return true
    } catch (error) {
      if (error instanceof Ended) {
        const by = error.by === 'cancelled' ? null : error.by
        if (by !== null) await evaluationStore.end(db, begun.id, 'stopped', by, spent)
        return false
      }
      if (signal.aborted) await evaluationStore.breakOff(db, begun.id)
      throw error
    }
  }

  async #judgeItem({ doc, userId, answers, attempts }: BegunRow, n: number, questions: Questions) {
    const { cases, flows } = JSON.parse(doc) as EvaluationDocument
    const item = cases[n - 1]
    if (!item || attempts > MAX_ATTEMPTS) return unplayed('INTERRUPTED')
    const { flowCase, checks } = item
    const { addresses, scripts } = this.#deps
    const result = await playConversation(flowCase, flows, {
      addresses,
      ask: answers === 'model' ? (effect, lines) => questions.ask(effect, lines) : null,
      search: (question) => findTexts(this.#deps.knowledge, userId, question),
      runScript: (task) => scripts.run(userId, task),
    })
    if (!result.ok) return unplayed(result.problem)
    const { played } = result
    const results: CheckResult[] = listFaultChecks(played, checks)
    for (const check of checks) {
      results.push(check.kind === 'judge' ? await questions.judge(played, check) : judgeCheck(played, check))
    }
    const scores = results.flatMap(({ score }) => (score === null ? [] : [score]))
    return {
      status: results.every(({ ok }) => ok) ? ('passed' as const) : ('failed' as const),
      score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
      result: {
        problem: null,
        checks: results,
        lines: [...played.lines],
        refused: played.refused,
      } satisfies ItemResult,
    }
  }

  /** Before each question: the evaluation is still wanted, and within what it may take. */
  async #allow({ id, limits, ...used }: BegunRow, spent: Spent, durationMs: number): Promise<void> {
    if (!(await evaluationStore.isWanted(this.#deps.db, id))) throw new Ended('cancelled')
    if (limits.cost !== null && used.cost + spent.cost >= limits.cost) throw new Ended('cost')
    if (limits.tokens !== null && used.tokens + spent.tokens >= limits.tokens) throw new Ended('tokens')
    if (used.durationMs + durationMs >= limits.seconds * 1_000) throw new Ended('seconds')
  }
}

const NEVER = new AbortController().signal
const NOTHING: Spent = { tokens: 0, cost: 0 }

const unplayed = (problem: string) => ({
  ...{ status: 'failed' as const, score: null },
  result: { problem, checks: [], lines: [], refused: [] } satisfies ItemResult,
})

/** Nothing may go wrong, unless a check says that it should. */
function listFaultChecks({ faults }: Played, checks: readonly EvaluationCheck[]): CheckResult[] {
  if (checks.some((check) => check.kind === 'route' && check.exit === 'error')) return []
  const found = faults.length === 0 ? null : faults.join(', ')
  return [{ kind: 'no_error', ok: found === null, expected: '', found, score: null, reason: null }]
}
