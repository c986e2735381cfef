import { expect, test } from 'vitest'
import { readCsv, toCsvLine, writeCsv } from './csv.ts'

test('cells with commas, quotes and line ends are quoted, as RFC 4180 has it', () => {
  expect(toCsvLine(['a,b', 'say "hi"', 'two\nlines', 'plain', 4, true, null])).toBe(
    '"a,b","say ""hi""","two\nlines",plain,4,true,\r\n',
  )
})

test.each(['=1+1', '+1', '-1+cmd', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])(
  'a text that begins like %j is no formula in a spreadsheet, and is read back as it was',
  (text) => {
    const line = writeCsv(['x'], [{ x: text }])
    expect(line.split('\r\n')[1]?.replace(/^"/, '').startsWith("'")).toBe(true)
    expect(readCsv(line)).toEqual([{ x: text }])
  },
)

test('numbers stay numbers, below zero too', () => {
  expect(toCsvLine([-4.5])).toBe('-4.5\r\n')
})

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
