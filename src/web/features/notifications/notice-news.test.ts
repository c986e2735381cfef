import { beforeEach, expect, test } from 'vitest'
import { type NamingNote, NoticeNews, type WaitingConversation } from './notice-news.ts'

const at = (second: number): string => `2026-11-26T10:00:${String(second).padStart(2, '0')}.000Z`
const one = (changes: Partial<WaitingConversation> = {}): WaitingConversation => ({
  ...{ clientId: 'c', jid: 'ana', isOwn: false, waitingSince: at(5), version: '1' },
  ...{ clientName: 'Shop', contactName: null, text: null },
  ...changes,
})

let news: NoticeNews
const noteBoth = (conversations: WaitingConversation[], mentions: NamingNote[]) =>
  news.note({ now: at(0), conversations, mentions }).map(({ kind, of }) => `${kind} ${of.jid}`)
const note = (...conversations: WaitingConversation[]) => noteBoth(conversations, [])

beforeEach(() => {
  news = new NoticeNews()
  note(one({ jid: 'early', waitingSince: at(0) }))
})

test('what begins to wait is told once, however often it is listed', () => {
  expect(note(one())).toEqual(['waiting ana'])
  expect(note(one())).toEqual([])
  expect(note(one({ version: '2' }))).toEqual([])
  expect(note(one({ waitingSince: at(9), version: '3' }))).toEqual(['waiting ana'])
})

test('what waited before the page was opened is no news', () => {
  expect(note(one({ jid: 'early', waitingSince: at(0) }))).toEqual([])
})

test('one’s own is told when it is given to them and with each message', () => {
  note(one())
  expect(note(one({ isOwn: true }))).toEqual(['assigned ana'])
  expect(note(one({ isOwn: true }))).toEqual([])
  expect(note(one({ isOwn: true, version: '2' }))).toEqual(['message ana'])
  expect(note(one({ isOwn: false, version: '3' }))).toEqual([])
})

test('several are told in the order in which they happened', () => {
  expect(note(one({ jid: 'late' }), one({ jid: 'soon' }))).toEqual(['waiting soon', 'waiting late'])
})

test('a note that names somebody is told once, after what waits, and no note of before', () => {
  const named = (noteId: string, second: number): NamingNote => ({
    ...{ clientId: 'c', jid: noteId, noteId, at: at(second) },
    ...{ clientName: 'Shop', byName: 'Grace', contactName: null, text: null },
  })
  expect(noteBoth([one()], [named('second', 6), named('first', 5), named('early', 0)])).toEqual([
    ...['waiting ana', 'mention first', 'mention second'],
  ])
  expect(noteBoth([one()], [named('second', 6)])).toEqual([])
})

test('what is known is bounded', () => {
  for (let n = 0; n < 501; n += 1) note(one({ jid: `j${n}` }))
  expect(note(one({ jid: 'j500' }))).toEqual([])
  expect(note(one({ jid: 'j0' }))).toEqual(['waiting j0'])
})
