import { statement } from '../../../db/statement.ts'

/** $1: effects of decisions that were just written. One whose run is gone is left out. */
export const INSERT_EFFECTS = statement<never>(
  'effects_insert',
  `insert into effect (id, client_id, flow_state_id, node_id, kind, awaited, request)
   select e.id, s.client_id, s.id, e."nodeId", e.kind, e.awaited, e.request
   from jsonb_to_recordset($1::jsonb) as e(id uuid, "runId" uuid, "nodeId" text, kind text, awaited boolean,
     request jsonb, ord int)
   join flow_state s on s.id = e."runId"
   order by e.ord`,
)

/** Effects nobody waits for any more: their runs were cancelled, handed over or went on without them. */
export const DROP_EFFECTS = statement<never>('effects_drop', 'delete from effect where id = any($1::uuid[])')

/** Why a request was refused, beside its event. */
export const NOTE_REFUSAL = statement<never>(
  'event_note_refusal',
  'update inbound_event set refusal = $2::jsonb where seq = $1',
)

export interface EffectRow {
  id: string
  kind: string
  /** The engine's effect. */
  request: unknown
  /** This attempt counted, from 1. */
  attempts: number
  awaited: boolean
  clientId: string
  contactJid: string
  flowId: string
  userId: string
}

/** How long a claim stands: longer than the longest call by far. */
export const EFFECT_CLAIM_SEC = 90

/**
 * Claims effects that are due, oldest first, over the index `effect_due`: questions to models ($4), or all others. A runner that begins voids the claims of
 * earlier owners. Of what one run changes of its conversation, the later waits for the earlier, over `effect_by_run`: a label that is put on and taken off
 * again is off.
 */
export const CLAIM_EFFECTS = statement<EffectRow>(
  'effects_claim',
  `with due as (
     select d.id from effect d
     where d.client_id = $1 and (d.kind = 'ai') = $4 and d.next_at <= clock_timestamp()
       and (d.claimed_until is null or d.claimed_until < clock_timestamp())
       and (d.kind not in ('assign', 'label') or not exists (
         select from effect b where b.flow_state_id = d.flow_state_id and b.kind = d.kind and b.seq < d.seq))
     order by d.next_at, d.seq limit $3 for update skip locked
   ), taken as (
     update effect e set claimed_by = $2, claimed_until = clock_timestamp() + interval '${EFFECT_CLAIM_SEC} seconds',
       attempts = e.attempts + 1
     from due where e.id = due.id
     returning e.id, e.seq, e.kind, e.request, e.attempts, e.awaited, e.client_id, e.flow_state_id
   )
   select t.id, t.kind, t.request, t.attempts, t.awaited, t.client_id as "clientId", s.contact_jid as "contactJid",
     s.flow_id as "flowId", k.user_id as "userId"
   from taken t join flow_state s on s.id = t.flow_state_id join client k on k.id = t.client_id order by t.seq`,
)

/** The next attempt begins after $3 milliseconds. An attempt that was broken off ($4) counts as not begun. */
export const PUT_OFF_EFFECT = statement<never>(
  'effect_put_off',
  `update effect set claimed_by = null, claimed_until = null, next_at = clock_timestamp() + $3 * interval '1 millisecond',
     attempts = case when $4 then attempts - 1 else attempts end
   where id = $1 and claimed_by = $2`,
)

export const VOID_EFFECT_CLAIMS = statement<never>(
  'effects_void_claims',
  `update effect set claimed_by = null, claimed_until = null
   where client_id = $1 and claimed_by is not null and claimed_by <> $2`,
)

/** Removes an effect. No row: somebody else has it, or no run waits for it any more. */
const DONE = `done as (delete from effect where id = $1 and claimed_by = $2 returning id, node_id, flow_state_id)`

/** $3: `{event, payload}` of the flow. */
export const LOG_EFFECT = statement<{ seq: number }>(
  'effect_log',
  `with ${DONE}
   insert into event_log (user_id, client_id, name, data)
   select k.user_id, k.id, 'flow.event', $3::jsonb || jsonb_build_object('flowId', s.flow_id, 'flowStateId', s.id,
     'contactJid', s.contact_jid, 'nodeId', done.node_id)
   from done join flow_state s on s.id = done.flow_state_id join client k on k.id = s.client_id
   returning seq`,
)

/** A message that asks a person to look after the contact: $3 id, $4 message id, $5 to, $6 text. No run stands for it, but its node. */
export const NOTIFY_BY_MESSAGE = statement<{ id: string }>(
  'effect_notify_message',
  `with ${DONE}
   insert into outbox (id, client_id, contact_jid, node_id, message_id, content)
   select $3, s.client_id, $5, done.node_id, $4, jsonb_build_object('type', 'text', 'text', $6::text, 'linkPreview', false,
     'quoteMessageId', null, 'typing', 'none')
   from done join flow_state s on s.id = done.flow_state_id
   returning id`,
)

/** A message of a flow to a group: $1 id, $2 client, $3 group, $4 message id, $5 text. */
export const SEND_TO_GROUP = statement<{ id: string }>(
  'effect_send_to_group',
  `insert into outbox (id, client_id, contact_jid, message_id, content)
   values ($1, $2, $3, $4, jsonb_build_object('type', 'text', 'text', $5::text, 'linkPreview', true,
     'quoteMessageId', null, 'typing', 'none'))
   returning id`,
)

export const FINISH_EFFECT = statement<{ id: string }>('effect_finish', `with ${DONE} select id from done`)
