import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { OwnedClient } from '../records/owned-client.ts'

/** An event of the log that follows from a notice; `data` is JSON, `chat` null where it is of none. */
export interface NoticeRow {
  notice: string
  name: string
  chat: string | null
  data: string
}

/** Logs what notices mean, in their order; one that came before means nothing new (the primary key of group_notice). */
const LOG = statement<{ seq: number }>(
  'chat_log_group_notices',
  `with fresh as (
     insert into group_notice (client_id, id) select $1, n.id from unnest($2::text[]) as n(id)
     on conflict do nothing returning id
   )
   insert into event_log (user_id, client_id, name, chat, data)
   select $3, $1, e.name, e.chat, e.data::jsonb
   from unnest($4::text[], $5::text[], $6::text[], $7::text[]) with ordinality as e(notice, name, chat, data, n)
   join fresh on fresh.id = e.notice
   order by e.n
   returning seq`,
)

/** Logs what notices of the network mean, each notice once, however often it comes. */
export async function logNotices(
  tx: Executor,
  client: OwnedClient,
  notices: readonly { id: string }[],
  rows: readonly NoticeRow[],
): Promise<void> {
  await tx.query(LOG, [
    client.id,
    notices.map(({ id }) => id),
    client.userId,
    rows.map(({ notice }) => notice),
    rows.map(({ name }) => name),
    rows.map(({ chat }) => chat),
    rows.map(({ data }) => data),
  ])
}
