import { decodeText } from './decode-text.ts'
import { type Extracted, ExtractProblem, Passages } from './passage.ts'

const MAX_COLUMNS = 200
const SEPARATORS = [';', '\t', ','] as const

/** Each row with the names of its columns, so that a piece of a table can be understood by itself. */
export function extractCsv(bytes: Uint8Array): Extracted {
  const text = decodeText(bytes)
  const rows = readRows(text, chooseSeparator(text))
  const { value: names = [] } = rows.next()
  const found = new Passages()
  let row = 0
  for (const cells of rows) {
    row += 1
    found.add(describeRow(names, cells), { row })
  }
  // A table of one row is that row.
  if (row === 0) found.add(names.join('; '), { row: 1 })
  return { title: null, passages: found.passages }
}

function describeRow(names: readonly string[], cells: readonly string[]): string {
  return cells
    .map((cell, at) => [(names[at] ?? '').trim(), cell.trim()])
    .filter(([, cell]) => cell !== '')
    .map(([name, cell]) => (name === '' ? cell : `${name}: ${cell}`))
    .join('; ')
}

/** The one that its first line has most of. */
function chooseSeparator(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const countOf = (separator: string) => first.split(separator).length
  return SEPARATORS.reduce((best, one) => (countOf(one) > countOf(best) ? one : best), ',' as string)
}

/** As RFC 4180 has it; what stands in quotes may hold separators and line ends. */
class TableReader {
  #cells: string[] = []
  #cell = ''
  #isQuoted = false
  /** The last sign was the quote that may have ended a cell, or stand for one in it. */
  #isAfterQuote = false
  readonly #separator: string

  constructor(separator: string) {
    this.#separator = separator
  }

  /** The row that this sign ends. */
  add(sign: string): string[] | null {
    if (sign === '"') this.#addQuote()
    else {
      this.#isAfterQuote = false
      if (this.#isQuoted) this.#cell += sign
      else if (sign === this.#separator) this.#endCell()
      else if (sign === '\n') return this.endRow()
      else this.#cell += sign
    }
    return null
  }

  endRow(): string[] | null {
    this.#endCell()
    const row = this.#cells
    this.#cells = []
    return row.some((cell) => cell.trim() !== '') ? row : null
  }

  #addQuote(): void {
    if (this.#isQuoted) {
      this.#isQuoted = false
      this.#isAfterQuote = true
    } else if (this.#isAfterQuote || this.#cell.trim() === '') {
      this.#cell = this.#isAfterQuote ? `${this.#cell}"` : ''
      this.#isQuoted = true
      this.#isAfterQuote = false
    } else this.#cell += '"'
  }

  #endCell(): void {
    if (this.#cells.push(this.#cell) > MAX_COLUMNS) throw new ExtractProblem('TOO_LARGE')
    this.#cell = ''
  }
}

function* readRows(text: string, separator: string): Generator<string[], undefined> {
  const reader = new TableReader(separator)
  for (const sign of text) {
    const row = reader.add(sign)
    if (row) yield row
  }
  const last = reader.endRow()
  if (last) yield last
}
