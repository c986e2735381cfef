import { InputError } from '../protocol/addresses.ts'
import type { ClientVersion } from '../state/versions.ts'

/** The JSON body of a scenario request. */
export type Body = Record<string, unknown>

export function readText(body: Body, field: string): string {
  const value = body[field]
  if (typeof value !== 'string' || value === '')
    throw new InputError(`"${field}" must be a text that is not empty`)
  return value
}

export function readOptional<T>(
  body: Body,
  field: string,
  read: (body: Body, field: string) => T,
): T | undefined {
  return body[field] === undefined || body[field] === null ? undefined : read(body, field)
}

export function readCount(body: Body, field: string): number {
  const value = body[field]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new InputError(`"${field}" must be a whole number of 0 or more`)
  }
  return value
}

export function readFlag(body: Body, field: string): boolean {
  const value = body[field]
  if (typeof value !== 'boolean') throw new InputError(`"${field}" must be true or false`)
  return value
}

export function readTexts(body: Body, field: string): string[] {
  const value = body[field]
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) {
    throw new InputError(`"${field}" must be a list of texts`)
  }
  return value.map(String)
}

/** A version of WhatsApp Web, such as `2.3000.1044017588`. */
export function readVersion(body: Body, field: string): ClientVersion {
  const parts = /^(\d{1,4})\.(\d{1,6})\.(\d{1,12})$/.exec(readText(body, field))
  if (!parts) throw new InputError(`"${field}" must be a version like 2.3000.1044017588`)
  return [Number(parts[1]), Number(parts[2]), Number(parts[3])]
}

/** Reads one of a fixed set of words. */
export const readChoice =
  <T extends string>(...choices: T[]) =>
  (body: Body, field: string): T => {
    const found = choices.find((choice) => choice === body[field])
    if (found === undefined) throw new InputError(`"${field}" must be one of ${choices.join(', ')}`)
    return found
  }

/** Reads each field that is given and leaves out the others. */
export function readGiven<T extends Record<string, unknown>>(
  body: Body,
  readers: { [K in keyof T]: (body: Body, field: string) => T[K] },
): Partial<T> {
  const given: Partial<T> = {}
  for (const field in readers) {
    const value = readOptional(body, field, readers[field])
    if (value !== undefined) given[field] = value
  }
  return given
}

export function readNumber(body: Body, field: string): number {
  const value = body[field]
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new InputError(`"${field}" must be a number`)
  return value
}

export function readList(body: Body, field: string): Body[] {
  const value = body[field]
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'object' || item === null)) {
    throw new InputError(`"${field}" must be a list of objects`)
  }
  return value as Body[]
}
