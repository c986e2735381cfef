import type { Pool } from 'pg'
import type { Bus } from '../bus/port.ts'
import { describeStatus, type StatusCode } from '../core/client-status.ts'
import type { OwnAddresses } from '../network/port.ts'

/** What the owner of a client needs to know of it. */
export interface OwnedClientRow {
  id: string
  userId: string
  network: 'sandbox' | 'whatsapp'
  address: string | null
  lid: string | null
  humanHandoffDurationSec: number
  mainMenuFlowId: string | null
  sendRatePerSecond: number
  sendBurst: number
  /** Its session was exported: no worker may connect with it. */
  isSessionExported: boolean
}

/** How many entries of a client's state history are kept. */
const STATE_LOG_KEPT = 200

const READ_SQL = `
select id, user_id as "userId", network, address, lid, human_handoff_duration_sec as "humanHandoffDurationSec",
       main_menu_flow_id as "mainMenuFlowId", send_rate_per_second as "sendRatePerSecond", send_burst as "sendBurst",
       session_exported_at is not null as "isSessionExported"
from client where id = $1`

export async function readOwnedClient(pool: Pool, clientId: string): Promise<OwnedClientRow | null> {
  const { rows } = await pool.query<OwnedClientRow>({
    name: 'owned_client',
    text: READ_SQL,
    values: [clientId],
  })
  return rows[0] ?? null
}

/** Stores the addresses the network gave the account. */
export async function writeOwnAddresses(pool: Pool, clientId: string, me: OwnAddresses): Promise<void> {
  await pool.query({
    name: 'client_addresses',
    text: `update client set phone_number = $2, address = $3, lid = $4, push_name = coalesce($5, push_name), updated_at = now()
           where id = $1 and (phone_number, address, lid) is distinct from ($2, $3, $4)`,
    values: [clientId, me.phoneNumber, me.address, me.lid, me.pushName],
  })
}

export async function writeDesiredState(
  pool: Pool,
  clientId: string,
  desired: 'running' | 'stopped',
): Promise<void> {
  await pool.query({
    name: 'client_desired',
    text: `update client set worker_desired_state = $2, worker_state_updated_at = now(), updated_at = now()
           where id = $1 and worker_desired_state <> $2`,
    values: [clientId, desired],
  })
}

export interface StatusChange {
  code: StatusCode
  detail: string | null
  rawCode: number | null
}

/**
 * Writes the live status with its history and tells whoever watches. Changes of one client are written in order. With an
 * epoch, a host that lost the client to another one writes nothing: the new owner's word counts.
 */
export function createStatusWriter(options: { pool: Pool; bus: Bus; clientId: string; epoch?: number }) {
  const { pool, bus, clientId } = options
  let last: Promise<unknown> = Promise.resolve()
  async function write(change: StatusChange): Promise<void> {
    const { status } = describeStatus(change.code)
    const { rowCount } = await pool.query({
      name: 'client_status',
      text: `with fence as (
               select where $6::bigint is null or exists (select from client_lease where client_id = $1 and epoch = $6)
             ), logged as (
               insert into client_state_log (client_id, status, code, detail, raw_code)
               select $1, $2, $3, $4, $5 from fence
             ), trimmed as (
               delete from client_state_log where client_id = $1 and id < (
                 select id from client_state_log where client_id = $1 order by id desc offset ${STATE_LOG_KEPT} limit 1)
             )
             update client set live_status = $2, live_code = $3, live_detail = $4, live_since = now()
             where id = $1 and exists (select from fence)`,
      values: [clientId, status, change.code, change.detail, change.rawCode, options.epoch ?? null],
    })
    if (rowCount === 0) return
    bus.publish('client.status', { clientId, status, code: change.code, detail: change.detail })
  }
  return {
    /** Resolves when this change is stored; a failure is the caller's to log and does not stop later changes. */
    write(change: StatusChange): Promise<void> {
      const next = last.then(() => write(change))
      last = next.catch(() => undefined)
      return next
    },
    /** Resolves when all that was given so far is stored or has failed. */
    async settled(): Promise<void> {
      await last
    },
  }
}

/** Of these clients the ones least lately used. Relies on the primary key. */
export async function readIdlest(pool: Pool, clientIds: readonly string[], limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'client_idlest',
    text: 'select id from client where id = any($1::uuid[]) order by last_activity_at nulls first limit $2',
    values: [clientIds, limit],
  })
  return rows.map((row) => row.id)
}
