import type { Pool } from 'pg'
import type { Bus } from '../bus/port.ts'
import { describeStatus, type StatusCode } from '../core/client/client-status.ts'
import type { OnlineChoice } from '../core/client/online-choice.ts'
import type { StatusCause } from '../core/client/status-cause.ts'
import type { OwnAddresses } from '../network/port.ts'
import { Batcher } from '../platform/queue/batcher.ts'
import type { MovedIn } from './connection/close-policy.ts'
import type { Lease } from './lease/lease.ts'

/** What the owner of a client needs to know of it. */
export interface OwnedClientRow {
  id: string
  userId: string
  network: 'sandbox' | 'whatsapp'
  address: string | null
  lid: string | null
  phoneNumber: string | null
  pushName: string | null
  humanHandoffDurationSec: number
  mainMenuFlowId: string | null
  sendRatePerSecond: number
  sendBurst: number
  online: OnlineChoice
  /** Whether programs may want to be told of contacts. */
  isWatching: boolean
  movedIn: MovedIn
}

/** How many entries of a client's state history are kept. */
const STATE_LOG_KEPT = 200

/** What a client's first connection on a host begins with. `journal` is undefined when it has to be read. */
export interface StoredSession {
  /** Sealed; null when the client never paired. */
  credentials: Buffer | null
  journal: [] | undefined
}

const COLUMNS = `
id, user_id as "userId", network, address, lid, phone_number as "phoneNumber", push_name as "pushName",
human_handoff_duration_sec as "humanHandoffDurationSec", main_menu_flow_id as "mainMenuFlowId",
send_rate_per_second as "sendRatePerSecond", send_burst as "sendBurst", online, session_moved_in as "movedIn",
exists (select from presence_subscription p where p.client_id = client.id) as "isWatching"`

/**
 * For the host that has just taken the lease: the client with what its connection begins with. Only after the lease was
 * taken nobody else writes any of it. Null when it must not run: it was stopped while it waited for its turn, or its session
 * was exported.
 */
export async function readTakenClient(
  pool: Pool,
  clientId: string,
): Promise<{ row: OwnedClientRow; stored: StoredSession } | null> {
  const { rows } = await pool.query<OwnedClientRow & { credentials: Buffer | null; hasJournal: boolean }>({
    name: 'taken_client',
    text: `select ${COLUMNS}, (select value from credential where client_id = $1) as credentials,
             exists (select from inbound_journal where client_id = $1) as "hasJournal"
           from client where id = $1 and worker_desired_state = 'running' and session_exported_at is null`,
    values: [clientId],
  })
  const [found] = rows
  if (!found) return null
  const { credentials, hasJournal, ...row } = found
  return { row, stored: { credentials, journal: hasJournal ? undefined : [] } }
}

export async function readOwnedClient(pool: Pool, clientId: string): Promise<OwnedClientRow | null> {
  const { rows } = await pool.query<OwnedClientRow>({
    name: 'owned_client',
    text: `select ${COLUMNS} from client where id = $1`,
    values: [clientId],
  })
  return rows[0] ?? null
}

/** Stores the addresses the network gave the account, unless they are those of the row, as they are after a restart. */
export function createAddressWriter(pool: Pool, row: OwnedClientRow): (me: OwnAddresses) => Promise<void> {
  let { address, lid, phoneNumber, pushName } = row
  return async (me) => {
    const isNamed = me.pushName === null || me.pushName === pushName
    if (isNamed && me.address === address && me.lid === lid && me.phoneNumber === phoneNumber) return
    await writeOwnAddresses(pool, row.id, me)
    ;({ address, lid, phoneNumber } = me)
    pushName = me.pushName ?? pushName
  }
}

async function writeOwnAddresses(pool: Pool, clientId: string, me: OwnAddresses): Promise<void> {
  await pool.query({
    name: 'client_addresses',
    text: `update client set phone_number = $2, address = $3, lid = $4, push_name = coalesce($5, push_name), updated_at = now()
           where id = $1 and (phone_number, address, lid) is distinct from ($2, $3, $4)`,
    values: [clientId, me.phoneNumber, me.address, me.lid, me.pushName],
  })
}

