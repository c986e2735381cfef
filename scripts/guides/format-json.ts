const LINE_CHARS = 110

/** JSON for reading: what fits stands on one line, the rest is indented. */
export function formatJson(value: unknown, indent = ''): string {
  const flat = toLine(value)
  if (indent.length + flat.length <= LINE_CHARS || typeof value !== 'object' || value === null) return flat
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => deeper + formatJson(item, deeper)).join(',\n')}\n${indent}]`
  }
  const fields = Object.entries(value).map(
    ([name, field]) => `${deeper}"${name}": ${formatJson(field, deeper)}`,
  )
  return `{\n${fields.join(',\n')}\n${indent}}`
}

function toLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `"${name}": ${toLine(field)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
