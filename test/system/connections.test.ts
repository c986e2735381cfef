import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOwnPostgres } from '../support/own-postgres.ts'
import { createWorkplace } from '../support/service-process.ts'

const POOL = 6
const postgres = await startOwnPostgres({ max_connections: '20', fsync: 'on' })
const { start, startRefused, parley, remove } = createWorkplace({
  DATABASE_URL: postgres.url,
  DATABASE_POOL_SIZE: String(POOL),
  SANDBOX: 'off',
})
const watcher = new pg.Client({ connectionString: postgres.url, application_name: 'watcher' })

beforeAll(async () => {
  await watcher.connect()
})
afterAll(async () => {
  await watcher.end()
  await remove()
  await postgres.remove()
})

async function countConnections(): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where application_name = 'parley'",
  )
  return rows[0]?.count ?? 0
}

it('a process has DATABASE_POOL_SIZE + 1 connections when all of its pool is in use, and no more', async () => {
  const service = await start()
  // Whoever calls waits for this lock, with a connection of the pool.
  await watcher.query('begin')
  await watcher.query('lock table api_key in access exclusive mode')
  const calls = Array.from({ length: 40 }, (_, n) =>
    fetch(`${service.url}/api/rpc/api-reference/clients`, { headers: { 'x-api-key': `unknown-${n}` } }),
  )
  try {
    await expect.poll(countConnections, { timeout: 30_000 }).toBe(POOL + 1)
  } finally {
    await watcher.query('commit')
  }
  await Promise.all(calls)
  expect(await countConnections()).toBeLessThanOrEqual(POOL + 1)
  // The watcher is the eighth.
  expect(await parley('doctor')).toMatch(/ok +connections: 8 are needed at most, 20 can be had/)
  await service.stop()
})

it('a pool that the server can never fill is refused with both numbers', async () => {
  const { exitCode, stderr } = await startRefused({ env: { DATABASE_POOL_SIZE: '30' } })
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(
    /have 20 connections, and 31 are needed.*raise its max_connections or lower DATABASE_POOL_SIZE/,
  )
})
