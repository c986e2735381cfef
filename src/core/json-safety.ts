/** Deeper JSON than any request or flow needs; far below what could exhaust a stack. */
export const MAX_JSON_DEPTH = 100

const isUnsafe = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())

const UNSAFE_TEXT = 'it holds a NUL character or half of a surrogate pair, which text cannot hold.'

/**
 * Says why a parsed JSON value cannot be stored and written again, or undefined when it can: it nests too deep, or a
 * string in it is no Unicode text. Walks without recursion, so the value may nest as deep as it likes.
 */
export function findJsonProblem(value: unknown, maxDepth: number = MAX_JSON_DEPTH): string | undefined {
  if (isUnsafe(value)) return UNSAFE_TEXT
  const waiting: [value: unknown, depth: number][] = [[value, 1]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [current, depth] = next
    if (typeof current !== 'object' || current === null) continue
    if (depth > maxDepth) return `it nests deeper than ${maxDepth} levels.`
    for (const [key, child] of Object.entries(current)) {
      if (isUnsafe(key) || isUnsafe(child)) return UNSAFE_TEXT
      waiting.push([child, depth + 1])
    }
  }
  return undefined
}
