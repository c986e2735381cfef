import { randomUUID } from 'node:crypto'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient } from '../../../test/support/fixtures.ts'
import { findFreePort } from '../../../test/support/ports.ts'
import { type Database, openDatabase } from '../../db/client.ts'
import { silentLog } from '../../platform/logger.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createHealth, type Health } from './health.ts'

const database = useTestDatabase()
const AWAY = { part: 'database', reason: 'DATABASE_UNAVAILABLE' }
const soon = { timeout: 90_000, interval: 20 }

/** The way to the database, which can be cut and mended on the same port. */
function createWay(target: URL) {
  const sockets = new Set<Socket>()
  let server: Server | null = null
  let port = 0
  const join = (from: Socket) => {
    const to = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
      socket.pipe(other)
    }
  }
  return {
    url: () => Object.assign(new URL(target), { host: `127.0.0.1:${port}` }).href,
    async open() {
      port ||= await findFreePort()
      const opened = createServer(join)
      await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve))
      server = opened
    },
    cut() {
      server?.close()
      server = null
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
  }
}

let way: ReturnType<typeof createWay>
let db: Database
let health: Health

const healthOf = (asked: () => Database) =>
  createHealth({
    db: asked,
    isBusUp: () => true,
    filesDir: '/nowhere',
    log: silentLog,
    metrics: createMetrics({ withProcess: false }),
    probeEveryMs: 20,
  })

beforeEach(async () => {
  way = createWay(new URL(database().url))
  await way.open()
  health = healthOf(() => db)
  db = await openDatabase({
    databaseUrl: way.url(),
    migrate: false,
    onError: (error) => void health.explain(error),
  })
})
afterEach(async () => {
  await health.close()
  await db.close()
  way.cut()
})

test('a process that nobody calls or asks whether it is ready knows that its database went away, and that it is back', async () => {
  await db.pool.query('select 1')
  expect(health.liveness()).toEqual([])
  way.cut()
  await expect.poll(() => health.liveness(), soon).toMatchObject([AWAY])
  await way.open()
  await expect.poll(() => health.liveness(), soon).toEqual([])
})

test('a call that finds no database tells of it', async () => {
  const query = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
  const alone = healthOf(() => ({ pool: { query } }) as unknown as Database)
  expect(alone.liveness()).toEqual([])
  const failed = await query().catch((error: unknown) => error)
  expect(alone.explain(failed)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(alone.liveness()).toMatchObject([AWAY])
  await alone.close()
})

test('who asks whether it is ready asks the database, and what it says then is known at once', async () => {
  expect(await health.readiness()).toEqual({ isReady: true, problems: [] })
  way.cut()
  expect(await health.readiness()).toMatchObject({ isReady: false, problems: [AWAY] })
  expect(health.liveness()).toMatchObject([AWAY])
  await way.open()
  await expect.poll(() => health.readiness(), soon).toEqual({ isReady: true, problems: [] })
  expect(health.liveness()).toEqual([])
})

test('a call whose client is removed after it was looked up is answered as if it had come after', async () => {
  const clientId = await insertClient(db.pool)
  const removing = await db.pool.connect()
  await removing.query('begin')
  await removing.query('delete from client where id = $1', [clientId])
  const { rows } = await db.pool.query('select id from client where id = $1', [clientId])
  expect(rows).toEqual([{ id: clientId }])
  const setting = db.pool
    .query(
      `insert into proxy (id, owner_id, protocol, host, port, user_name) values ($1, $2, 'http', 'localhost', 1, '')`,
      [randomUUID(), clientId],
    )
    .catch((error: unknown) => error)
  await removing.query('commit')
  removing.release()
  expect(health.explain(await setting)).toMatchObject({ code: 'NOT_FOUND', status: 404 })
})
