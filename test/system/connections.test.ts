import { copyFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOwnPostgres } from '../support/own-postgres.ts'
import { awaitState, createWorkplace } from '../support/service-process.ts'

const POOL = 6
/** Of the pool, on which the queue of jobs listens. */
const LISTENING = 1
const postgres = await startOwnPostgres({ max_connections: '20', fsync: 'on' })
const { dataDir, start, startRefused, parley, remove } = createWorkplace({
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

/** Connections that wait for the table. */
async function countWaiting(): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    "select count(*)::int as count from pg_locks where not granted and relation = 'canned_reply'::regclass",
  )
  return rows[0]?.count ?? 0
}

it('a process has DATABASE_POOL_SIZE + 1 connections when all of its pool is in use, and no more', async () => {
  const service = await start()
  const account = { email: 'owner@example.com', password: 'only for this test' }
  await parley('user', 'create', '--email', account.email, '--password', account.password)
  const key = (await parley('key', 'create', '--email', account.email, '--name', 'calls')).trim()
  // Whoever calls waits for this lock, with a connection of the pool.
  await watcher.query('begin')
  await watcher.query('lock table canned_reply in access exclusive mode')
  const calls: Promise<Response>[] = []
  const call = (): void => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const url = `${service.url}/api/rpc/api-reference/replies/list`
    calls.push(fetch(url, { method: 'POST', headers, body: '{}' }))
  }
  try {
    for (let waiting = 1; waiting <= POOL - LISTENING; waiting += 1) {
      call()
      await expect.poll(countWaiting).toBe(waiting)
    }
    expect(await countConnections()).toBe(POOL + 1)
    for (let n = 0; n < 40; n += 1) call()
    for (let look = 0; look < 20; look += 1) expect(await countConnections()).toBe(POOL + 1)
  } finally {
    await watcher.query('commit')
  }
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200))
  expect(await countConnections()).toBeLessThanOrEqual(POOL + 1)
  // The watcher is the eighth.
  expect(await parley('doctor')).toMatch(/ok +connections: 8 are needed at most, 20 can be had/)
  await service.stop()
})

it('a start that leaves too few connections for all processes is warned of, with the sum, and so is whoever asks the doctor', async () => {
  // Warned of is what all would need with the pool of the newest; the first one has a smaller one, so that there is room to ask.
  const env = { DATABASE_POOL_SIZE: '9' }
  const missing =
    /lets this user have 20 connections, and 21 are needed \(2 × \(DATABASE_POOL_SIZE 9 \+ 1\), and 1 that others have\): raise its max_connections or lower DATABASE_POOL_SIZE\./
  const first = await start()
  // A mail server that is away stops no start; the doctor tells of it.
  const mail = { SMTP_URL: 'smtp+insecure://127.0.0.1:1', SMTP_FROM: 'parley@example.com' }
  const secondPlace = createWorkplace({ DATABASE_URL: postgres.url, SANDBOX: 'off', ...env, ...mail })
  copyFileSync(path.join(dataDir, 'master.key'), path.join(secondPlace.dataDir, 'master.key'))
  try {
    const second = await secondPlace.start()
    const warning = await awaitState('the warning', async () => {
      const lines = second.readLog().split('\n')
      return lines.find((line) => line.includes('database may run out of connections'))
    })
    expect(JSON.parse(warning)).toMatchObject({
      level: 'warn',
      available: 20,
      detail: expect.stringMatching(missing),
    })
    const outcome = await secondPlace
      .parley('doctor')
      .catch((error: { code: number; stdout: string }) => error)
    expect(outcome).toMatchObject({ code: 1 })
    const lines = typeof outcome === 'string' ? [] : outcome.stdout.split('\n')
    expect(lines.filter((line) => line.startsWith('PROBLEM'))).toEqual([
      expect.stringMatching(new RegExp(`^PROBLEM  connections: .*${missing.source}`)),
      expect.stringMatching(/^PROBLEM {2}mail: 127\.0\.0\.1:1: .*See SMTP_URL\./),
    ])
    await second.stop()
  } finally {
    await secondPlace.remove()
  }
  await first.stop()
  expect(first.readLog()).not.toContain('database may run out of connections')
})

it('a pool that the server can never fill is refused with both numbers', async () => {
  const { exitCode, stderr } = await startRefused({ env: { DATABASE_POOL_SIZE: '30' } })
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(
    /have 20 connections, and 31 are needed.*raise its max_connections or lower DATABASE_POOL_SIZE/,
  )
})
