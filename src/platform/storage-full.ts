/** What a system says when a disk, or the share of it that one may use, is full; the first is PostgreSQL's. */
const FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const MAX_DEPTH = 5

/** The code of an error that a full disk caused, looking through wrappers; null for every other error. */
export function findStorageFull(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < MAX_DEPTH; depth += 1) {
    if ('code' in current && typeof current.code === 'string' && FULL_CODES.has(current.code))
      return current.code
    current = current.cause
  }
  return null
}
