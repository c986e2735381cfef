import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient } from '../../../test/support/fixtures.ts'
import { createLeaseTable } from './lease.ts'

const database = useTestDatabase()
const table = (owner: string) => createLeaseTable({ pool: database().pool, owner })

let clientId: string
beforeEach(async () => {
  await database().pool.query('delete from client')
  clientId = await insertClient(database().pool, { desired: 'running' })
})

test('of many hosts that want a client at once, one gets it', async () => {
  const leases = await Promise.all(Array.from({ length: 8 }, (_, i) => table(`host-${i}`).acquire(clientId)))
  expect(leases.filter((lease) => lease !== null)).toHaveLength(1)
})

test('a held lease is refused to others until it expires', async () => {
  const lease = await table('a').acquire(clientId)
  expect(await table('b').acquire(clientId)).toBeNull()
  await database().pool.query(`update client_lease set expires_at = now() - interval '1 s'`)
  expect(await table('b').acquire(clientId)).toEqual({
    clientId,
    epoch: (lease?.epoch ?? 0) + 1,
    takenFrom: 'a',
  })
})

test('a host that restarted takes its own clients again at once, under a new epoch', async () => {
  const before = await table('a').acquire(clientId)
  const after = await table('a').acquire(clientId)
  expect(after?.epoch).toBe((before?.epoch ?? 0) + 1)
})

test('renewing says which clients were lost', async () => {
  const second = await insertClient(database().pool, { desired: 'running' })
  const leases = [await table('a').acquire(clientId), await table('a').acquire(second)].filter(
    (lease) => lease !== null,
  )
  await database().pool.query(
    `update client_lease set expires_at = now() - interval '1 s' where client_id = $1`,
    [second],
  )
  await table('b').acquire(second)
  expect(await table('a').renew(leases)).toEqual([second])
})

test('what a client takes in memory stays with the lease of the one who said it', async () => {
  const readMemory = async () => {
    const { rows } = await database().pool.query<{ memory: number | null }>(
      'select memory_bytes as memory from client_lease',
    )
    return rows[0]?.memory
  }
  const lease = await table('a').acquire(clientId)
  if (!lease) throw new Error('the lease is free')
  await table('a').renew([{ ...lease, memoryBytes: 420_000 }])
  expect(await readMemory()).toBe(420_000)
  await database().pool.query(`update client_lease set expires_at = now() - interval '1 s'`)
  const taken = await table('b').acquire(clientId)
  expect(await readMemory()).toBeNull()
  await table('b').renew([{ clientId, epoch: taken?.epoch ?? 0, memoryBytes: 7 }])
  await table('b').release({ clientId, epoch: taken?.epoch ?? 0 })
  expect(await readMemory()).toBeNull()
})

test('a released client is free at once, and a stale release changes nothing', async () => {
  const lease = await table('a').acquire(clientId)
  if (!lease) throw new Error('the lease was refused')
  await table('a').release(lease)
  const taken = await table('b').acquire(clientId)
  expect(taken).not.toBeNull()
  await table('a').release(lease)
  expect(await table('c').acquire(clientId)).toBeNull()
})

test('wanted are the clients that should run and that nobody else holds', async () => {
  const stopped = await insertClient(database().pool, { desired: 'stopped' })
  const held = await insertClient(database().pool, { desired: 'running' })
  await table('b').acquire(held)
  const wanted = await table('a').readWanted(10, [])
  expect(wanted).toEqual([clientId])
  expect(wanted).not.toContain(stopped)
  expect(await table('a').readWanted(10, [clientId])).toEqual([])
})
