type Json = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The RFC 7396 merge patch that turns `before` into `after`; equal references are skipped without a look inside. */
export function diffMergePatch(
  before: object,
  after: object,
  leftOut: readonly string[] = [],
): Record<string, unknown> {
  const [old, fresh] = [before as Json, after as Json]
  const patch: Record<string, unknown> = {}
  if (before === after) return patch
  for (const key in fresh) {
    if (old[key] === fresh[key] || leftOut.includes(key)) continue
    const change = diffValue(old[key], fresh[key])
    if (change !== undefined) patch[key] = change
  }
  for (const key in old) if (!(key in fresh)) patch[key] = null
  return patch
}

/** What a patch says for one key; undefined when nothing changed. */
function diffValue(old: unknown, value: unknown): unknown {
  if (old === value || isSameList(old, value)) return undefined
  if (!isObject(old) || !isObject(value)) return value ?? null
  const inner = diffMergePatch(old, value)
  return Object.keys(inner).length > 0 ? inner : undefined
}

function isSameList(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) && a.length === 0 && b.length === 0
}

/** Applies an RFC 7396 merge patch and answers a new object. */
export function applyMergePatch(target: Json, patch: Json): Record<string, unknown> {
  const result: Record<string, unknown> = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = isObject(value) ? applyMergePatch(asObject(result[key]), value) : value
  }
  return result
}

function asObject(value: unknown): Json {
  return isObject(value) ? value : {}
}

/** Puts a later patch on top of an earlier one: applying the result equals applying both. */
export function joinMergePatches(first: Json, second: Json): Record<string, unknown> {
  const result: Record<string, unknown> = { ...first }
  for (const [key, value] of Object.entries(second)) {
    const old = result[key]
    result[key] = isObject(old) && isObject(value) ? joinMergePatches(old, value) : value
  }
  return result
}
