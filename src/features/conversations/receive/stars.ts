import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { ChatNotice } from '../../../network/port.ts'
import type { OwnedClient } from '../records/owned-client.ts'

const LOG = `insert into event_log (user_id, client_id, name, chat, data)
   select $5, $1, 'message.starred', c.chat, jsonb_build_object('jid', c.chat, 'id', c.message_id, 'fromMe', c.from_me,
     'participant', null, 'starred', $6::boolean)
   from changed c where $7 returning seq`

const ADD = statement<{ seq: number }>(
  'chat_add_star',
  `with changed as (
     insert into message_star (client_id, chat, message_id, from_me) values ($1, $2, $3, $4)
     on conflict do nothing returning *
   ) ${LOG}`,
)

const REMOVE = statement<{ seq: number }>(
  'chat_remove_star',
  `with changed as (
     delete from message_star where client_id = $1 and chat = $2 and message_id = $3 and from_me = $4 returning *
   ) ${LOG}`,
)

/** Stores which messages the account's devices starred, and logs each that changed, but for what was so from the first. */
export async function applyStars(
  tx: Executor,
  client: OwnedClient,
  notices: readonly ChatNotice[],
  idOf: (address: string) => string,
): Promise<void> {
  for (const { isFirst, news } of notices)
    for (const each of news) {
      if (each.kind !== 'starred') continue
      const { id, fromMe, isStarred } = each
      const change = [client.id, idOf(each.chat), id, fromMe, client.userId, isStarred, !isFirst]
      await tx.query(isStarred ? ADD : REMOVE, change)
    }
}
