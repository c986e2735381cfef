import type { OwnerId } from '../../contract/handlers.ts'
import { STATUS_ADDRESS } from '../../core/addresses.ts'
import {
  type HealthFacts,
  isRestrictedCode,
  judgeHealth,
  measureConnection,
  type SendCounts,
  type StateChange,
} from '../../core/client/account-health.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import type { ClientService } from './service.ts'

const HOUR_SEC = 3_600
const DAY_SEC = 24 * HOUR_SEC
/** Whom somebody writes to first in two days; of more, these tell as much. */
const MAX_CHATS = 2_000

/** Oldest first; the worker keeps some hundreds of them. Uses the index `client_state_log_by_client`. */
const CHANGES = statement<{ code: string; at: Date }>(
  'client_health_changes',
  `select code, created_at as at from client_state_log where client_id = $1 order by client_state_log.id`,
)

/** What went out since a second, by what it was refused with. Uses the index `message_recent`. */
const SENDS = statement<{ error: string | null; count: number; lastHour: number }>(
  'client_health_sends',
  `select split_part(error, ':', 1) as error, count(*)::int as count,
     (count(*) filter (where at_sec >= $3))::int as "lastHour"
   from message where client_id = $1 and at_sec >= $2 and from_me and origin <> 'history' and status <> 'PENDING'
   group by 1`,
)

/** Of what went out to people between two seconds; of statuses the network says of each person alone who has them. Uses the index `message_recent`. */
const REACHED = statement<{ sent: number; unreached: number }>(
  'client_health_reached',
  `select count(*)::int as sent, (count(*) filter (where status = 'SERVER_ACK'))::int as unreached
   from message where client_id = $1 and at_sec >= $2 and at_sec < $3 and from_me and origin <> 'history'
     and status not in ('PENDING', 'ERROR') and chat not like '%@g.us' and chat <> '${STATUS_ADDRESS}'`,
)

/** People whom the account wrote to first since a second, apart from those since another. Uses the index `message_page` for each. */
const NEW_PEOPLE = statement<{ begun: number; begunBefore: number; answeredBefore: number }>(
  'client_health_new_people',
  `with written as (
     select distinct chat from message where client_id = $1 and at_sec >= $2 and from_me and origin <> 'history'
       and status not in ('PENDING', 'ERROR') and chat not like '%@g.us' and chat <> '${STATUS_ADDRESS}' limit ${MAX_CHATS}
   ), begun as (
     select f.chat, f.at_sec from written w cross join lateral (
       select chat, at_sec, from_me from message m where m.client_id = $1 and m.chat = w.chat
       order by at_sec, seq limit 1) f
     where f.from_me and f.at_sec >= $2
   )
   select (count(*) filter (where at_sec >= $3))::int as begun,
     (count(*) filter (where at_sec < $3))::int as "begunBefore",
     (count(*) filter (where at_sec < $3 and exists (
       select from message a where a.client_id = $1 and a.chat = begun.chat and not a.from_me)))::int as "answeredBefore"
   from begun`,
)

/** Refused by the network, or kept back for its limits; not what this service could not make or read. */
const IS_REFUSAL = /^(?:\d{3}|REACH_OUT_RESTRICTED|NEW_CHAT_LIMIT)$/

type SendRow = { error: string | null; count: number; lastHour: number }

function countSends(rows: readonly SendRow[]): SendCounts {
  const sent = rows.find(({ error }) => error === null)
  const refused = rows.flatMap(({ error, count }) =>
    error !== null && IS_REFUSAL.test(error) ? [{ code: error, count }] : [],
  )
  return {
    ...{ sent: sent?.count ?? 0, lastHour: sent?.lastHour ?? 0 },
    refused: refused.sort((a, b) => b.count - a.count),
  }
}

interface HealthDeps {
  db: Executor
  clients: Pick<ClientService, 'read' | 'status'>
  now: () => number
}

const lastRestrictedAt = (changes: readonly StateChange[]): number | null =>
  changes.findLast(({ code }) => isRestrictedCode(code))?.atMs ?? null

/** Looks at an account as the network may: from what is stored, so that it can also be asked while no worker runs. */
export function createHealthReader({ db, clients, now }: HealthDeps) {
  /** @throws Refusal `NOT_FOUND` when the client is not the caller's */
  return async function readHealth(clientId: string, userId: OwnerId) {
    const { sendRatePerSecond } = await clients.read(clientId, userId)
    const live = await clients.status(clientId, userId)
    const nowMs = now()
    const nowSec = Math.floor(nowMs / 1000)
    const [daySec, dayBeforeSec] = [nowSec - DAY_SEC, nowSec - 2 * DAY_SEC]
    const rows = await db.query(CHANGES, [clientId])
    const changes = rows.map(({ code, at }) => ({ code, atMs: at.getTime() }))
    const sends = countSends(await db.query(SENDS, [clientId, daySec, nowSec - HOUR_SEC]))
    const reached = await db.queryOne(REACHED, [clientId, dayBeforeSec, daySec])
    const people = await db.queryOne(NEW_PEOPLE, [clientId, dayBeforeSec, daySec])
    const facts: HealthFacts = {
      ...{ nowMs, code: live.code, desired: live.workerDesiredState, sends, sendRatePerSecond },
      connection: measureConnection(changes, daySec * 1000, nowMs),
      lastRestrictedAtMs: lastRestrictedAt(changes),
      newChatLevel: live.newChatsUntil && live.newChatsUntil.getTime() <= nowMs ? null : live.newChatsLevel,
      dayBefore: {
        ...{ sent: reached?.sent ?? 0, unreached: reached?.unreached ?? 0 },
        ...{ newPeople: people?.begunBefore ?? 0, answered: people?.answeredBefore ?? 0 },
      },
    }
    return { ...judgeHealth(facts), facts, newPeople: people?.begun ?? 0 }
  }
}

export type HealthReader = ReturnType<typeof createHealthReader>
