import { type Fate, type FateOutcome, outcomeOf } from '../../../core/flow/index.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { ERROR_COLUMNS } from '../records/stored-error.ts'
import type { StoredDetails } from './details.ts'
import {
  type FateRow,
  findTaker,
  type RunRow,
  type SendRow,
  tellTaken,
  tellUndecided,
  tellUntaken,
} from './tell-fate.ts'

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
  const ids = (taker?.moves ?? []).flatMap(({ actions }) =>
    actions.flatMap(({ k, outboxId }) => (k === 'send' && outboxId ? [outboxId] : [])),
  )
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
    return row.explanation ?? tellTaken(taker, sends, row.isConnected)
  }
}

/** The flows and nodes that a fate and its runs name, as they are called now. One that is gone has no name. */
async function readNames(db: Executor, { params }: Fate, runs: readonly RunRow[]): Promise<FateNames> {
  const places = [
    params,
    ...('by' in params && typeof params.by === 'object' && params.by ? [params.by] : []),
  ]
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
