import { EventEmitter } from 'node:events'
import type { WASocket } from 'baileys'
import { expect, test } from 'vitest'
import { makeGuarded } from './rejections.ts'

const rejects = (): Promise<never> => Promise.reject(new Error('closed'))
const resolves = (): Promise<string> => Promise.resolve('fine')

test('a listener that rejects is told, whichever emitter called it, and nothing else is', async () => {
  const errors: unknown[] = []
  const socket = makeGuarded(
    () => ({ ws: new EventEmitter(), ev: new EventEmitter() }) as unknown as WASocket,
    (error) => errors.push(error),
  )
  const { ws, ev } = socket as unknown as { ws: EventEmitter; ev: EventEmitter }
  for (const emitter of [ws, ev]) {
    for (const listener of [rejects, resolves]) emitter.on('x', listener as () => void)
    emitter.emit('x')
  }
  await new Promise((resolve) => setImmediate(resolve))
  expect(errors).toMatchObject([{ message: 'closed' }, { message: 'closed' }])
})

test('emitters made elsewhere are as they were', () => {
  makeGuarded(
    () => ({ ws: new EventEmitter(), ev: new EventEmitter() }) as unknown as WASocket,
    () => {},
  )
  expect(EventEmitter.captureRejections).toBe(false)
})
