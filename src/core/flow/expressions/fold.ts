const MARKS = /\p{M}/gu
const EDGE_PUNCTUATION = /^[\p{P}\s]+|[\p{P}\s]+$/gu

/** Text for comparing what people type: compatibility form, no accents, lower case, single spaces, trimmed. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** How a keyword, option or alias is compared: folded, and without punctuation at the edges; emoji stay. */
export function foldKeyword(
  text: string,
  options: { caseSensitive?: boolean; foldAccents?: boolean } = {},
): string {
  const { caseSensitive = false, foldAccents = true } = options
  const marked = foldAccents ? text.normalize('NFKD').replace(MARKS, '') : text.normalize('NFKC')
  const cased = caseSensitive ? marked : marked.toLowerCase()
  const stripped = cased.replace(EDGE_PUNCTUATION, '').replace(/\s+/g, ' ')
  return stripped === '' ? cased.trim() : stripped
}

/** `São Paulo!` becomes `sao-paulo`. */
export function slugify(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}
