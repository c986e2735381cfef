import { expect, test } from 'vitest'
import { NewChatCount } from './new-chats.ts'

const HOUR_MS = 3_600_000

test('a period ends with its count, and the next is as long', () => {
  const count = new NewChatCount({ total: 2, used: 1, cycleEndMs: HOUR_MS }, 0)
  count.begin('447700900001')
  expect(count.level(HOUR_MS - 1)).toBe('CAPPED')
  expect(count.describe(HOUR_MS)).toMatchObject({
    ...{ used_quota: 0, capping_status: 'NONE' },
    ...{ cycle_start_timestamp: '3600', cycle_end_timestamp: '7200' },
  })
  count.begin('447700900001')
  expect(count.describe(4.5 * HOUR_MS)).toMatchObject({ used_quota: 0, cycle_end_timestamp: '18000' })
})
