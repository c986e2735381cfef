import type { HttpData } from './http-data.ts'

/** A body of JSON as an object, without one an empty one; null for a body that is no object. */
export function readObject(body: unknown): Record<string, unknown> | null {
  if (body === undefined || body === null) return {}
  const value: unknown = typeof body === 'string' ? parse(body) : body
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const DEFAULT_FIELD = 'file'

export const nameField = ({ fileField = DEFAULT_FIELD }: HttpData): string => fileField

/** The object with a text at a place of it; what stands on the way there and is no object is replaced. */
export function putAt(object: Record<string, unknown>, place: string, text: string): Record<string, unknown> {
  const [name = DEFAULT_FIELD, ...rest] = place.split('.')
  const inner = Object.hasOwn(object, name) ? object[name] : undefined
  const value = rest.length === 0 ? text : putAt(readObject(inner) ?? {}, rest.join('.'), text)
  return Object.fromEntries([...Object.entries(object).filter(([key]) => key !== name), [name, value]])
}
