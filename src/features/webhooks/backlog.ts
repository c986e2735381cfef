import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** What enabled webhooks of all owners have still to deliver. */
export interface WebhookBacklog {
  /** Events, counted once for each webhook that takes them, up to 100,000 of a webhook. */
  readonly waiting: number
  /** How long the oldest of them has waited, in seconds; 0 when there is none. */
  readonly oldestSec: number
}

/**
 * What was made out as a delivery and waits, and what is in the log beyond the cursor: that grows while no worker runs. A
 * delivery that was asked for again waits since then, not since its event. Relies on webhook_delivery_waiting and
 * event_log_by_owner.
 */
const READ_BACKLOG = statement<WebhookBacklog>(
  'webhook_backlog',
  `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(b.since)), 0)::float8 as "oldestSec"
   from webhook w cross join lateral (
     (select d.expires_at - interval '24 hours' as since from webhook_delivery d
      where d.webhook_id = w.id and d.status = 'waiting' order by d.seq limit 100000)
     union all
     (select e.created_at from event_log e
      where e.user_id = w.user_id and e.seq > w.cursor
        and (w.names is null or w.names ? e.name) and (w.client_id is null or w.client_id = e.client_id)
      order by e.seq limit 100000)
   ) b where w.is_enabled`,
)

export async function readWebhookBacklog(db: Executor): Promise<WebhookBacklog> {
  const row = await db.queryOne(READ_BACKLOG)
  if (row === undefined) throw new Error('counting what webhooks have to deliver answered no row')
  return row
}
