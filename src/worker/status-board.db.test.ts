import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../test/support/database.ts'
import { insertClient } from '../../test/support/fixtures.ts'
import { createInProcessBus } from '../bus/in-process.ts'
import { describeStatusCause } from '../words/english.ts'
import { createStatusBoard, createStatusWriter, type StatusChange } from './client-record.ts'
import { createLeaseTable } from './lease/lease.ts'

const database = useTestDatabase()
const change = (code: StatusChange['code']): StatusChange => ({ code, cause: null, rawCode: null })

let published: string[]
let board: ReturnType<typeof createStatusBoard>
beforeEach(() => {
  const bus = createInProcessBus({ now: Date.now })
  published = []
  bus.subscribe('client.status', ({ clientId, code }) =>
    published.push(`${String(clientId)} ${String(code)}`),
  )
  board = createStatusBoard({ pool: database().pool, bus, describeCause: describeStatusCause })
})

async function readStatus(clientId: string) {
  const { pool } = database()
  const live = await pool.query<{ code: string }>('select live_code as code from client where id = $1', [
    clientId,
  ])
  const log = await pool.query<{ code: string }>(
    'select code from client_state_log where client_id = $1 order by id',
    [clientId],
  )
  return { live: live.rows[0]?.code, log: log.rows.map(({ code }) => code) }
}

test('statuses of clients that change at once are one statement, and each client keeps its order', async () => {
  const { pool } = database()
  const ids = await Promise.all(Array.from({ length: 3 }, () => insertClient(pool)))
  const writers = ids.map((id) => createStatusWriter(board, id))
  database().statements.length = 0
  for (const writer of writers) {
    void writer.write(change('STARTING'))
    void writer.write(change('CONNECTED'))
  }
  await Promise.all(writers.map((writer) => writer.settled()))
  expect(database().statements).toEqual(['client_status', 'client_status'])
  for (const id of ids)
    expect(await readStatus(id)).toEqual({ live: 'CONNECTED', log: ['STARTING', 'CONNECTED'] })
  expect(published).toEqual([...ids.map((id) => `${id} STARTING`), ...ids.map((id) => `${id} CONNECTED`)])
})

test('of two changes of one client in one statement the later one is what is shown', async () => {
  const id = await insertClient(database().pool)
  await Promise.all([
    board.write({ clientId: id, ...change('STARTING') }),
    board.write({ clientId: id, ...change('STOPPED') }),
  ])
  expect(await readStatus(id)).toEqual({ live: 'STOPPED', log: ['STARTING', 'STOPPED'] })
})

test('the status of a host that lost the client is left out, beside those of clients it still has', async () => {
  const { pool } = database()
  const [lost, kept, gone] = [await insertClient(pool), await insertClient(pool), crypto.randomUUID()]
  const leases = createLeaseTable({ pool, owner: 'host-a' })
  const [old, held] = [await leases.acquire(lost), await leases.acquire(kept)]
  await leases.acquire(lost)
  const writes = await Promise.allSettled([
    board.write({ clientId: lost, epoch: old?.epoch ?? 0, ...change('CONNECTED') }),
    board.write({ clientId: gone, ...change('CONNECTED') }),
    board.write({ clientId: kept, epoch: held?.epoch ?? 0, ...change('CONNECTED') }),
  ])
  expect(writes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(published).toEqual([`${kept} CONNECTED`])
  expect((await readStatus(lost)).log).toEqual([])
})
