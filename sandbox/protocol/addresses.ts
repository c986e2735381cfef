import { createHash } from 'node:crypto'

export const NUMBER_SERVER = 's.whatsapp.net'
export const LID_SERVER = 'lid'
export const GROUP_SERVER = 'g.us'
/** The network itself, as the sender of requests and notifications. */
export const SERVER_JID = `@${NUMBER_SERVER}`

/** Somebody named on the wire: a user under a phone number or a LID, and one of their devices (0 is the phone). */
export interface Address {
  user: string
  server: string
  device: number
}

/** A request of the scenario API that cannot be served; the message says what to change. HTTP answers it with 400. */
export class InputError extends Error {
  override name = 'InputError'
}

/** Digits of a phone number written with or without `+`, spaces, dashes and parentheses. Throws InputError. */
export function parseNumber(text: unknown): string {
  const digits = typeof text === 'string' ? text.replace(/[\s()+-]/g, '') : ''
  if (!/^\d{7,15}$/.test(digits)) {
    throw new InputError(`"${text}" is not a phone number: write 7 to 15 digits, country code first`)
  }
  return digits
}

/** The parts of a jid such as `15550001:2@s.whatsapp.net`; undefined when it is not one of a user. */
export function parseAddress(jid: string | undefined): Address | undefined {
  const match = /^(\d+)(?:_\d+)?(?::(\d+))?@(.+)$/.exec(jid ?? '')
  if (match?.[1] === undefined || match[3] === undefined) return undefined
  const server = match[3] === 'c.us' ? NUMBER_SERVER : match[3]
  if (server !== NUMBER_SERVER && server !== LID_SERVER) return undefined
  return { user: match[1], device: Number(match[2] ?? 0), server }
}

/** Whether a text names a group, such as `120363000000000000@g.us`. */
export const isGroupJid = (jid: string | undefined): boolean => jid?.endsWith(`@${GROUP_SERVER}`) ?? false

const buildJid = (user: string, server: string, device: number): string =>
  `${user}${device > 0 ? `:${device}` : ''}@${server}`

export const numberJid = (number: string, device = 0): string => buildJid(number, NUMBER_SERVER, device)

export const lidJid = (lid: string, device = 0): string => buildJid(lid, LID_SERVER, device)

/** The LID of a number: fifteen digits that say nothing about the number, the same in every network. */
export function deriveLid(number: string): string {
  const hash = createHash('sha256').update(`lid:${number}`).digest()
  return String(100_000_000_000_000n + (hash.readBigUInt64BE(0) % 900_000_000_000_000n))
}
