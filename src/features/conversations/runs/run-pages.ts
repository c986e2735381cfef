import type { OwnerId } from '../../../contract/handlers.ts'
import { refusal } from '../../../core/errors.ts'
import { toSearchPattern } from '../../../core/search-pattern.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { subjectOf } from '../../contacts/index.ts'

export interface RunRow {
  id: string
  flowId: string
  clientId: string
  contactJid: string
  state: string
  currentNodeId: string | null
  context: string
  version: number
  claimedUntil: Date | null
  claimedBy: string | null
  timeoutJobId: string | null
  lastEventId: string | null
  lastEventAt: Date | null
  error: string | null
  createdAt: Date
  updatedAt: Date
  /** It is on a draft, for a test. */
  isTest: boolean
  contactName: string | null
  /** Microseconds since 1970: the exact place in a list. */
  createdAtUs: string
}

/** The summary by its code, with its parameters. */
export interface Coded {
  code: string
  params: Readonly<Record<string, unknown>>
}

export interface PairRow {
  eventRowId: string
  flowStateId: string
  eventId: string
  eventType: string
  source: string
  mode: string
  payloadSummary: string
  summary: Coded | null
  receivedAt: Date
  processedAt: Date | null
  status: string
  error: string | null
  createdAt: Date
  transitionId: string | null
  fromNodeId: string | null
  toNodeId: string | null
  nodeType: string | null
  outcome: string | null
  edgeId: string | null
  actions: string | null
  contextPatch: string | null
  transitionCreatedAt: Date | null
}

export interface SentRow {
  id: string
  messageId: string
  nodeId: string | null
  type: string
  text: string | null
  outboxStatus: string
  messageStatus: string | null
  error: string | null
  errorCode: string | null
  errorParams: Readonly<Record<string, unknown>> | null
  createdAt: Date
}

/** The code of a failed run stands before the sentence that says why: `NODE_ERROR: why`. */
const RUN_COLUMNS = `s.id, s.flow_id as "flowId", s.client_id as "clientId", s.contact_jid as "contactJid", s.state,
  s.current_node_id as "currentNodeId", s.context, s.version, s.claimed_until as "claimedUntil",
  s.claimed_by as "claimedBy", s.timeout_job_id as "timeoutJobId", s.last_event_id as "lastEventId",
  s.last_event_at as "lastEventAt", s.error || coalesce(': ' || s.error_message, '') as error, s.created_at as "createdAt", s.updated_at as "updatedAt",
  s.is_test as "isTest", coalesce(c.name, c.notify, '@' || c.username, ${subjectOf('s.client_id', 's.contact_jid')}) as "contactName", (extract(epoch from s.created_at) * 1000000)::bigint::text as "createdAtUs"`

const OWNED_RUNS = `flow_state s join client k on k.id = s.client_id and k.user_id`
const CONTACT = 'left join contact c on c.client_id = s.client_id and c.id = s.contact_jid'
/** Contacts that match are looked up once. Of people who never wrote only the address is known. */
const OF_CONTACTS = `and (s.contact_jid ~ $10 or (s.client_id, s.contact_jid) in (
     select p.client_id, p.id from contact p join client o on o.id = p.client_id and o.user_id = $1
     where concat_ws(' ', p.name, p.notify, '@' || p.username, p.phone, p.id) ~ $10
     union select g.client_id, g.jid from group_subject g join client o on o.id = g.client_id and o.user_id = $1
     where g.subject ~ $10))`

const READ = statement<RunRow>(
  'run_read',
  `select ${RUN_COLUMNS} from ${OWNED_RUNS} = $2 ${CONTACT} where s.id = $1`,
)

/** Newest first. With a contact over the index `flow_state_by_contact`, with a flow over `flow_state_by_flow`. */
const listRuns = (name: string, which: string) =>
  statement<RunRow>(
    name,
    `select ${RUN_COLUMNS} from ${OWNED_RUNS} = $1 ${CONTACT}
   where ($2::uuid is null or s.client_id = $2) and ($3::uuid is null or s.flow_id = $3)
     and ($4::text is null or s.contact_jid = $4) and ($5::text is null or s.state = $5)
     and ($9::text is null or s.error = $9) ${which}
     and ($6::bigint is null or (s.created_at, s.id) < (timestamptz 'epoch' + $6::bigint * interval '1 microsecond', $7::uuid))
   order by s.created_at desc, s.id desc limit $8`,
  )

const listWith = (name: string, which: string) => ({
  all: listRuns(name, which),
  /** Over the index `flow_state_tests`: they are few among many. */
  tests: listRuns(`${name}_tests`, `and s.is_test ${which}`),
  published: listRuns(`${name}_published`, `and not s.is_test ${which}`),
})
const LISTS = listWith('run_list', '')
const LISTS_OF_CONTACTS = listWith('run_list_of_contacts', OF_CONTACTS)

function toList({ isTest, contact }: RunFilter) {
  const lists = contact === undefined ? LISTS : LISTS_OF_CONTACTS
  if (isTest === undefined) return lists.all
  return isTest ? lists.tests : lists.published
}

