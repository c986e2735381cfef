import { readCsv } from '../../../core/csv.ts'

export interface ListedPerson {
  phone: string
  name: string | null
  values: Record<string, string>
}

const PHONE_NAME = /phone|tel|number|n[uú]mero|celular|whats|m[oó]vil/i
/** Of files that were saved here: who hides their number goes by an address. */
const ADDRESS_NAME = /^(id|jid)$/i
const PERSON_NAME = /^(name|nome|nombre)$/i
const MAX_NAME_CHARS = 100

/** What a column is called in `{{ row.NAME }}`. */
function toColumn(name: string): string {
  const plain = name.trim().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/\W+/g, '_').slice(0, 63)
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
}

const countDigits = (text: string): number => text.replaceAll(/\D/g, '').length

/** Fewer are no number, but may be part of a name. */
const LEAST_DIGITS = 6
const isUsername = (text: string): boolean => /^@[\w.]+$/.test(text)

/** A line of a pasted list: a number or a username with its @, and before or after it a name. */
function readLine(line: string): ListedPerson[] {
  const cells = line
    .split(/[,;\t]/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
  const [longest] = [...cells].sort((a, b) => countDigits(b) - countDigits(a))
  const isNumber = longest !== undefined && countDigits(longest) >= LEAST_DIGITS
  const phone = isNumber ? longest : (cells.find(isUsername) ?? longest)
  if (phone === undefined) return []
  const name = cells.find((cell) => cell !== phone) ?? null
  return [{ phone, name: name?.slice(0, MAX_NAME_CHARS) ?? null, values: {} }]
}

/**
 * The people of a list as it is pasted, a line each, or of a CSV whose first line names its columns: one of them has to say that it
 * holds the numbers, and one that is called name holds the names.
 */
export function readPeople(text: string): ListedPerson[] {
  const [first = ''] = text.trim().split(/\r?\n/, 1)
  const isNamed = PHONE_NAME.test(first) && countDigits(first) < 6
  const records = isNamed ? readCsv(text.trim()) : null
  if (records === null) return text.split(/\r?\n/).flatMap(readLine)
  const names = Object.keys(records[0] ?? {})
  const phone = names.find((name) => PHONE_NAME.test(name)) ?? ''
  const address = names.find((name) => ADDRESS_NAME.test(name.trim())) ?? ''
  const toAddress = (record: Record<string, string>) =>
    record[address]?.includes('@') ? record[address] : ''
  const person = names.find((name) => PERSON_NAME.test(name.trim()))
  return records.flatMap((record) => {
    const given = record[phone] || toAddress(record)
    if (!given) return []
    const values = names
      .filter((name) => name !== phone && name.trim() !== '')
      .map((name) => [toColumn(name), record[name] ?? ''] as const)
    const name = person === undefined ? null : record[person]?.slice(0, MAX_NAME_CHARS) || null
    return [{ phone: given, name, values: Object.fromEntries(values) }]
  })
}
