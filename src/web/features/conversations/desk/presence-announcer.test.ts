import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Activity, PresenceAnnouncer, TELL_EVERY_MS, WRITING_MS } from './presence-announcer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createPage() {
  const told: Activity[] = []
  const orders: number[] = []
  const answers: (() => void)[] = []
  const announcer = new PresenceAnnouncer({
    tell(activity, order) {
      told.push(activity)
      orders.push(order)
      return new Promise<void>((resolve) => answers.push(resolve))
    },
    tellLast(activity, order) {
      told.push(activity)
      orders.push(order)
    },
  })
  return {
    announcer,
    told,
    orders,
    async answer(): Promise<void> {
      answers.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

it('says again that somebody looks while the page is in front, and that they left', async () => {
  const { announcer, told, answer } = createPage()
  announcer.show()
  await answer()
  await vi.advanceTimersByTimeAsync(TELL_EVERY_MS)
  await answer()
  announcer.leave()
  await answer()
  await vi.advanceTimersByTimeAsync(3 * TELL_EVERY_MS)
  expect(told).toEqual(['viewing', 'viewing', 'left'])
})

it('says that somebody writes once, and that they look when no key was pressed for a while', async () => {
  const { announcer, told, answer } = createPage()
  announcer.show()
  await answer()
  announcer.write()
  await answer()
  await vi.advanceTimersByTimeAsync(WRITING_MS - 1)
  announcer.write()
  await vi.advanceTimersByTimeAsync(WRITING_MS - 1)
  expect(told.filter((activity) => activity !== 'typing')).toEqual(['viewing'])
  await answer()
  await vi.advanceTimersByTimeAsync(1)
  expect(told.at(-1)).toBe('viewing')
})

it('looks again as soon as what was written is sent', async () => {
  const { announcer, told, answer } = createPage()
  announcer.show()
  await answer()
  announcer.write()
  await answer()
  announcer.rest()
  await answer()
  await vi.advanceTimersByTimeAsync(WRITING_MS)
  expect(told).toEqual(['viewing', 'typing', 'viewing'])
})

it('has one call under way at a time, and then tells what is so by then', async () => {
  const { announcer, told, answer } = createPage()
  announcer.show()
  announcer.write()
  announcer.rest()
  announcer.leave()
  expect(told).toEqual(['viewing'])
  await answer()
  expect(told).toEqual(['viewing', 'left'])
})

it('tells at once that the page closes, and nothing after that', async () => {
  const { announcer, told, orders, answer } = createPage()
  announcer.show()
  announcer.close()
  announcer.close()
  announcer.write()
  announcer.leave()
  await answer()
  await vi.advanceTimersByTimeAsync(2 * TELL_EVERY_MS)
  expect(told).toEqual(['viewing', 'left'])
  expect(orders).toEqual([0, 1])
})
