import { expect, test } from 'vitest'
import { diffWords } from './word-diff.ts'

test('two texts are told apart word by word', () => {
  expect(diffWords('We open at 7.', 'We open at 8.')).toEqual([
    { kind: 'same', text: 'We open at ' },
    { kind: 'gone', text: '7.' },
    { kind: 'new', text: '8.' },
  ])
  expect(diffWords('Hello.', 'Hello.')).toEqual([{ kind: 'same', text: 'Hello.' }])
  expect(diffWords('', 'Hi')).toEqual([{ kind: 'new', text: 'Hi' }])
  expect(diffWords('a b c', 'a c')).toEqual([
    { kind: 'same', text: 'a ' },
    { kind: 'gone', text: 'b ' },
    { kind: 'same', text: 'c' },
  ])
})

test('texts of many words are shown whole', () => {
  const long = 'word '.repeat(700)
  expect(diffWords(long, 'short')).toEqual([
    { kind: 'gone', text: long },
    { kind: 'new', text: 'short' },
  ])
})
