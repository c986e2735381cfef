import { expect, test } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'

test('what is written as CSV is read back as it was', () => {
  const records = [
    { day: '2026-05-01', who: 'Ana "the first", Lda', note: 'two\nlines' },
    { day: '2026-05-02', who: '=1+1', note: '' },
  ]
  expect(readCsv(writeCsv(['day', 'who', 'note'], records))).toEqual(records)
})

test('numbers and nothing are cells of their own', () => {
  expect(writeCsv(['a', 'b', 'c'], [{ a: 1.5, b: null, c: true }])).toBe('a,b,c\r\n1.5,,true\r\n')
})

test('semicolons, a byte order mark, blank lines and short lines are read', () => {
  expect(readCsv('\ufeffday;time\r\n\r\n2026-05-01;09:00\n2026-05-02')).toEqual([
    { day: '2026-05-01', time: '09:00' },
    { day: '2026-05-02', time: '' },
  ])
})

test('what is no CSV is not read', () => {
  expect(readCsv('a,b\n"open,1')).toBeNull()
})
