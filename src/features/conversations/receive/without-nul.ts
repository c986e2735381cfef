/**
 * The event without NUL characters in any of its texts: PostgreSQL cannot store them, and a text of a contact must
 * never keep what follows from being stored. Bytes stay as they are, and an event that has none is answered as it is.
 */
export function withoutNuls<T>(value: T): T {
  if (typeof value === 'string')
    return (value.includes('\u0000') ? value.replaceAll('\u0000', '') : value) as T
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  let cleaned: Record<string, unknown> | undefined
  for (const [key, child] of Object.entries(value)) {
    const clean: unknown = withoutNuls(child)
    if (clean === child) continue
    cleaned ??= (Array.isArray(value) ? [...value] : { ...value }) as unknown as Record<string, unknown>
    cleaned[key] = clean
  }
  return (cleaned ?? value) as T
}
