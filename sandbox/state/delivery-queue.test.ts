import { expect, test } from 'vitest'
import { createMemoryJournal } from '../infra/journal.ts'
import { DeliveryQueues, queueKey } from './delivery-queue.ts'

const stanza = (id: string) => ({ tag: 'message', attrs: { id } })

test('a confirmation takes the oldest stanza of its name, once', () => {
  const queues = new DeliveryQueues(createMemoryJournal())
  const key = queueKey('message', '447700900500', 'A')
  queues.add('447700900001.1', key, stanza('A'))
  queues.add('447700900001.1', queueKey('message', '447700900500', 'B'), stanza('B'))
  queues.add('447700900001.1', key, stanza('A'))
  expect(queues.confirm('447700900001.1', key)).toBe(true)
  expect(queues.waiting('447700900001.1').map(({ stanza: { attrs } }) => attrs.id)).toEqual(['B', 'A'])
  expect(queues.confirm('447700900001.1', key)).toBe(true)
  expect(queues.confirm('447700900001.1', key)).toBe(false)
  expect(queues.size('447700900001.1')).toBe(1)
})

test('devices do not see each other, and a dropped queue is empty', () => {
  const queues = new DeliveryQueues(createMemoryJournal())
  queues.add('447700900001.1', 'key', stanza('A'))
  expect(queues.confirm('447700900001.2', 'key')).toBe(false)
  queues.drop('447700900001.1')
  expect(queues.waiting('447700900001.1')).toEqual([])
})

test('receipts of different types are different stanzas, messages go by id alone', () => {
  expect(queueKey('receipt', '1', 'A', 'read')).not.toBe(queueKey('receipt', '1', 'A'))
  expect(queueKey('message', '1', 'A', 'text')).toBe(queueKey('message', '1', 'A'))
})
