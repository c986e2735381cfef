import { afterEach, expect, test, vi } from 'vitest'
import type { Address } from '../../../core/addresses.ts'
import { nextEventLoopTurn } from '../../../platform/queue/event-loop-turn.ts'
import { LeaseLostError, type NetworkEvent } from '../../port.ts'
import { createEventDelivery, endDelivery } from './event-delivery.ts'

const note = (text: string): NetworkEvent => ({ kind: 'other', note: text, journalId: null })
const textsOf = (events: readonly NetworkEvent[]): string[] =>
  events.map((event) => (event.kind === 'other' ? event.note : event.kind))

function setUp(deliver: (texts: string[]) => Promise<void> | void) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const calls: string[][] = []
  const failures: unknown[] = []
  const events = createEventDelivery({
    deliver: async (given) => {
      calls.push(textsOf(given))
      await deliver(textsOf(given))
    },
    retryAfterMs: [100, 1000],
    onFailed: (error) => failures.push(error),
  })
  return { events, calls, failures }
}

afterEach(() => {
  vi.useRealTimers()
})

test('events that the host threw on are given again, and those behind them wait', async () => {
  let failing = true
  const { events, calls, failures } = setUp(() => {
    if (failing) throw new Error('the database is away')
  })
  events.push(note('a'))
  await vi.advanceTimersByTimeAsync(1)
  events.pushAll([note('b'), note('c')])
  failing = false
  await vi.advanceTimersByTimeAsync(99)
  await events.idle()
  expect(calls).toEqual([['a'], ['a'], ['b', 'c']])
  expect(failures).toEqual([])
})

test('when that does not help the connection is told once, and the host gets nothing more', async () => {
  const { events, calls, failures } = setUp(() => {
    throw new Error('no')
  })
  events.push(note('a'))
  await vi.advanceTimersByTimeAsync(1_100)
  events.push(note('b'))
  await events.idle()
  expect(calls).toEqual([['a'], ['a'], ['a']])
  expect(failures).toEqual([new Error('no')])
})

test('a lost lease is not tried again', async () => {
  const { events, calls, failures } = setUp(() => {
    throw new LeaseLostError('c1')
  })
  events.push(note('a'))
  await events.idle()
  expect(calls).toEqual([['a']])
  expect(failures).toEqual([new LeaseLostError('c1')])
})

test('what brings events waits when the host is a thousand behind', async () => {
  const gate = Promise.withResolvers<void>()
  const { events, calls } = setUp(() => gate.promise)
  for (let i = 0; i < 1_000; i += 1) events.push(note(`${i}`))
  let writable = false
  const waiting = events.whenWritable().then(() => {
    writable = true
  })
  // The first hundred are with the host: nine hundred wait.
  await waiting
  expect(calls).toHaveLength(1)
  expect(calls[0]).toHaveLength(100)
  for (let i = 0; i < 100; i += 1) events.push(note(`more ${i}`))
  writable = false
  const next = events.whenWritable().then(() => {
    writable = true
  })
  await vi.advanceTimersByTimeAsync(1)
  expect(writable).toBe(false)
  gate.resolve()
  await next
  await events.idle()
  expect(calls.flat()).toHaveLength(1_100)
})

test('receipts gather for a moment after each call; anything else is given at once, and with it the receipts before it', async () => {
  const chat = '5511900000001@s.whatsapp.net' as Address
  const receipt = (id: string): NetworkEvent => ({
    kind: 'receipt',
    receipt: { chat, ids: [id], kind: 'delivered', by: { phone: chat, lid: null }, atSec: 1 },
  })
  const { events, calls } = setUp(() => {})
  events.push(receipt('1'))
  await nextEventLoopTurn()
  events.push(receipt('2'))
  await vi.advanceTimersByTimeAsync(9)
  events.push(receipt('3'))
  await nextEventLoopTurn()
  expect(calls).toEqual([['receipt']])
  await vi.advanceTimersByTimeAsync(1)
  await nextEventLoopTurn()
  expect(calls).toEqual([['receipt'], ['receipt', 'receipt']])
  events.push(receipt('4'))
  events.push(note('a message'))
  await nextEventLoopTurn()
  expect(calls).toEqual([['receipt'], ['receipt', 'receipt'], ['receipt', 'a message']])
  await events.idle()
})

test('the end of a connection waits for the host to take what is here, but not for ever', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let call = 0
  const { events, calls, failures } = setUp(() => gates[call++]?.promise)
  events.push(note('a'))
  await vi.advanceTimersByTimeAsync(1)
  events.push(note('b'))
  const ended = endDelivery(events)
  gates[0]?.resolve()
  // The next batch begins a turn later.
  await nextEventLoopTurn()
  await nextEventLoopTurn()
  await vi.advanceTimersByTimeAsync(4_999)
  events.push(note('c'))
  await vi.advanceTimersByTimeAsync(1)
  events.push(note('d'))
  gates[1]?.resolve()
  await ended
  expect(calls).toEqual([['a'], ['b']])
  expect(failures).toEqual([])
})
