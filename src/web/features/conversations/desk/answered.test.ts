import { expect, it } from 'vitest'
import type { InboxMessage } from '../chat-data.ts'
import { chooseSeen, findAnswered } from './answered.ts'

const sent = (id: string, timestamp: number, sender: InboxMessage['sender']) =>
  ({ message: { id, timestamp }, sender }) as InboxMessage
const by = (userId: string, name: string) => ({ kind: 'person' as const, userId, name })
const NONE: ReadonlySet<string> = new Set()

it('finds the newest answer of another person, and names them', () => {
  const messages = [
    sent('b', 20, by('ana', 'Ana')),
    sent('a', 10, by('ben', 'Ben')),
    sent('me', 30, by('me', 'Me')),
  ]
  expect(findAnswered(messages, NONE, 'me')).toEqual({ name: 'Ana', atSec: 20 })
  expect(findAnswered(messages, new Set(['b']), 'me')).toEqual({ name: 'Ben', atSec: 10 })
  expect(findAnswered(messages, new Set(['a', 'b']), 'me')).toBeNull()
})

it('counts what was written on the phone, and nothing that a flow or a program sent', () => {
  const of = (kind: 'flow' | 'key' | 'phone') => sent(kind, 10, { kind, userId: null, name: null })
  expect(findAnswered([of('flow'), of('key'), sent('old', 1, null)], NONE, 'me')).toBeNull()
  expect(findAnswered([of('phone')], NONE, 'me')).toEqual({ name: null, atSec: 10 })
})

it('says it has seen the newest answers of people, and where it begins', () => {
  const flow = (id: string) => sent(id, 10, { kind: 'flow', userId: null, name: null })
  expect(chooseSeen([])).toEqual([])
  expect(chooseSeen([sent('q2', 4, null), flow('f'), sent('q1', 1, null)])).toEqual(['q1'])
  const phone = sent('p', 20, { kind: 'phone', userId: null, name: null })
  expect(chooseSeen([sent('a', 30, by('ana', 'Ana')), phone, sent('q', 1, null)])).toEqual(['a', 'p', 'q'])
  expect(chooseSeen([phone])).toEqual(['p'])
  const many = Array.from({ length: 30 }, (_, i) => sent(`m${i}`, 30 - i, by('me', 'Me')))
  expect(chooseSeen([...many, sent('q', 0, null)])).toEqual(
    many.slice(0, 20).map(({ message }) => message.id),
  )
})
