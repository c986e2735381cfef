import { z } from 'zod'
import { VARIABLE_NAME } from '../../definition.ts'
import { findingText } from '../../findings.ts'
import { MAX_TEXT_CHARS, MAX_WAIT_SEC, MIN_WAIT_TIMEOUT_SEC } from '../../limits.ts'
import type { HandleSpec, TextField } from '../node-type.ts'

/** Names a variable cannot have: they are the roots every template can read. */
export const RESERVED_ROOTS = [
  'vars',
  'contact',
  'message',
  'last',
  'trigger',
  'node',
  'flow',
  'client',
  'now',
  'secrets',
  'prev',
] as const

/** What stands under the roots whose fields are known beforehand. */
export const ROOT_FIELDS = {
  contact: ['jid', 'phone', 'username', 'name', 'tags', 'favourite', 'fields'],
  client: ['id', 'name', 'phone'],
  flow: ['id', 'name', 'language'],
} as const

/** A phone number in digits, or an address of the network. */
export const ADDRESS = /^(\+?\d{5,20}|\S+@(s\.whatsapp\.net|c\.us|lid|g\.us))$/

/** The same, or a username with its @, as `parseNamedRecipient` reads them. */
export const ADDRESS_OR_USERNAME = new RegExp(
  `${ADDRESS.source}|^@(?!(?:lid|g\\.us|c\\.us|s\\.whatsapp\\.net|broadcast|newsletter)$)(?=.*[A-Za-z])[\\w.]{3,35}$`,
)

/** A text a person must see: not blank, at most `max` characters. */
export function requiredText(max: number) {
  return z
    .string()
    .max(max, findingText('TEXT_TOO_LONG', { most: max }))
    .refine((value) => value.trim() !== '', findingText('TEXT_BLANK'))
}

export const optionalText = z
  .string()
  .max(MAX_TEXT_CHARS, findingText('TEXT_TOO_LONG', { most: MAX_TEXT_CHARS }))
  .optional()

/** The name of a variable of the run. */
export const variableName = z
  .string()
  .regex(VARIABLE_NAME, findingText('NO_VARIABLE_NAME'))
  .refine((name) => !RESERVED_ROOTS.some((root) => root === name), findingText('NAME_RESERVED'))

export const timeoutSec = z
  .number()
  .min(MIN_WAIT_TIMEOUT_SEC, findingText('TIMEOUT_TOO_SHORT', { least: MIN_WAIT_TIMEOUT_SEC }))
  .max(MAX_WAIT_SEC, findingText('WAIT_TOO_LONG'))
  .optional()

export const maxAttempts = z.number().int().min(1).max(10).default(3)

/** A template field, when the text is there. */
export function templateField(path: string, text: string | undefined): TextField[] {
  return text === undefined || text === '' ? [] : [{ path, text, kind: 'template' }]
}

/** The handles every wait has beside its answers. */
export const INVALID: HandleSpec = {
  id: 'invalid',
  label: 'not understood',
  optional: true,
  unconnected: 'fallback',
}
export const TIMEOUT: HandleSpec = {
  id: 'timeout',
  label: 'no answer',
  optional: true,
  unconnected: 'dormant',
}
