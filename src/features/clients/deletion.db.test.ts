import { expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { meetInDeadlock } from '../../../test/support/deadlock.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { createClientStore } from './store.ts'

const database = useTestDatabase()

test('deleting a client is tried again where it and whoever sends one of its messages wait for each other', async () => {
  const { pool } = database()
  const userId = await insertUser(pool)
  const clientId = await insertClient(pool, { userId })
  await pool.query(
    `insert into outbox (id, client_id, contact_jid, message_id, content)
     values (gen_random_uuid(), $1, '1@s.whatsapp.net', 'answer', '{}')`,
    [clientId],
  )
  const deleted = meetInDeadlock(
    database(),
    {
      first: ['select from outbox where client_id = $1 for update', [clientId]],
      between: 'lock table credential in share mode',
      last: ['select from client where id = $1 for key share', [clientId]],
    },
    () => createClientStore(database()).delete(clientId, userId),
  )
  expect(await deleted).toBe(true)
})
