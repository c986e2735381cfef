import { statement } from '../../db/statement.ts'

/** $13: the claim the run was stepped under; null when the lane's lock stood for it, and then nobody may hold one. */
export const UPDATE_RUN = statement<{ id: string }>(
  'run_update',
  `update flow_state set flow_version_id = $3, state = $4, current_node_id = $5, context = $6, version = $7,
     timeout_job_id = $8, last_event_id = $9, last_event_at = to_timestamp($10 / 1000.0), error = $11,
     error_message = $12, updated_at = now(), claimed_by = case when $14 then claimed_by end,
     claimed_until = case when $14 then claimed_until end
   where id = $1 and version = $2
     and case when $13::text is null then claimed_until is null or claimed_until < clock_timestamp()
         else claimed_by = $13 end
   returning id`,
)

export const INSERT_RUN = statement<{ id: string }>(
  'run_insert',
  `insert into flow_state (id, flow_id, client_id, contact_jid, flow_version_id, state, current_node_id, context,
     version, timeout_job_id, last_event_id, last_event_at, error, error_message)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, to_timestamp($12 / 1000.0), $13, $14)
   returning id`,
)

export const DELETE_RUN = statement<{ id: string }>(
  'run_delete',
  `delete from flow_state where id = $1 and version = $2 returning id`,
)

/**
 * Writes all the rest of a decision in one statement. $1 the event's seq, $2 its new status, $3 its reason.
 * Nothing is written when the event is no longer open, and the answer says so.
 */
export const WRITE_HISTORY = statement<{ written: number }>(
  'decision_write',
  `with settled as (
     update inbound_event set status = $2, error = $3, processed_at = now(), attempts = attempts + 1
     where seq = $1 and status in ('received', 'deferred')
     returning client_id, contact_jid, event_id, event_type, source, received_at
   ), reopened as (
     update inbound_event set status = 'received' from settled
     where $2 = 'processed' and inbound_event.client_id = settled.client_id
       and inbound_event.contact_jid = settled.contact_jid and inbound_event.status = 'deferred'
       and inbound_event.seq <> $1
   ), event as (
     insert into flow_state_event (id, flow_state_id, event_id, event_type, source, payload_summary, received_at,
       processed_at, status, error)
     select e.id, e."runId", settled.event_id, settled.event_type, settled.source, $4, settled.received_at, now(), $2, $3
     from settled, jsonb_to_recordset($5::jsonb) as e(id uuid, "runId" uuid, ord int, "isNew" boolean)
     where e."isNew" or exists (select from flow_state s where s.id = e."runId")
     order by e.ord
   ), transition as (
     insert into flow_state_transition (id, flow_state_event_id, from_node_id, to_node_id, node_type, outcome, edge_id,
       actions, context_patch)
     select t.id, t."eventRowId", t."fromNodeId", t."toNodeId", t."nodeType", t.outcome, t."edgeId", t.actions,
       t."contextPatch"
     from settled, jsonb_to_recordset($6::jsonb) as t(id uuid, "eventRowId" uuid, "fromNodeId" text, "toNodeId" text,
       "nodeType" text, outcome text, "edgeId" text, actions text, "contextPatch" text, ord int)
     order by t.ord
   ), sends as (
     insert into outbox (id, client_id, contact_jid, flow_state_id, node_id, message_id, content)
     select o.id, settled.client_id, settled.contact_jid, o."runId", o."nodeId", o."messageId", o.content
     from settled, jsonb_to_recordset($7::jsonb) as o(id uuid, "runId" uuid, "nodeId" text, "messageId" text,
       content jsonb, ord int)
     order by o.ord
   ), unarmed as (
     delete from timer using settled where timer.id = any($8::uuid[]) and timer.due_at is null
   ), armed as (
     insert into timer (id, flow_state_id, kind, due_at, awaits_send_id)
     select m.id, m."runId", m.kind, to_timestamp(m."dueAt" / 1000.0), m."awaitsSendId"
     from settled, jsonb_to_recordset($9::jsonb) as m(id uuid, "runId" uuid, kind text, "dueAt" float8,
       "awaitsSendId" uuid)
     on conflict (id) do update set kind = excluded.kind, due_at = excluded.due_at, awaits_send_id = null
   ), contact as (
     insert into contact_automation as a (client_id, jid, blacklist, favourite, handoff_until, fields, last_flow_at,
       last_inbound_at)
     select settled.client_id, settled.contact_jid, coalesce(p.blacklist, false), coalesce(p.favourite, false),
       to_timestamp(p."handoffUntil" / 1000.0), p.fields - p."removedFields", p."lastFlowAt",
       to_timestamp(p."lastInboundAt" / 1000.0)
     from settled, jsonb_to_recordset($10::jsonb) as p(blacklist boolean, favourite boolean, "setsHandoff" boolean,
       "handoffUntil" float8, fields jsonb, "removedFields" text[], "lastFlowAt" jsonb, "lastInboundAt" float8)
     on conflict (client_id, jid) do update set
       blacklist = case when $11 then excluded.blacklist else a.blacklist end,
       favourite = case when $12 then excluded.favourite else a.favourite end,
       handoff_until = case when $13 then excluded.handoff_until else a.handoff_until end,
       fields = (a.fields || excluded.fields) - $14::text[],
       last_flow_at = a.last_flow_at || excluded.last_flow_at,
       last_inbound_at = coalesce(excluded.last_inbound_at, a.last_inbound_at), updated_at = now()
   )
   select count(*)::int as written from settled`,
)
