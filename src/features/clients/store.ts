import type { z } from 'zod'
import type { Client } from '../../contract/resources.ts'
import type { OnlineChoice } from '../../core/client/online-choice.ts'
import type { StatusCause } from '../../core/client/status-cause.ts'
import type { NewChatLevel } from '../../core/new-chats.ts'
import { toSearchPattern } from '../../core/search-pattern.ts'
import { type Statement, statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

type ClientResource = z.infer<typeof Client>

/** What a client is created with; the rest has defaults. */
export interface NewClient {
  id: string
  owner: string
  /** Who makes it. */
  userId: string
  name: string
  network: 'sandbox' | 'whatsapp'
  humanHandoffDurationSec?: number | undefined
  sendRatePerSecond?: number | undefined
  sendBurst?: number | undefined
  online?: OnlineChoice | undefined
}

export interface ClientSettings {
  name?: string | undefined
  humanHandoffDurationSec?: number | undefined
  sendRatePerSecond?: number | undefined
  sendBurst?: number | undefined
  online?: OnlineChoice | undefined
}

interface ClientRow
  extends Omit<ClientResource, 'createdAt' | 'updatedAt' | 'lastActivityAt' | 'workerStateUpdatedAt'> {
  createdAt: Date
  updatedAt: Date
  lastActivityAt: Date | null
  workerStateUpdatedAt: Date | null
}

export interface LiveRow {
  workerDesiredState: 'running' | 'stopped'
  network: 'sandbox' | 'whatsapp'
  liveCode: string
  liveSince: Date
  reachOutUntil: Date | null
  newChatsTotal: number | null
  newChatsUsed: number | null
  newChatsLevel: NewChatLevel | null
  newChatsSince: Date | null
  newChatsUntil: Date | null
  /** As its owner estimated last; null while nobody runs it. */
  memoryBytes: number | null
  proxy: 'own' | 'pool' | null
}

/** Of whoever owns the client now: what a dead owner said last is nobody's. */
const MEMORY = `case when l.expires_at > now() then l.memory_bytes end as "memoryBytes"`

/** Its own proxy goes before the pool's; clients on the sandbox network use neither. */
const PROXY = `case when client.network = 'sandbox' then null
  when exists (select from proxy p where p.owner_id = client.id) then 'own'
  when exists (select from client_proxy cp where cp.client_id = client.id) then 'pool'
  end as proxy`

interface StateChangeRow {
  id: string
  code: string
  detail: string | null
  /** Null in rows of before. */
  cause: StatusCause | null
  rawCode: number | null
  createdAt: Date
}

/** Who made it. Rows of before there were workspaces are their owner's, who has the id of the workspace. */
const COLUMNS = `id, coalesce(created_by, user_id) as "userId", phone_number as "phoneNumber", name, last_activity_at as "lastActivityAt",
  human_handoff_duration_sec as "humanHandoffDurationSec", main_menu_flow_id as "mainMenuFlowId",
  created_at as "createdAt", updated_at as "updatedAt", worker_desired_state as "workerDesiredState",
  worker_state_updated_at as "workerStateUpdatedAt", send_rate_per_second as "sendRatePerSecond", send_burst as "sendBurst", online`

const toResource = (row: ClientRow): ClientResource => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  workerStateUpdatedAt: row.workerStateUpdatedAt?.toISOString() ?? null,
})

/** Those by id use the primary key, lists `client_by_user`. */
const READ = statement<ClientRow>(
  'client_read',
  `select ${COLUMNS} from client where id = $1 and user_id = $2`,
)

const LIST = statement<ClientRow>(
  'client_list',
  `select ${COLUMNS} from client where user_id = $1
     and ($2::text is null or concat_ws(' ', name, phone_number) ~ $2)
   order by created_at desc, id desc`,
)

const INSERT = statement<ClientRow>(
  'client_insert',
  `insert into client (id, user_id, name, network, human_handoff_duration_sec, send_rate_per_second, send_burst, created_by, online)
   values ($1, $2, $3, $4, coalesce($5, 1800), coalesce($6, 1), coalesce($7, 5), $8, coalesce($9, 'never')) returning ${COLUMNS}`,
)

const UPDATE = statement<ClientRow>(
  'client_update',
  `update client set name = coalesce($3, name), human_handoff_duration_sec = coalesce($4, human_handoff_duration_sec),
     send_rate_per_second = coalesce($5, send_rate_per_second), send_burst = coalesce($6, send_burst),
     online = coalesce($7, online), updated_at = now()
   where id = $1 and user_id = $2 returning ${COLUMNS}`,
)

