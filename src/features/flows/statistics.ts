import type { RunStateName } from '../../core/flow/index.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** How many of the newest runs are looked at: enough to see where people leave, and little work for the database. */
export const MAX_STATISTIC_RUNS = 1_000

/** How often a part of a flow was passed, and by how many runs. */
interface PartCount {
  id: string
  times: number
  runs: number
}

const KINDS = ['edges', 'entered', 'left', 'timedOut', 'failed'] as const
type Kind = (typeof KINDS)[number]

/** What the runs of one published version did, added up. */
export interface VersionStatistics extends Record<Kind, PartCount[]> {
  runs: number
  /** There are older runs that were left out. */
  isPartial: boolean
  /** Where runs stand now, and where they ended. */
  resting: { id: string; state: RunStateName; runs: number }[]
}

/**
 * The newest runs that began on a version, read backwards over the index `flow_state_by_flow` within the time in which it
 * was the newest one; a run that began in the moment of the next publish may still be of the version before.
 */
const RUNS = `version as (
    select v.id, v.flow_id, v.published_at, (
      select min(n.published_at) + interval '1 minute' from flow_version n where n.flow_id = v.flow_id and n.n > v.n
    ) as replaced_at
    from flow_version v where v.flow_id = $1 and v.n = $2
  ),
  runs as materialized (
    select s.id, s.state, s.current_node_id from flow_state s join version v on v.flow_id = s.flow_id
    where s.flow_version_id = v.id and s.created_at >= v.published_at
      and (v.replaced_at is null or s.created_at < v.replaced_at)
    order by s.created_at desc, s.id desc limit $3
  )`

/** Steps are found run by run over `flow_state_event_by_run` and `flow_state_transition_by_event`. */
const STEPS = statement<PartCount & { kind: Kind }>(
  'flow_version_steps',
  `with ${RUNS}, steps as materialized (
     select e.flow_state_id as run, t.from_node_id, t.to_node_id, t.edge_id, t.outcome
     from runs r join flow_state_event e on e.flow_state_id = r.id
     join flow_state_transition t on t.flow_state_event_id = e.id
   ), parts as (
     select 'edges' as kind, edge_id as id, run from steps
     union all select 'entered', to_node_id, run from steps
     union all select 'left', from_node_id, run from steps where to_node_id is not null
     union all select 'timedOut', from_node_id, run from steps where outcome = 'timeout'
     union all select 'failed', from_node_id, run from steps where outcome in ('failed', 'error')
   )
   select kind, id, count(*)::int as times, count(distinct run)::int as runs
   from parts where id is not null group by kind, id`,
)

const RESTING = statement<{ id: string | null; state: RunStateName; runs: number }>(
  'flow_version_resting',
  `with ${RUNS} select current_node_id as id, state, count(*)::int as runs from runs group by 1, 2`,
)

/** Adds up what the newest runs of a version did. The caller has checked whose flow it is, and that there is the version. */
export async function readStatistics(
  db: Executor,
  flowId: string,
  number: number,
  maxRuns = MAX_STATISTIC_RUNS,
): Promise<VersionStatistics> {
  const places = await db.query(RESTING, [flowId, number, maxRuns + 1])
  const steps = await db.query(STEPS, [flowId, number, maxRuns])
  const seen = places.reduce((sum, { runs }) => sum + runs, 0)
  const pick = (wanted: Kind): PartCount[] =>
    steps.filter(({ kind }) => kind === wanted).map(({ id, times, runs }) => ({ id, times, runs }))
  return {
    runs: Math.min(seen, maxRuns),
    isPartial: seen > maxRuns,
    edges: pick('edges'),
    entered: pick('entered'),
    left: pick('left'),
    timedOut: pick('timedOut'),
    failed: pick('failed'),
    resting: places.flatMap(({ id, state, runs }) => (id === null ? [] : [{ id, state, runs }])),
  }
}
