import { statement } from '../../db/statement.ts'

/** How long a process keeps a webhook without renewing its claim, by the database's clock. */
export const CLAIM_SEC = 30

/** Takes free webhooks and renews one's own; answers all of them. */
export const CLAIM_WEBHOOKS = statement<{ id: string }>(
  'webhook_claim',
  `update webhook set claimed_by = $1, claimed_until = clock_timestamp() + interval '${CLAIM_SEC} seconds'
   where is_enabled and (claimed_by = $1 or claimed_until is null or claimed_until < clock_timestamp())
   returning id`,
)

export const RELEASE_WEBHOOKS = statement<never>(
  'webhook_release',
  'update webhook set claimed_by = null, claimed_until = null where claimed_by = $1',
)

const OWNED = `w.id = $1 and w.claimed_by = $2 and w.claimed_until > clock_timestamp()`

/**
 * Makes out deliveries for what is new in the log up to $3, at most $4 of them, and moves the cursor with them. Relies on
 * event_log_by_owner. No row: the webhook is no longer ours.
 */
export const CREATE_DELIVERIES = statement<{ made: number; isFull: boolean }>(
  'webhook_make_out',
  `with hook as (
     select w.id, w.user_id, w.names, w.client_id, w.cursor from webhook w where ${OWNED} for update
   ), taken as (
     select e.seq, coalesce(e.client_id::text, '') || ' ' || coalesce(e.chat, '') as lane from hook h
     join event_log e on e.user_id = h.user_id and e.seq > h.cursor and e.seq <= $3
       and (h.names is null or h.names ? e.name) and (h.client_id is null or h.client_id = e.client_id)
     order by e.seq limit $4
   ), made as (
     insert into webhook_delivery (webhook_id, seq, lane, expires_at)
     select $1, seq, lane, now() + interval '24 hours' from taken on conflict (webhook_id, seq) do nothing
   ), counted as (select count(*)::int as n, max(seq) as last from taken)
   update webhook w set cursor = case when c.n = $4 then c.last else greatest(w.cursor, $3) end
   from counted c, hook h where w.id = h.id
   returning c.n as made, c.n = $4 as "isFull"`,
)

export interface DueRow {
  id: number
  seq: number
  lane: string
  attempts: number
  /** Null: the log no longer has the event. */
  name: string | null
  clientId: string | null
  data: Record<string, unknown> | null
  createdAt: Date | null
}

const dueInOrder = (
  order: string,
): string => `select d.id, d.seq, d.lane, d.attempts, e.name, e.client_id as "clientId", e.data, e.created_at as "createdAt"
   from webhook_delivery d left join event_log e on e.seq = d.seq
   where d.webhook_id = $1 and d.status = 'waiting' and d.next_at <= clock_timestamp() and not (d.lane = any($2::text[]))
     and not exists (select from webhook_delivery b
       where b.webhook_id = d.webhook_id and b.lane = d.lane and b.status = 'waiting' and b.seq < d.seq)
   order by ${order} limit $3`

/**
 * What may be sent now: of each conversation that is not in flight ($2) the earliest waiting one, when its time has come. Relies on
 * webhook_delivery_waiting and webhook_delivery_lane.
 */
export const READ_DUE = statement<DueRow>('webhook_due', dueInOrder('d.seq'))

/** The same, the least tried one first: an event that is refused for its own sake says nothing about the receiver. */
export const READ_PROBE = statement<DueRow>('webhook_probe', dueInOrder('d.attempts, d.seq'))

/** Whether its circuit is open, and for how many milliseconds more. */
export const READ_PAUSE = statement<{ failures: number; openMs: number | null }>(
  'webhook_pause',
  `select w.failures,
     case when w.open_until > clock_timestamp()
       then ceil(extract(epoch from w.open_until - clock_timestamp()) * 1000)::float8 end as "openMs"
   from webhook w where ${OWNED}`,
)

