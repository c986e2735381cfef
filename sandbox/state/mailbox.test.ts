import { expect, test } from 'vitest'
import { createMemoryJournal } from '../infra/journal.ts'
import { Mailbox, type ReceivedMessage } from './mailbox.ts'

const message = (id: string): Omit<ReceivedMessage, 'sequence' | 'wireCount'> => ({
  id,
  at: 1,
  chat: '447700900001',
  from: '447700900001',
  fromMe: false,
  device: 1,
  type: 'text',
  text: id,
  addressing: 'pn',
  raw: '',
})

test('sequences grow over messages and errors alike', () => {
  const mailbox = new Mailbox('447700900500', createMemoryJournal())
  mailbox.receive(message('A'))
  mailbox.addError({ at: 1, id: 'B', from: '447700900001', device: 1, reason: 'unreadable' })
  mailbox.receive(message('C'))
  expect(mailbox.inbox.map(({ sequence }) => sequence)).toEqual([1, 3])
  expect(mailbox.errors.map(({ sequence }) => sequence)).toEqual([2])
})

test('an error counts as failed until the message is read', () => {
  const mailbox = new Mailbox('447700900500', createMemoryJournal())
  const error = { at: 1, id: 'B', from: '447700900001', device: 1, reason: 'unreadable' }
  mailbox.addError(error)
  mailbox.addError(error)
  expect(mailbox.failures('447700900001', 1, 'B')).toBe(2)
  expect(mailbox.failures('447700900001', 2, 'B')).toBe(0)
  mailbox.recover('447700900001', 'B', 5)
  expect(mailbox.failures('447700900001', 1, 'B')).toBe(0)
  expect(mailbox.errors.map(({ recoveredAt }) => recoveredAt)).toEqual([5, 5])
})

test('the newest ten thousand messages are kept', () => {
  const mailbox = new Mailbox('447700900500', createMemoryJournal())
  for (let index = 0; index <= 12_500; index += 1) mailbox.receive(message(`M${index}`))
  expect(mailbox.inbox).toHaveLength(10_000)
  expect(mailbox.inbox.at(-1)?.id).toBe('M12500')
  expect(mailbox.find('447700900001', 'M0')).toBeUndefined()
  expect(mailbox.find('447700900001', 'M12500')).toBeDefined()
})
