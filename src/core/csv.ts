/**
 * Cells that begin so are read as formulas by spreadsheets (OWASP, CSV injection), so they are written as texts; one more quote
 * keeps them apart from texts that begin with quotes themselves.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const WRITTEN_AS_TEXT = /^'+[=+\-@\t\r\n＝＋－＠]/

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of CSV (RFC 4180), with its end. */
export function toCsvLine(cells: readonly unknown[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** Records as CSV with a line of names above. */
export function writeCsv(
  names: readonly string[],
  records: readonly Readonly<Record<string, unknown>>[],
): string {
  const lines = records.map((record) => toCsvLine(names.map((name) => record[name])))
  return [toCsvLine(names), ...lines].join('')
}

/** Some spreadsheets put semicolons between cells. What stands between the names does so in every line. */
const CELLS = {
  ',': /(?:"((?:[^"]|"")*)"|([^,"\r\n][^,\r\n]*|))(,|\r?\n|$)/y,
  ';': /(?:"((?:[^"]|"")*)"|([^;"\r\n][^;\r\n]*|))(;|\r?\n|$)/y,
}

function cellsOf(text: string): RegExp {
  const [, plain = ''] = /^((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text) ?? []
  const between = plain.replace(/"(?:[^"]|"")*"/g, '')
  return between.includes(';') && !between.includes(',') ? CELLS[';'] : CELLS[',']
}

/** Reads CSV, with commas or semicolons between its cells, to records by the names in its first line. Null: it is none. */
export function readCsv(text: string): Record<string, string>[] | null {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  const cells = cellsOf(source.trimStart())
  const lines: string[][] = [[]]
  cells.lastIndex = 0
  while (cells.lastIndex < source.length) {
    const match = cells.exec(source)
    if (!match) return null
    const [, quoted, plain = '', end = ''] = match
    const cell = quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"')
    lines.at(-1)?.push(WRITTEN_AS_TEXT.test(cell) ? cell.slice(1) : cell)
    if (end.endsWith('\n')) lines.push([])
  }
  const [names = [], ...rest] = lines.filter((line) => line.some((cell) => cell !== ''))
  return rest.map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? ''])))
}
