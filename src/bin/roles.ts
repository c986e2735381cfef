import { Refusal } from '../core/errors.ts'
import type { Config } from '../platform/config.ts'

/** `start` does everything in one process; `api` answers calls; `worker` owns clients and runs their flows. */
export type Role = 'start' | 'api' | 'worker'

export const hasApi = (role: Role): boolean => role !== 'worker'
export const hasWorker = (role: Role): boolean => role !== 'api'

/** One process of many needs what it shares with the others; everything that is missing is named at once. */
export function refuseIncompleteCluster(role: Role, config: Config): void {
  if (role === 'start') return
  const missing = [
    ...(config.databaseUrl === undefined ? ['DATABASE_URL (the PostgreSQL all processes share)'] : []),
    ...(config.natsUrl === undefined ? ['NATS_URL (the bus between them)'] : []),
    ...(config.masterKey === undefined ? ['MASTER_KEY (what one of them seals, all must open)'] : []),
  ]
  if (missing.length === 0) return
  throw new Refusal(
    'BAD_REQUEST',
    `"parley ${role}" is one process of a cluster. Set ${missing.join(' and ')}; or run "parley start", which does everything in one process.`,
  )
}
