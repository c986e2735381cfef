import { expect, test } from 'vitest'
import { sortByTime } from './by-time.ts'

const said = (timestamp: number) => ({ message: { timestamp } })
const done = (ms: number) => ({ at: new Date(ms).toISOString() })
const ALL = Number.NEGATIVE_INFINITY

test('what was done stands between the messages of before and after it', () => {
  const [a, b] = [said(10), said(20)]
  const [first, between, last] = [done(9_999), done(15_000), done(20_500)]
  expect(sortByTime([b, a], [last, between, first], ALL)).toEqual([first, a, between, b, last])
})

test('what was done in the second of a message stands behind it, the earlier first', () => {
  const message = said(10)
  const [early, late] = [done(10_000), done(10_700)]
  expect(sortByTime([message], [late, early], ALL)).toEqual([message, early, late])
})

test('what is older than the messages that were read waits for theirs', () => {
  const message = said(10)
  expect(sortByTime([message], [done(11_000), done(9_000)], 10_000)).toEqual([message, done(11_000)])
  expect(sortByTime([], [done(9_000)], ALL)).toEqual([done(9_000)])
})
