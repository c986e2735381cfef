import { statement } from '../../../../db/statement.ts'
import type { Executor } from '../../../../db/transaction.ts'

/** The last question for older messages of a chat. */
export interface HistoryRequestRow {
  requestId: string
  state: 'asked' | 'done' | 'failed'
  askedAt: Date
  endsAt: Date
  received: number | null
  isAll: boolean | null
}

const COLUMNS = `request_id as "requestId", state, asked_at as "askedAt", ends_at as "endsAt", received, is_all as "isAll"`

const READ = statement<HistoryRequestRow>(
  'chat_read_history_request',
  `select ${COLUMNS} from history_request where client_id = $1 and chat = $2`,
)

export const readHistoryRequest = (db: Executor, clientId: string, chat: string) =>
  db.queryOne(READ, [clientId, chat])

/** Nothing where another question is under way. */
const BEGIN = statement<HistoryRequestRow>(
  'chat_begin_history_request',
  `insert into history_request as known (client_id, chat, request_id, ends_at)
   values ($1, $2, $3, now() + $4 * interval '1 millisecond')
   on conflict (client_id, chat) do update set request_id = excluded.request_id, state = 'asked', asked_at = now(),
     ends_at = excluded.ends_at, received = null, is_all = null
   where known.state <> 'asked' or known.ends_at <= now()
   returning ${COLUMNS}`,
)

export const beginHistoryRequest = (
  db: Executor,
  request: { clientId: string; chat: string; requestId: string; forMs: number },
) => db.queryOne(BEGIN, [request.clientId, request.chat, request.requestId, request.forMs])

/** It never left. */
const FORGET = statement<never>(
  'chat_forget_history_request',
  `delete from history_request where client_id = $1 and chat = $2 and request_id = $3`,
)

export const forgetHistoryRequest = (db: Executor, clientId: string, chat: string, requestId: string) =>
  db.query(FORGET, [clientId, chat, requestId])

const log = (rows: string): string => `insert into event_log (user_id, client_id, name, chat, data)
   select c.user_id, d.client_id, 'chat.history', d.chat, jsonb_build_object('jid', d.chat, 'requestId', d.request_id,
     'state', d.state, 'received', d.received, 'isAll', d.is_all)
   from ${rows} d join client c on c.id = d.client_id returning seq`

/** Also one that came too late; once, however often the answer comes. Over the primary key, of few rows. */
const END = statement<{ seq: number }>(
  'chat_end_history_request',
  `with done as (
     update history_request set state = 'done', received = $3, is_all = $4
     where client_id = $1 and request_id = $2 and state <> 'done' returning *
   ) ${log('done')}`,
)

export const endHistoryRequest = (
  db: Executor,
  clientId: string,
  { requestId, received, isAll }: { requestId: string; received: number; isAll: boolean },
) => db.query(END, [clientId, requestId, received, isAll])

/** Over history_request_ending. */
const EXPIRE = statement<{ seq: number }>(
  'chat_expire_history_requests',
  `with failed as (
     update history_request set state = 'failed' where state = 'asked' and ends_at <= now() returning *
   ) ${log('failed')}`,
)

/** Questions that no phone answered in time failed. Safe to run at any time and anywhere. */
export const expireHistoryRequests = async (db: Executor): Promise<void> => void (await db.query(EXPIRE))
