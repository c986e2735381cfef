import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writtenCharacter } from '../../test/support/characters.ts'
import { readCsv, writeCsv } from './csv.ts'

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abé,;"\'=+-@ \n\t') }),
  fc.string({ unit: writtenCharacter }),
)
const rows = fc.array(fc.record({ Key: cell.map((text) => `k${text}`), 'pt-BR': cell, en: cell }), {
  minLength: 1,
  maxLength: 8,
})
/** A cell without quotes around it is read without the blanks around it. */
const trimmed = rows.map((records) =>
  records.map((row) => ({ Key: row.Key.trim(), 'pt-BR': row['pt-BR'].trim(), en: row.en.trim() })),
)
const NAMES = ['Key', 'pt-BR', 'en']

/** What a spreadsheet shows of a cell: a quote before a text marks it as one. */
const shown = (text: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text)

test('csv-parse reads what is written here, and no cell is a formula', () => {
  fc.assert(
    fc.property(rows, (records) => {
      const read = parse(writeCsv(NAMES, records), { columns: true, bom: true }) as Record<string, string>[]
      expect(read.map((row) => NAMES.map((name) => shown(row[name] ?? '')))).toEqual(
        records.map((row) => [row.Key, row['pt-BR'], row.en]),
      )
      expect(read.flatMap(Object.values).some((text) => /^[=+\-@\t\r\n＝＋－＠]/.test(text))).toBe(false)
    }),
  )
})

test('what csv-stringify writes is read here, with either separator and with a byte order mark', () => {
  fc.assert(
    fc.property(trimmed, fc.constantFrom(',', ';'), fc.boolean(), (records, delimiter, bom) => {
      const text = stringify(records, {
        header: true,
        columns: NAMES,
        delimiter,
        bom,
        record_delimiter: 'windows',
        quoted_match: /[\r\n]/,
      })
      const read = readCsv(text) ?? []
      expect(read.map((row) => NAMES.map((name) => row[name]))).toEqual(
        records.map((row) => [row.Key, row['pt-BR'], row.en].map(shown)),
      )
    }),
  )
})
