import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import { subjectOf } from '../contacts/index.ts'

/** A flow state as it is looked at. */
export interface LookedRun {
  id: string
  clientId: string
  contactJid: string
  contactName: string | null
  versionId: string
  /** Null for a test of a draft. */
  version: number | null
  isTest: boolean
  state: string
  error: string | null
  createdAt: Date
  /** Microseconds since 1970: the exact place in a list. */
  createdAtUs: string
  lastEventAt: Date | null
  /** It fits the filter; else it only tells how far was looked. */
  matches: boolean
  /** Counts from 1 in each look. */
  place: number
}

/** Where a look goes on: behind this flow state. */
export interface RunPlace {
  createdAtUs: string
  id: string
}

export interface RunLook {
  flowId: string
  from: string | null
  to: string | null
  /** Goes on behind it; null begins anew. */
  after: RunPlace | null
  clientId: string | null
  /** Those of other clients are left out; null leaves out none. */
  clientIds: readonly string[] | null
  versions: readonly number[] | null
  states: readonly string[] | null
  tests: boolean
  count: number
}

/** Comparisons that hold for all where nothing is given, so that every plan reads the index from the place on. */
const BEHIND = {
  asc: { op: '>', moment: '-infinity', id: '00000000-0000-0000-0000-000000000000' },
  desc: { op: '<', moment: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
}
const behind = (order: 'asc' | 'desc'): string => {
  const { op, moment, id } = BEHIND[order]
  return `(s.created_at, s.id) ${op} (coalesce(timestamptz 'epoch' + $4::bigint * interval '1 microsecond', '${moment}'), coalesce($5::uuid, '${id}'))`
}

/**
 * So many flow states of a flow in the order in which they began, over the index `flow_state_by_flow`: those that fit, and the
 * last one that was looked at. What is looked at is bounded, however few fit.
 */
const look = (name: string, order: 'asc' | 'desc') =>
  statement<LookedRun>(
    name,
    `with looked as materialized (
       select s.id, s.client_id, s.contact_jid, s.flow_version_id, s.state, s.error, s.is_test, s.created_at,
         s.last_event_at, row_number() over (order by s.created_at ${order}, s.id ${order})::int as place
       from flow_state s
       where s.flow_id = $1 and s.created_at >= coalesce($2::timestamptz, '-infinity')
         and s.created_at < coalesce($3::timestamptz, 'infinity') and ${behind(order)}
       order by s.created_at ${order}, s.id ${order} limit $6
     ), judged as (
       select l.*, max(l.place) over () as most, v.n, (
         ($7::uuid is null or l.client_id = $7) and ($8::uuid[] is null or l.client_id = any($8))
         and ($9::int[] is null or v.n = any($9)) and ($10::text[] is null or l.state = any($10))
         and ($11::boolean or not l.is_test)) is true as matches
       from looked l left join flow_version v on v.id = l.flow_version_id
     )
     select j.id, j.client_id as "clientId", j.contact_jid as "contactJid",
       coalesce(c.name, c.notify, '@' || c.username, ${subjectOf('j.client_id', 'j.contact_jid')}) as "contactName",
       j.flow_version_id as "versionId", j.n as version, j.is_test as "isTest", j.state, j.error,
       j.created_at as "createdAt", (extract(epoch from j.created_at) * 1000000)::bigint::text as "createdAtUs",
       j.last_event_at as "lastEventAt", j.matches, j.place
     from judged j left join contact c on c.client_id = j.client_id and c.id = j.contact_jid
     where j.matches or j.place = j.most order by j.place`,
  )

const LOOKS = { asc: look('result_runs_asc', 'asc'), desc: look('result_runs_desc', 'desc') }

export interface StepRow {
  runId: string
  fromNodeId: string | null
  nodeType: string
  outcome: string
  edgeId: string | null
  actions: string
  contextPatch: string
}

/** Steps of a flow state that are read, at most: a run that goes round for weeks has more. */
export const MAX_STEPS_READ = 1_000

/** Flow state by flow state over `flow_state_event_by_run` and `flow_state_transition_by_event`, oldest first. */
const STEPS = statement<StepRow>(
  'result_steps',
  `select r.id as "runId", h.from_node_id as "fromNodeId", h.node_type as "nodeType", h.outcome, h.edge_id as "edgeId",
     h.actions, h.context_patch as "contextPatch"
   from unnest($1::uuid[]) as r(id) cross join lateral (
     select e.seq as event_seq, t.* from flow_state_event e join flow_state_transition t on t.flow_state_event_id = e.id
     where e.flow_state_id = r.id order by e.seq, t.seq limit ${MAX_STEPS_READ}) h
   order by r.id, h.event_seq, h.seq`,
)

/** The newest published versions, backwards over the index `flow_version_number`. */
const VERSION_IDS = statement<{ id: string }>(
  'result_version_ids',
  `select id from flow_version where flow_id = $1 and ($2::int[] is null or n = any($2)) order by n desc limit $3`,
)

export const resultStore = {
  look: (db: Executor, order: 'asc' | 'desc', of: RunLook) =>
    db.query(LOOKS[order], [
      of.flowId,
      of.from,
      of.to,
      of.after?.createdAtUs ?? null,
      of.after?.id ?? null,
      of.count,
      of.clientId,
      of.clientIds,
      of.versions,
      of.states,
      of.tests,
    ]),
  readSteps: (db: Executor, runIds: readonly string[]) => db.query(STEPS, [runIds]),
  async readVersionIds(db: Executor, flowId: string, numbers: readonly number[] | null, count: number) {
    return (await db.query(VERSION_IDS, [flowId, numbers, count])).map(({ id }) => id)
  },
}
