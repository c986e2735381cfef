import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { isOfKind, type Message } from '../../conversation/message.ts'
import { foldKeyword } from './fold.ts'
import { parseNumberText } from './numbers.ts'
import type { ParsedPattern } from './patterns.ts'
import { parseDateText, parseTimeText } from './time/dates.ts'

export const ANSWER_TYPES = [
  'any',
  'text',
  'number',
  'integer',
  'email',
  'phone',
  'date',
  'time',
  'url',
  'regex',
  'yes_no',
  'media',
  'location',
  'contact',
] as const
export type AnswerType = (typeof ANSWER_TYPES)[number]

/** What an `ask` expects. min and max bound a number's value or a text's length. */
export interface AnswerRule {
  type: AnswerType
  min?: number | undefined
  max?: number | undefined
  pattern?: ParsedPattern | undefined
  country?: string | undefined
  formats?: readonly string[] | undefined
  locale: string
}

export type AnswerResult = { ok: true; value: unknown } | { ok: false }

const REFUSED: AnswerResult = { ok: false }
const MEDIA_TYPES: readonly string[] = ['image', 'video', 'audio', 'voice', 'document', 'sticker']
/** What is more than its text: a caption is said of something. */
const ATTACHED: ReadonlySet<string> = new Set([...MEDIA_TYPES, 'location', 'contact'])
const EMAIL =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]{2,63}$/u
const YES = new Set(['yes', 'y', 'yep', 'yeah', 'ok', 'sim', 's', 'si', 'oui', 'ja', 'da', 'true', '1', '👍'])
const NO = new Set(['no', 'n', 'nope', 'nao', 'non', 'nein', 'net', 'false', '2', '0', '👎'])

/** Checks a message against a rule and answers the canonical value to store. */
export function checkAnswer(message: Message, rule: AnswerRule): AnswerResult {
  if (rule.type === 'media') {
    const kinds = rule.formats ?? MEDIA_TYPES
    return isOfKind(message, kinds) ? toAttachment(message) : REFUSED
  }
  if (rule.type === 'location' || rule.type === 'contact') {
    return message.type === rule.type ? toAttachment(message) : REFUSED
  }
  const text = message.text.trim()
  if (rule.type === 'any' && (text === '' || ATTACHED.has(message.type))) return toAttachment(message)
  if (text === '') return REFUSED
  return checkText(text, rule)
}

function toAttachment(message: Message): AnswerResult {
  return { ok: true, value: { ...message.media, type: message.type, id: message.id, caption: message.text } }
}

function checkText(text: string, rule: AnswerRule): AnswerResult {
  switch (rule.type) {
    case 'number':
    case 'integer':
      return checkNumber(text, rule)
    case 'email':
      return EMAIL.test(text) ? { ok: true, value: text.toLowerCase() } : REFUSED
    case 'phone':
      return fromNullable(toE164(text, rule.country ?? null))
    case 'date':
      return fromNullable(parseDateText(text, rule.locale, rule.formats))
    case 'time':
      return fromNullable(parseTimeText(text))
    case 'url':
      return fromNullable(toUrl(text))
    case 'regex':
      return rule.pattern?.test(text) ? { ok: true, value: text } : REFUSED
    case 'yes_no':
      return checkYesNo(text)
    default:
      return withinBounds(text.length, rule) ? { ok: true, value: text } : REFUSED
  }
}

function checkNumber(text: string, rule: AnswerRule): AnswerResult {
  const value = parseNumberText(text, rule.locale)
  if (value === null || !withinBounds(value, rule)) return REFUSED
  return rule.type === 'integer' && !Number.isSafeInteger(value) ? REFUSED : { ok: true, value }
}

function withinBounds(value: number, rule: AnswerRule): boolean {
  return value >= (rule.min ?? -Infinity) && value <= (rule.max ?? Infinity)
}

function checkYesNo(text: string): AnswerResult {
  const folded = foldKeyword(text)
  if (YES.has(folded)) return { ok: true, value: true }
  return NO.has(folded) ? { ok: true, value: false } : REFUSED
}

function fromNullable(value: unknown): AnswerResult {
  return value === null ? REFUSED : { ok: true, value }
}

function toE164(text: string, country: string | null): string | null {
  const phone = parsePhone(text, country)
  return phone?.isPossible() ? phone.number : null
}

/** Reads a phone number in international form, or in the national form of `country` (ISO 3166). */
export function parsePhone(text: string, country: string | null): PhoneNumber | null {
  const code = country?.toUpperCase() ?? ''
  const known: CountryCode | undefined = isSupportedCountry(code) ? code : undefined
  return (
    parsePhoneNumberFromString(
      text,
      known ? { defaultCountry: known, extract: false } : { extract: false },
    ) ?? null
  )
}

/** The country of a client's number: contacts write numbers as people there do. */
export function readCountry(phoneNumber: string): string | null {
  return parsePhoneNumberFromString(phoneNumber)?.country ?? null
}

/** Adds https:// where a scheme is missing; null unless the host has a dot or is localhost. */
function toUrl(text: string): string | null {
  const candidate = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  if (!/^https?:\/\//i.test(candidate) || /\s/.test(candidate)) return null
  try {
    const url = new URL(candidate)
    return /\.[^.]{2,}$/.test(url.hostname) || url.hostname === 'localhost' ? url.href : null
  } catch {
    return null
  }
}
