const MAX_CHARS = 20_000
const MAX_STRING_CHARS = 500

/** A message as the network has it, to be looked at: long texts and bytes are cut, and so is the whole. */
export function toRawText(content: unknown): { text: string; isCut: boolean } {
  let isCut = false
  const cut = (value: string, max: number): string => {
    if (value.length <= max) return value
    isCut = true
    return `${value.slice(0, max)}…`
  }
  const json = JSON.stringify(
    content,
    (_, value: unknown) => (typeof value === 'string' ? cut(value, MAX_STRING_CHARS) : value),
    2,
  )
  const text = cut(json ?? '', MAX_CHARS)
  return { text, isCut }
}
