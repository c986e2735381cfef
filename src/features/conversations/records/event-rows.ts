import { STORED_EVENT_VERSION } from '../../../core/conversation/stored-event.ts'
import { statement } from '../../../db/statement.ts'
import { LIVE_SQL } from './live-runs.ts'

/**
 * Every statement that stores events. Those that make them in SQL write the form of `FlowEvent`, less the fields that are
 * columns: `event-rows.db.test.ts` reads back what each of them writes.
 */
const INSERT = `insert into inbound_event (client_id, contact_jid, event_id, event_type, source, v, event, received_at)`
const V = STORED_EVENT_VERSION

/**
 * Inserts in the order given; an event that is already there is left out of the answer. When $4 is true, it also takes
 * the locks of the conversations ($2 client, $3 contacts) that nobody else holds, as `TRY_LOCK_CONVERSATIONS` does.
 */
export const INSERT_EVENTS = statement<{ seq: number; contactJid: string; isLocked: boolean }>(
  'inbound_insert',
  `with stored as (
     ${INSERT}
     select $2, e."contactJid", e."eventId", e."eventType", e.source, ${V}, e.event, now()
     from jsonb_to_recordset($1::jsonb) as e("contactJid" text, "eventId" text, "eventType" text, source text,
       event jsonb, ord int)
     order by e.ord
     on conflict (client_id, event_id) do nothing
     returning seq, contact_jid
   ), made as (
     insert into contact_automation (client_id, jid)
     select $2, w.jid from unnest($3::text[]) as w(jid) where $4 order by w.jid
     on conflict do nothing returning jid
   ), held as (
     select a.jid from contact_automation a where $4 and a.client_id = $2 and a.jid = any($3::text[])
     order by a.jid for update of a skip locked
   )
   select seq, contact_jid as "contactJid", contact_jid in (select jid from made union all select jid from held) as "isLocked"
   from stored order by seq`,
)

/** A timer fires once: its event is unique, and the row remembers. */
export const FIRE_TIMER = statement<{ clientId: string; contactJid: string }>(
  'timer_fire',
  `with fired as (
     update timer set fired_at = now() where id = $1 and fired_at is null and due_at is not null
     returning id, flow_state_id, kind
   )
   ${INSERT}
   select s.client_id, s.contact_jid, 'timer:' || fired.id, fired.kind, 'timer', ${V},
     jsonb_build_object('timerId', fired.id, 'runId', s.id), now()
   from fired join flow_state s on s.id = fired.flow_state_id
   on conflict (client_id, event_id) do nothing
   returning client_id as "clientId", contact_jid as "contactJid"`,
)

const INSERTED = `returning seq, client_id as "clientId", contact_jid as "contactJid"`

interface InsertedRow {
  seq: number
  clientId: string
  contactJid: string
}

/**
 * Inserts an acknowledgement when the run ($2) waits for an answer to just this message ($1), as its context says.
 * $3: where the acknowledgement stood on its connection. Without that the message may have been seen since it was
 * first on the wire; its row ($4) says when. $5: when it was acknowledged.
 */
export const INSERT_ACK = statement<InsertedRow>(
  'outbox_acked',
  `${INSERT}
   select s.client_id, s.contact_jid, 'ack:' || $1::text, 'send_acked', 'system', ${V},
     jsonb_strip_nulls(jsonb_build_object('sendId', $1::text, 'runId', s.id,
       'ackedAt', floor(extract(epoch from now()) * 1000), 'order', $3::jsonb, 'seenFrom', case
         when $3::jsonb is not null then $5::float8
         else least($5::float8, (select min(m.at_sec) * 1000 from message m
           where m.client_id = s.client_id and m.id = $4 and m.from_me)::float8) end)), now()
   from flow_state s
   where s.id = $2 and s.state = 'waiting_input' and position($1::text in s.context) > 0
   on conflict (client_id, event_id) do nothing ${INSERTED}`,
)

export const INSERT_FAILURE = statement<InsertedRow>(
  'outbox_failed',
  `${INSERT}
   select s.client_id, s.contact_jid, 'fail:' || $1::text, 'send_failed', 'system', ${V},
     jsonb_build_object('sendId', $1::text, 'runId', s.id, 'nodeId', $3::text, 'error', $4::text, 'failure', $5::jsonb), now()
   from flow_state s where s.id = $2 and s.${LIVE_SQL}
   on conflict (client_id, event_id) do nothing ${INSERTED}`,
)

/**
 * Inserts an event for each contact whose wait ended while its client was away, or ends within a minute: one for each
 * return of the client, in the order in which the waits end. A timer that has fired and was not looked at yet is put
 * off as well: it stands before this event, and would end the wait at once.
 */
export const INSERT_RECONNECTED = statement<{ contactJid: string }>(
  'client_reconnected',
  `with put_off as (
     update inbound_event set status = 'deferred', processed_at = now()
     where client_id = $1 and status in ('received', 'deferred') and status = 'received' and source = 'timer'
       and event_type in ('timeout', 'reminder_due', 'delay_elapsed')
   )
   ${INSERT}
   select s.client_id, s.contact_jid, 'reconnected:' || $2::text || ':' || s.id, 'client_reconnected', 'system', ${V},
     '{}', now()
   from flow_state s join timer t on t.id = s.timeout_job_id::uuid
   where s.client_id = $1 and s.${LIVE_SQL} and t.due_at < now() + interval '60 seconds'
     and t.kind in ('timeout', 'reminder_due', 'delay_elapsed')
   order by t.due_at, s.id
   on conflict (client_id, event_id) do nothing
   returning contact_jid as "contactJid"`,
)

/** What became of an effect a run waits for: $3 event type, $4 its `result` or `error`. */
export const ANSWER_EFFECT = statement<{ contactJid: string }>(
  'effect_answer',
  `with done as (delete from effect where id = $1 and claimed_by = $2 returning id, flow_state_id)
   ${INSERT}
   select s.client_id, s.contact_jid, 'fx:' || done.id, $3, 'effect', ${V},
     $4::jsonb || jsonb_build_object('effectId', done.id, 'runId', s.id), now()
   from done join flow_state s on s.id = done.flow_state_id
   on conflict (client_id, event_id) do nothing
   returning contact_jid as "contactJid"`,
)
