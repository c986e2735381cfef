import { expect, test } from 'vitest'
import { describeFailed, runMany } from './run-many.ts'

/** The other half is in a file of its own, so that both run at once. */
test('5,000 random histories with kills, crashes of the database, takeovers and lost acknowledgements lose nothing and double nothing (seeds 1, 3, …)', async () => {
  const totals = await runMany({ from: 1, count: 5_000, by: 2 })
  expect(totals.failed.map(describeFailed)).toEqual([])
  expect(totals.kills).toBeGreaterThan(1_000)
  expect(totals.crashes).toBeGreaterThan(500)
  expect(totals.takeovers).toBeGreaterThan(5_000)
  expect(totals.shown).toBeGreaterThan(5_000)
})
