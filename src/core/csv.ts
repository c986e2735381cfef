/** Cells that begin so are read as formulas by spreadsheets (OWASP, CSV injection), so they are written as texts. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
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

const CELL = /(?:"((?:[^"]|"")*)"|([^,;"\r\n]*))([,;]|\r?\n|$)/y

/** Reads CSV, with commas or semicolons between its cells, to records by the names in its first line. Null: it is none. */
export function readCsv(text: string): Record<string, string>[] | null {
  const lines: string[][] = [[]]
  CELL.lastIndex = text.startsWith('\ufeff') ? 1 : 0
  while (CELL.lastIndex < text.length) {
    const match = CELL.exec(text)
    if (!match) return null
    const [, quoted, plain = '', end = ''] = match
    const cell = quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"')
    lines.at(-1)?.push(/^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)
    if (end.endsWith('\n')) lines.push([])
  }
  const [names = [], ...rest] = lines.filter((line) => line.some((cell) => cell !== ''))
  return rest.map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? ''])))
}
