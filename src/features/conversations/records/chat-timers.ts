import { type Address, isGroup } from '../../../core/addresses.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { NetworkConnection } from '../../../network/port.ts'

/** Chats remembered, of all clients together. One that was forgotten costs a query. */
const MAX_REMEMBERED = 50_000

/** Since when messages of a chat disappear after so many seconds; 0 means that they stay. */
export interface ChatTimer {
  /** Canonical. */
  chat: string
  expirationSec: number
  atSec: number
}

const READ = statement<{ sec: number }>(
  'chat_timer_read',
  'select expiration_sec as sec from chat_timer where client_id = $1 and chat = $2',
)

/** The setting that was made last counts, in whatever order settings come. */
const NOTE = statement<never>(
  'chat_timer_note',
  `insert into chat_timer as known (client_id, chat, expiration_sec, at_sec)
   select distinct on (r.chat) $1, r.chat, r.sec, r.at_sec
   from unnest($2::text[], $3::int[], $4::bigint[]) with ordinality as r(chat, sec, at_sec, n)
   order by r.chat, r.at_sec desc, r.n desc
   on conflict (client_id, chat) do update set expiration_sec = excluded.expiration_sec, at_sec = excluded.at_sec
   where excluded.at_sec >= known.at_sec`,
)

export async function noteTimers(
  tx: Executor,
  clientId: string,
  timers: readonly ChatTimer[],
): Promise<void> {
  if (timers.length === 0) return
  await tx.query(NOTE, [
    clientId,
    timers.map(({ chat }) => chat),
    timers.map(({ expirationSec }) => expirationSec),
    timers.map(({ atSec }) => atSec),
  ])
}

/** After how many seconds messages of a chat disappear, as its people agreed; 0 when they stay. */
export interface ChatTimers {
  find(clientId: string, chat: string, connection: NetworkConnection | null): Promise<number>
  /** Of a chat of two, when it is known without asking anybody. */
  peek(clientId: string, chat: string): number | undefined
  forget(clientId: string, chats: readonly string[]): void
  forgetClient(clientId: string): void
}

export function createChatTimers(db: Executor): ChatTimers {
  const known = new Map<string, number>()
  const keyOf = (clientId: string, chat: string): string => `${clientId}/${chat}`
  return {
    peek: (clientId, chat) => known.get(keyOf(clientId, chat)),
    async find(clientId, chat, connection) {
      // Of groups the connector knows more than was ever told here. When it cannot say, the send itself will fail.
      if (isGroup(chat)) return (await connection?.groupTimerSec(chat as Address).catch(() => 0)) ?? 0
      const key = keyOf(clientId, chat)
      const remembered = known.get(key)
      if (remembered !== undefined) return remembered
      const sec = (await db.queryOne(READ, [clientId, chat]))?.sec ?? 0
      known.set(key, sec)
      for (const oldest of known.keys()) {
        if (known.size <= MAX_REMEMBERED) break
        known.delete(oldest)
      }
      return sec
    },
    forget(clientId, chats) {
      for (const chat of chats) known.delete(keyOf(clientId, chat))
    },
    forgetClient(clientId) {
      for (const key of known.keys()) if (key.startsWith(`${clientId}/`)) known.delete(key)
    },
  }
}
