import { expect, it } from 'vitest'
import { readFieldValue, readSnooze, toFieldValue } from './snooze-times.ts'

const at = (...of: [number, number, number, number, number]) => new Date(...of)
const WEDNESDAY = at(2026, 10, 25, 16, 30)

it.each([
  ['hour', WEDNESDAY, at(2026, 10, 25, 17, 30)],
  ['evening', WEDNESDAY, at(2026, 10, 25, 20, 30)],
  ['tomorrow', WEDNESDAY, at(2026, 10, 26, 9, 0)],
  ['tomorrow', at(2026, 11, 31, 8, 0), at(2027, 0, 1, 9, 0)],
  ['monday', WEDNESDAY, at(2026, 10, 30, 9, 0)],
  ['monday', at(2026, 10, 30, 8, 0), at(2026, 11, 7, 9, 0)],
  ['monday', at(2026, 10, 29, 23, 59), at(2026, 10, 30, 9, 0)],
] as const)('%s from %s is until %s', (choice, now, until) => {
  expect(readSnooze(choice, now)).toEqual(until)
})

it('a time of one’s own is one to come, within a year', () => {
  expect(toFieldValue(at(2026, 0, 2, 3, 4))).toBe('2026-01-02T03:04')
  const ahead = at(2026, 10, 26, 9, 15)
  expect(readFieldValue(toFieldValue(ahead), WEDNESDAY)).toEqual(ahead)
  for (const wrong of [WEDNESDAY, at(2026, 10, 24, 9, 0), at(2028, 0, 1, 9, 0)])
    expect(readFieldValue(toFieldValue(wrong), WEDNESDAY)).toBeNull()
  expect(readFieldValue('', WEDNESDAY)).toBeNull()
})
