import { expect, test } from 'vitest'
import { IdleCollector } from './idle-collector.ts'

const MB = 1_024 * 1_024

/** Looks at each of these: megabytes of the process, and how busy it was. Answers at which it collected. */
function collectedAt(looks: readonly [mb: number, busy?: number][]): number[] {
  const collected: number[] = []
  let at = 0
  const collector = new IdleCollector({
    collect: () => void collected.push(at),
    readBytes: () => (looks[at]?.[0] ?? 0) * MB,
    readBusyShare: () => looks[at]?.[1] ?? 0,
  })
  for (at = 0; at < looks.length; at += 1) collector.look()
  return collected
}

test('a process that has started collects once it is quiet', () => {
  expect(collectedAt([[250, 0.9], [250, 0.5], [250], [250], [200], [200], [200]])).toEqual([3])
})

test('one that has grown collects again, and no more while it stays as it is', () => {
  const grown: [number][] = [[300], [300], [225], [225], [225]]
  expect(collectedAt([[250], [250], [200], [200], [210], [223], ...grown])).toEqual([1, 6])
})

test('one that has work to do does not, however it grows', () => {
  expect(collectedAt([[250], [250], [200], [300, 0.5], [300], [400, 0.2], [400], [500, 0.1]])).toEqual([1])
})

test('what it shrinks by itself counts when it grows again', () => {
  expect(collectedAt([[250], [250], [240], [200], [220], [225]])).toEqual([1, 5])
})
