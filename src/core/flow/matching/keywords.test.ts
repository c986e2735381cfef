import { expect, test } from 'vitest'
import { indexSynonyms } from './choice.ts'
import { type KeywordRule, matchKeyword } from './keywords.ts'

const synonyms = indexSynonyms([['order', 'purchase', 'pedido']])
const rule = (part: Partial<KeywordRule>): KeywordRule => ({
  keywords: ['order', 'opening hours'],
  mode: 'exact',
  caseSensitive: false,
  foldAccents: true,
  tolerant: true,
  ...part,
})

test.each([
  ['Order!', 'name'],
  ['order please', 'among_words'],
  ['pedido', 'synonym'],
  ['oder', 'typing_error'],
  ['openinghours', 'typing_error'],
  ['I want to order', null],
  ['border', null],
  ['please', null],
  ['🙂', null],
])('a tolerant keyword takes "%s" as %s', (text, kind) => {
  expect(matchKeyword(rule({}), text, synonyms)).toBe(kind)
})

test.each([
  ['I want to order', 'name'],
  ['my purchase is late', 'synonym'],
  ['what are your opning hours', 'typing_error'],
  ['what are your openinghours', 'typing_error'],
  ['the border is closed', null],
])('a tolerant keyword that may stand anywhere takes "%s" as %s', (text, kind) => {
  expect(matchKeyword(rule({ mode: 'word' }), text, synonyms)).toBe(kind)
})

test('a keyword that is not tolerant, or compared in another way, keeps to the letter', () => {
  expect(matchKeyword(rule({ tolerant: false }), 'oder', synonyms)).toBeNull()
  expect(matchKeyword(rule({ mode: 'starts_with' }), 'oder now', synonyms)).toBeNull()
  expect(matchKeyword(rule({ mode: 'contains' }), 'my oder', synonyms)).toBeNull()
})
