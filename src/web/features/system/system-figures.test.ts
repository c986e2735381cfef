import { expect, it } from 'vitest'
import { formatBytes, isBehind } from './system-figures.ts'

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [52_400_000, '52.4 MB'],
  [1_000_000_000, '1 GB'],
])('writes %d bytes short', (bytes, words) => {
  expect(formatBytes(bytes, 'en')).toBe(words)
})

it('is behind once what should leave at once waits for minutes', () => {
  const none = { waiting: 0, oldestAt: null }
  const since = (ms: number) => ({ waiting: 1, oldestAt: new Date(ms).toISOString() })
  expect(isBehind({ outbound: none, timers: none }, 1e12)).toBe(false)
  expect(isBehind({ outbound: since(1e12 - 60_000), timers: none }, 1e12)).toBe(false)
  expect(isBehind({ outbound: none, timers: since(1e12 - 180_000) }, 1e12)).toBe(true)
})
