import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient } from '../../../test/support/fixtures.ts'
import { findLidsByHash, LIDS_BY_HASH } from './store.ts'

const database = useTestDatabase()

const hashOf = (user: string) =>
  createHash('md5').update(`${user}WA_ADD_NOTIF`).digest().subarray(0, 3).toString('base64')

test('whom the network means by a hash is looked up among thousands by an index', async () => {
  const { pool } = database()
  const clientId = await insertClient(pool)
  await pool.query(
    `insert into contact (client_id, id, lid) select $1, n || '@lid', n || '@lid' from generate_series(70001, 75000) as n`,
    [clientId],
  )
  await pool.query('analyze contact')
  expect(await findLidsByHash(database(), clientId, hashOf('71234'))).toEqual(['71234@lid'])
  expect(await findLidsByHash(database(), clientId, hashOf('69999'))).toEqual([])
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${LIDS_BY_HASH.text}`, [
    clientId,
    hashOf('71234'),
  ])
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('contact_by_lid_hash')
})
