import type { Bus } from '../../bus/port.ts'
import type { OutboxSettled } from '../../core/conversation/send-outcome.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import type { NewLane } from './ingest.ts'
import { LIVE_SQL } from './lane-sql.ts'

const WAKE_TIMEOUT_MS = 5_000

/** A timer fires once: its event is unique, and the row remembers. */
const FIRE_TIMER = statement<{ clientId: string; contactJid: string }>(
  'timer_fire',
  `with fired as (
     update timer set fired_at = now() where id = $1 and fired_at is null and due_at is not null
     returning id, flow_state_id, kind
   )
   insert into inbound_event (client_id, contact_jid, event_id, event_type, source, payload, received_at)
   select s.client_id, s.contact_jid, 'timer:' || fired.id, fired.kind, 'timer',
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
 * Only when the run ($2) waits for an answer to just this message ($1): its context names it. $3: where the
 * acknowledgement stood on its connection. Without that the message may have been seen since it was first on the wire,
 * which its row ($4) tells; $5: when it was acknowledged.
 */
const INSERT_ACK = statement<InsertedRow>(
  'outbox_acked',
  `insert into inbound_event (client_id, contact_jid, event_id, event_type, source, payload, received_at)
   select s.client_id, s.contact_jid, 'ack:' || $1::text, 'send_acked', 'system',
     jsonb_build_object('sendId', $1::text, 'runId', s.id, 'order', $3::jsonb, 'seenFrom', case
       when $3::jsonb is not null then $5::float8
       else least($5::float8, (select min(m.at_sec) * 1000 from message m
         where m.client_id = s.client_id and m.id = $4 and m.from_me)::float8) end), now()
   from flow_state s
   where s.id = $2 and s.state = 'waiting_input' and position($1::text in s.context) > 0
   on conflict (client_id, event_id) do nothing ${INSERTED}`,
)

const INSERT_FAILURE = statement<InsertedRow>(
  'outbox_failed',
  `insert into inbound_event (client_id, contact_jid, event_id, event_type, source, payload, received_at)
   select s.client_id, s.contact_jid, 'fail:' || $1::text, 'send_failed', 'system',
     jsonb_build_object('sendId', $1::text, 'runId', s.id, 'nodeId', $3::text, 'error', $4::text), now()
   from flow_state s where s.id = $2 and s.${LIVE_SQL}
   on conflict (client_id, event_id) do nothing ${INSERTED}`,
)

/**
 * Contacts whose wait ended while their client was away, or ends within a minute: one event for each time it came back,
 * numbered, and so worked off, in the order in which the waits end.
 */
const INSERT_RECONNECTED = statement<{ contactJid: string }>(
  'client_reconnected',
  `insert into inbound_event (client_id, contact_jid, event_id, event_type, source, payload, received_at)
   select s.client_id, s.contact_jid, 'reconnected:' || $2::text || ':' || s.id, 'client_reconnected', 'system', '{}', now()
   from flow_state s join timer t on t.id = s.timeout_job_id::uuid
   where s.client_id = $1 and s.${LIVE_SQL} and t.due_at < now() + interval '60 seconds'
     and t.kind in ('timeout', 'reminder_due', 'delay_elapsed')
   order by t.due_at, s.id
   on conflict (client_id, event_id) do nothing
   returning contact_jid as "contactJid"`,
)

/** The queue's task of a timer that fell due: its event is stored, then the client's owner is woken if there is one. */
export async function fireTimer(db: Database, bus: Bus, payload: unknown): Promise<void> {
  const timerId = (payload as { timerId?: unknown } | null)?.timerId
  if (typeof timerId !== 'string') throw new Error('a flow_timer job names no timer')
  const fired = await db.queryOne(FIRE_TIMER, [timerId])
  if (fired === undefined) return
  const { clientId, contactJid } = fired
  await bus.request(
    clientId,
    { name: 'runs.wake', input: { contactJid } },
    { commandId: `timer:${timerId}`, timeoutMs: WAKE_TIMEOUT_MS },
  )
}

/**
 * Stores what a settled send means to its lane: the clock of a wait starts at the acknowledgement, a failure is told.
 * Most sends mean nothing to it; then the answer is null.
 */
export async function insertSettled(tx: Executor, settled: OutboxSettled): Promise<NewLane | null> {
  const { outboxId, flowStateId, nodeId, error, messageId, atMs } = settled
  if (flowStateId === null) return null
  const row =
    settled.outcome === 'sent'
      ? await tx.queryOne(INSERT_ACK, [
          outboxId,
          flowStateId,
          settled.order ? JSON.stringify(settled.order) : null,
          messageId,
          atMs,
        ])
      : await tx.queryOne(INSERT_FAILURE, [outboxId, flowStateId, nodeId ?? '', error ?? 'not delivered'])
  return row === undefined ? null : { clientId: row.clientId, contactJid: row.contactJid, seqs: [row.seq] }
}

/** Tells the waits of a client that it is back; `occasion` names this time. Answers the contacts to wake. */
export async function noteReconnected(db: Database, clientId: string, occasion: string): Promise<string[]> {
  return (await db.query(INSERT_RECONNECTED, [clientId, occasion])).map((row) => row.contactJid)
}
