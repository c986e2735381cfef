import type pg from 'pg'

/**
 * First half of the key of the advisory lock by which a process shows that its job runner is alive (`jobs-recovery.ts`):
 * the job runners' own number space.
 */
export const LOCK_SPACE = 725_051

/**
 * Connections of a process beside its pool: the one that tells the others it is alive. Counted in pg_stat_activity while all of
 * the pool is in use (test/system/connections.test.ts); a start needs three, and ends two of them before the pool grows.
 */
const BESIDE_POOL = 1

/** What a server has of connections, and what of them is spoken for. */
export interface ConnectionBudget {
  /** `max_connections` without those that are kept for others than this user. */
  readonly available: number
  /** Processes of the service that work on this database now, but for those that only answer calls. */
  readonly processes: number
  /** Connections of everybody else, as many as there are now. */
  readonly others: number
}

const READ_BUDGET = `select
  current_setting('max_connections')::int - case
    when (select rolsuper from pg_roles where rolname = current_user) then 0
    else current_setting('superuser_reserved_connections')::int
      + coalesce(current_setting('reserved_connections', true), '0')::int end as available,
  (select count(distinct pid)::int from pg_locks where locktype = 'advisory' and granted and objsubid = 2
     and database = (select oid from pg_database where datname = current_database())
     and classid = $1::int::oid) as processes,
  (select count(*)::int from pg_stat_activity where datid is not null and usesysid is not null
     and pid <> pg_backend_pid()
     and not (datname = current_database() and application_name in ('parley', 'parley-worker'))) as others`

/** Reads catalogs only; the user needs no rights for it. */
export async function readConnectionBudget(client: Pick<pg.Client, 'query'>): Promise<ConnectionBudget> {
  const { rows } = await client.query<ConnectionBudget>(READ_BUDGET, [LOCK_SPACE])
  return rows[0] ?? { available: 0, processes: 0, others: 0 }
}

/** What `processes` with pools of this size need at most, beside what others have. */
export function countNeeded({ others }: ConnectionBudget, processes: number, poolSize: number): number {
  return processes * (poolSize + BESIDE_POOL) + others
}

/** One sentence for a server that does not have what is needed; null when it has. */
export function explainMissingConnections(
  room: ConnectionBudget,
  processes: number,
  poolSize: number,
): string | null {
  const needed = countNeeded(room, processes, poolSize)
  if (needed <= room.available) return null
  const parts = `${processes} × (DATABASE_POOL_SIZE ${poolSize} + ${BESIDE_POOL})${room.others > 0 ? `, and ${room.others} that others have` : ''}`
  return `The database lets this user have ${room.available} connections, and ${needed} are needed (${parts}): raise its max_connections or lower DATABASE_POOL_SIZE.`
}
