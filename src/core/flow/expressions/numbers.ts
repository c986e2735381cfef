/** The decimal separator of a locale: `,` for pt or de, `.` for en. */
function decimalSeparator(locale: string): string {
  const part = new Intl.NumberFormat(locale).formatToParts(1.5).find((piece) => piece.type === 'decimal')
  return part?.value ?? '.'
}

/**
 * Reads a number as people type it: `1.234,56`, `1,234.56`, `1 234`, `-3`, `12,5`. With both separators the last
 * one is the decimal; a single separator before exactly three digits is read the locale's way. Null when unreadable.
 */
export function parseNumberText(text: string, locale: string): number | null {
  const compact = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^\+/, '')
  if (!/^-?\d[\d.,]*$/.test(compact) || /[.,]$/.test(compact)) return null
  const decimal = chooseDecimal(compact, locale)
  const grouping = decimal === ',' ? '.' : ','
  const [whole = '', fraction, ...extra] = compact.split(decimal)
  if (extra.length > 0 || fraction?.includes(grouping)) return null
  if (whole.includes(grouping) && !isGrouped(whole, grouping)) return null
  const value = Number(`${whole.split(grouping).join('')}${fraction === undefined ? '' : `.${fraction}`}`)
  return Number.isFinite(value) ? value : null
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
