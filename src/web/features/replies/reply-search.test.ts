import { expect, it } from 'vitest'
import { findCommand, findReplies, type Reply } from './reply-search.ts'

const reply = (shortcut: string, title: string, text = ''): Reply => ({
  ...{ id: shortcut, shortcut, title, text, file: null, updatedAt: '2026-11-26T08:00:00.000Z' },
})
const REPLIES = [
  reply('address', 'Where we are', 'Rua do Preço 1'),
  reply('hours', 'Opening hours'),
  reply('preço', 'Price list'),
]

it.each([
  ['/', 1, { from: 0, query: '' }],
  ['/ho', 3, { from: 0, query: 'ho' }],
  ['Hi Ana\n/ho and more', 10, { from: 7, query: 'ho' }],
  ['Hi /preço', 9, { from: 3, query: 'preço' }],
  ['/ho is', 6, null],
  ['and/or', 6, null],
  ['https://x', 9, null],
  ['/a/b', 4, null],
  ['', 0, null],
])('what is asked for in %j at %i', (text, caret, found) => {
  expect(findCommand(text, caret)).toEqual(found)
})

it('shortcuts that begin so come before what only holds it, whatever its accents', () => {
  const names = (query: string) => findReplies(REPLIES, query).map(({ shortcut }) => shortcut)
  expect(names('')).toEqual(['address', 'hours', 'preço'])
  expect(names('PRECO')).toEqual(['preço', 'address'])
  expect(names('open')).toEqual(['hours'])
  expect(names('zz')).toEqual([])
})
