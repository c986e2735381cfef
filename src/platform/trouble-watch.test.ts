import { expect, test, vi } from 'vitest'
import { findStorageFull } from './storage-full.ts'
import { createTroubleWatch } from './trouble-watch.ts'

test('a full store is asked until it has room again, and each change is told once', async () => {
  const changes: boolean[] = []
  let answers = ['full', 'away', 'room']
  const watch = createTroubleWatch({
    everyMs: 1,
    onChange: (isThere) => changes.push(isThere),
    async probe() {
      const answer = answers.shift()
      if (answer !== 'room') throw new Error(answer)
    },
  })
  expect(watch.isThere()).toBe(false)
  watch.note()
  watch.note()
  expect(watch.isThere()).toBe(true)
  await expect.poll(() => watch.isThere()).toBe(false)
  expect(changes).toEqual([true, false])
  answers = ['room']
  watch.note()
  await expect.poll(() => changes).toEqual([true, false, true, false])
  await watch.close()
})

test('trouble that somebody saw to be over is not asked for any more', async () => {
  const changes: boolean[] = []
  const probe = vi.fn(async () => {})
  const watch = createTroubleWatch({ everyMs: 1, onChange: (isThere) => changes.push(isThere), probe })
  watch.note()
  watch.clear()
  watch.clear()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(changes).toEqual([true, false])
  expect(probe).not.toHaveBeenCalled()
  await watch.close()
})

test('a watch that is closed asks no more', async () => {
  const probe = vi.fn(() => Promise.reject(new Error('full')))
  const watch = createTroubleWatch({ everyMs: 1, onChange() {}, probe })
  watch.note()
  await expect.poll(() => probe.mock.calls.length).toBeGreaterThan(1)
  await watch.close()
  const asked = probe.mock.calls.length
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(probe).toHaveBeenCalledTimes(asked)
})

test.each([
  ['53100', '53100'],
  ['ENOSPC', 'ENOSPC'],
  ['EDQUOT', 'EDQUOT'],
  ['ECONNREFUSED', null],
])('an error of code %s, also inside of others, means a full disk: %s', (code, expected) => {
  const inner = Object.assign(new Error('no'), { code })
  expect(findStorageFull(new Error('outer', { cause: inner }))).toBe(expected)
  expect(findStorageFull(inner)).toBe(expected)
  expect(findStorageFull('ENOSPC')).toBeNull()
})
