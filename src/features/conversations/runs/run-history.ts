import type { Handlers } from '../../../contract/handlers.ts'
import { nameStep } from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import { findContactId } from '../../contacts/index.ts'
import type { FlowCatalog } from '../../flows/index.ts'
import { parseRunCursor, type RunCursor, toRunCursor } from './run-pages.ts'

type HistoryHandler = Handlers['flows']['states']['history']
type HistoryRun = Awaited<ReturnType<HistoryHandler>>['runs'][number]

interface HistoryRow extends RunCursor {
  flowId: string
  flowName: string
  versionId: string
  state: HistoryRun['state']
  isTest: boolean
  createdAt: Date
  updatedAt: Date
  nodeId: string | null
  eventType: string | null
  source: string | null
  firstNodeId: string | null
  failure: HistoryRun['failure']
}

/**
 * Runs of client $1 and contact $2, newest first, with the event that began each and the step it began at. All of it is
 * written with the run itself, so a line of the thread costs a run nothing. Over `flow_state_by_contact`,
 * `flow_state_event_by_run` and `flow_state_transition_by_event`.
 */
const HISTORY = statement<HistoryRow>(
  'run_history',
  `select s.id, s.flow_id as "flowId", f.name as "flowName", s.flow_version_id as "versionId", s.state, s.is_test as "isTest",
     s.created_at as "createdAt", s.updated_at as "updatedAt", s.current_node_id as "nodeId",
     e.event_type as "eventType", e.source,
     (select t.from_node_id from flow_state_transition t where t.flow_state_event_id = e.id order by t.seq limit 1) as "firstNodeId",
     case when s.error_code is not null then jsonb_build_object('code', s.error_code, 'params', s.error_params) end as failure,
     (extract(epoch from s.created_at) * 1000000)::bigint::text as "createdAtUs"
   from flow_state s join flow f on f.id = s.flow_id
   left join lateral (select v.id, v.event_type, v.source from flow_state_event v
     where v.flow_state_id = s.id order by v.seq limit 1) e on true
   where s.client_id = $1 and s.contact_jid = $2
     and ($3::bigint is null or (s.created_at, s.id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid))
   order by s.created_at desc, s.id desc limit $5`,
)

const ENDED: readonly HistoryRun['state'][] = ['completed', 'failed', 'cancelled', 'expired']

/** What flows did with a contact: how each run began, and how it ended. */
export function createRunHistory({
  db,
  catalog,
}: {
  db: Database
  catalog: Pick<FlowCatalog, 'load'>
}): HistoryHandler {
  return async ({ clientId, contactJid, cursor, limit }) => {
    const jid = await findContactId(db, clientId, contactJid)
    const after = parseRunCursor(cursor)
    const rows = await db.query(HISTORY, [
      clientId,
      jid,
      after?.createdAtUs ?? null,
      after?.id ?? null,
      limit + 1,
    ])
    const shown = rows.slice(0, limit)
    const snapshots = await catalog.load(db, [...new Set(shown.map(({ versionId }) => versionId))])
    const runs = shown.map((row): HistoryRun => {
      const snapshot = snapshots.get(row.versionId)
      const name = (nodeId: string | null) => (snapshot ? nameStep(snapshot, nodeId) : null)
      return {
        ...{ flowStateId: row.id, flowId: row.flowId, flowName: row.flowName },
        ...{ state: row.state, isTest: row.isTest, failure: row.failure },
        began: {
          ...{ at: row.createdAt.toISOString(), eventType: row.eventType, source: row.source },
          step: name(row.firstNodeId),
        },
        endedAt: ENDED.includes(row.state) ? row.updatedAt.toISOString() : null,
        step: name(row.nodeId),
      }
    })
    return { runs, nextCursor: toRunCursor(rows.length > limit ? shown.at(-1) : undefined) }
  }
}
