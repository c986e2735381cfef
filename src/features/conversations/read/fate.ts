import {
  type Explanation,
  type Fate,
  type FateOutcome,
  type Outcome,
  outcomeOf,
  type RunFailure,
} from '../../../core/flow/index.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { KEEP_RUNS_DAYS } from '../records/live-runs.ts'
import { ERROR_COLUMNS, readStoredError, type StoredError } from '../records/stored-error.ts'
import type { StoredDetails } from './details.ts'

/** A step of a run: the node it left, what came of it, and the messages it wrote. */
interface Move {
  from: string
  outcome: Outcome
  actions: readonly { k: string; outboxId?: string; handle?: string }[]
}

interface RunRow {
  flowStateId: string
  flowId: string
  state: string
  nodeId: string | null
  errorCode: string | null
  errorParams: Readonly<Record<string, unknown>> | null
  /** Of this message, and of all that came after it until the contact's next one. */
  moves: readonly Move[] | null
}

interface FateRow {
  isConnected: boolean
  status: string | null
  error: string | null
  /** Of one that was given up, it was written with that. */
  explanation: Explanation | Extract<Fate, { code: 'GIVEN_UP' }> | null
  attempts: number
  processedAt: Date | null
  runs: readonly RunRow[] | null
}

/**
 * The event of a message ($2) of a client ($1) and what the runs that took it did since, up to the contact's next message.
 * Indexes `inbound_event_identity`, `flow_state_by_contact`, `flow_state_event_by_run`, `flow_state_transition_by_event`.
 */
const READ_FATE = statement<FateRow>(
  'chat_explain',
  `select k.live_status = 'connected' as "isConnected", e.status, e.error, e.explanation, coalesce(e.attempts, 0) as attempts,
     e.processed_at as "processedAt",
     (select json_agg(run order by run."seq") from (
        select v.seq, s.id as "flowStateId", s.flow_id as "flowId", s.state, s.current_node_id as "nodeId",
          s.error_code as "errorCode", s.error_params as "errorParams",
          (select json_agg(json_build_object('from', t.from_node_id, 'outcome', t.outcome, 'actions', t.actions::json)
             order by w.seq, t.seq)
           from flow_state_event w join flow_state_transition t on t.flow_state_event_id = w.id
           where w.flow_state_id = s.id and w.seq >= v.seq and w.seq < coalesce((
             select min(n.seq) from flow_state_event n where n.flow_state_id = s.id and n.seq > v.seq
               and n.event_type in ('message_received', 'poll_vote_received') and n.status = 'processed'),
             9223372036854775807)) as moves
        from flow_state s join flow_state_event v on v.flow_state_id = s.id
        where s.client_id = $1 and s.contact_jid = e.contact_jid and v.event_id = $2
          and v.event_type = 'message_received' and v.status = 'processed') run) as runs
   from client k left join inbound_event e on e.client_id = k.id and e.event_id = $2 and e.event_type = 'message_received'
   where k.id = $1`,
)

interface SendRow extends StoredError {
  messageId: string
  status: 'pending' | 'sending' | 'sent' | 'failed'
}

const READ_SENDS = statement<SendRow>(
  'chat_explain_sends',
  `select m.message_id as "messageId", m.status, ${ERROR_COLUMNS} from outbox m where m.id = any($1::uuid[]) order by m.seq`,
)

interface FlowRow {
  id: string
  name: string
  nodes: string
}

const READ_FLOWS = statement<FlowRow>(
  'chat_explain_flows',
  'select id, name, nodes from flow where id = any($1::uuid[])',
)

/** What a fate names by id is called: flows by name, nodes by what their author wrote on them. */
export interface FateNames {
  flows: Readonly<Record<string, string>>
  nodes: readonly { flowId: string; nodeId: string; type: string; label: string | null }[]
}

/** What became of a message that was received, and why. */
export interface MessageFate {
  fate: Fate
  outcome: FateOutcome
  decidedAt: Date | null
  runs: readonly Pick<RunRow, 'flowStateId' | 'flowId' | 'state'>[]
  sends: readonly SendRow[]
  names: FateNames
}

const STATUS_FEED = 'status@broadcast'
const DAY_MS = 24 * 3_600_000
const OWN = { flow: 'flow', api: 'api' } as const

/** What is told from the message alone, without an event of it. */
function tellUndecided({ message, chat, origin }: StoredDetails, nowMs: number): Fate {
  if (message.fromMe) {
    const by = origin === 'flow' || origin === 'api' ? OWN[origin] : 'phone'
    return { code: 'OWN_MESSAGE', params: { by } }
  }
  if (chat === STATUS_FEED) return { code: 'STATUS_POST', params: {} }
  if (origin === 'history') return { code: 'HISTORY', params: {} }
  if (nowMs - message.timestamp * 1_000 > KEEP_RUNS_DAYS * DAY_MS)
    return { code: 'FORGOTTEN', params: { days: KEEP_RUNS_DAYS } }
  return { code: 'NOT_FOR_FLOWS', params: { type: message.type } }
}

