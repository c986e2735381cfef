import { expect, test } from 'vitest'
import { searchEntries } from './search-entries.ts'

const entries = [
  { label: 'Show all of the flow' },
  { label: 'Delete', hint: 'the flow' },
  { label: 'Flow settings' },
  { label: 'Overflow' },
  { label: 'Ação' },
]
const find = (query: string) => searchEntries(entries, query).map(({ label }) => label)

test('what begins with the words comes first, then what has them as words, in the name, and in the hint', () => {
  expect(find('flow')).toEqual(['Flow settings', 'Show all of the flow', 'Overflow', 'Delete'])
})

test('every word must be there, case and accents make no difference', () => {
  expect(find('FLOW the')).toEqual(['Show all of the flow', 'Delete'])
  expect(find('acao')).toEqual(['Ação'])
  expect(find('flow nothing')).toEqual([])
})

test('all entries stand in their own order when nothing is typed', () => {
  expect(find('  ')).toEqual(entries.map(({ label }) => label))
})
