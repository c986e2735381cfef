import { STATUS_ADDRESS } from '../../../core/addresses.ts'
import type { Explanation, Fate, Outcome, RunFailure } from '../../../core/flow/index.ts'
import { KEEP_RUNS_DAYS } from '../records/live-runs.ts'
import { readStoredError, type StoredError } from '../records/stored-error.ts'
import type { StoredDetails } from './details.ts'

/** A step of a run: the node it left, what came of it, and what it did there. */
export interface Move {
  from: string
  outcome: Outcome
  actions: readonly { k: string; outboxId?: string; handle?: string }[]
}

export interface RunRow {
  flowStateId: string
  flowId: string
  state: string
  nodeId: string | null
  errorCode: string | null
  errorParams: Readonly<Record<string, unknown>> | null
  /** Of this message, and of all that came after it until the contact's next one. */
  moves: readonly Move[] | null
}

export interface SendRow extends StoredError {
  messageId: string
  status: 'pending' | 'sending' | 'sent' | 'failed'
}

export interface FateRow {
  isConnected: boolean
  /** Null where nothing of the message's event is stored. */
  status: string | null
  error: string | null
  /** Of one that was given up, it was written with that. */
  explanation: Explanation | Extract<Fate, { code: 'GIVEN_UP' }> | null
  attempts: number
  processedAt: Date | null
  runs: readonly RunRow[] | null
}

const DAY_MS = 24 * 3_600_000

/** What is told from the message alone, without an event of it. */
export function tellUndecided({ message, chat, origin }: StoredDetails, nowMs: number): Fate {
  if (message.fromMe) {
    const by = origin === 'flow' || origin === 'api' ? origin : 'phone'
    return { code: 'OWN_MESSAGE', params: { by } }
  }
  if (chat === STATUS_ADDRESS) return { code: 'STATUS_POST', params: {} }
  if (origin === 'history') return { code: 'HISTORY', params: {} }
  if (nowMs - message.timestamp * 1_000 > KEEP_RUNS_DAYS * DAY_MS)
    return { code: 'FORGOTTEN', params: { days: KEEP_RUNS_DAYS } }
  return { code: 'NOT_FOR_FLOWS', params: { type: message.type } }
}

/** What is told from an event that no run took. */
export function tellUntaken({ status, error, explanation, attempts, isConnected }: FateRow): Fate {
  if (status === 'received')
    return attempts > 0
      ? { code: 'RETRIED', params: { attempts } }
      : { code: 'QUEUED', params: { isConnected } }
  if (explanation !== null) return explanation
  if (status === 'deferred') return { code: 'PUT_OFF', params: {} }
  if (status === 'ignored') return { code: 'IGNORED', params: { reason: error ?? '' } }
  if (status === 'dead') return { code: 'GIVEN_UP', params: { reference: null } }
  return { code: 'RUN_GONE', params: {} }
}

const PUSHED_ASIDE: readonly Outcome[] = ['interrupted', 'cancelled']

/** The run that took the message; not one that it only pushed aside. */
export function findTaker(runs: readonly RunRow[]): RunRow | undefined {
  const wasPushedAside = ({ moves }: RunRow): boolean =>
    moves?.every(({ outcome }) => PUSHED_ASIDE.includes(outcome)) ?? false
  return runs.findLast((run) => !wasPushedAside(run)) ?? runs.at(-1)
}

/** What is told of the run that took the message, by its steps and its messages since. */
export function tellTaken(run: RunRow, sends: readonly SendRow[], isConnected: boolean): Fate {
  const moves = run.moves ?? []
  const [first] = moves
  const wrong = tellFailed(run, moves) ?? tellUnsent(run, sends, isConnected)
  if (wrong) return wrong
  if (!first) return { code: 'KEPT', params: placeOf(run) }
  return sends.length > 0 ? tellAnswered(run, first, sends.length) : tellSilent(run, moves)
}

const placeOf = ({ flowId, nodeId }: RunRow) => ({ flowId, nodeId: nodeId ?? '' })

function tellFailed(run: RunRow, moves: readonly Move[]): Fate | null {
  const { flowId, state, errorCode, errorParams } = run
  const isFailed = state === 'failed' && moves.some(({ outcome }) => outcome === 'failed')
  if (!isFailed || errorCode === null) return null
  const failure = { code: errorCode, params: errorParams ?? {} } as RunFailure
  return { code: 'RUN_FAILED', params: { flowId, failure } }
}

function tellUnsent({ flowId }: RunRow, sends: readonly SendRow[], isConnected: boolean): Fate | null {
  const failed = sends.find(({ status }) => status === 'failed')
  if (failed) return { code: 'ANSWER_NOT_SENT', params: { flowId, error: readStoredError(failed) } }
  const waits = sends.some(({ status }) => status !== 'sent')
  return waits ? { code: 'ANSWER_WAITS', params: { flowId, isConnected } } : null
}

function tellAnswered({ flowId }: RunRow, first: Move, sent: number): Fate {
  const params = { flowId, nodeId: first.from, sent }
  switch (first.outcome) {
    case 'triggered':
      return { code: 'STARTED', params }
    case 'continued':
      return { code: 'RESUMED', params }
    case 'invalid':
      return { code: 'NOT_UNDERSTOOD', params }
    default:
      return { code: 'ANSWERED', params }
  }
}

const isClosed = ({ outcome, actions }: Move): boolean =>
  outcome === 'closed' || actions.some(({ k, handle }) => k === 'exit' && handle === 'closed')

/** Steps were taken, and none of them said anything. */
function tellSilent(run: RunRow, moves: readonly Move[]): Fate {
  const { flowId, state } = run
  if (state === 'waiting_effect') return { code: 'AWAITS_EFFECT', params: placeOf(run) }
  if (state === 'waiting_approval') return { code: 'AWAITS_APPROVAL', params: placeOf(run) }
  const closed = moves.find(isClosed)
  if (closed) return { code: 'OUTSIDE_HOURS', params: { flowId, nodeId: closed.from } }
  const handed = moves.find(({ outcome }) => outcome === 'handoff')
  if (handed) return { code: 'HANDED_OFF', params: { flowId, nodeId: handed.from } }
  return { code: 'SAID_NOTHING', params: { flowId, nodeId: moves.at(-1)?.from ?? '' } }
}
