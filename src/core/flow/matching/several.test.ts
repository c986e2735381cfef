import { expect, test } from 'vitest'
import { findSeveral } from './several.ts'

const MENU = [['Ham'], ['Cheese and chives'], ['Olives'], ['Pão'], ['Tuna']]

test.each([
  ['1', [0]],
  ['1, 3 and 5', [0, 2, 4]],
  ['5 1', [0, 4]],
  ['1;2/3', [0, 1, 2]],
  ['ham, olives', [0, 2]],
  ['cheese and chives', [1]],
  ['ham e pao', [0, 3]],
  ['2-4', [1, 2, 3]],
  ['1-2, tuna', [0, 1, 4]],
  ['all', [0, 1, 2, 3, 4]],
  ['3, 3', [2]],
])('"%s" chooses %j', (text, indexes) => {
  expect(findSeveral(MENU, text)).toEqual(indexes)
})

test.each(['', ',', '1, 9', 'ham and eggs', '4-2', '0-3', 'nothing'])('"%s" chooses nothing', (text) => {
  expect(findSeveral(MENU, text)).toBeNull()
})

test('a part with errors of typing is understood when that is asked for', () => {
  expect(findSeveral(MENU, 'olvies, ham')).toBeNull()
  expect(findSeveral(MENU, 'olvies, ham', { synonyms: new Map() })).toEqual([0, 2])
})
