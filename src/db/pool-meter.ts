import type pg from 'pg'
import type { Metrics } from '../platform/metrics.ts'

/** Measures what the connections of a pool do at the moment they are asked about. */
export function measurePool(metrics: Metrics, pool: pg.Pool): void {
  const connections = metrics.gauge(
    'database_pool_connections',
    'Connections to the database that this process holds, by what they do.',
    ['state'],
  )
  const waiting = metrics.gauge(
    'database_pool_waiting',
    'Queries and transactions of this process that wait for a free connection.',
  )
  const size = metrics.gauge(
    'database_pool_size',
    'Connections that this process opens at most: DATABASE_POOL_SIZE.',
  )
  metrics.beforeRender(() => {
    connections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
    connections.set({ state: 'idle' }, pool.idleCount)
    waiting.set(pool.waitingCount)
    size.set(pool.options.max)
  })
}
