import { isGroup, isLid, isPhoneAddress, parseNamedRecipient, parseRecipient } from '../../../addresses.ts'

/** The address of a group as people write it: its id, with or without the server; null for what is none. */
export function readGroup(given: string): string | null {
  const text = given.trim()
  const read = parseRecipient(text.includes('@') ? text : `${text}@g.us`)
  return read.ok && isGroup(read.address) ? read.address : null
}

/** People by numbers, addresses or usernames with their @, with commas, semicolons or line breaks between; null where one of them is none. */
export function readPeople(given: string): string[] | null {
  const people: string[] = []
  for (const part of given.split(/[,;\n]/).map((one) => one.trim())) {
    if (part === '') continue
    const read = parseNamedRecipient(part)
    if (!read.ok || !(read.kind === 'username' || isPhoneAddress(read.address) || isLid(read.address)))
      return null
    people.push(read.address)
  }
  return [...new Set(people)]
}

export const hasTemplate = (text: string): boolean => /\{[{%]/.test(text)