/** What is told from an event that no run took. */
function tellUntaken({ status, error, explanation, attempts, isConnected }: FateRow): Fate {
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
function findTaker(runs: readonly RunRow[]): RunRow | undefined {
  return runs.findLast(({ moves }) => !moves?.every(({ outcome }) => PUSHED_ASIDE.includes(outcome))) ?? runs.at(-1)
}

function tellTaken(run: RunRow, moves: readonly Move[], sends: readonly SendRow[], isConnected: boolean): Fate {
  const { flowId, state, errorCode } = run
  const here = { flowId, nodeId: run.nodeId ?? '' }
  if (state === 'failed' && errorCode !== null && moves.some(({ outcome }) => outcome === 'failed')) {
    const failure = { code: errorCode, params: run.errorParams ?? {} } as RunFailure
    return { code: 'RUN_FAILED', params: { flowId, failure } }
  }
  const failed = sends.find(({ status }) => status === 'failed')
  if (failed) return { code: 'ANSWER_NOT_SENT', params: { flowId, error: readStoredError(failed) } }
  if (sends.some(({ status }) => status !== 'sent'))
    return { code: 'ANSWER_WAITS', params: { flowId, isConnected } }
  const [first] = moves
  if (!first) return { code: 'KEPT', params: here }
  if (sends.length > 0) {
    const params = { flowId, nodeId: first.from, sent: sends.length }
    if (first.outcome === 'triggered') return { code: 'STARTED', params }
    if (first.outcome === 'continued') return { code: 'RESUMED', params }
    return { code: first.outcome === 'invalid' ? 'NOT_UNDERSTOOD' : 'ANSWERED', params }
  }
  if (state === 'waiting_effect') return { code: 'AWAITS_EFFECT', params: here }
  if (state === 'waiting_approval') return { code: 'AWAITS_APPROVAL', params: here }
  return tellSilent(flowId, moves)
}

const isClosed = ({ outcome, actions }: Move): boolean =>
  outcome === 'closed' || actions.some(({ k, handle }) => k === 'exit' && handle === 'closed')

/** Steps were taken, and none of them said anything. */
function tellSilent(flowId: string, moves: readonly Move[]): Fate {
  const closed = moves.find(isClosed)
  if (closed) return { code: 'OUTSIDE_HOURS', params: { flowId, nodeId: closed.from } }
  const handed = moves.find(({ outcome }) => outcome === 'handoff')
  if (handed) return { code: 'HANDED_OFF', params: { flowId, nodeId: handed.from } }
  return { code: 'SAID_NOTHING', params: { flowId, nodeId: moves.at(-1)?.from ?? '' } }
}

/** What became of a stored message, from what was written down when it was decided and by the runs since. */
export async function readFate(
  db: Executor,
  clientId: string,
  found: StoredDetails,
  nowMs: number,
): Promise<MessageFate> {
  const row = found.message.fromMe ? undefined : await db.queryOne(READ_FATE, [clientId, found.message.id])
  const runs = row?.runs ?? []
  const taker = findTaker(runs)
  const moves = taker?.moves ?? []
  const ids = moves.flatMap(({ actions }) => actions.flatMap(({ k, outboxId }) => (k === 'send' && outboxId ? [outboxId] : [])))
  const sends = ids.length === 0 ? [] : await db.query(READ_SENDS, [ids])
  const fate = tell()
  return {
    ...{ fate, outcome: outcomeOf(fate.code), decidedAt: row?.processedAt ?? null, sends },
    runs: runs.map(({ flowStateId, flowId, state }) => ({ flowStateId, flowId, state })),
    names: await readNames(db, fate, runs),
  }

  function tell(): Fate {
    if (!row || row.status === null) return tellUndecided(found, nowMs)
    if (row.status !== 'processed' || !taker) return tellUntaken(row)
    return row.explanation ?? tellTaken(taker, moves, sends, row.isConnected)
  }
}

/** The flows and nodes that a fate and its runs name, as they are called now. One that is gone has no name. */
async function readNames(db: Executor, { params }: Fate, runs: readonly RunRow[]): Promise<FateNames> {
  const places = [params, ...('by' in params && typeof params.by === 'object' && params.by ? [params.by] : [])]
  const named = places.flatMap((place) => ('flowId' in place ? [place.flowId] : []))
  const ids = [...new Set([...named, ...runs.map(({ flowId }) => flowId)])]
  if (ids.length === 0) return { flows: {}, nodes: [] }
  const flows = await db.query(READ_FLOWS, [ids])
  const nodes = places.flatMap((place) => {
    if (!('flowId' in place && 'nodeId' in place)) return []
    const { flowId, nodeId } = place
    const node = readNode(flows.find(({ id }) => id === flowId)?.nodes, nodeId)
    return node ? [{ flowId, nodeId, ...node }] : []
  })
  return { flows: Object.fromEntries(flows.map(({ id, name }) => [id, name])), nodes }
}

function readNode(text: string | undefined, nodeId: string): { type: string; label: string | null } | null {
  const nodes = JSON.parse(text ?? '[]') as { id: string; type: string; data?: { label?: unknown } }[]
  const node = nodes.find(({ id }) => id === nodeId)
  if (!node) return null
  const label = node.data?.label
  return { type: node.type, label: typeof label === 'string' && label.trim() !== '' ? label.trim() : null }
}
