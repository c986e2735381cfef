import { writeCsv } from '../../../core/csv.ts'
import type { NotedContact } from './contact-data.ts'

/** A contact as files have it: one value a column. */
function toRow({ contact, tags, favourite, blacklist, fields }: NotedContact): Record<string, unknown> {
  const { id, name, notify, username, phoneNumber } = contact
  return { id, phoneNumber, username, name: name ?? notify, tags, favourite, blacklist, fields }
}

export const toJsonRows = (contacts: readonly NotedContact[]): Record<string, unknown>[] =>
  contacts.map(toRow)

const HEAD = ['id', 'phoneNumber', 'username', 'name', 'tags', 'favourite', 'blacklist']

/** Contacts as CSV: what all have, then each field that any of them has, by its name. */
export function toCsv(contacts: readonly NotedContact[]): string {
  const names = [...new Set(contacts.flatMap(({ fields }) => Object.keys(fields)))].sort()
  const records = contacts.map((contact) => ({
    ...toRow(contact),
    tags: contact.tags.join(', '),
    ...Object.fromEntries(names.map((name) => [`fields.${name}`, contact.fields[name]])),
  }))
  return writeCsv([...HEAD, ...names.map((name) => `fields.${name}`)], records)
}
