import type { Handlers } from '../../../contract/handlers.ts'
import { nameStep } from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import type { FlowCatalog } from '../../flows/index.ts'
import { LIVE_SQL } from '../records/live-runs.ts'
import { readVersionId, runStore } from './run-pages.ts'

type ContactState = Awaited<ReturnType<Handlers['contacts']['get']>>
type Run = NonNullable<ContactState['run']>
type LastRun = NonNullable<ContactState['lastRun']>

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

/** What is read of a contact's runs beside what is noted of it. */
export interface RunPlaceRow {
  run: RunPlaceJson | null
  lastRun: RunPlaceJson | null
}

const RUN = `jsonb_build_object('id', s.id, 'flowId', s.flow_id, 'flowName', f.name, 'state', s.state, 'nodeId', s.current_node_id,
  'context', s.context, 'dueAt', t.due_at, 'updatedAt', s.updated_at,
  'failure', case when s.error_code is not null then jsonb_build_object('code', s.error_code, 'params', s.error_params) end)`
const FROM = 'join flow f on f.id = s.flow_id left join timer t on t.id = s.timeout_job_id::uuid'

/**
 * Of client $1 and contact $2: the live run, and the newest one when it was parked or failed. Over `one_live` and
 * `flow_state_by_contact`.
 */
export const RUN_PLACE_COLUMNS = `(select ${RUN} from flow_state s ${FROM}
      where s.client_id = $1 and s.contact_jid = $2 and s.${LIVE_SQL} limit 1) as run,
     (select ${RUN} from (
        select * from flow_state where client_id = $1 and contact_jid = $2 order by created_at desc limit 1) s ${FROM}
      where s.state in ('dormant', 'failed')) as "lastRun"`

const toIso = (at: string): string => new Date(at).toISOString()

/** Says where the runs of a contact are, each step by its label in the version that runs. */
export async function readRunPlaces(
  { db, catalog }: { db: Database; catalog: Pick<FlowCatalog, 'load'> },
  { run, lastRun }: RunPlaceRow,
): Promise<Pick<ContactState, 'run' | 'lastRun'>> {
  const ids = [run, lastRun].flatMap((one) => (one && readVersionId(one.context)) ?? [])
  const snapshots = await catalog.load(db, ids)
  const numbers = await runStore.readVersionNumbers(db, [...snapshots.keys()])

  function toRun({ id, flowId, flowName, state, nodeId, context }: RunPlaceJson) {
    const versionId = readVersionId(context)
    const snapshot = versionId === null ? undefined : snapshots.get(versionId)
    const name = snapshot && nameStep(snapshot, nodeId)
    return {
      ...{ id, flowId, flowName, state },
      step: snapshot && name ? { flowId: snapshot.flowId, ...name } : null,
      versionNumber: (versionId === null ? undefined : numbers.get(versionId)) ?? null,
    }
  }

  return {
    run: run && { ...toRun(run), dueAt: run.dueAt === null ? null : toIso(run.dueAt) },
    lastRun: lastRun && { ...toRun(lastRun), at: toIso(lastRun.updatedAt), failure: lastRun.failure },
  }
}
