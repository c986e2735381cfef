type Schema = Record<string, unknown>

/** Shorter ones are not worth a name. */
const MIN_CHARS = 120

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isWorthSharing = (value: Schema, text: string): boolean =>
  value.type === 'object' && isSchema(value.properties) && text.length >= MIN_CHARS

function countParts(value: unknown, counts: Map<string, number>): void {
  if (Array.isArray(value)) for (const item of value) countParts(item, counts)
  if (!isSchema(value)) return
  const text = JSON.stringify(value)
  if (isWorthSharing(value, text)) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const part of Object.values(value)) countParts(part, counts)
}

/** Writes an object that a schema describes more than once only once, in its `$defs`; what the schema means stays as it is. */
export function shareRepeated(schema: Schema): Schema {
  const counts = new Map<string, number>()
  countParts(schema, counts)
  const names = new Map<string, string>()
  const definitions: Schema = {}

  function replace(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(replace)
    if (!isSchema(value)) return value
    const text = JSON.stringify(value)
    const isRepeated = isWorthSharing(value, text) && (counts.get(text) ?? 0) > 1
    if (!isRepeated) return replaceParts(value)
    const name = names.get(text) ?? `Shared${names.size + 1}`
    if (!names.has(text)) {
      names.set(text, name)
      definitions[name] = replaceParts(value)
    }
    return { $ref: `#/$defs/${name}` }
  }
  const replaceParts = (value: Schema): Schema =>
    Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replace(part)]))

  const { $defs, ...rest } = replaceParts(schema)
  const all = { ...(isSchema($defs) ? $defs : {}), ...definitions }
  return Object.keys(all).length > 0 ? { ...rest, $defs: all } : rest
}
