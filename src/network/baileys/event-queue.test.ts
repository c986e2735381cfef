import { expect, test } from 'vitest'
import type { NetworkEvent } from '../port.ts'
import { createEventQueue } from './event-queue.ts'

const note = (text: string | number): NetworkEvent => ({ kind: 'other', note: String(text), journalId: null })
const textsOf = (events: readonly NetworkEvent[]): string[] =>
  events.map((event) => (event.kind === 'other' ? event.note : event.kind))

function setUp(deliver: (texts: string[]) => Promise<void> | void, options = {}) {
  const failures: unknown[] = []
  const queue = createEventQueue({
    deliver: async (events) => deliver(textsOf(events)),
    onFailed: (error) => failures.push(error),
    retryDelaysMs: [],
    isFinal: () => false,
    ...options,
  })
  return { queue, failures }
}

test('events are delivered in order, one call at a time, and together what waited', async () => {
  const calls: string[][] = []
  let inside = 0
  const { queue } = setUp(async (texts) => {
    expect(++inside).toBe(1)
    calls.push(texts)
    await new Promise((resolve) => setTimeout(resolve, 2))
    inside--
  })
  queue.push([note(1)])
  queue.push([note(2)])
  await new Promise((resolve) => setTimeout(resolve, 1))
  queue.push([note(3), note(4)])
  await queue.drained()
  expect(calls).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
})

test('a delivery that threw is tried again, then the queue gives up and delivers nothing more', async () => {
  const calls: string[][] = []
  const { queue, failures } = setUp(
    (texts) => {
      calls.push(texts)
      throw new Error('no')
    },
    { retryDelaysMs: [1, 1] },
  )
  queue.push([note('a')])
  await queue.drained()
  queue.push([note('b')])
  await queue.drained()
  expect(calls).toEqual([['a'], ['a'], ['a']])
  expect(failures).toHaveLength(1)
})

test('a final failure is not tried again', async () => {
  let calls = 0
  const { queue, failures } = setUp(
    () => {
      calls++
      throw new Error('lease')
    },
    { retryDelaysMs: [1, 1], isFinal: () => true },
  )
  queue.push([note('a')])
  await queue.drained()
  expect([calls, failures.length]).toEqual([1, 1])
})

test('who produces events waits while too many are waiting', async () => {
  const gate = Promise.withResolvers<void>()
  const { queue } = setUp(() => gate.promise, { maxWaiting: 2, maxBatch: 1 })
  queue.push([note(1), note(2), note(3)])
  let hasRoom = false
  const room = queue.room().then(() => {
    hasRoom = true
  })
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect(hasRoom).toBe(false)
  gate.resolve()
  await room
  await queue.drained()
})

test('stop waits for the running call and drops the rest', async () => {
  const calls: string[][] = []
  const { queue } = setUp(
    async (texts) => {
      calls.push(texts)
      await new Promise((resolve) => setTimeout(resolve, 5))
    },
    { maxBatch: 1 },
  )
  queue.push([note(1), note(2)])
  await new Promise((resolve) => setTimeout(resolve, 1))
  await queue.stop()
  queue.push([note(3)])
  await queue.drained()
  expect(calls).toEqual([['1']])
})
