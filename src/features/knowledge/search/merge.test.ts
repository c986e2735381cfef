import { expect, test } from 'vitest'
import { mergeRanks } from './merge.ts'

const idsOf = (words: string[], meaning: string[]) => mergeRanks(words, meaning).map(({ id }) => id)

test('a piece in both lists stands before one that is first in one of them', () => {
  expect(mergeRanks(['a', 'b'], ['c', 'b']).map(({ id, foundBy }) => [id, foundBy])).toEqual([
    ['b', 'both'],
    ['a', 'words'],
    ['c', 'meaning'],
  ])
})

test('one list alone keeps its order', () => {
  expect(idsOf(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c'])
  expect(idsOf([], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
})

test('the places count as reciprocal rank fusion has them', () => {
  expect(mergeRanks(['a'], ['b', 'a'])[0]?.score).toBeCloseTo(1 / 61 + 1 / 62, 10)
})
