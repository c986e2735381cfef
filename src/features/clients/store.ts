import type { Pool } from 'pg'
import type { z } from 'zod'
import type { Client } from '../../contract/resources.ts'

type ClientResource = z.infer<typeof Client>

/** What a client is created with; the rest has defaults. */
export interface NewClient {
  id: string
  userId: string
  name: string
  network: 'sandbox' | 'whatsapp'
  humanHandoffDurationSec?: number | undefined
  sendRatePerSecond?: number | undefined
  sendBurst?: number | undefined
}

export interface ClientSettings {
  name?: string | undefined
  humanHandoffDurationSec?: number | undefined
  sendRatePerSecond?: number | undefined
  sendBurst?: number | undefined
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
}

interface StateChangeRow {
  id: string
  code: string
  detail: string | null
  rawCode: number | null
  createdAt: Date
}

const COLUMNS = `id, user_id as "userId", phone_number as "phoneNumber", name, last_activity_at as "lastActivityAt",
  human_handoff_duration_sec as "humanHandoffDurationSec", main_menu_flow_id as "mainMenuFlowId",
  created_at as "createdAt", updated_at as "updatedAt", worker_desired_state as "workerDesiredState",
  worker_state_updated_at as "workerStateUpdatedAt", send_rate_per_second as "sendRatePerSecond", send_burst as "sendBurst"`

const toResource = (row: ClientRow): ClientResource => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  workerStateUpdatedAt: row.workerStateUpdatedAt?.toISOString() ?? null,
})

/** SQL of the clients feature. Reads by id use the primary key, lists use `client_by_user`. */
export function createClientStore(pool: Pool) {
  const one = async (name: string, text: string, values: unknown[]): Promise<ClientResource | null> => {
    const { rows } = await pool.query<ClientRow>({ name, text, values })
    return rows[0] ? toResource(rows[0]) : null
  }

  return {
    read: (id: string, userId: string) =>
      one('client_read', `select ${COLUMNS} from client where id = $1 and user_id = $2`, [id, userId]),

    async list(userId: string, search: string | null): Promise<ClientResource[]> {
      const { rows } = await pool.query<ClientRow>({
        name: 'client_list',
        text: `select ${COLUMNS} from client where user_id = $1
               and ($2::text is null or strpos(lower(name), lower($2)) > 0 or strpos(coalesce(phone_number, ''), $2) > 0)
               order by created_at desc, id desc`,
        values: [userId, search],
      })
      return rows.map(toResource)
    },

    insert: (row: NewClient) =>
      one(
        'client_insert',
        `insert into client (id, user_id, name, network, human_handoff_duration_sec, send_rate_per_second, send_burst)
         values ($1, $2, $3, $4, coalesce($5, 1800), coalesce($6, 1), coalesce($7, 5)) returning ${COLUMNS}`,
        [
          row.id,
          row.userId,
          row.name,
          row.network,
          row.humanHandoffDurationSec,
          row.sendRatePerSecond,
          row.sendBurst,
        ],
      ),

    update: (id: string, userId: string, settings: ClientSettings) =>
      one(
        'client_update',
        `update client set name = coalesce($3, name), human_handoff_duration_sec = coalesce($4, human_handoff_duration_sec),
           send_rate_per_second = coalesce($5, send_rate_per_second), send_burst = coalesce($6, send_burst), updated_at = now()
         where id = $1 and user_id = $2 returning ${COLUMNS}`,
        [
          id,
          userId,
          settings.name,
          settings.humanHandoffDurationSec,
          settings.sendRatePerSecond,
          settings.sendBurst,
        ],
      ),

    updateMainMenuFlow: (id: string, userId: string, flowId: string | null) =>
      one(
        'client_main_menu',
        `update client set main_menu_flow_id = $3, updated_at = now() where id = $1 and user_id = $2 returning ${COLUMNS}`,
        [id, userId, flowId],
      ),

    async delete(id: string, userId: string): Promise<boolean> {
      const result = await pool.query({
        name: 'client_delete',
        text: 'delete from client where id = $1 and user_id = $2',
        values: [id, userId],
      })
      return result.rowCount === 1
    },

    async readLive(id: string, userId: string): Promise<LiveRow | null> {
      const { rows } = await pool.query<LiveRow>({
        name: 'client_live',
        text: `select worker_desired_state as "workerDesiredState", network, live_code as "liveCode", live_since as "liveSince",
               reach_out_until as "reachOutUntil"
               from client where id = $1 and user_id = $2`,
        values: [id, userId],
      })
      return rows[0] ?? null
    },

    async listLive(userId: string): Promise<(LiveRow & { id: string })[]> {
      const { rows } = await pool.query<LiveRow & { id: string }>({
        name: 'client_list_live',
        text: `select id, worker_desired_state as "workerDesiredState", network, live_code as "liveCode",
                 live_since as "liveSince", reach_out_until as "reachOutUntil"
               from client where user_id = $1 order by created_at desc, id desc`,
        values: [userId],
      })
      return rows
    },

    /** Uses the index `client_state_log_by_client`. */
    async listChanges(id: string, limit: number): Promise<StateChangeRow[]> {
      const { rows } = await pool.query<StateChangeRow>({
        name: 'client_changes',
        text: `select id::text as id, code, detail, raw_code as "rawCode", created_at as "createdAt"
               from client_state_log where client_id = $1 order by client_state_log.id desc limit $2`,
        values: [id, limit],
      })
      return rows
    },

    /** Says what the worker should do. False when the client is missing, or its session was exported and it is to run. */
    async writeDesired(id: string, userId: string, desired: 'running' | 'stopped'): Promise<boolean> {
      const result = await pool.query({
        name: 'client_write_desired',
        text: `update client set worker_desired_state = $3, updated_at = now(),
                 worker_state_updated_at = case when worker_desired_state = $3 then worker_state_updated_at else now() end
               where id = $1 and user_id = $2 and ($3 = 'stopped' or session_exported_at is null)`,
        values: [id, userId, desired],
      })
      return result.rowCount === 1
    },

    /** A client nobody owns is stopped, whatever its last owner wrote before it died. */
    async writeStopped(id: string): Promise<void> {
      await pool.query({
        name: 'client_write_stopped',
        text: `update client set live_status = 'stopped', live_code = 'STOPPED', live_detail = null, live_since = now()
               where id = $1 and live_code <> 'STOPPED' and session_exported_at is null`,
        values: [id],
      })
    },
  }
}

export type ClientStore = ReturnType<typeof createClientStore>
