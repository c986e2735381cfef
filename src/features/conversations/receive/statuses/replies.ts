import { statement } from '../../../../db/statement.ts'
import type { Executor } from '../../../../db/transaction.ts'
import type { OwnedClient } from '../../records/owned-client.ts'
import type { Arrival } from '../message-rows.ts'

const WRITE = statement<never>(
  'status_write_replies',
  `insert into status_reply (client_id, status_id, chat, message_id)
   select $1, r.* from unnest($2::text[], $3::text[], $4::text[]) as r on conflict do nothing`,
)

/** Notes which of these messages answer a status of the account. */
export async function noteStatusReplies(
  tx: Executor,
  client: OwnedClient,
  arrivals: readonly Arrival[],
): Promise<void> {
  const replies = arrivals.flatMap(({ message: { key, quoted }, chat }) => {
    const isOurs = quoted?.sender === client.address || quoted?.sender === client.lid
    return quoted?.isStatus && isOurs && !key.fromMe ? [{ statusId: quoted.id, chat, id: key.id }] : []
  })
  if (replies.length === 0) return
  await tx.query(WRITE, [
    client.id,
    replies.map(({ statusId }) => statusId),
    replies.map(({ chat }) => chat),
    replies.map(({ id }) => id),
  ])
}
