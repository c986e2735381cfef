import type { NotedContact } from './contact-data.ts'

/** A contact as files have it: one value a column. */
function toRow({ contact, tags, favourite, blacklist, fields }: NotedContact): Record<string, unknown> {
  const { id, name, notify, phoneNumber } = contact
  return { id, phoneNumber, name: name ?? notify, tags, favourite, blacklist, fields }
}

export const toJsonRows = (contacts: readonly NotedContact[]): Record<string, unknown>[] =>
  contacts.map(toRow)

/** Cells that begin so are read as formulas by spreadsheets, so they are written as texts. */
const FORMULA = /^[=+\-@\t\r]/

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Contacts as CSV: what all have, then each field that any of them has, by its name. */
export function toCsv(contacts: readonly NotedContact[]): string {
  const names = [...new Set(contacts.flatMap(({ fields }) => Object.keys(fields)))].sort()
  const head = ['id', 'phoneNumber', 'name', 'tags', 'favourite', 'blacklist']
  const lines = contacts.map((contact) => {
    const row = toRow(contact)
    const cells = head.map((key) => (key === 'tags' ? contact.tags.join(', ') : row[key]))
    return [...cells, ...names.map((name) => contact.fields[name])].map(toCell).join(',')
  })
  return `${[[...head, ...names.map((name) => `fields.${name}`)].join(','), ...lines].join('\r\n')}\r\n`
}
