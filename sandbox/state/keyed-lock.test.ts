import { expect, test } from 'vitest'
import { KeyedLock } from './keyed-lock.ts'

test('tasks of one key run one after another, also after one failed; other keys do not wait', async () => {
  const lock = new KeyedLock()
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = lock.run('a', async () => {
    await gate.promise
    order.push('first')
    throw new Error('failed')
  })
  const second = lock.run('a', async () => order.push('second'))
  await lock.run('b', async () => order.push('other'))
  gate.resolve()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(order).toEqual(['other', 'first', 'second'])
})
