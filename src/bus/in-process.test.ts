import { expect, test, vi } from 'vitest'
import { Refusal } from '../core/errors.ts'
import { createInProcessBus } from './in-process.ts'

const options = { commandId: 'c1', timeoutMs: 1000 }

test('a command reaches the owner and its result comes back', async () => {
  const bus = createInProcessBus({ now: () => 0 })
  bus.serve('a', async (command) => ({ did: command.name }))
  expect(await bus.request('a', { name: 'send', input: 1 }, options)).toEqual({
    kind: 'ok',
    result: { did: 'send' },
  })
})

test('a client nobody owns is known at once', async () => {
  const bus = createInProcessBus({ now: () => 0 })
  expect(await bus.request('a', { name: 'send', input: 1 }, options)).toEqual({ kind: 'no_owner' })
})

test('a command asked twice under one id takes effect once', async () => {
  const bus = createInProcessBus({ now: () => 0 })
  const effect = vi.fn(async () => 'sent')
  bus.serve('a', effect)
  const replies = await Promise.all([1, 2].map(() => bus.request('a', { name: 'send', input: 1 }, options)))
  expect(replies).toEqual([
    { kind: 'ok', result: 'sent' },
    { kind: 'ok', result: 'sent' },
  ])
  expect(effect).toHaveBeenCalledTimes(1)
})

test('an answer that does not come in time is unknown, and the effect goes on', async () => {
  const bus = createInProcessBus({ now: () => 0 })
  const gate = Promise.withResolvers<string>()
  bus.serve('a', () => gate.promise)
  expect(await bus.request('a', { name: 'send', input: 1 }, { commandId: 'c2', timeoutMs: 5 })).toEqual({
    kind: 'unknown',
  })
  gate.resolve('late')
  expect(await bus.request('a', { name: 'send', input: 1 }, { commandId: 'c2', timeoutMs: 1000 })).toEqual({
    kind: 'ok',
    result: 'late',
  })
})

test('a refusal travels as an error with its data', async () => {
  const bus = createInProcessBus({ now: () => 0 })
  bus.serve('a', async () => {
    throw new Refusal('SERVICE_UNAVAILABLE', 'Start the worker first.', {
      data: { reason: 'CLIENT_NOT_CONNECTED' },
    })
  })
  expect(await bus.request('a', { name: 'send', input: 1 }, options)).toEqual({
    kind: 'error',
    error: {
      code: 'SERVICE_UNAVAILABLE',
      message: 'Start the worker first.',
      data: { reason: 'CLIENT_NOT_CONNECTED' },
    },
  })
})

test('a second owner in one process is a bug and says so', () => {
  const bus = createInProcessBus({ now: () => 0 })
  bus.serve('a', async () => 1)
  expect(() => bus.serve('a', async () => 2)).toThrow('already served')
})

test('events reach subscribers until they leave', () => {
  const bus = createInProcessBus({ now: () => 0 })
  const seen: unknown[] = []
  const leave = bus.subscribe('client.status', (payload) => seen.push(payload))
  bus.publish('client.status', { n: 1 })
  leave()
  bus.publish('client.status', { n: 2 })
  expect(seen).toEqual([{ n: 1 }])
})