const UPDATE_MAIN_MENU = statement<ClientRow>(
  'client_main_menu',
  `update client set main_menu_flow_id = $3, updated_at = now() where id = $1 and user_id = $2 returning ${COLUMNS}`,
)

const DELETE = statement<{ id: string }>(
  'client_delete',
  'delete from client where id = $1 and user_id = $2 returning id',
)

const LIVE = `id, worker_desired_state as "workerDesiredState", network, live_code as "liveCode",
     live_since as "liveSince", reach_out_until as "reachOutUntil",
     new_chats_total as "newChatsTotal", new_chats_used as "newChatsUsed", new_chats_level as "newChatsLevel",
     new_chats_cycle_start as "newChatsSince", new_chats_cycle_end as "newChatsUntil", ${MEMORY}, ${PROXY}
   from client left join client_lease l on l.client_id = id`

const READ_LIVE = statement<LiveRow>('client_live', `select ${LIVE} where id = $1 and user_id = $2`)

const LIST_LIVE = statement<LiveRow & { id: string }>(
  'client_list_live',
  `select ${LIVE} where user_id = $1 order by created_at desc, id desc`,
)

/** Uses the index `client_state_log_by_client`. */
const LIST_CHANGES = statement<StateChangeRow>(
  'client_changes',
  `select id::text as id, code, detail, cause, raw_code as "rawCode", created_at as "createdAt"
   from client_state_log where client_id = $1 order by client_state_log.id desc limit $2`,
)

const WRITE_DESIRED = statement<{ id: string }>(
  'client_write_desired',
  `update client set worker_desired_state = $3, updated_at = now(),
     worker_state_updated_at = case when worker_desired_state = $3 then worker_state_updated_at else now() end
   where id = $1 and user_id = $2 and ($3 = 'stopped' or session_exported_at is null) returning id`,
)

const WRITE_STOPPED = statement<never>(
  'client_write_stopped',
  `update client set live_status = 'stopped', live_code = 'STOPPED', live_detail = null, live_since = now()
   where id = $1 and live_code <> 'STOPPED' and session_exported_at is null`,
)

/** SQL of the clients feature. */
export function createClientStore(db: Executor) {
  const one = async (stated: Statement<ClientRow>, values: unknown[]): Promise<ClientResource | null> => {
    const row = await db.queryOne(stated, values)
    return row ? toResource(row) : null
  }

  return {
    read: (id: string, userId: string) => one(READ, [id, userId]),

    async list(userId: string, search: string | null): Promise<ClientResource[]> {
      return (await db.query(LIST, [userId, search === null ? null : toSearchPattern(search)])).map(
        toResource,
      )
    },

    insert: (row: NewClient) =>
      one(INSERT, [
        ...[row.id, row.owner, row.name, row.network],
        ...[row.humanHandoffDurationSec, row.sendRatePerSecond, row.sendBurst, row.userId, row.online],
      ]),

    update: (id: string, userId: string, settings: ClientSettings) =>
      one(UPDATE, [
        id,
        userId,
        settings.name,
        settings.humanHandoffDurationSec,
        settings.sendRatePerSecond,
        settings.sendBurst,
        settings.online,
      ]),

    updateMainMenuFlow: (id: string, userId: string, flowId: string | null) =>
      one(UPDATE_MAIN_MENU, [id, userId, flowId]),

    delete: async (id: string, userId: string): Promise<boolean> =>
      (await db.queryOne(DELETE, [id, userId])) !== undefined,

    readLive: async (id: string, userId: string): Promise<LiveRow | null> =>
      (await db.queryOne(READ_LIVE, [id, userId])) ?? null,

    listLive: (userId: string): Promise<(LiveRow & { id: string })[]> => db.query(LIST_LIVE, [userId]),

    listChanges: (id: string, limit: number): Promise<StateChangeRow[]> =>
      db.query(LIST_CHANGES, [id, limit]),

    /** Says what the worker should do. False when the client is missing, or its session was exported and it is to run. */
    writeDesired: async (id: string, userId: string, desired: 'running' | 'stopped'): Promise<boolean> =>
      (await db.queryOne(WRITE_DESIRED, [id, userId, desired])) !== undefined,

    /** A client nobody owns is stopped, whatever its last owner wrote before it died. */
    async writeStopped(id: string): Promise<void> {
      await db.query(WRITE_STOPPED, [id])
    },
  }
}

export type ClientStore = ReturnType<typeof createClientStore>
