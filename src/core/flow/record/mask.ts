import type { Masked, RecordedContact, RecordingMask } from './recording.ts'

/** Who stands for the contact. */
const STAND_IN = 'Alex Example'
/** What is left of a number: its country, mostly, by which flows choose languages. */
const KEPT_DIGITS = 4
const MIN_PHONE_DIGITS = 8
const MAX_PHONE_DIGITS = 15

/** No address has more before its @; without a bound a long word is read to its end from each of its letters. */
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** Digits as people set them apart; not parts of ids, of dates and of numbers with a fraction. */
const PHONE = /(?<![\p{L}\p{N}_.,/-])\+?\(?\d(?:[ ().-]{0,2}\d){7,}(?![\p{L}\p{N}_/-]|[.,]\d)/gu
const DATE = /^\d{4}-\d{2}-\d{2}|^\d{1,2}[.-]\d{1,2}[.-]\d{4}/

/**
 * Replaces what tells who somebody is, the same text by the same each time: the contact's names and each longer word of them,
 * numbers that look like phones, and e-mail addresses. What the flow itself says is no secret of the contact and stays.
 */
export class PersonalMask {
  readonly #mask: RecordingMask
  readonly #flowTexts: string
  readonly #names: readonly (readonly [RegExp, string])[]
  readonly #phones = new Map<string, string>()
  readonly #emails = new Map<string, string>()
  readonly #found = new Set<string>()

  constructor(mask: RecordingMask, names: RecordedContact['names'], flowTexts: string) {
    this.#mask = mask
    this.#flowTexts = flowTexts.toLowerCase()
    this.#names = mask.names ? names.flatMap((name) => this.#namePatterns(name)) : []
  }

  count(): Masked {
    return { names: this.#found.size, phones: this.#phones.size, emails: this.#emails.size }
  }

  readonly text = (given: string): string => {
    const { emails, phones } = this.#mask
    const plain = emails ? given.replace(EMAIL, (email) => this.#replaceEmail(email)) : given
    const numberless = phones ? plain.replace(PHONE, (phone) => this.#replacePhone(phone)) : plain
    return this.#names.reduce(
      (text, [pattern, by]) => text.replace(pattern, (word) => this.#name(word, by)),
      numberless,
    )
  }

  /** Of what was written or answered, at any depth; numbers are looked at as the digits they are. */
  value<T>(given: T): T
  value(given: unknown): unknown {
    if (typeof given === 'string') return this.text(given)
    if (typeof given === 'number') return this.#number(given)
    if (Array.isArray(given)) return given.map((item: unknown) => this.value(item))
    if (typeof given !== 'object' || given === null) return given
    return Object.fromEntries(Object.entries(given).map(([key, item]) => [key, this.value(item)]))
  }

  /** Only those that were written as texts too: other long numbers are ids and moments. */
  #number(given: number): number {
    const known = this.#mask.phones ? this.#phones.get(String(given)) : undefined
    return known === undefined ? given : Number(known)
  }

  #name(word: string, by: string): string {
    this.#found.add(word.toLowerCase())
    return by
  }

  #namePatterns(name: string): (readonly [RegExp, string])[] {
    const [first = STAND_IN] = STAND_IN.split(' ')
    const words = name.split(/[\s.,]+/).filter((word) => [...word].length > 2 && /\p{L}/u.test(word))
    const whole = words.length > 1 ? [[toWhole(name.trim()), STAND_IN] as const] : []
    const own = words.filter((word) => !this.#flowTexts.includes(word.toLowerCase()))
    return [...whole, ...own.map((word) => [toWhole(word), first] as const)]
  }

  #replaceEmail(email: string): string {
    const key = email.toLowerCase()
    if (this.#flowTexts.includes(key)) return email
    const known = this.#emails.get(key) ?? `person${this.#emails.size + 1}@example.com`
    this.#emails.set(key, known)
    return known
  }

  #replacePhone(phone: string): string {
    const digits = phone.replace(/\D/g, '')
    const isPhone =
      digits.length >= MIN_PHONE_DIGITS && digits.length <= MAX_PHONE_DIGITS && !DATE.test(phone)
    if (!isPhone || this.#flowTexts.includes(phone.toLowerCase())) return phone
    const known = this.#phones.get(digits) ?? standFor(digits, this.#phones.size + 1)
    this.#phones.set(digits, known)
    const rest = [...known]
    return phone.replace(/\d/g, () => rest.shift() ?? '0')
  }
}

function standFor(digits: string, number: number): string {
  const count = String(number)
  const zeros = Math.max(0, digits.length - KEPT_DIGITS - count.length)
  return `${digits.slice(0, KEPT_DIGITS)}${'0'.repeat(zeros)}${count}`.slice(0, digits.length)
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const toWhole = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(text)}(?![\\p{L}\\p{N}])`, 'giu')
