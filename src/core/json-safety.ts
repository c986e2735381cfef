/** Deeper JSON than any request or flow needs; far below what could exhaust a stack. */
export const MAX_JSON_DEPTH = 100
/** Values and keys that a JSON text may hold: far more than any flow has, and few enough to be checked one by one. */
export const MAX_JSON_PARTS = 100_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** JSON text before anything is made of it: its bytes, or a string. */
export interface JsonLetters {
  readonly length: number
  codeAt(index: number): number | undefined
  /** Where the next quotation mark from here on is; -1 when there is none. */
  findQuote(from: number): number
}

/** How deep JSON text may nest, and how many values and keys it may hold. */
export interface JsonLimits {
  depth: number
  parts: number
}

const LIMITS: JsonLimits = { depth: MAX_JSON_DEPTH, parts: MAX_JSON_PARTS }

/**
 * Says why JSON text is too much to be parsed, before anything is made of it; strings are skipped as a whole. Every value
 * and key but the first comes after a sign that is counted here, and what is too much ends the counting.
 */
export function findJsonExcess(letters: JsonLetters, limits = LIMITS): 'depth' | 'parts' | undefined {
  let depth = 0
  let parts = 1
  for (let i = 0; i < letters.length; i++) {
    const code = letters.codeAt(i)
    if (code === QUOTE) i = findStringEnd(letters, i)
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    else if (isPartSign(code)) parts++
    if (isOpening(code)) depth++
    if (depth > limits.depth) return 'depth'
    if (parts > limits.parts) return 'parts'
  }
  return undefined
}

const isOpening = (code: number | undefined): boolean => code === OPEN_LIST || code === OPEN_OBJECT
const isPartSign = (code: number | undefined): boolean => code === COMMA || code === COLON || isOpening(code)

function findStringEnd(letters: JsonLetters, start: number): number {
  for (let end = letters.findQuote(start + 1); end !== -1; end = letters.findQuote(end + 1)) {
    let slashes = 0
    while (letters.codeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return letters.length
}

/** Why JSON cannot be taken; the sentences are in `words`. */
export type JsonProblem =
  | { kind: 'depth'; most: number }
  | { kind: 'parts'; most: number }
  /** A text with a NUL character or half of a surrogate pair, at this place; '' for the whole. */
  | { kind: 'unsafe'; path: string }
  /** An object with a field `toString`, at this place: whoever compares it or makes text of it fails, and schemas do before they look at it. */
  | { kind: 'untold'; path: string }

/** The same of a string. */
export const findTextExcess = (text: string, limits = LIMITS): 'depth' | 'parts' | undefined =>
  findJsonExcess(
    {
      length: text.length,
      codeAt: (index) => text.charCodeAt(index),
      findQuote: (from) => text.indexOf('"', from),
    },
    limits,
  )

/** The value of JSON text that came as a string; or why it has none: `problem` is null when it is no JSON at all. */
export function parseJsonText(
  text: string,
): { ok: true; value: unknown } | { ok: false; problem: JsonProblem | null } {
  const excess = findTextExcess(text)
  if (excess) return { ok: false, problem: { kind: excess, most: LIMITS[excess] } }
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false, problem: null }
  }
}

const isUnsafe = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

interface Place {
  value: unknown
  depth: number
  path: string
}

/**
 * Says why a parsed JSON value cannot be stored and written again, or undefined when it can: it nests too deep, a string in it is no
 * Unicode text, or an object hides how text is made of it, and where. Walks without recursion, so the value may nest as deep as it likes.
 */
export function findJsonProblem(value: unknown, maxDepth: number = MAX_JSON_DEPTH): JsonProblem | undefined {
  const waiting: Place[] = [{ value, depth: 1, path: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: current, depth, path } = next
    if (isUnsafe(current)) return { kind: 'unsafe', path }
    if (typeof current !== 'object' || current === null) continue
    if (depth > maxDepth) return { kind: 'depth', most: maxDepth }
    if (Object.keys(current).some(isUnsafe)) return { kind: 'unsafe', path }
    if (Object.hasOwn(current, 'toString')) return { kind: 'untold', path: join(path, 'toString') }
    for (const [key, child] of Object.entries(current))
      waiting.push({ value: child, depth: depth + 1, path: join(path, key) })
  }
  return undefined
}

/** Size of a JSON value as UTF-8; its texts are counted exactly only where that could make it more than `most` bytes. */
export function countJsonBytes(value: unknown, most: number): number {
  const text = JSON.stringify(value)
  if (text.length * 3 <= most) return text.length
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x80) bytes += code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes
}
