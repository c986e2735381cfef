import { z } from 'zod'
import { VARIABLE_NAME } from '../definition.ts'
import { MAX_TEXT_CHARS, MAX_WAIT_SEC, MIN_WAIT_TIMEOUT_SEC } from '../limits.ts'
import type { HandleSpec, TextField } from './node-type.ts'

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
  contact: ['jid', 'phone', 'name', 'tags', 'favourite', 'fields'],
  client: ['id', 'name', 'phone'],
  flow: ['id', 'name'],
} as const

/** A phone number in digits, or an address of the network. */
export const ADDRESS = /^(\+?\d{5,20}|\S+@(s\.whatsapp\.net|c\.us|lid|g\.us))$/

/** A text a person must see: not blank, at most `max` characters. */
export function requiredText(max: number) {
  return z
    .string()
    .max(max, `at most ${max} characters`)
    .refine((value) => value.trim() !== '', 'is blank; write the text')
}

export const optionalText = z.string().max(MAX_TEXT_CHARS, `at most ${MAX_TEXT_CHARS} characters`).optional()

/** The name of a variable of the run. */
export const variableName = z
  .string()
  .regex(VARIABLE_NAME, 'a variable name is a letter or _ and up to 63 letters, digits or _')
  .refine((name) => !RESERVED_ROOTS.some((root) => root === name), 'this name is reserved; choose another')

export const timeoutSec = z
  .number()
  .min(MIN_WAIT_TIMEOUT_SEC, `at least ${MIN_WAIT_TIMEOUT_SEC} seconds`)
  .max(MAX_WAIT_SEC, 'at most 30 days')
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
