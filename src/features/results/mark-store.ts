import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** Marks that are looked at, at most: the newest. */
export const MAX_MARKS = 100_000

interface GoalRow {
  name: string
  runs: number
  amount: number
  amounts: number
  lastAt: Date
}

/** Over `flow_mark_by_flow`. */
const GOALS = statement<GoalRow>(
  'result_goals',
  `select name, count(*)::int as runs, coalesce(sum(amount), 0) as amount, count(amount)::int as amounts,
     max(created_at) as "lastAt"
   from flow_mark where flow_id = $1 and kind = 'goal' and created_at >= coalesce($2::timestamptz, '-infinity')
     and created_at < coalesce($3::timestamptz, 'infinity') and ($4::uuid[] is null or client_id = any($4))
   group by name order by runs desc, name`,
)

export interface ArmRow {
  nodeId: string
  arm: string
  runs: number
  people: number
  reached: number
  /** Draws of this node that were looked at. */
  draws: number
}

/**
 * The newest draws of each split over `flow_mark_by_flow`, and over the primary key whether their runs reached the goal after
 * them. A contact counts once, for the way that was drawn first.
 */
const ARMS = statement<ArmRow>(
  'result_arms',
  `with nodes as (select unnest($5::text[]) as id),
   drawn as materialized (
     select n.id as node, d.* from nodes n cross join lateral (
       select m.flow_state_id, m.client_id, m.contact_jid, m.arm, m.created_at from flow_mark m
       where m.flow_id = $1 and m.kind = 'arm' and m.name = n.id
         and m.created_at >= coalesce($2::timestamptz, '-infinity') and m.created_at < coalesce($3::timestamptz, 'infinity')
         and ($4::uuid[] is null or m.client_id = any($4))
       order by m.created_at desc limit $7) d
   ),
   runs as materialized (
     select d.*, (g.flow_state_id is not null and g.created_at >= d.created_at) as reached from drawn d
     left join flow_mark g on g.flow_state_id = d.flow_state_id and g.kind = 'goal' and g.name = $6
   ),
   people as (
     select node, (array_agg(arm order by created_at, flow_state_id))[1] as arm, bool_or(reached) as reached
     from runs group by node, client_id, contact_jid
   )
   select r.node as "nodeId", r.arm, r.runs, coalesce(p.people, 0) as people, coalesce(p.reached, 0) as reached,
     (sum(r.runs) over (partition by r.node))::int as draws
   from (select node, arm, count(*)::int as runs from runs group by 1, 2) r
   left join (select node, arm, count(*)::int as people, count(*) filter (where reached)::int as reached
     from people group by 1, 2) p on p.node = r.node and p.arm = r.arm`,
)

/** The splits that contacts came by, newest first: each is looked up in the index once. */
const SPLIT_IDS = statement<{ name: string }>(
  'result_split_ids',
  `with recursive found as (
     (select name from flow_mark where flow_id = $1 and kind = 'arm' order by name limit 1)
     union all
     select (select m.name from flow_mark m where m.flow_id = $1 and m.kind = 'arm' and m.name > f.name order by m.name limit 1)
     from found f where f.name is not null
   )
   select name from found where name is not null limit 100`,
)

export interface MarkRange {
  from?: string | undefined
  to?: string | undefined
  /** Those of other clients are left out; null leaves out none. */
  clientIds: readonly string[] | null
}

const toValues = (flowId: string, { from, to, clientIds }: MarkRange) => [
  flowId,
  from ?? null,
  to ?? null,
  clientIds,
]

export const markStore = {
  readGoals: (db: Executor, flowId: string, range: MarkRange) => db.query(GOALS, toValues(flowId, range)),
  readArms: (
    db: Executor,
    flowId: string,
    range: MarkRange & { nodeIds: readonly string[]; goal: string | null },
  ) => db.query(ARMS, [...toValues(flowId, range), range.nodeIds, range.goal, MAX_MARKS]),
  async readSplitIds(db: Executor, flowId: string): Promise<string[]> {
    return (await db.query(SPLIT_IDS, [flowId])).map(({ name }) => name)
  },
}
