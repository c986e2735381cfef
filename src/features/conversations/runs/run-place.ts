import type { Handlers } from '../../../contract/handlers.ts'
import { nameStep, type PauseCause } from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import { findContactId } from '../../contacts/index.ts'
import type { FlowCatalog } from '../../flows/index.ts'
import { LIVE_SQL } from '../records/live-runs.ts'
import { readVersionId, runStore } from './run-pages.ts'

type CurrentHandler = Handlers['flows']['states']['current']
type Current = Awaited<ReturnType<CurrentHandler>>
type Run = NonNullable<Current['run']>
type LastRun = NonNullable<Current['lastRun']>

/** A run as its row has it; `context` is the JSON text that says which version it is in. */
interface RunPlaceJson {
  id: string
  flowId: string
  flowName: string
  state: Run['state']
  nodeId: string | null
  context: string
  dueAt: string | null
  updatedAt: string
  failure: LastRun['failure']
}

interface PlaceRow {
  blacklist: boolean
  handoffUntil: Date | null
  handoffBy: PauseCause | null
  takenBy: string | null
  run: RunPlaceJson | null
  lastRun: RunPlaceJson | null
}

const RUN = `jsonb_build_object('id', s.id, 'flowId', s.flow_id, 'flowName', f.name, 'state', s.state, 'nodeId', s.current_node_id,
  'context', s.context, 'dueAt', t.due_at, 'updatedAt', s.updated_at,
  'failure', case when s.error_code is not null then jsonb_build_object('code', s.error_code, 'params', s.error_params) end)`
const FROM = 'join flow f on f.id = s.flow_id left join timer t on t.id = s.timeout_job_id::uuid'

/**
 * Of client $1 and contact $2: who has it, the live run, and the newest run when it was parked or failed. Over the primary
 * key, `one_live` and `flow_state_by_contact`.
 */
const READ = statement<PlaceRow>(
  'run_place_read',
  `select coalesce(a.blacklist, false) as blacklist,
     case when a.handoff_until > now() then a.handoff_until end as "handoffUntil",
     case when a.handoff_until > now() then a.handoff_by end as "handoffBy",
     case
       when a.handoff_by ->> 'by' like 'user:%' then (select u.name from "user" u where u.id = substr(a.handoff_by ->> 'by', 6))
       when a.handoff_by ->> 'by' like 'key:%' then (select k.name from api_key k where k.id = substr(a.handoff_by ->> 'by', 5)::uuid)
     end as "takenBy",
     (select ${RUN} from flow_state s ${FROM}
      where s.client_id = $1 and s.contact_jid = $2 and s.${LIVE_SQL} limit 1) as run,
     (select ${RUN} from (
        select * from flow_state where client_id = $1 and contact_jid = $2 order by created_at desc limit 1) s ${FROM}
      where s.state in ('dormant', 'failed')) as "lastRun"
   from (select 1) one left join contact_automation a on a.client_id = $1 and a.jid = $2`,
)

const toIso = (at: string | number): string => new Date(at).toISOString()

interface RunPlaceDeps {
  db: Database
  catalog: Pick<FlowCatalog, 'load'>
}

/** Says where flows are with a contact, each step by its label in the version that runs. */
export function createRunPlace({ db, catalog }: RunPlaceDeps): CurrentHandler {
  return async ({ clientId, contactJid }) => {
    const row = await db.queryOne(READ, [clientId, await findContactId(db, clientId, contactJid)])
    if (!row) throw new Error('a contact was read without an answer')
    const { blacklist, handoffUntil, handoffBy, takenBy, run, lastRun } = row
    const toRun = await readNames({ db, catalog }, [run, lastRun])
    return {
      blacklist,
      handoffUntil: handoffUntil?.toISOString() ?? null,
      handoffBy: handoffBy && { kind: handoffBy.kind, at: toIso(handoffBy.at), name: takenBy },
      run: run && { ...toRun(run), dueAt: run.dueAt === null ? null : toIso(run.dueAt) },
      lastRun: lastRun && { ...toRun(lastRun), at: toIso(lastRun.updatedAt), failure: lastRun.failure },
    }
  }
}

/** Reads the versions that run, by which steps are named. */
async function readNames({ db, catalog }: RunPlaceDeps, runs: readonly (RunPlaceJson | null)[]) {
  const ids = runs.flatMap((run) => (run && readVersionId(run.context)) ?? [])
  const snapshots = await catalog.load(db, ids)
  const numbers = await runStore.readVersionNumbers(db, [...snapshots.keys()])
  return ({ id, flowId, flowName, state, nodeId, context }: RunPlaceJson) => {
    const versionId = readVersionId(context)
    const snapshot = versionId === null ? undefined : snapshots.get(versionId)
    const name = snapshot && nameStep(snapshot, nodeId)
    return {
      ...{ id, flowId, flowName, state },
      step: snapshot && name ? { flowId: snapshot.flowId, ...name } : null,
      versionNumber: (versionId === null ? undefined : numbers.get(versionId)) ?? null,
    }
  }
}
