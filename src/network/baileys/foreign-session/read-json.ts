import { findTextExcess, MAX_JSON_DEPTH } from '../../../core/json-safety.ts'
import { SessionProblemError } from './session-problem.ts'

/** Values nested deeper are no part of a session; its deepest, a Signal session, has seven levels. */
const MAX_DEPTH = 24
/** A session of 18,000 contacts in one document has about this many. What is made of as many takes 1.1 GB at worst. */
const MAX_PARTS = 4_000_000
const LIMITS = { depth: MAX_JSON_DEPTH, parts: MAX_PARTS }

const tooDeep = (): SessionProblemError =>
  new SessionProblemError({ reason: 'SESSION_FILE_UNKNOWN', params: { found: 'nesting' } })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object whose fields may be anything. Bytes and lists are none. */
export const toRecord = (value: unknown): Record<string, unknown> | null =>
  isRecord(value) && !(value instanceof Uint8Array) ? value : null

const isByte = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255

function toBytes(value: Record<string, unknown>): Buffer | null {
  if (value.type === 'Buffer') {
    if (typeof value.data === 'string') return Buffer.from(value.data, 'base64')
    if (Array.isArray(value.data) && value.data.every(isByte)) return Buffer.from(value.data as number[])
    return null
  }
  const keys = Object.keys(value)
  const isList = keys.length > 0 && keys.every((key, at) => key === String(at) && isByte(value[key]))
  return isList ? Buffer.from(Object.values(value) as number[]) : null
}

/**
 * Bytes come in three forms: with base64, as `BufferJSON` writes them (rc14, `Utils/generics.js`); with a list of numbers,
 * as `JSON.stringify` alone writes a Buffer; and as an object from "0" on, as it writes a Uint8Array.
 */
export function reviveBytes(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if (depth > MAX_DEPTH) throw tooDeep()
  if (Array.isArray(value)) return value.map((item) => reviveBytes(item, depth + 1))
  const bytes = toBytes(value as Record<string, unknown>)
  if (bytes) return bytes
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, item]) => [key, reviveBytes(item, depth + 1)]))
}

/** Undefined when it is no JSON. What would take too much memory is refused before anything is made of it. */
export function parseJson(text: string): unknown {
  const excess = findTextExcess(text, LIMITS)
  if (excess === 'depth') throw tooDeep()
  if (excess)
    throw new SessionProblemError({
      reason: 'SESSION_TOO_LARGE',
      params: { of: 'values', most: MAX_PARTS },
    })
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON, or text that holds JSON once more, as it is in a column or hash whose writer turned it into text twice. */
export function unwrapText(value: unknown): unknown {
  let found = value
  for (let layer = 0; layer < 2 && typeof found === 'string'; layer += 1) {
    const inner = parseJson(found)
    if (inner === undefined) return found
    found = inner
  }
  return found
}