/** In the order things happened; an event that caused several transitions comes once with each. */
const PAIRS = statement<PairRow>(
  'run_pairs',
  `select e.id as "eventRowId", e.flow_state_id as "flowStateId", e.event_id as "eventId",
     e.event_type as "eventType", e.source, e.mode, e.payload_summary as "payloadSummary", e.summary,
     e.received_at as "receivedAt", e.processed_at as "processedAt", e.status, e.error, e.created_at as "createdAt",
     t.id as "transitionId", t.from_node_id as "fromNodeId", t.to_node_id as "toNodeId", t.node_type as "nodeType",
     t.outcome, t.edge_id as "edgeId", t.actions, t.context_patch as "contextPatch",
     t.created_at as "transitionCreatedAt"
   from flow_state_event e left join flow_state_transition t on t.flow_state_event_id = e.id
   where e.flow_state_id = $1 order by e.seq, t.seq`,
)

/** Over `outbox_by_run` and `message_identity`: a message is there from the moment it is being sent. */
const SENDS = statement<SentRow>(
  'run_sends',
  `select o.id, o.message_id as "messageId", o.node_id as "nodeId", coalesce(m.type, o.content ->> 'type') as type, m.text,
     o.status as "outboxStatus", m.status as "messageStatus", coalesce(o.error, m.error) as error,
     coalesce(o.error_code, m.error_code) as "errorCode", coalesce(o.error_params, m.error_params) as "errorParams", o.created_at as "createdAt"
   from outbox o left join message m on m.client_id = o.client_id and m.id = o.message_id and m.from_me
   where o.flow_state_id = $1 order by o.seq`,
)

const FAILURE = statement<{ failure: Coded | null }>(
  'run_failure',
  `select case when error_code is not null then jsonb_build_object('code', error_code, 'params', error_params) end as failure
   from flow_state where id = $1`,
)

const READ_FLOW = statement<{ clientId: string | null; isActive: boolean }>(
  'run_flow_read',
  'select client_id as "clientId", is_active as "isActive" from flow where id = $1 and user_id = $2',
)

/** Over the primary keys. */
const READ_PUBLISHED_NODES = statement<{ nodes: string | null }>(
  'run_flow_published_nodes',
  `select (v.doc::json -> 'nodes')::text as nodes
   from flow f join flow_version v on v.id = f.published_version_id where f.id = $1`,
)

/** Where a page of runs ended. */
export interface RunCursor {
  /** Microseconds since 1970. */
  createdAtUs: string
  id: string
}

const CURSOR = /^(\d{1,19})\.([0-9a-f-]{36})$/

export function parseRunCursor(cursor: string | undefined): RunCursor | null {
  if (cursor === undefined) return null
  const [, createdAtUs, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (createdAtUs !== undefined && id !== undefined) return { createdAtUs, id }
  throw refusal('BAD_REQUEST', 'CURSOR_UNKNOWN', {}, { path: 'cursor' })
}

export const toRunCursor = (row: RunCursor | undefined): string | null =>
  row === undefined ? null : Buffer.from(`${row.createdAtUs}.${row.id}`).toString('base64url')

/** Over the primary key. A draft that is tested has no number. */
const READ_NUMBERS = statement<{ id: string; number: number }>(
  'run_version_numbers',
  'select id, n as number from flow_version where id = any($1::uuid[])',
)

/** The version that is executing; null where the context of the run cannot be read. */
export function readVersionId(context: string): string | null {
  try {
    const { flowVersionId } = JSON.parse(context) as { flowVersionId?: unknown }
    return typeof flowVersionId === 'string' ? flowVersionId : null
  } catch {
    return null
  }
}

export interface RunFilter {
  clientId?: string | undefined
  flowId?: string | undefined
  contactJid?: string | undefined
  /** What a person typed of a name or number. */
  contact?: string | undefined
  error?: string | undefined
  state?: string | undefined
  isTest?: boolean | undefined
  after: RunCursor | null
  limit: number
}

/** Runs of one user's clients; a run of another user is not there. */
export const runStore = {
  read: (db: Executor, id: string, userId: OwnerId) => db.queryOne(READ, [id, userId]),
  list: (db: Executor, userId: OwnerId, filter: RunFilter) =>
    db.query(toList(filter), [
      userId,
      filter.clientId ?? null,
      filter.flowId ?? null,
      filter.contactJid ?? null,
      filter.state ?? null,
      filter.after?.createdAtUs ?? null,
      filter.after?.id ?? null,
      filter.limit,
      filter.error ?? null,
      ...(filter.contact === undefined ? [] : [toSearchPattern(filter.contact)]),
    ]),
  readFlow: (db: Executor, id: string, userId: OwnerId) => db.queryOne(READ_FLOW, [id, userId]),
  readPublishedNodes: async (db: Executor, id: string): Promise<string> =>
    (await db.queryOne(READ_PUBLISHED_NODES, [id]))?.nodes ?? '[]',
  /** The numbers of published versions by their ids. */
  async readVersionNumbers(db: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = ids.length === 0 ? [] : await db.query(READ_NUMBERS, [ids])
    return new Map(rows.map(({ id, number }) => [id, number]))
  },
  readPairs: (db: Executor, id: string) => db.query(PAIRS, [id]),
  readSends: (db: Executor, id: string) => db.query(SENDS, [id]),
  /** Why it failed; null when it did not, or in rows of before. */
  readFailure: async (db: Executor, id: string): Promise<Coded | null> =>
    (await db.queryOne(FAILURE, [id]))?.failure ?? null,
}
