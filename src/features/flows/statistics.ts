import type { RunStateName } from '../../core/flow/index.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** How many of the newest runs are looked at. */
export const MAX_STATISTIC_RUNS = 5_000

/** How often a part of a flow was passed, and by how many runs. */
interface PartCount {
  id: string
  times: number
  runs: number
}

const KINDS = ['edges', 'entered', 'left', 'timedOut', 'failed'] as const
type Kind = (typeof KINDS)[number]

interface FigureRow extends PartCount {
  kind: Kind | 'resting' | 'stays' | 'total'
  state: RunStateName | null
  medianMs: number | null
}

/** Which runs of a flow are added up: those of one version, or of all, that began within these moments. */
export interface StatisticsRange {
  number?: number | undefined
  from?: string | undefined
  to?: string | undefined
  /** Only runs with these clients; null or absent: with all. */
  clientIds?: readonly string[] | null | undefined
}

/** What runs of a flow did, added up. */
export interface FlowStatistics extends Record<Kind, PartCount[]> {
  runs: number
  /** There are older runs that were left out. */
  isPartial: boolean
  /** Where runs stand now, and where they ended. */
  resting: { id: string; state: RunStateName; runs: number }[]
  /** How long runs stayed, by node: half of the stays that ended were shorter. */
  stays: { id: string; times: number; medianMs: number }[]
}

/**
 * The newest runs of a version or of all, read backwards over the index `flow_state_by_flow` within the dates and the time in
 * which the version was the newest one; a run that began in the moment of the next publish may still be of the version before.
 */
const RUNS = `version as (
    select v.id, v.published_at, (
      select min(n.published_at) + interval '1 minute' from flow_version n where n.flow_id = v.flow_id and n.n > v.n
    ) as replaced_at
    from flow_version v where v.flow_id = $1 and v.n = $2
  ),
  looked as materialized (
    select s.id, s.state, s.created_at from flow_state s
    where s.flow_id = $1 and not s.is_test and ($2::int is null or s.flow_version_id = (select id from version))
      and s.created_at >= greatest($3::timestamptz, (select published_at from version), '-infinity')
      and s.created_at < least($4::timestamptz, (select replaced_at from version), 'infinity')
      and ($6::uuid[] is null or s.client_id = any($6))
    order by s.created_at desc, s.id desc limit $5::int + 1
  ),
  runs as materialized (select id, state from looked order by created_at desc, id desc limit $5::int)`

/**
 * Steps in the run's own flow, found run by run over `flow_state_event_by_run` and `flow_state_transition_by_event`. A step
 * within a sub-flow is no step of the node that called it: the run stands there until the sub-flow returns.
 */
const STEPS = `moves as (
    select r.id as run, r.state, t.from_node_id, t.to_node_id, t.edge_id, t.outcome, t.created_at,
      row_number() over w as place,
      coalesce(sum(case t.outcome when 'call' then 1 when 'return' then -1 else 0 end)
        over (w rows between unbounded preceding and 1 preceding), 0) as depth
    from runs r join flow_state_event e on e.flow_state_id = r.id
    join flow_state_transition t on t.flow_state_event_id = e.id
    window w as (partition by r.id order by e.seq, t.seq)
  ),
  steps as materialized (
    select run, state, from_node_id, case when outcome = 'call' then from_node_id else to_node_id end as to_node_id,
      edge_id, outcome, created_at, place
    from moves where depth = 0
  )`

/**
 * All in one, so that steps are read once. Where a run is after its last step it rests; a run that failed within a sub-flow did so
 * at the node that called it. A stay is from the step that came to a node to the one that led away: going round there is one.
 */
const FIGURES = statement<FigureRow>(
  'flow_figures',
  `with ${RUNS}, ${STEPS}, parts as (
     select 'edges' as kind, edge_id as id, run from steps
     union all select 'entered', to_node_id, run from steps where outcome <> 'call'
     union all select 'left', from_node_id, run from steps where to_node_id is not null and outcome <> 'call'
     union all select 'timedOut', from_node_id, run from steps where outcome = 'timeout'
     union all select 'failed', from_node_id, run from steps where outcome in ('failed', 'error')
   ), ends as (
     select distinct on (run) run, coalesce(to_node_id, from_node_id) as id, state from steps order by run, place desc
   ), stays as (
     select to_node_id as id, run, lead(created_at) over (partition by run order by place) - created_at as stay
     from steps where to_node_id is distinct from from_node_id
   )
   select kind, id, null as state, count(*)::int as times, count(distinct run)::int as runs, null::float8 as "medianMs"
   from parts where id is not null group by kind, id
   union all select 'resting', id, state, count(*)::int, count(*)::int, null from ends where id is not null group by id, state
   union all select 'stays', id, null, count(*)::int, count(distinct run)::int,
     round(1000 * percentile_cont(0.5) within group (order by extract(epoch from stay)))::float8
   from stays where id is not null and stay is not null group by id
   union all select 'total', null, null, count(*)::int, count(*)::int, null from looked`,
)

/** Adds up what the newest runs did. The caller has checked whose flow it is, and that there is the version. */
export async function readStatistics(
  db: Executor,
  flowId: string,
  { number, from, to, clientIds }: StatisticsRange,
  maxRuns = MAX_STATISTIC_RUNS,
): Promise<FlowStatistics> {
  const rows = await db.query(FIGURES, [
    flowId,
    number ?? null,
    from ?? null,
    to ?? null,
    maxRuns,
    clientIds ?? null,
  ])
  const of = (wanted: FigureRow['kind']) => rows.filter(({ kind }) => kind === wanted)
  const pick = (wanted: Kind): PartCount[] => of(wanted).map(({ id, times, runs }) => ({ id, times, runs }))
  const seen = of('total')[0]?.runs ?? 0
  return {
    runs: Math.min(seen, maxRuns),
    isPartial: seen > maxRuns,
    edges: pick('edges'),
    entered: pick('entered'),
    left: pick('left'),
    timedOut: pick('timedOut'),
    failed: pick('failed'),
    resting: of('resting').flatMap(({ id, state, runs }) => (state === null ? [] : [{ id, state, runs }])),
    stays: of('stays').map(({ id, times, medianMs }) => ({ id, times, medianMs: medianMs ?? 0 })),
  }
}
