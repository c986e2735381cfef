import { expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { openDatabase } from '../../db/client.ts'
import { CallLimits, REMOVE_OLD_COUNTS } from './call-limits.ts'

const database = useTestDatabase()

test('of two processes at once no more calls go on than of one, and a window that ended begins anew', async () => {
  const other = await openDatabase({
    databaseUrl: database().url,
    migrate: false,
    poolSize: 4,
    applicationName: 'other',
  })
  try {
    const processes = [new CallLimits(database(), () => 0), new CallLimits(other, () => 0)]
    const address = { key: 'address a', max: 30 }
    const owner = { key: 'owner o', max: 50 }
    const callBoth = (limits: (typeof address)[], times: number) =>
      Promise.all(
        Array.from({ length: times }, (_, n) =>
          processes[n % 2]?.count(n % 3 ? limits : limits.toReversed()),
        ),
      )
    const answers = await callBoth([address, owner], 56)
    expect(answers.filter((wait) => wait === null)).toHaveLength(30)
    for (const wait of answers) if (wait !== null) expect(wait).toBeGreaterThan(0)
    // The calls that the address refused were counted for the owner too.
    const others = await callBoth([{ key: 'address b', max: 30 }, owner], 8)
    expect(others.filter((wait) => wait === null)).toHaveLength(0)
    await database().pool.query("update incoming_count set ends_at = now() - interval '1 second'")
    expect(await new CallLimits(other, () => 0).count([address, owner])).toBeNull()
    await database().pool.query(
      "update incoming_count set ends_at = now() - interval '2 hours' where key like 'owner%'",
    )
    await database().query(REMOVE_OLD_COUNTS)
    const { rows } = await database().pool.query('select key from incoming_count order by key')
    expect(rows).toEqual([{ key: 'address a' }, { key: 'address b' }])
  } finally {
    await other.close()
  }
})

test('a process that lets too many through by itself asks nobody', async () => {
  const limits = new CallLimits(database(), () => 0)
  const limit = { key: 'run r', max: 2 }
  expect([await limits.count([limit]), await limits.count([limit])]).toEqual([null, null])
  database().statements.length = 0
  expect(await limits.count([limit])).toBe(60)
  expect(database().statements).toEqual([])
})
