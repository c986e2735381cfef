import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { queries } from '../../../app/api.ts'
import type { Conversation, InboxMessage } from '../chat-data.ts'
import { conversationPages } from '../inbox-queries.ts'
import { chooseSeen, findAnswered, listLater, readListed } from './answered.ts'

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

const listed = (clientId: string, jid: string, id: string, timestamp: number) =>
  ({ clientId, jid, lastMessage: { id, timestamp } }) as Conversation

it('knows what lists showed of a conversation: its newest message in any of them, and nothing of others', () => {
  const client = new QueryClient()
  expect(readListed(client, 'shop', 'ana')).toBeNull()
  client.setQueryData(conversationPages('shop', '').queryKey, {
    pages: [
      { conversations: [listed('shop', 'ben', 'b', 90)], nextCursor: 'more', counts: undefined },
      { conversations: [listed('shop', 'ana', 'a1', 10)], nextCursor: null, counts: undefined },
    ] as never,
    pageParams: [undefined, 'more'],
  })
  expect(readListed(client, 'shop', 'ana')).toMatchObject({ id: 'a1', timestamp: 10 })
  expect(readListed(client, 'other', 'ana')).toBeNull()
  client.setQueryData(queries.chat.listConversations.queryKey({ input: { clientId: 'shop', limit: 20 } }), {
    conversations: [listed('shop', 'ana', 'a2', 20), { clientId: 'shop', jid: 'new', lastMessage: null }],
  } as never)
  expect(readListed(client, 'shop', 'ana')).toMatchObject({ id: 'a2' })
  expect(readListed(client, 'shop', 'new')).toBeNull()
})

it('takes for unseen what came after the message a list showed, and all where no list was read', () => {
  const messages = [30, 20, 20, 10].map((timestamp, i) => sent(`m${i}`, timestamp, null))
  const ids = (shown: string | null) =>
    listLater(messages, shown === null ? null : { id: shown, timestamp: 20 }).map(({ message }) => message.id)
  expect(ids('m1')).toEqual(['m0'])
  expect(ids('m2')).toEqual(['m0', 'm1'])
  expect(ids('deleted')).toEqual(['m0', 'm1', 'm2'])
  expect(ids(null)).toEqual(['m0', 'm1', 'm2', 'm3'])
})
