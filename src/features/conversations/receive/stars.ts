import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { ChatNews, ChatNotice } from '../../../network/port.ts'
import type { OwnedClient } from '../records/owned-client.ts'

const LOG = `insert into event_log (user_id, client_id, name, chat, data)
   select $5, $1, 'message.starred', c.chat, jsonb_build_object('jid', c.chat, 'id', c.message_id, 'fromMe', c.from_me,
     'participant', null, 'starred', $6::boolean)
   from changed c returning seq`

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

/** What was so from the first, all of it at once: nobody is told. */
const ADD_FIRST = statement<never>(
  'chat_add_first_stars',
  `insert into message_star (client_id, chat, message_id, from_me)
   select $1, s.* from unnest($2::text[], $3::text[], $4::boolean[]) as s on conflict do nothing`,
)

const REMOVE_FIRST = statement<never>(
  'chat_remove_first_stars',
  `delete from message_star m using unnest($2::text[], $3::text[], $4::boolean[]) as s(chat, message_id, from_me)
   where m.client_id = $1 and m.chat = s.chat and m.message_id = s.message_id and m.from_me = s.from_me`,
)

type Star = Extract<ChatNews, { kind: 'starred' }>

async function applyFirst(
  tx: Executor,
  clientId: string,
  news: readonly Star[],
  idOf: (address: string) => string,
): Promise<void> {
  // The last word on a message holds.
  const last = new Map(news.map((star) => [`${idOf(star.chat)}/${star.id}/${star.fromMe}`, star]))
  for (const [stated, isStarred] of [
    [ADD_FIRST, true],
    [REMOVE_FIRST, false],
  ] as const) {
    const stars = [...last.values()].filter((star) => star.isStarred === isStarred)
    if (stars.length === 0) continue
    const chats = stars.map(({ chat }) => idOf(chat))
    await tx.query(stated, [clientId, chats, stars.map(({ id }) => id), stars.map(({ fromMe }) => fromMe)])
  }
}

/** Stores which messages the account's devices starred, and logs each that changed, but for what was so from the first. */
export async function applyStars(
  tx: Executor,
  client: OwnedClient,
  notices: readonly ChatNotice[],
  idOf: (address: string) => string,
): Promise<void> {
  for (const { isFirst, news } of notices) {
    const stars = news.filter((each) => each.kind === 'starred')
    if (isFirst) {
      await applyFirst(tx, client.id, stars, idOf)
      continue
    }
    for (const { chat, id, fromMe, isStarred } of stars)
      await tx.query(isStarred ? ADD : REMOVE, [client.id, idOf(chat), id, fromMe, client.userId, isStarred])
  }
}
