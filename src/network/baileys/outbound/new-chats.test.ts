import { expect, test } from 'vitest'
import { toNewChatQuota } from './new-chats.ts'

const times = { cycleStartMs: null, cycleEndMs: null }

test('what the network says of new chats is read as WhatsApp Web reads it, numbers as text too', () => {
  const info = {
    ...{ total_quota: '50', used_quota: '60', capping_status: 'SECOND_WARNING' },
    ...{ cycle_start_timestamp: '1779000000', cycle_end_timestamp: '1779604800' },
  }
  expect(toNewChatQuota(info as never)).toEqual({
    ...{ total: 50, used: 50, level: 'second_warning' },
    ...{ cycleStartMs: 1_779_000_000_000, cycleEndMs: 1_779_604_800_000 },
  })
})

test.each([
  [
    { total_quota: -1, used_quota: 0 },
    { total: null, used: 0, level: 'none' },
  ],
  [{}, { total: null, used: 0, level: 'none' }],
  [
    { total_quota: 'many', used_quota: -3 },
    { total: null, used: 0, level: 'none' },
  ],
  [
    { total_quota: 0, capping_status: 'CAPPED' },
    { total: null, used: 0, level: 'capped' },
  ],
  [
    { total_quota: 9, capping_status: 'THIRD_WARNING' },
    { total: 9, used: 0, level: 'none' },
  ],
  [
    { total_quota: 9, cycle_end_timestamp: '0' },
    { total: 9, used: 0, level: 'none' },
  ],
])('%j is %j', (info, quota) => {
  expect(toNewChatQuota(info as never)).toEqual({ ...quota, ...times })
})
