import { toAsciiDigits } from '../numbers.ts'

const FORMAT_TOKENS = /YYYY|YY|MM|M|DD|D/g

/** The order of day and month a locale writes: `DMY` for most, `MDY` for en-US, `YMD` for ja or zh. */
function localeOrder(locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
  })
  return parts
    .formatToParts(0)
    .map((part) => ({ year: 'Y', month: 'M', day: 'D' })[part.type as 'year' | 'month' | 'day'] ?? '')
    .join('')
}

/**
 * Reads a calendar date to `YYYY-MM-DD`, or null. ISO always works; else `formats` (YYYY YY MM M DD D with any
 * separators), or the locale's own order with / . or - between the parts. Between separators DD and MM take a
 * single digit too.
 */
export function parseDateText(typed: string, locale: string, formats?: readonly string[]): string | null {
  const text = toAsciiDigits(typed)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return toIsoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  for (const format of formats ?? []) {
    const date = parseByFormat(text, format)
    if (date) return date
  }
  if (formats && formats.length > 0) return null
  const parts = /^(\d{1,4})[/.\- ](\d{1,2})[/.\- ](\d{1,4})$/.exec(text)
  if (!parts) return null
  return fromOrderedParts(parts.slice(1, 4), localeOrder(locale))
}

function fromOrderedParts(parts: string[], order: string): string | null {
  const at = (letter: string) => parts[order.indexOf(letter)] ?? ''
  const year = at('Y')
  if (year.length !== 2 && year.length !== 4) return null
  return toIsoDate(expandYear(year), Number(at('M')), Number(at('D')))
}

/** True when a custom format names a year, a month and a day. */
export function isDateFormat(format: string): boolean {
  const tokens = (format.match(FORMAT_TOKENS) ?? []).map((token) => token[0])
  return tokens.length === 3 && new Set(tokens).size === 3
}

function parseByFormat(text: string, format: string): string | null {
  const letters: string[] = []
  const isRunTogether = /[YMD]{5}|(?:MM|M)D|(?:DD|D)M/.test(format)
  const source = format.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(FORMAT_TOKENS, (token) => {
    letters.push(token[0] ?? '')
    if (token === 'YYYY') return '(\\d{4})'
    return token === 'YY' || (isRunTogether && token.length === 2) ? '(\\d{2})' : '(\\d{1,2})'
  })
  const match = new RegExp(`^${source}$`).exec(text)
  return match ? fromOrderedParts(match.slice(1), letters.join('')) : null
}

function expandYear(year: string): number {
  const value = Number(year)
  if (year.length === 4) return value
  return value < 70 ? 2000 + value : 1900 + value
}

function toIsoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (year < 1000 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}

/** Reads `9:30`, `09h30`, `9 pm`, `21` to `HH:MM`, or null. */
export function parseTimeText(typed: string): string | null {
  const text = toAsciiDigits(typed)
  const match = /^(\d{1,2})(?:\s*[:h.]\s*(\d{2})?)?\s*(am|pm|a\.m\.|p\.m\.)?$/i.exec(text)
  if (!match) return null
  const half = match[3]?.toLowerCase().replace(/\./g, '')
  const minutes = Number(match[2] ?? 0)
  const given = Number(match[1])
  if (half && (given < 1 || given > 12)) return null
  const hours = half ? (given % 12) + (half === 'pm' ? 12 : 0) : given
  if (hours > 23 || minutes > 59) return null
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
