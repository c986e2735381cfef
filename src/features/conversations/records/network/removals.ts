import type { Actor } from '../../../../core/conversation/conversation-entry.ts'
import type { Database } from '../../../../db/client.ts'
import { toJsonText } from '../../../../db/json-text.ts'
import { statement } from '../../../../db/statement.ts'
import type { Executor, Transaction } from '../../../../db/transaction.ts'
import { recordEntry } from '../desk/entries.ts'
import { HIDDEN_TYPES } from '../stored-message.ts'

/** That a chat was cleared or deleted on the account's devices. */
export interface Removal {
  chat: string
  kind: 'cleared' | 'deleted'
  atMs: number
}

const NOTE_ASKED = statement<never>(
  'chat_note_removal_asked',
  `insert into chat_mark (client_id, chat, asked_ms, asked_by) values ($1, $2, $3, $4)
   on conflict (client_id, chat) do update set asked_ms = excluded.asked_ms, asked_by = excluded.asked_by`,
)

/** Before it is asked of the network, whose word comes back with the same time: so the record knows who did it. */
export const noteRemovalAsked = async (
  db: Executor,
  asked: { clientId: string; chat: string; atMs: number; by: Actor },
): Promise<void> => void (await db.query(NOTE_ASKED, [asked.clientId, asked.chat, asked.atMs, asked.by]))

const WHO = statement<{ by: Actor }>(
  'chat_who_asked_removal',
  'select asked_by as by from chat_mark where client_id = $1 and chat = $2 and asked_ms = $3',
)

/** Writes into the record of conversations what was done with their chats, by whom here or at the phone. */
export async function recordRemovals(
  tx: Transaction,
  clientId: string,
  removals: readonly Removal[],
): Promise<void> {
  for (const { chat, kind, atMs } of removals) {
    const actor = (await tx.queryOne(WHO, [clientId, chat, atMs]))?.by ?? 'phone'
    await recordEntry(tx, { clientId, chat, kind: `chat_${kind}`, actor, facts: {} })
  }
}

/** As many go at once. */
const BATCH = 2_000

/** Those of a chat up to a second; what waits to be sent stays. Their files go at the next look for those that are over. */
const DELETE_HERE = statement<{ count: number }>(
  'chat_delete_messages_here',
  `with gone as (
     select seq, id from message where client_id = $1 and chat = $2 and at_sec <= $3
       and status <> 'PENDING' and ($4 or not exists (select from message_star s where s.client_id = $1 and s.chat = $2
         and s.message_id = message.id and s.from_me = message.from_me))
     order by at_sec, seq limit ${BATCH}
   ), files as (
     update media m set expires_at = now() from gone where m.message_seq = gone.seq
   ), answers as (
     delete from status_reply r using gone where r.client_id = $1 and r.chat = $2 and r.message_id = gone.id
   ), deleted as (
     delete from message m using gone where m.seq = gone.seq returning m.seq
   )
   select count(*)::int as count from deleted`,
)

/** First, as whoever changes a conversation and its messages does: what the contact writes meanwhile waits, and opens it again. */
const LOCK_CONVERSATION = statement<object>(
  'chat_lock_conversation_of_removal',
  'select chat from conversation where client_id = $1 and chat = $2 for update',
)

/** One without a message is in no list, so nobody could end its wait. Over message_page. */
const RESOLVE_EMPTY = statement<{ chat: string }>(
  'chat_resolve_empty',
  `update conversation set state = 'resolved', snoozed_until = null, waiting_since = null, updated_at = now()
   where client_id = $1 and chat = $2 and state <> 'resolved' and not exists (
     select from message m where m.client_id = $1 and m.chat = $2 and m.type not in ${HIDDEN_TYPES})
   returning chat`,
)

/** Pages that show the conversation learn of it here: what the network told came before anything was gone. */
const LOG_DELETED = statement<never>(
  'chat_log_deleted_here',
  `insert into event_log (user_id, client_id, name, chat, data)
   select user_id, id, 'chat.updated', $2, $3::jsonb from client where id = $1`,
)

interface UpTo {
  clientId: string
  chat: string
  atSec: number
  starredToo: boolean
  by: Actor
}

/** Answers how many went. A repeat goes on where one broke off. With the last message the conversation is resolved. */
export async function deleteMessagesHere(db: Database, upTo: UpTo): Promise<number> {
  for (let all = 0; ; ) {
    const count = await db.transaction((tx) => deleteBatch(tx, upTo))
    all += count
    if (count < BATCH) return all
  }
}

async function deleteBatch(tx: Transaction, upTo: UpTo): Promise<number> {
  const { clientId, chat, atSec, starredToo, by: actor } = upTo
  await tx.query(LOCK_CONVERSATION, [clientId, chat])
  const { count = 0 } = (await tx.queryOne(DELETE_HERE, [clientId, chat, atSec, starredToo])) ?? {}
  if (count > 0) {
    const data = { jid: chat, timestamp: Math.floor(Date.now() / 1000), change: 'deleted_here', upTo: atSec }
    await tx.query(LOG_DELETED, [clientId, chat, toJsonText({ ...data, keptStarred: !starredToo })])
  }
  const resolved = count < BATCH ? await tx.queryOne(RESOLVE_EMPTY, [clientId, chat]) : undefined
  if (resolved) await recordEntry(tx, { clientId, chat, kind: 'resolved', actor, facts: {} })
  return count
}
