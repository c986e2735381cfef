/** A currency sign before or after the number, with the letters of `R$` or `US$` before it. */
const CURRENCY = /^([-+]?)(?:\p{Lu}{0,3}\p{Sc})?([-+]?)([\d.,]+)\p{Sc}?$/u
const FULL_WIDTH: Readonly<Record<string, string>> = { '．': '.', '，': ',', '－': '-', '＋': '+', '−': '-' }

/** Writes the digits of every script (Arabic-Indic, Devanagari, full-width and the rest) as 0 to 9. */
export function toAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)))
}

/** Unicode keeps the ten digits of a script in a row from its zero, and blocks of them in whole tens. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}

/** The decimal separator of a locale: `,` for pt or de, `.` for en. */
function decimalSeparator(locale: string): string {
  const part = new Intl.NumberFormat(locale).formatToParts(1.5).find((piece) => piece.type === 'decimal')
  return part?.value === ',' ? ',' : '.'
}

/**
 * Reads a number as people type it: `1.234,56`, `1,234.56`, `1 234`, `-3`, `12,5`, `€12`, `12 €`, and digits of any
 * script. With both separators the last one is the decimal; a single separator before exactly three digits is read
 * the locale's way. Null when unreadable.
 */
export function parseNumberText(text: string, locale: string): number | null {
  const compact = readCurrency(toWesternNumber(text, locale))
  if (compact === null || !/^-?\d[\d.,]*$/.test(compact) || /[.,]$/.test(compact)) return null
  const decimal = chooseDecimal(compact, locale)
  const grouping = decimal === ',' ? '.' : ','
  const [whole = '', fraction, ...extra] = compact.split(decimal)
  if (extra.length > 0 || fraction?.includes(grouping)) return null
  if (whole.includes(grouping) && !isGrouped(whole, grouping)) return null
  const value = Number(`${whole.split(grouping).join('')}${fraction === undefined ? '' : `.${fraction}`}`)
  return Number.isFinite(value) ? value : null
}

/** Western digits and signs without blanks; the Arabic decimal separator becomes the locale's own, the other goes. */
function toWesternNumber(text: string, locale: string): string {
  return toAsciiDigits(text)
    .replace(/[．，－＋−]/g, (sign) => FULL_WIDTH[sign] ?? sign)
    .replace(/٫/g, decimalSeparator(locale))
    .replace(/[\s\u00a0\u202f'’٬\u200e\u200f\u061c]/g, '')
}

/** Takes one currency sign away; null when there is anything else beside the number. */
function readCurrency(text: string): string | null {
  const match = CURRENCY.exec(text)
  if (!match) return null
  const [, before = '', after = '', digits = ''] = match
  if (before !== '' && after !== '') return null
  return `${`${before}${after}` === '-' ? '-' : ''}${digits}`
}

function chooseDecimal(text: string, locale: string): string {
  const dot = text.lastIndexOf('.')
  const comma = text.lastIndexOf(',')
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ','
  if (dot < 0 && comma < 0) return '.'
  const used = dot >= 0 ? '.' : ','
  const other = used === '.' ? ',' : '.'
  if (!isGrouped(text, used)) return used
  if (text.split(used).length > 2) return other
  return decimalSeparator(locale) === used ? used : other
}

function isGrouped(text: string, separator: string): boolean {
  const [first = '', ...groups] = text.replace(/^-/, '').split(separator)
  return /^\d{1,3}$/.test(first) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group))
}
