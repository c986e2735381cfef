const SEGMENT = /\.?([^.[\]]+)|\[(-?\d+)\]/y

/** Cuts `items[0].status`, `[-1].id` or `a.b` into its steps; null for a text that is no path. Blank is the whole. */
function parsePath(text: string): (string | number)[] | null {
  const steps: (string | number)[] = []
  const path = text.trim().replace(/^\$\.?/, '')
  for (let at = 0; at < path.length; at = SEGMENT.lastIndex) {
    SEGMENT.lastIndex = at
    const match = SEGMENT.exec(path)
    if (!match || (at === 0 && path.startsWith('.'))) return null
    steps.push(match[1] ?? Number(match[2]))
  }
  return steps
}

export function isJsonPath(text: string): boolean {
  return parsePath(text) !== null
}

/** The value at a path of a JSON value: dotted names, `[n]`, negative `n` counts from the end. Missing is null. */
export function readJsonPath(value: unknown, path: string): unknown {
  let current: unknown = value
  for (const step of parsePath(path) ?? []) {
    if (Array.isArray(current)) {
      const index = Number(step)
      current = Number.isInteger(index) ? (current.at(index) as unknown) : undefined
    } else if (typeof current === 'object' && current !== null && Object.hasOwn(current, step)) {
      current = (current as Record<string, unknown>)[step]
    } else return null
  }
  return current ?? null
}
