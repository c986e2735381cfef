import { expect, it } from 'vitest'
import { formatWait } from './wait-time.ts'

it.each([
  [0, '0 sec'],
  [59, '59 sec'],
  [61, '1 min'],
  [3_599, '60 min'],
  [5_400, '1.5 hr'],
  [86_400 * 2, '2 days'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatWait(seconds, 'en')).toBe(text)
})
