import type { Pool } from 'pg'
import { beginLife, IS_SAME_LIFE } from '../../db/database-life.ts'
import { createExecutor } from '../../db/transaction.ts'
import { type Log, silentLog } from '../../platform/logger.ts'

/** How long a lease lives without renewal, by the database's clock, unless LEASE_SECONDS says otherwise. */
export const LEASE_SECONDS = 30

export interface Lease {
  clientId: string
  epoch: number
}

/** `takenFrom`: the host in whose hands it had run out, which may still be alive and have the connection open. */
export interface AcquiredLease extends Lease {
  takenFrom: string | null
}

/** `memoryBytes`: what the client takes in the owner's memory, about; kept beside the lease for those who look. */
export interface HeldLease extends Lease {
  memoryBytes?: number | null
}

export interface LeaseTable {
  /** Takes the lease when it is free, expired or this host's own (after a crash). Null when another host holds it. */
  acquire(clientId: string): Promise<AcquiredLease | null>
  /** Renews what is still held under the same epoch; answers the clients that were lost. */
  renew(leases: readonly HeldLease[]): Promise<string[]>
  release(lease: Lease): Promise<void>
  /** Clients that should run and that nobody holds (or that this host held before it died). */
  readWanted(limit: number, exclude: readonly string[]): Promise<string[]>
}

const ACQUIRE = `with before as (select owner from client_lease where client_id = $1)
  insert into client_lease as l (client_id, owner, epoch, expires_at)
  values ($1, $2, 1, now() + make_interval(secs => $3))
  on conflict (client_id) do update
    set owner = $2, epoch = l.epoch + 1, expires_at = now() + make_interval(secs => $3), memory_bytes = null
    where l.owner is null or l.owner = $2 or l.expires_at < now()
  returning epoch, (select owner from before where owner <> $2) as "takenFrom", ${IS_SAME_LIFE} as "isSameLife"`

interface LeaseTableOptions {
  pool: Pool
  owner: string
  leaseSeconds?: number
  log?: Log
}

/**
 * Leases by the database's clock; every change of hands raises the epoch, which fences credential writes. So does a crash of the
 * database server, in whose new life every client is taken anew (`src/db/database-life.ts`).
 */
export function createLeaseTable(options: LeaseTableOptions): LeaseTable {
  const { pool, owner, leaseSeconds = LEASE_SECONDS, log = silentLog } = options
  return {
    async acquire(clientId) {
      const { rows } = await pool.query<{ epoch: string; takenFrom: string | null; isSameLife: boolean }>({
        name: 'lease_acquire',
        text: ACQUIRE,
        values: [clientId, owner, leaseSeconds],
      })
      const row = rows[0]
      if (row && !row.isSameLife) {
        await beginLife(createExecutor(pool), log)
        return this.acquire(clientId)
      }
      return row ? { clientId, epoch: Number(row.epoch), takenFrom: row.takenFrom } : null
    },
    async renew(leases) {
      if (leases.length === 0) return []
      const { rows } = await pool.query<{ client_id: string }>({
        name: 'lease_renew',
        text: `update client_lease l set expires_at = now() + make_interval(secs => $4),
                 memory_bytes = held.memory_bytes
               from unnest($2::uuid[], $3::bigint[], $5::bigint[]) as held(client_id, epoch, memory_bytes)
               where l.client_id = held.client_id and l.epoch = held.epoch and l.owner = $1
                 and ${IS_SAME_LIFE}
               returning l.client_id`,
        values: [
          owner,
          leases.map((l) => l.clientId),
          leases.map((l) => l.epoch),
          leaseSeconds,
          leases.map((l) => l.memoryBytes ?? null),
        ],
      })
      const kept = new Set(rows.map((row) => row.client_id))
      return leases.map((l) => l.clientId).filter((id) => !kept.has(id))
    },
    async release(lease) {
      await pool.query({
        name: 'lease_release',
        text: 'update client_lease set owner = null, expires_at = now(), memory_bytes = null where client_id = $1 and epoch = $2 and owner = $3',
        values: [lease.clientId, lease.epoch, owner],
      })
    },
    async readWanted(limit, exclude) {
      const { rows } = await pool.query<{ id: string }>({
        name: 'lease_wanted',
        text: `select c.id from client c left join client_lease l on l.client_id = c.id
               where c.worker_desired_state = 'running' and c.session_exported_at is null and c.id <> all($3::uuid[])
                 and (l.client_id is null or l.owner is null or l.owner = $1 or l.expires_at < now())
               order by c.last_activity_at desc nulls last limit $2`,
        values: [owner, limit, exclude],
      })
      return rows.map((row) => row.id)
    },
  }
}
