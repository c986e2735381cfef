import type { SecretPart, SecretText } from '../effects.ts'
import { listWritings } from './secret-writings.ts'

/** A secret a text needs that does not exist (any more). */
export class SecretMissing extends Error {
  override readonly name = 'SecretMissing'
  readonly secret: string

  constructor(secret: string) {
    super(secret)
    this.secret = secret
  }
}

/** Names of the secrets a text needs. */
export function listSecrets(text: SecretText | null): string[] {
  if (text === null || typeof text === 'string') return []
  return text.flatMap((part) => (typeof part === 'string' ? [] : part.secret))
}

/** The text with its secrets in place, each encoded as its place asks for. */
export function fillSecrets(text: SecretText, secrets: ReadonlyMap<string, string>): string {
  if (typeof text === 'string') return text
  return text.map((part) => (typeof part === 'string' ? part : encode(part, secrets))).join('')
}

/** The text as people may see it. */
export function maskSecrets(text: SecretText): string {
  if (typeof text === 'string') return text
  return text.map((part) => (typeof part === 'string' ? part : '***')).join('')
}

/** Shorter ones are too common to be told apart from other words. */
const MIN_HIDDEN_CHARS = 4

/**
 * Makes what takes secrets out of texts that came back from elsewhere, in whatever way they write them. Make it once for an
 * answer: its patterns are for all of the answer's texts.
 */
export function createSecretHider(secrets: ReadonlyMap<string, string>): (text: string) => string {
  const writings = [...secrets.values()]
    .filter((value) => value.length >= MIN_HIDDEN_CHARS)
    .flatMap(listWritings)
  return (text) => writings.reduce((hidden, writing) => hidden.replace(writing, '***'), text)
}

function encode({ secret, as }: SecretPart, secrets: ReadonlyMap<string, string>): string {
  const value = secrets.get(secret)
  if (value === undefined) throw new SecretMissing(secret)
  if (as === 'url') return encodeURIComponent(value)
  return as === 'json' ? JSON.stringify(value).slice(1, -1) : value
}
