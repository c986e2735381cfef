import type { EventType } from '../../core/conversation/flow-event.ts'
import type { EventSummary } from '../../core/flow/index.ts'
import { toSearchPattern } from '../../core/search-pattern.ts'
import { type Statement, statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** A stored flow, as the database gives it. */
export interface FlowRow {
  id: string
  /** The workspace it belongs to. */
  userId: string
  /** Who made it. */
  createdBy: string
  clientId: string | null
  name: string
  description: string | null
  nodes: string
  edges: string
  viewport: string | null
  status: 'draft' | 'published'
  isActive: boolean
  retriggerBehavior: string
  fallbackBehavior: string
  fallbackText: string | null
  extras: FlowExtras
  publishedVersionId: string | null
  createdAt: Date
  updatedAt: Date
}

/** What a link by name looks for. */
export type FlowName = Pick<FlowRow, 'id' | 'name' | 'clientId'>

/** The parts of the exchange format that have no field of their own in the Flow resource. */
export interface FlowExtras {
  settings?: Record<string, unknown>
  variables?: readonly Record<string, unknown>[]
  requires?: Record<string, unknown>
}

export type NewFlow = Omit<
  FlowRow,
  'createdBy' | 'status' | 'isActive' | 'publishedVersionId' | 'createdAt' | 'updatedAt'
>

const COLUMNS = `id, user_id as "userId", coalesce(created_by, user_id) as "createdBy", client_id as "clientId", name, description, nodes, edges, viewport, status,
  is_active as "isActive", retrigger_behavior as "retriggerBehavior", fallback_behavior as "fallbackBehavior",
  fallback_text as "fallbackText", extras, published_version_id as "publishedVersionId",
  created_at as "createdAt", updated_at as "updatedAt"`

/**
 * Each change is later than the one before it in the milliseconds a caller sees, whatever the clock says: callers guard
 * their changes by it.
 */
const LATER = `greatest(now(), date_trunc('milliseconds', updated_at) + interval '1 millisecond')`

const READ = statement<FlowRow>('flow_read', `select ${COLUMNS} from flow where id = $1 and user_id = $2`)

const READ_MANY = statement<FlowRow>(
  'flow_read_many',
  `select ${COLUMNS} from flow where id::text = any($1::text[]) and user_id = $2`,
)

/** Newest first over the index `flow_by_user`. */
const READ_NAMES = statement<FlowName>(
  'flow_names',
  `select id, name, client_id as "clientId" from flow where user_id = $1 order by created_at desc, id desc`,
)

/** Leaves runs of the flow free to start meanwhile. */
const LOCK = statement<FlowRow>(
  'flow_lock',
  `select ${COLUMNS} from flow where id = $1 and user_id = $2 for no key update`,
)

/** Newest first over the index `flow_by_user`. */
const LIST = statement<FlowRow>(
  'flow_list',
  `select ${COLUMNS} from flow
   where user_id = $1 and ($2::uuid is null or client_id = $2) and ($3::text is null or status = $3)
     and ($4::boolean is null or is_active = $4)
     and ($5::text is null or name ~ $5 or description ~ $5)
   order by created_at desc, id desc`,
)

const INSERT = statement<FlowRow>(
  'flow_insert',
  `insert into flow (id, user_id, client_id, name, description, nodes, edges, viewport, retrigger_behavior,
     fallback_behavior, fallback_text, extras, created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${COLUMNS}`,
)

const UPDATE = statement<FlowRow>(
  'flow_update',
  `update flow set client_id = $2, name = $3, description = $4, nodes = $5, edges = $6, viewport = $7,
     retrigger_behavior = $8, fallback_behavior = $9, fallback_text = $10, extras = $11, updated_at = ${LATER}
   where id = $1 returning ${COLUMNS}`,
)

const PUBLISH = statement<FlowRow>(
  'flow_publish',
  `update flow set status = 'published', is_active = true, published_version_id = $2, updated_at = ${LATER}
   where id = $1 returning ${COLUMNS}`,
)

const UNPUBLISH = statement<FlowRow>(
  'flow_unpublish',
  `update flow set status = 'draft', is_active = false, updated_at = ${LATER} where id = $1 returning ${COLUMNS}`,
)

interface CancelledAs {
  which: string
  id: string
  type: EventType
  line: string
  summary: EventSummary
}

/**
 * Cancels parked runs of a flow ($1), each with the event and the transition that say so. A run being resumed at this moment
 * either commits before, and is live, or finds its version changed and starts over.
 */
function cancelDormant(name: string, { which, id, type, line, summary }: CancelledAs) {
  return statement<{ id: string }>(
    name,
    `with parked as (
     select id, current_node_id from flow_state where flow_id = $1 and state = 'dormant' ${which} for update
   ), cancelled as (
     update flow_state s set state = 'cancelled', version = version + 1, timeout_job_id = null,
       last_event_id = '${id}:' || $2, last_event_at = now(), updated_at = now()
     from parked where s.id = parked.id returning s.id
   ), event as (
     insert into flow_state_event (id, flow_state_id, event_id, event_type, source, payload_summary, summary, received_at,
       processed_at, status)
     select gen_random_uuid(), id, '${id}:' || $2, '${type}', 'api', '${line}', '${JSON.stringify(summary)}',
       now(), now(), 'processed'
     from cancelled returning id, flow_state_id
   ), transition as (
     insert into flow_state_transition (id, flow_state_event_id, from_node_id, node_type, outcome, actions, context_patch)
     select gen_random_uuid(), event.id, parked.current_node_id, 'flow', 'cancelled', '[]', '{}'
     from event join parked on parked.id = event.flow_state_id
   ), cleared as (
     delete from timer using parked where timer.flow_state_id = parked.id
   )
   select id from parked`,
  )
}

const CANCEL_DORMANT = cancelDormant('flow_cancel_dormant', {
  which: '',
  id: 'unpublish',
  type: 'flow_unpublished',
  line: 'flow unpublished',
  summary: { code: 'EVENT', params: { type: 'flow_unpublished' } },
})

/** A parked test would go on with a draft that is older than what is published now. */
const CANCEL_PARKED_TESTS = cancelDormant('flow_cancel_parked_tests', {
  which: 'and is_test',
  id: 'publish',
  type: 'cancel_requested',
  line: 'flow published, its test ended',
  summary: { code: 'TEST_ENDED', params: {} },
})

const CLIENT_OWNED = statement<{ mainMenuFlowId: string | null; sendRatePerSecond: number }>(
  'flow_client_owned',
  `select main_menu_flow_id as "mainMenuFlowId", send_rate_per_second as "sendRatePerSecond" from client where id = $1 and user_id = $2`,
)

const ACTIVE_VERSIONS = statement<{ versionId: string }>(
  'flow_active_versions',
  `select published_version_id as "versionId" from flow
   where client_id = $1 and is_active and published_version_id is not null order by id`,
)

const VERSIONS = statement<VersionContentRow>(
  'flow_versions_read',
  `select v.id, v.flow_id as "flowId", v.n, v.doc from flow_version v where v.id = any($1::uuid[])
   union all select d.id, d.flow_id, null, d.doc from flow_draft d where d.id = any($1::uuid[])`,
)

export interface VersionContentRow {
  id: string
  flowId: string
  /** Null for a draft that was kept for a test. */
  n: number | null
  doc: string
}

export interface FlowFilter {
  clientId?: string | undefined
  status?: 'draft' | 'published' | undefined
  isActive?: boolean | undefined
  search?: string | undefined
}

async function one(tx: Executor, stated: Statement<FlowRow>, values: readonly unknown[]): Promise<FlowRow> {
  const row = await tx.queryOne(stated, values)
  if (row === undefined) throw new Error(`${stated.name} changed no flow although its row was locked or new`)
  return row
}

/** What both writing statements take of a flow beside whose it is, in their order. */
const toColumns = (flow: NewFlow): unknown[] => [
  flow.clientId,
  flow.name,
  flow.description,
  flow.nodes,
  flow.edges,
  flow.viewport,
  flow.retriggerBehavior,
  flow.fallbackBehavior,
  flow.fallbackText,
  JSON.stringify(flow.extras),
]

/** Flows of one workspace; a flow of another one is not there. */
export const flowStore = {
  read: (db: Executor, id: string, userId: string) => db.queryOne(READ, [id, userId]),
  readMany: (db: Executor, ids: readonly string[], userId: string) => db.query(READ_MANY, [ids, userId]),
  readNames: (db: Executor, userId: string) => db.query(READ_NAMES, [userId]),
  lock: (tx: Executor, id: string, userId: string) => tx.queryOne(LOCK, [id, userId]),
  list: (db: Executor, userId: string, filter: FlowFilter) =>
    db.query(LIST, [
      userId,
      filter.clientId ?? null,
      filter.status ?? null,
      filter.isActive ?? null,
      filter.search === undefined ? null : toSearchPattern(filter.search),
    ]),
  insert: (tx: Executor, flow: NewFlow, createdBy: string) =>
    one(tx, INSERT, [flow.id, flow.userId, ...toColumns(flow), createdBy]),
  update: (tx: Executor, flow: NewFlow) => one(tx, UPDATE, [flow.id, ...toColumns(flow)]),
  publish: (tx: Executor, id: string, versionId: string) => one(tx, PUBLISH, [id, versionId]),
  unpublish: (tx: Executor, id: string) => one(tx, UNPUBLISH, [id]),
  cancelDormant: (tx: Executor, id: string, eventId: string) => tx.query(CANCEL_DORMANT, [id, eventId]),
  cancelParkedTests: (tx: Executor, id: string, eventId: string) =>
    tx.query(CANCEL_PARKED_TESTS, [id, eventId]),
  readClient: (db: Executor, clientId: string, userId: string) =>
    db.queryOne(CLIENT_OWNED, [clientId, userId]),
  async readActiveVersionIds(db: Executor, clientId: string): Promise<string[]> {
    return (await db.query(ACTIVE_VERSIONS, [clientId])).map((row) => row.versionId)
  },
  readVersions: (db: Executor, ids: readonly string[]) => db.query(VERSIONS, [ids]),
}
