import type { OwnerId } from '../../../contract/handlers.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'

/** What becomes no step is read with the rest. */
const MAX_EVENTS = 1_000
const MAX_SENDS = 2_000
/** Runs of a recording: those that a person chose, and the flows that each goes through, one switching to the next. */
export const MAX_RECORDED_RUNS = 20

export interface RecordedRunRow {
  flowId: string
  name: string
  doc: string | null
  clientId: string
  clientName: string
  clientPhone: string | null
  humanHandoffDurationSec: number
  mainMenuFlowId: string | null
  jid: string
  createdAt: Date
  contactName: string | null
  contactNotify: string | null
  contactUsername: string | null
  contactPhone: string | null
  tags: string[] | null
  fields: Record<string, unknown> | null
}

/** A run of this owner with the version, or the draft, that it is on; over the primary keys. */
const READ_RUN = statement<RecordedRunRow>(
  'recording_run',
  `select s.flow_id as "flowId", f.name, coalesce(v.doc, d.doc) as doc, s.client_id as "clientId", k.name as "clientName",
     k.phone_number as "clientPhone", k.human_handoff_duration_sec as "humanHandoffDurationSec",
     k.main_menu_flow_id as "mainMenuFlowId", s.contact_jid as jid, s.created_at as "createdAt",
     c.name as "contactName", c.notify as "contactNotify", c.username as "contactUsername", c.phone as "contactPhone", a.tags, a.fields
   from flow_state s join client k on k.id = s.client_id and k.user_id = $2 join flow f on f.id = s.flow_id
     left join flow_version v on v.id = s.flow_version_id left join flow_draft d on d.id = s.flow_version_id
     left join contact c on c.client_id = s.client_id and c.id = s.contact_jid
     left join contact_automation a on a.client_id = s.client_id and a.jid = s.contact_jid
   where s.id = $1`,
)

/** The versions of other flows of this owner as they were at a moment, over `flow_version_number`. */
const READ_CALLED = statement<{ flowId: string; name: string; doc: string }>(
  'recording_called',
  `select distinct on (v.flow_id) v.flow_id as "flowId", f.name, v.doc
   from flow_version v join flow f on f.id = v.flow_id and f.user_id = $3
   where v.flow_id = any($1::uuid[]) and v.published_at <= $2 order by v.flow_id, v.n desc`,
)

/** The runs of a flow with one contact from one to another, both among them, over `flow_state_by_contact`. */
const READ_BETWEEN = statement<{ id: string }>(
  'recording_between',
  `select s.id from flow_state s, flow_state a, flow_state b
   where a.id = $1 and b.id = $2 and b.flow_id = a.flow_id and b.client_id = a.client_id
     and b.contact_jid = a.contact_jid and s.flow_id = a.flow_id and s.client_id = a.client_id and s.contact_jid = a.contact_jid
     and s.created_at between least(a.created_at, b.created_at) and greatest(a.created_at, b.created_at)
   order by s.created_at, s.id limit ${MAX_RECORDED_RUNS + 1}`,
)

/** The runs and those they switched to, one after the other, over `flow_state_by_contact` and `flow_state_event_by_run`. */
const READ_CHAIN = statement<{ id: string }>(
  'recording_chain',
  `with recursive chain(id) as (
     select unnest($1::uuid[])
     union
     select s.id from chain c join flow_state_event a on a.flow_state_id = c.id
       join flow_state s on s.client_id = $2 and s.contact_jid = $3 and s.created_at >= $4 and s.flow_id = any($5::uuid[])
       join flow_state_event b on b.flow_state_id = s.id and b.event_id = a.event_id)
   select s.id from chain c join flow_state s on s.id = c.id order by s.created_at, s.id limit ${MAX_RECORDED_RUNS + 1}`,
)

export interface RecordedEventRow {
  eventId: string
  eventType: string
  receivedAt: Date
  v: number | null
  event: unknown
  /** Lists of actions, each of one step. */
  actions: string | null
  /** It began a run that is not of them. */
  isOfOthers: boolean
}

/** Each event once, over `flow_state_event_by_run` and `inbound_event_identity`. */
const READ_EVENTS = statement<RecordedEventRow>(
  'recording_events',
  `select e.event_id as "eventId", e.event_type as "eventType", e.received_at as "receivedAt", i.v, i.event, e.actions,
     exists (select from flow_state o join flow_state_event x on x.flow_state_id = o.id and x.event_id = e.event_id
       where o.client_id = $2 and o.contact_jid = $3 and o.created_at > $4 and o.id <> all($1::uuid[])
         and x.seq = (select min(y.seq) from flow_state_event y where y.flow_state_id = o.id)) as "isOfOthers"
   from (
     select min(e.seq) as seq, e.event_id, min(e.event_type) as event_type, min(e.received_at) as received_at,
       string_agg(t.actions, ',' order by t.seq) as actions
     from flow_state_event e left join flow_state_transition t on t.flow_state_event_id = e.id
     where e.flow_state_id = any($1::uuid[]) group by e.event_id) e
     left join inbound_event i on i.client_id = $2 and i.event_id = e.event_id
   order by e.seq limit ${MAX_EVENTS}`,
)

/** Over `outbox_by_run`. */
const READ_SENT = statement<{ id: string; content: unknown }>(
  'recording_sent',
  `select id, content from outbox where flow_state_id = any($1::uuid[]) and status <> 'failed' order by seq limit ${MAX_SENDS}`,
)

interface Chain {
  runIds: readonly string[]
  clientId: string
  jid: string
  createdAt: Date
}

export const recordingStore = {
  readRun: (db: Executor, runId: string, owner: OwnerId) => db.queryOne(READ_RUN, [runId, owner]),
  readCalled: (db: Executor, flowIds: readonly string[], at: Date, owner: OwnerId) =>
    db.query(READ_CALLED, [flowIds, at, owner]),
  /** Empty where they are not of one flow and one contact. */
  async readBetween(db: Executor, runId: string, otherId: string): Promise<string[]> {
    return (await db.query(READ_BETWEEN, [runId, otherId])).map(({ id }) => id)
  },
  async readChain(
    db: Executor,
    rootIds: readonly string[],
    { clientId, jid, createdAt }: Omit<Chain, 'runIds'>,
    flowIds: readonly string[],
  ): Promise<string[]> {
    return (await db.query(READ_CHAIN, [rootIds, clientId, jid, createdAt, flowIds])).map(({ id }) => id)
  },
  readEvents: (db: Executor, { runIds, clientId, jid, createdAt }: Chain) =>
    db.query(READ_EVENTS, [runIds, clientId, jid, createdAt]),
  readSent: (db: Executor, runIds: readonly string[]) => db.query(READ_SENT, [runIds]),
}
