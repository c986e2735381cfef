import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { createOwnerLookup } from './owners.ts'

const database = useTestDatabase()

it('knows whose a client is until it hears that it was deleted, and looks anew for one that was not there', async () => {
  const { pool } = database()
  const bus = createInProcessBus({ now: Date.now })
  const findOwner = createOwnerLookup({ db: database(), bus, nowMs: () => 0 })
  const userId = await insertUser(pool)
  const clientId = await insertClient(pool, { userId })
  expect(await Promise.all([findOwner(clientId), findOwner(clientId)])).toEqual([userId, userId])

  await pool.query('delete from client where id = $1', [clientId])
  expect(await findOwner(clientId)).toBe(userId)
  bus.publish('client.deleted', { clientId })
  await expect.poll(() => findOwner(clientId)).toBeNull()

  const later = randomUUID()
  expect(await findOwner(later)).toBeNull()
  await pool.query('update client set id = $2 where id = $1', [await insertClient(pool, { userId }), later])
  expect(await findOwner(later)).toBe(userId)
})

it('believes an owner no longer than its time', async () => {
  const { pool } = database()
  let nowMs = 0
  const bus = createInProcessBus({ now: Date.now })
  const findOwner = createOwnerLookup({ db: database(), bus, nowMs: () => nowMs })
  const clientId = await insertClient(pool, { userId: await insertUser(pool) })
  await findOwner(clientId)
  await pool.query('delete from client where id = $1', [clientId])
  nowMs = 31_000
  expect(await findOwner(clientId)).toBeNull()
})
