/**
 * The same without NUL characters in any of its texts: PostgreSQL cannot store them, and what a contact wrote must never
 * keep what comes after it from being stored. Bytes stay as they are, and so does what holds none.
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
