import type { CallFailure } from '../../core/conversation/call-failure.ts'
import { statement } from '../../db/statement.ts'

export interface WebhookRow {
  id: string
  url: string
  description: string | null
  names: string[] | null
  clientId: string | null
  isEnabled: boolean
  disabledReason: string | null
  waiting: number
  dead: number
  failures: number
  openUntil: Date | null
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastError: string | null
  /** Null in rows of before. */
  lastFailure: CallFailure | null
  disabledFailure: CallFailure | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `w.id, w.url, w.description, w.names, w.client_id as "clientId", w.is_enabled as "isEnabled",
  w.disabled_reason as "disabledReason", w.failures, case when w.open_until > now() then w.open_until end as "openUntil",
  w.last_success_at as "lastSuccessAt", w.last_failure_at as "lastFailureAt", w.last_error as "lastError",
  w.last_failure as "lastFailure", w.disabled_failure as "disabledFailure",
  w.created_at as "createdAt", w.updated_at as "updatedAt",
  (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.status = 'waiting') as waiting,
  (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.status = 'dead') as dead`

export const LIST_WEBHOOKS = statement<WebhookRow>(
  'webhook_list',
  `select ${COLUMNS} from webhook w where w.user_id = $1 order by w.created_at desc, w.id desc`,
)

export const READ_WEBHOOK = statement<WebhookRow>(
  'webhook_read',
  `select ${COLUMNS} from webhook w where w.id = $1 and w.user_id = $2`,
)

/** $9: the most webhooks a person may have. No row: there are that many, or the client is not theirs. */
export const INSERT_WEBHOOK = statement<{ id: string }>(
  'webhook_insert',
  `insert into webhook (id, user_id, url, description, names, client_id, sealed_secret, cursor)
   select $1, $2, $3, $4, $5::jsonb, $6::uuid, $7, $8
   where (select count(*) from webhook where user_id = $2) < $9
     and ($6::uuid is null or exists (select from client where id = $6 and user_id = $2))
   returning id`,
)

/** $3: the changed columns as JSON; what it does not name stays. Switched on again, it begins without its failures. */
export const UPDATE_WEBHOOK = statement<{ id: string }>(
  'webhook_update',
  `update webhook w set
     url = coalesce($3::jsonb ->> 'url', w.url),
     description = case when $3::jsonb ? 'description' then $3::jsonb ->> 'description' else w.description end,
     names = case when $3::jsonb ? 'names' then nullif($3::jsonb -> 'names', 'null') else w.names end,
     client_id = case when $3::jsonb ? 'clientId' then ($3::jsonb ->> 'clientId')::uuid else w.client_id end,
     is_enabled = coalesce(($3::jsonb ->> 'isEnabled')::boolean, w.is_enabled),
     disabled_reason = case when $3::jsonb ? 'isEnabled' then null else w.disabled_reason end,
     disabled_failure = case when $3::jsonb ? 'isEnabled' then null else w.disabled_failure end,
     failures = case when $3::jsonb ?| array['isEnabled', 'url'] then 0 else w.failures end,
     open_until = case when $3::jsonb ?| array['isEnabled', 'url'] then null else w.open_until end,
     updated_at = now()
   where w.id = $1 and w.user_id = $2
     and ($3::jsonb ->> 'clientId' is null
       or exists (select from client where id = ($3::jsonb ->> 'clientId')::uuid and user_id = $2))
   returning w.id`,
)

export const DELETE_WEBHOOK = statement<{ id: string }>(
  'webhook_delete',
  'delete from webhook where id = $1 and user_id = $2 returning id',
)

export const ROTATE_SECRET = statement<{ id: string }>(
  'webhook_rotate',
  `update webhook set sealed_previous = sealed_secret, previous_until = now() + interval '24 hours', sealed_secret = $3,
     updated_at = now()
   where id = $1 and user_id = $2 returning id`,
)

export interface SigningRow {
  url: string
  sealedSecret: string
  /** Null when there is none, or its time is over. */
  sealedPrevious: string | null
}

const SIGNING = `url, sealed_secret as "sealedSecret",
  case when previous_until > now() then sealed_previous end as "sealedPrevious"`

export interface ListeningRow extends SigningRow {
  id: string
  /** Null: of all clients. */
  clientId: string | null
}

/** Those that name an event; one that takes all takes only what is in the log. Few, by their person. */
export const READ_LISTENING = statement<ListeningRow>(
  'webhook_listening',
  `select id, client_id as "clientId", ${SIGNING} from webhook
   where user_id = $1 and is_enabled and names ? $2::text and (open_until is null or open_until <= now())`,
)

export const READ_SIGNING = statement<SigningRow>(
  'webhook_signing',
  `select ${SIGNING} from webhook where id = $1 and ($2::text is null or user_id = $2)`,
)

export interface DeliveryRow {
  id: number
  seq: number
  name: string | null
  status: 'waiting' | 'delivered' | 'dead'
  attempts: number
  nextAt: Date
  lastStatus: number | null
  lastError: string | null
  lastFailure: CallFailure | null
  lastMs: number | null
  lastTriedAt: Date | null
  createdAt: Date
  settledAt: Date | null
}

/** Newest first over webhook_delivery_log. */
export const LIST_DELIVERIES = statement<DeliveryRow>(
  'webhook_deliveries',
  `select d.id, d.seq, e.name, d.status, d.attempts, d.next_at as "nextAt", d.last_status as "lastStatus",
     d.last_error as "lastError", d.last_failure as "lastFailure", d.last_ms as "lastMs", d.last_tried_at as "lastTriedAt", d.created_at as "createdAt",
     d.settled_at as "settledAt"
   from webhook_delivery d left join event_log e on e.seq = d.seq
   where d.webhook_id = $1 and ($2::text is null or d.status = $2) and ($3::bigint is null or d.id < $3)
   order by d.id desc limit $4`,
)

const AGAIN = `status = 'waiting', attempts = 0, next_at = now(), expires_at = now() + interval '24 hours',
  settled_at = null`

export const REPLAY_DELIVERIES = statement<{ id: number }>(
  'webhook_replay',
  `update webhook_delivery set ${AGAIN} where webhook_id = $1 and id = any($2::bigint[]) returning id`,
)

/**
 * Events from $2 to $3 that the webhook takes. `dead` and `delivered` are of deliveries made out before; with `all`, those
 * that never were (the webhook is younger, or took other events then) are made out too.
 */
export const REPLAY_RANGE = statement<{ id: number }>(
  'webhook_replay_range',
  `with hook as (select id, user_id, names, client_id, cursor from webhook where id = $1),
   taken as (
     select e.seq, coalesce(e.client_id::text, '') || ' ' || coalesce(e.chat, '') as lane from hook h
     join event_log e on e.user_id = h.user_id and e.seq >= $2 and e.seq <= least($3, h.cursor)
       and (h.names is null or h.names ? e.name) and (h.client_id is null or h.client_id = e.client_id)
     where $4 = 'all' or exists (
       select from webhook_delivery d where d.webhook_id = $1 and d.seq = e.seq and d.status = $4)
     order by e.seq limit $5
   )
   insert into webhook_delivery (webhook_id, seq, lane, expires_at)
   select $1, seq, lane, now() + interval '24 hours' from taken
   on conflict (webhook_id, seq) do update set ${AGAIN}
   returning id`,
)