/** $4 status of the answer, $5 milliseconds it took. No row: it was settled or taken away by somebody else. */
export const SETTLE_DELIVERED = statement<{ id: number }>(
  'webhook_delivered',
  `with hook as (
     update webhook w set failures = 0, open_until = null, last_success_at = now() where ${OWNED} returning w.id
   )
   update webhook_delivery d set status = 'delivered', attempts = d.attempts + 1, last_status = $4, last_error = null,
     last_failure = null, last_ms = $5, last_tried_at = now(), settled_at = now()
   from hook where d.id = $3 and d.webhook_id = hook.id and d.status = 'waiting' returning d.id`,
)

/**
 * A failed attempt: $4 status or null, $5 milliseconds, $6 why, $7 milliseconds until the next. The circuit opens after $8
 * failures in a row, for $9 milliseconds; $10 says whether this one counts. $11 is why, as JSON. What was under way when it opened says nothing
 * new: it neither counts nor makes the pause longer, else one short absence would be taken for many.
 */
export const SETTLE_FAILED = statement<{ id: number }>(
  'webhook_failed',
  `with hook as (
     update webhook w set last_failure_at = now(), last_error = $6, last_failure = $11,
       failures = case when w.open_until > clock_timestamp() or not $10 then w.failures else w.failures + 1 end,
       open_until = case when w.open_until > clock_timestamp() then w.open_until
         when $10 and w.failures + 1 >= $8 then now() + $9 * interval '1 millisecond' end
     where ${OWNED} returning w.id
   )
   update webhook_delivery d set attempts = d.attempts + 1, last_status = $4, last_ms = $5, last_error = $6, last_failure = $11,
     last_tried_at = now(), next_at = now() + $7 * interval '1 millisecond'
   from hook where d.id = $3 and d.webhook_id = hook.id and d.status = 'waiting' returning d.id`,
)

/**
 * The receiver is back: what waits because it was away need not wait its pauses out. Spread over $3 milliseconds, by the
 * index webhook_delivery_waiting.
 */
export const RETRY_NOW = statement<never>(
  'webhook_hurry',
  `update webhook_delivery d set next_at = now() + random() * $3 * interval '1 millisecond'
   from webhook w where ${OWNED} and d.webhook_id = w.id and d.status = 'waiting' and d.attempts > 0
     and d.next_at > now() + $3 * interval '1 millisecond'`,
)

/** The receiver said that it is gone for good: $3 as a sentence, $4 as JSON. */
export const DISABLE_WEBHOOK = statement<{ id: string }>(
  'webhook_disable',
  `update webhook w set is_enabled = false, disabled_reason = $3, disabled_failure = $4, claimed_by = null, claimed_until = null, updated_at = now()
   where ${OWNED} returning w.id`,
)

/** What could not be delivered in its time. $2 and $3 say why of what was never tried, as a sentence and as JSON. */
export const END_EXPIRED = statement<{ id: number }>(
  'webhook_expire',
  `update webhook_delivery d set status = 'dead', settled_at = now(),
     last_error = coalesce(d.last_error, $2),
     last_failure = case when d.last_error is null then $3::jsonb else d.last_failure end
   where d.id = any(array(
     select id from webhook_delivery where webhook_id = $1 and status = 'waiting' and expires_at < now()
     order by seq limit 1000))
   returning d.id`,
)

export const DROP_GONE = statement<never>(
  'webhook_drop',
  'delete from webhook_delivery where id = any($1::bigint[])',
)

/** Settled deliveries leave after as long as the log keeps their events; delivered ones after a week. */
export const DELETE_OLD = statement<{ id: number }>(
  'webhook_delivery_retention',
  `delete from webhook_delivery where id = any(array(
     select id from webhook_delivery where status <> 'waiting'
       and settled_at < now() - case status when 'delivered' then interval '7 days' else interval '30 days' end
     limit 2000))
   returning id`,
)