/** An imported session logged in: it is the client's from now on. Only the client's owner writes it. */
export async function writeTakenSession(pool: Pool, { clientId, epoch }: Lease): Promise<void> {
  await pool.query({
    name: 'client_session_taken',
    text: `update client set session_moved_in = 'taken', updated_at = now()
           where id = $1 and session_moved_in = 'pending'
             and exists (select from client_lease where client_id = $1 and epoch = $2)`,
    values: [clientId, epoch],
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
  cause: StatusCause | null
  rawCode: number | null
}

export interface StatusEntry extends StatusChange {
  clientId: string
  /** A host that lost the client to another one writes nothing: the new owner's word counts. Absent: nobody has it. */
  epoch?: number
}

/** Over `client_state_log_by_client` and primary keys. Answers the places, from 1, of the changes that counted. */
const WRITE_STATUSES = `
with change as materialized (
  select w.* from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::integer[], $7::bigint[])
    with ordinality as w(client_id, status, code, detail, cause, raw_code, epoch, place)
  where w.epoch is null
     or exists (select from client_lease l where l.client_id = w.client_id and l.epoch = w.epoch)
), logged as (
  insert into client_state_log (client_id, status, code, detail, cause, raw_code)
  select client_id, status, code, detail, cause, raw_code from change order by place
), trimmed as (
  delete from client_state_log s using (select distinct client_id from change) c
  where s.client_id = c.client_id and s.id < (
    select id from client_state_log t where t.client_id = c.client_id
    order by t.id desc offset ${STATE_LOG_KEPT} limit 1)
), latest as (
  select distinct on (client_id) * from change order by client_id, place desc
), written as (
  update client set live_status = l.status, live_code = l.code, live_detail = l.detail, live_since = now()
  from latest l where client.id = l.client_id returning client.id
)
select c.place::integer as place from change c join written w on w.id = c.client_id order by c.place`

/** Clients that come up one after the other, or all lose their connections, are few statements. */
const GATHER_STATUSES_MS = 50
/** In one statement. */
const MAX_STATUSES = 128

export interface StatusBoard {
  /** Resolves when it is stored. Changes of one client are to be given in order, each after the one before was stored. */
  write(entry: StatusEntry): Promise<void>
}

export interface StatusBoardDeps {
  pool: Pool
  bus: Bus
  /** The sentence that is stored beside a cause. */
  describeCause(cause: StatusCause): string
}

/** Writes live statuses of all clients of a host with their history, and tells whoever watches. */
export function createStatusBoard({ pool, bus, describeCause }: StatusBoardDeps): StatusBoard {
  async function write(entries: readonly StatusEntry[]): Promise<void> {
    const statuses = entries.map(({ code }) => describeStatus(code).status)
    const { rows } = await pool.query<{ place: number }>({
      name: 'client_status',
      text: WRITE_STATUSES,
      values: [
        entries.map((e) => e.clientId),
        statuses,
        entries.map((e) => e.code),
        entries.map(({ cause }) => cause && describeCause(cause)),
        entries.map(({ cause }) => cause && JSON.stringify(cause)),
        entries.map((e) => e.rawCode),
        entries.map((e) => e.epoch ?? null),
      ],
    })
    for (const { place } of rows) {
      const entry = entries[place - 1]
      if (!entry) continue
      const { clientId, code, cause } = entry
      bus.publish('client.status', { clientId, status: statuses[place - 1], code, cause })
    }
  }
  const changes = new Batcher<StatusEntry>({
    write,
    maxBatch: MAX_STATUSES,
    gather: { betweenMs: GATHER_STATUSES_MS },
    onFailure: 'split',
  })
  return { write: (entry) => changes.add(entry) }
}

/** The changes of one client, in order. */
export function createStatusWriter(board: StatusBoard, clientId: string, epoch?: number) {
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Resolves when this change is stored; a failure is the caller's to log and does not stop later changes. */
    write(change: StatusChange): Promise<void> {
      const entry = { ...change, clientId, ...(epoch === undefined ? {} : { epoch }) }
      const next = last.then(() => board.write(entry))
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
