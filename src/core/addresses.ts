/** A full network address `user@server` without device part, in canonical form. */
export type Address = string & { readonly __brand: 'Address' }

export type ParsedRecipient =
  | { ok: true; address: Address; kind: 'person' | 'lid' | 'group' | 'status' }
  /** `given` is as much of what was given as is repeated to whoever gave it. */
  | { ok: false; given: string }

/** Of `address` only a lookup makes one. */
interface NamedRecipient {
  ok: true
  address: Address
  kind: 'username'
}

export const STATUS_ADDRESS = 'status@broadcast' as Address
const PHONE_DIGITS = /^[1-9]\d{5,14}$/
const LID_USER = /^\d{4,20}$/
const GROUP_USER = /^\d{5,25}(-\d{5,15})?$/

/** The forms a recipient may be given in; told to callers whose value fits none. */
export const RECIPIENT_FORMS =
  'digits with country code, +E.164, <digits>@s.whatsapp.net, <digits>@c.us, <id>@lid, <id>@g.us or status@broadcast'

const refuse = (input: string): ParsedRecipient => ({ ok: false, given: input.slice(0, 60) })

function parsePhone(user: string, input: string): ParsedRecipient {
  const digits = user.replace(/^\+/, '').replace(/[\s().-]/g, '')
  if (!PHONE_DIGITS.test(digits)) return refuse(input)
  return { ok: true, address: `${digits}@s.whatsapp.net` as Address, kind: 'person' }
}

/**
 * Reads a recipient in any accepted form into its full address (interface-decisions.md, "Requests").
 * A device part (`user:12@server`) is dropped: messages go to people, not to devices.
 */
export function parseRecipient(input: string): ParsedRecipient {
  const text = input.trim()
  const at = text.lastIndexOf('@')
  if (at < 0) return parsePhone(text, input)
  const user = text.slice(0, at).replace(/:\d+$/, '')
  const server = text.slice(at + 1).toLowerCase()
  switch (server) {
    case 's.whatsapp.net':
    case 'c.us':
      return parsePhone(user, input)
    case 'lid':
      return LID_USER.test(user)
        ? { ok: true, address: `${user}@lid` as Address, kind: 'lid' }
        : refuse(input)
    case 'g.us':
      return GROUP_USER.test(user)
        ? { ok: true, address: `${user}@g.us` as Address, kind: 'group' }
        : refuse(input)
    case 'broadcast':
      return user === 'status' ? { ok: true, address: STATUS_ADDRESS, kind: 'status' } : refuse(input)
    default:
      return refuse(input)
  }
}

/** As people write the name by which somebody is found. What is the server of an address is one whose user was left out. */
const USERNAME = /^@(?!(?:lid|g\.us|c\.us|s\.whatsapp\.net|broadcast|newsletter)$)(?=.*[a-z])[\w.]{3,35}$/i

/** A recipient in any form of `parseRecipient`, or by a username, which has to be looked up before anything is sent. */
export function parseNamedRecipient(input: string): ParsedRecipient | NamedRecipient {
  const text = input.trim()
  return USERNAME.test(text)
    ? { ok: true, address: text as Address, kind: 'username' }
    : parseRecipient(input)
}

/** The username in what was given for a recipient; null when it is an address. */
export const usernameIn = (given: string): string | null => (given.startsWith('@') ? given.slice(1) : null)

/** Drops the device part and normalises the server of an address the network itself gave. */
export function toAddress(jid: string): Address {
  const at = jid.lastIndexOf('@')
  if (at < 0) return jid as Address
  const user = jid.slice(0, at).replace(/[:_]\d+$/, '')
  const server = jid.slice(at + 1)
  return `${user}@${server === 'c.us' ? 's.whatsapp.net' : server}` as Address
}

export const isGroup = (address: string): boolean => address.endsWith('@g.us')
/** A chat in which several people write: each message names its writer. */
export const isOfMany = (chat: string): boolean => isGroup(chat) || chat === STATUS_ADDRESS
/** The address of a channel as people write it: its id, with or without the server; null for what is none. */
export function readChannel(given: string): Address | null {
  const [id, server = 'newsletter', ...rest] = given.trim().split('@')
  const isChannel = /^\d{5,25}$/.test(id ?? '') && server.toLowerCase() === 'newsletter' && rest.length === 0
  return isChannel ? (`${id}@newsletter` as Address) : null
}

export const isLid = (address: string): boolean => address.endsWith('@lid')
export const isPhoneAddress = (address: string): boolean => address.endsWith('@s.whatsapp.net')

/** `+E.164` of a phone-number address, or null for every other kind. */
export function toPhoneNumber(address: string): string | null {
  return isPhoneAddress(address) ? `+${address.slice(0, address.indexOf('@'))}` : null
}

/** The phone-number address of `+E.164` or bare digits. */
export function fromPhoneNumber(phone: string): Address {
  return `${phone.replace(/\D/g, '')}@s.whatsapp.net` as Address
}
