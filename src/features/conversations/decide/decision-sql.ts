import { statement } from '../../../db/statement.ts'
import type { ClaimedSend } from '../records/hand-over.ts'

export interface WrittenDecisions {
  events: number
  runs: number
  reopened: number
  claimed: ClaimedSend[] | null
}

export const DELETE_RUN = statement<{ id: string }>(
  'run_delete',
  `delete from flow_state where id = $1 and version = $2 returning id`,
)

/**
 * Plain arrays ($2 here) narrow the tables too: so a plan that was made while they were small still goes by their
 * keys when they are large.
 *
 * $1: runs; new ones have no `readAt`. A run is updated only when its version is still the one that was read and the
 * claim it was decided under stands. Without a claimant the lock of the conversation was held instead, and nobody may
 * hold a claim.
 */
const RUNS = `run as (
     select * from jsonb_to_recordset($1::jsonb) as r(id uuid, "flowId" uuid, "clientId" uuid, "contactJid" text,
       "versionId" uuid, state text, "currentNodeId" text, context text, version int, "readAt" int,
       "timeoutJobId" text, "lastEventId" text, "lastEventAt" float8, error text, "errorMessage" text, "errorCode" text,
       "errorParams" jsonb, claimant text, "keepClaim" boolean)
   ), updated as (
     update flow_state s set flow_version_id = r."versionId", state = r.state, current_node_id = r."currentNodeId",
       context = r.context, version = r.version, timeout_job_id = r."timeoutJobId", last_event_id = r."lastEventId",
       last_event_at = to_timestamp(r."lastEventAt" / 1000.0), error = r.error, error_message = r."errorMessage",
       error_code = r."errorCode", error_params = r."errorParams", updated_at = now(),
       claimed_by = case when r."keepClaim" then s.claimed_by end,
       claimed_until = case when r."keepClaim" then s.claimed_until end
     from run r
     where r."readAt" is not null and s.id = r.id and s.id = any($2::uuid[]) and s.version = r."readAt"
       and case when r.claimant is null then s.claimed_until is null or s.claimed_until < clock_timestamp()
           else s.claimed_by = r.claimant end
     returning s.id
   ), inserted as (
     insert into flow_state (id, flow_id, client_id, contact_jid, flow_version_id, state, current_node_id, context,
       version, timeout_job_id, last_event_id, last_event_at, error, error_message, error_code, error_params)
     select r.id, r."flowId", r."clientId", r."contactJid", r."versionId", r.state, r."currentNodeId", r.context,
       r.version, r."timeoutJobId", r."lastEventId", to_timestamp(r."lastEventAt" / 1000.0), r.error, r."errorMessage",
       r."errorCode", r."errorParams"
     from run r where r."readAt" is null
     returning id
   )`

const RUNS_WRITTEN = `(select count(*) from updated)::int + (select count(*) from inserted)::int`

/** For decisions that change several runs: all but the last, in the order that the unique indexes need. */
export const WRITE_RUNS = statement<{ runs: number }>(
  'runs_write',
  `with ${RUNS} select ${RUNS_WRITTEN} as runs`,
)

/** $9: what changed of contacts. */
const CONTACTS = `contact as (
     update contact_automation a set
       blacklist = coalesce(p.blacklist, a.blacklist), favourite = coalesce(p.favourite, a.favourite),
       handoff_until = case when p."setsHandoff" then to_timestamp(p."handoffUntil" / 1000.0) else a.handoff_until end,
       handoff_by = case when p."setsHandoff" then p."handoffBy" else a.handoff_by end,
       tags = case when p."addedTags" is null then a.tags
         else (a.tags - p."removedTags")
           || to_jsonb(array(select tag from unnest(p."addedTags") as tag where not a.tags ? tag)) end,
       fields = (a.fields || p.fields) - p."removedFields", last_flow_at = a.last_flow_at || p."lastFlowAt",
       last_inbound_at = coalesce(to_timestamp(p."lastInboundAt" / 1000.0), a.last_inbound_at), updated_at = now()
     from jsonb_to_recordset($9::jsonb) as p(seq bigint, blacklist boolean, favourite boolean, "setsHandoff" boolean,
       "handoffUntil" float8, "handoffBy" jsonb, "addedTags" text[], "removedTags" text[], fields jsonb, "removedFields" text[], "lastFlowAt" jsonb, "lastInboundAt" float8)
     join settled on settled.seq = p.seq
     where a.client_id = $11 and a.jid = any($12::text[]) and a.jid = settled.contact_jid
   )`

/**
 * Decisions of different conversations of one client in one statement. Nothing is written for an event that is no
 * longer open; the answer says how many were open. Rows name their event by `seq`. $2: all runs. $3: the events, with
 * what became of them. $4 to $9: event rows, transitions, sends, timers to drop, timers to set, contacts. $10: the
 * `seq`s of the events. $11: the client. $12: the contacts, whose rows were made when their conversations were
 * locked.
 *
 * Events that were put off behind a run are opened again when a decision `moved` a run, also when that run only ended
 * because its flow was gone; the event of that decision too, if it was put off. Events that were put off until it was
 * known whether the question had been seen are opened by its acknowledgement.
 */
