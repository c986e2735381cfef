/** Deeper JSON than any request or flow needs; far below what could exhaust a stack. */
export const MAX_JSON_DEPTH = 100

const isUnsafe = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

const describeUnsafe = (path: string): string =>
  `it holds a NUL character or half of a surrogate pair${path && ` at ${path}`}, which text cannot hold.`

interface Place {
  value: unknown
  depth: number
  path: string
}

/**
 * Says why a parsed JSON value cannot be stored and written again, or undefined when it can: it nests too deep, or a
 * string in it is no Unicode text, and where. Walks without recursion, so the value may nest as deep as it likes.
 */
export function findJsonProblem(value: unknown, maxDepth: number = MAX_JSON_DEPTH): string | undefined {
  const waiting: Place[] = [{ value, depth: 1, path: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: current, depth, path } = next
    if (isUnsafe(current)) return describeUnsafe(path)
    if (typeof current !== 'object' || current === null) continue
    if (depth > maxDepth) return `it nests deeper than ${maxDepth} levels.`
    if (Object.keys(current).some(isUnsafe)) return describeUnsafe(path)
    for (const [key, child] of Object.entries(current))
      waiting.push({ value: child, depth: depth + 1, path: join(path, key) })
  }
  return undefined
}
