import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTextHook, untilTextsLoaded } from './text-hook.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true, languages: ['en'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Strings on their way, and whether what waits for all of them has its turn. */
function begin() {
  const { promise, resolve, reject } = Promise.withResolvers<{ words: string }>()
  createTextHook({ en: () => promise, pt: () => promise, es: () => promise }, ({ words }) => words)
  let isOver = false
  void untilTextsLoaded().then(() => {
    isOver = true
  })
  return { resolve, reject, isOver: () => isOver }
}

test('a page is shown once its strings are there', async () => {
  const { resolve, isOver } = begin()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isOver()).toBe(false)
  resolve({ words: 'here' })
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver()).toBe(true)
})

test('strings that cannot be loaded after some tries keep no page from being shown', async () => {
  const { reject, isOver } = begin()
  reject(new Error('gone'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isOver()).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isOver()).toBe(true)
})

test('strings that never come keep no page for longer than ten seconds', async () => {
  const { isOver } = begin()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(isOver()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver()).toBe(true)
})