const buildWrite = (name: string, { sends, claimed }: { sends: string; claimed: string }) =>
  statement<WrittenDecisions>(
    name,
    `with ${RUNS}, decided as (
     select * from jsonb_to_recordset($3::jsonb) as d(seq bigint, status text, error text, line text, summary jsonb,
       explanation jsonb, moved boolean)
   ), settled as (
     update inbound_event e set error = d.error, explanation = d.explanation, processed_at = now(),
       status = case when d.status = 'deferred' and d.moved then 'received' else d.status end,
       attempts = e.attempts + (d.status <> 'deferred')::int
     from decided d
     where e.seq = d.seq and e.seq = any($10::bigint[]) and e.client_id = $11 and e.contact_jid = any($12::text[])
       and e.status in ('received', 'deferred')
     returning e.seq, e.client_id, e.contact_jid, e.event_id, e.event_type, e.source, e.received_at, d.status, d.error,
       d.line, d.summary, d.moved
   ), reopened as (
     update inbound_event e set status = 'received' from settled
     where settled.moved and e.client_id = $11 and e.contact_jid = any($12::text[])
       and e.contact_jid = settled.contact_jid and e.status = 'deferred' and e.seq <> settled.seq
     returning e.seq
   ), event as (
     insert into flow_state_event (id, flow_state_id, event_id, event_type, source, payload_summary, summary, received_at,
       processed_at, status, error)
     select v.id, v."runId", settled.event_id, settled.event_type, settled.source, settled.line, settled.summary,
       settled.received_at, now(), settled.status, settled.error
     from jsonb_to_recordset($4::jsonb) as v(id uuid, seq bigint, "runId" uuid, ord int, "isNew" boolean)
     join settled on settled.seq = v.seq
     where v."isNew" or exists (select from flow_state s where s.id = v."runId" and s.id = any($2::uuid[]))
     order by v.ord
     returning id
   ), transition as (
     insert into flow_state_transition (id, flow_state_event_id, from_node_id, to_node_id, node_type, outcome, edge_id,
       actions, context_patch)
     select t.id, t."eventRowId", t."fromNodeId", t."toNodeId", t."nodeType", t.outcome, t."edgeId", t.actions,
       t."contextPatch"
     from jsonb_to_recordset($5::jsonb) as t(id uuid, seq bigint, "eventRowId" uuid, "fromNodeId" text,
       "toNodeId" text, "nodeType" text, outcome text, "edgeId" text, actions text, "contextPatch" text, ord int)
     join settled on settled.seq = t.seq join event on event.id = t."eventRowId"
     order by t.ord
   ), ${sends}, unarmed as (
     delete from timer where id = any($7::uuid[]) and due_at is null
   ), armed as (
     insert into timer (id, flow_state_id, kind, due_at, awaits_send_id)
     select m.id, m."runId", m.kind, to_timestamp(m."dueAt" / 1000.0), m."awaitsSendId"
     from jsonb_to_recordset($8::jsonb) as m(id uuid, seq bigint, "runId" uuid, kind text, "dueAt" float8,
       "awaitsSendId" uuid)
     join settled on settled.seq = m.seq
     on conflict (id) do update set kind = excluded.kind, due_at = excluded.due_at, awaits_send_id = null
   ), ${CONTACTS}
   select (select count(*) from settled)::int as events, (select count(*) from reopened)::int as reopened,
     ${RUNS_WRITTEN} as runs, ${claimed} as claimed`,
  )

const SENDS = `jsonb_to_recordset($6::jsonb) as o(id uuid, seq bigint, "runId" uuid, "nodeId" text, "messageId" text,
       content jsonb, ord int)`

export const WRITE_DECISIONS = buildWrite('decision_write', {
  sends: `sends as (
     insert into outbox (id, client_id, contact_jid, flow_state_id, node_id, message_id, content)
     select o.id, settled.client_id, settled.contact_jid, o."runId", o."nodeId", o."messageId", o.content
     from ${SENDS} join settled on settled.seq = o.seq
     order by o.ord, o.seq
   )`,
  claimed: 'null::json',
})

/**
 * The same, and messages that may leave at once ($13 to $18) are stored as being sent, as `outbox_claim` stores them.
 * Only where nothing else waits for the contact: else their rows wait in the table, in order. Answers those that were
 * stored as being sent. Indexes `outbox_unsent`, `outbox_pkey`.
 */
export const WRITE_AND_CLAIM = buildWrite('decision_write_claimed', {
  sends: `claim as (
     select * from unnest($13::uuid[], $14::bigint[], $15::text[], $16::text[], $17::text[], $18::bytea[])
       as c(id, at_sec, type, text, quoted_id, bytes)
   ), sends as (
     insert into outbox (id, client_id, contact_jid, flow_state_id, node_id, message_id, content, status, attempts)
     select o.id, settled.client_id, settled.contact_jid, o."runId", o."nodeId", o."messageId", o.content,
       case when c.id is null then 'pending' else 'sending' end, (c.id is not null)::int
     from ${SENDS} join settled on settled.seq = o.seq
     left join claim c on c.id = o.id and not exists (select from outbox w
       where w.client_id = $11 and w.contact_jid = settled.contact_jid and w.status in ('pending', 'sending'))
     order by o.ord, o.seq
     returning id, seq, client_id, contact_jid, message_id, status, created_at
   ), stored as (
     insert into message (client_id, chat, id, from_me, at_sec, type, text, status, quoted_id, origin, bytes)
     select s.client_id, s.contact_jid, s.message_id, true, c.at_sec, c.type, c.text, 'PENDING', c.quoted_id, 'flow', c.bytes
     from sends s join claim c on c.id = s.id where s.status = 'sending'
     order by s.seq
     on conflict (client_id, id, chat, from_me) do nothing
   )`,
  claimed: `(select json_agg(json_build_object('id', id, 'seq', seq,
       'createdAtMs', floor(extract(epoch from created_at) * 1000))) from sends where status = 'sending')`,
})
