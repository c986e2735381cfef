import { refusal } from '../../core/errors.ts'
import type { RunPlace } from './store.ts'

/** Characters of a text by which rows are sorted; a cursor holds them. */
const MAX_KEY_CHARS = 40

/** What a value is sorted by: numbers before texts, and what has no value last. */
export type SortKey = number | string | null

/** Where a page ends: in the order of time, or in that of a column among the runs that began no later than `newest`. */
export interface PagePlace extends RunPlace {
  newest?: RunPlace
  key?: SortKey
}

const US = /^\d{1,19}$/
const ID = /^[0-9a-f-]{36}$/

export function toCursor({ createdAtUs, id, newest, key }: PagePlace): string {
  const parts = [createdAtUs, id, ...(newest ? [newest.createdAtUs, newest.id, key ?? null] : [])]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

export function parseCursor(cursor: string | undefined, isSorted: boolean): PagePlace | null {
  if (cursor === undefined) return null
  const parts = readParts(cursor)
  const [createdAtUs, id, newestUs, newestId, key] = parts
  if (!isPlace(createdAtUs, id) || parts.length !== (isSorted ? 5 : 2)) return refuseCursor()
  const place = { createdAtUs: String(createdAtUs), id: String(id) }
  if (!isSorted) return place
  if (!isPlace(newestUs, newestId) || !isKey(key)) return refuseCursor()
  return { ...place, newest: { createdAtUs: String(newestUs), id: String(newestId) }, key }
}

function readParts(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

const isPlace = (us: unknown, id: unknown): boolean =>
  typeof us === 'string' && US.test(us) && typeof id === 'string' && ID.test(id)

const isKey = (key: unknown): key is SortKey =>
  key === null || typeof key === 'number' || (typeof key === 'string' && key.length <= MAX_KEY_CHARS)

function refuseCursor(): never {
  throw refusal('BAD_REQUEST', 'CURSOR_UNKNOWN', {}, { path: 'cursor' })
}

/** The key of a value; `fold` is how texts are compared. */
export function toSortKey(value: unknown, fold: (text: string) => string): SortKey {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  const text = fold(typeof value === 'string' ? value : JSON.stringify(value))
  return [...text].slice(0, MAX_KEY_CHARS / 2).join('')
}

export function compareKeys(a: SortKey, b: SortKey): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : a < b ? -1 : 1
  return rank(a) - rank(b)
}

const rank = (key: SortKey): number => (key === null ? 2 : typeof key === 'number' ? 0 : 1)
