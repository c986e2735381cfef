import type { CallState } from '../../core/conversation/call.ts'
import type { Actor } from '../../core/conversation/conversation-entry.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

export interface CallRow {
  id: string
  chat: string
  caller: string
  callerName: string | null
  isVideo: boolean
  state: CallState
  beganAt: Date
  endedAt: Date | null
  messageId: string | null
}

export interface CallPlace {
  at: string
  id: string
}

export interface CallQuery {
  clientId: string
  chat: string | null
  state: CallState | null
  from: CallPlace | null
  limit: number
}

/** Over call_page or call_of_chat, backwards from the place before; callers by the primary key of contact. */
const PAGE = statement<CallRow>(
  'calls_page',
  `select c.id, c.chat, c.caller, coalesce(p.name, p.notify, '@' || p.username) as "callerName", c.is_video as "isVideo", c.state,
     c.began_at as "beganAt", c.ended_at as "endedAt", c.message_id as "messageId"
   from call c left join contact p on p.client_id = c.client_id and p.id = c.caller
   where c.client_id = $1 and ($2::text is null or c.chat = $2) and ($3::text is null or c.state = $3)
     and ($4::timestamptz is null or (c.began_at, c.id) < ($4::timestamptz, $5::text))
   order by c.began_at desc, c.id desc limit $6`,
)

export const readCalls = (
  db: Executor,
  { clientId, chat, state, from, limit }: CallQuery,
): Promise<CallRow[]> => db.query(PAGE, [clientId, chat, state, from?.at ?? null, from?.id ?? null, limit])

const READ = statement<{ state: CallState; creator: string }>(
  'calls_read',
  'select state, creator from call where client_id = $1 and id = $2',
)

export const readCall = (db: Executor, clientId: string, callId: string) =>
  db.queryOne(READ, [clientId, callId])

export interface CallSettings {
  refuseAll: boolean
  message: string | null
}

const SETTINGS = 'refuse_all as "refuseAll", message'

const READ_SETTINGS = statement<CallSettings>(
  'calls_read_settings',
  `select ${SETTINGS} from call_settings where client_id = $1`,
)

export const readSettings = async (db: Executor, clientId: string): Promise<CallSettings> =>
  (await db.queryOne(READ_SETTINGS, [clientId])) ?? { refuseAll: false, message: null }

/** $4: whether the message is to be another one. */
const WRITE_SETTINGS = statement<CallSettings>(
  'calls_write_settings',
  `insert into call_settings as s (client_id, refuse_all, message) values ($1, $2, $3)
   on conflict (client_id) do update
     set refuse_all = excluded.refuse_all, message = case when $4 then excluded.message else s.message end
   returning ${SETTINGS}`,
)

export async function writeSettings(
  db: Executor,
  clientId: string,
  { refuseAll, message }: { refuseAll: boolean; message?: string | null | undefined },
): Promise<CallSettings> {
  const row = [clientId, refuseAll, message ?? null, message !== undefined]
  return (await db.queryOne(WRITE_SETTINGS, row)) ?? { refuseAll, message: message ?? null }
}

/** A phone rings no longer than that; what is older is told of, and nothing more. */
const RINGS_SEC = 60

/** Over call_ringing. */
const RINGING = statement<{ id: string; creator: string }>(
  'calls_ringing',
  `select c.id, c.creator from call c join call_settings s on s.client_id = c.client_id and s.refuse_all
   where c.client_id = $1 and c.state = 'ringing'
     and c.created_at > now() - interval '${RINGS_SEC} seconds' and c.began_at > now() - interval '${RINGS_SEC} seconds'
   order by c.began_at, c.id`,
)

/** Calls that ring where all are to be refused. */
export const readRinging = (db: Executor, clientId: string) => db.query(RINGING, [clientId])

/** A call that was refused just now. */
export interface RefusedCall {
  id: string
  /** The group, or who calls. */
  chat: string
  caller: string
  isVideo: boolean
  state: CallState
}

/** Who calls again and again is told once in so many minutes. */
const MESSAGE_EVERY_MIN = 30

/**
 * A call that rang was refused, by $3. Whoever was refused as it is set ($3 is `system`) gets the message under the id $4, unless
 * they got one lately (over call_of_chat) or called a group.
 */
const REFUSE = statement<RefusedCall>(
  'calls_refuse',
  `update call c set state = 'refused', ended_at = now(), ended_by = $3, message_id = case
       when $3 = 'system' and c.chat = c.caller
         and exists (select from call_settings s where s.client_id = c.client_id and s.message is not null)
         and not exists (select from call b where b.client_id = c.client_id and b.chat = c.chat and b.message_id is not null
           and b.began_at > now() - interval '${MESSAGE_EVERY_MIN} minutes')
       then $4 end
   where c.client_id = $1 and c.id = $2 and c.state = 'ringing'
   returning c.id, c.chat, c.caller, c.is_video as "isVideo", c.state`,
)

/** Undefined when it rings no longer. */
export const noteRefused = (
  db: Executor,
  clientId: string,
  callId: string,
  by: Actor,
  messageId: string,
): Promise<RefusedCall | undefined> => db.queryOne(REFUSE, [clientId, callId, by, messageId])

export interface OwedMessage {
  callId: string
  chat: string
  messageId: string
  /** Null: there is none any more. */
  message: string | null
}

/** Over call_unsettled. What is old is owed no longer: the call is forgotten by now. */
const OWED = statement<OwedMessage>(
  'calls_owed',
  `select c.id as "callId", c.chat, c.message_id as "messageId",
     case when c.ended_at > now() - interval '10 minutes' then s.message end as message
   from call c left join call_settings s on s.client_id = c.client_id
   where c.client_id = $1 and c.message_id is not null and not c.is_message_settled
   order by c.began_at, c.id`,
)

export const readOwed = (db: Executor, clientId: string) => db.query(OWED, [clientId])

const SETTLE = statement<never>(
  'calls_settle_message',
  'update call set is_message_settled = true where client_id = $1 and id = $2',
)

export const settleMessage = async (db: Executor, clientId: string, callId: string): Promise<void> =>
  void (await db.query(SETTLE, [clientId, callId]))
