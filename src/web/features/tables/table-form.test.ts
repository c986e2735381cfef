import { expect, test } from 'vitest'
import { readColumns, readUnique, writeColumns, writeUnique } from './table-form.ts'

test('columns are written as lines and read back', () => {
  const columns = [
    { name: 'day', type: 'date' as const, choices: [], isRequired: true },
    { name: 'size', type: 'choice' as const, choices: ['S', 'very large'], isRequired: false },
  ]
  expect(writeColumns(columns)).toBe('day: date, required\nsize: choice S very_large')
  expect(readColumns(writeColumns(columns))).toEqual({ columns })
})

test('a column without a type is a text, and a line that is none is named', () => {
  expect(readColumns('who\n')).toEqual({
    columns: [{ name: 'who', type: 'text', choices: [], isRequired: false }],
  })
  expect(readColumns('day: date\nwhen: soon')).toEqual({ wrong: 'when: soon' })
  expect(readColumns('2day: date')).toEqual({ wrong: '2day: date' })
})

test('groups of unique columns are a line each', () => {
  expect(readUnique('day, time\n\nwho')).toEqual([['day', 'time'], ['who']])
  expect(writeUnique([['day', 'time'], ['who']])).toBe('day, time\nwho')
})
