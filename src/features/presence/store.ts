import { statement } from '../../db/statement.ts'

export interface SubscriptionRow {
  jid: string
  phone: string | null
  lid: string | null
  until: Date
}

/** By the primary key; with what a contact is called by, so that a host that takes a client asks once. */
export const READ_SUBSCRIPTIONS = statement<SubscriptionRow>(
  'presence_read',
  `select p.jid, c.phone, c.lid, p.until from presence_subscription p
   left join contact c on c.client_id = p.client_id and c.id = p.jid
   where p.client_id = $1 and p.until > now()`,
)

/** What is over goes with it. */
export const WRITE_SUBSCRIPTION = statement<never>(
  'presence_write',
  `with over as (delete from presence_subscription where client_id = $1 and until <= now() and jid <> $2)
   insert into presence_subscription (client_id, jid, until) values ($1, $2, $3)
   on conflict (client_id, jid) do update set until = excluded.until`,
)

export const DELETE_SUBSCRIPTION = statement<never>(
  'presence_delete',
  'delete from presence_subscription where client_id = $1 and jid = $2',
)
