/** A text whose only Liquid is `{{ path.of.names }}`, cut into literal texts and paths. */
export type PlainParts = readonly (string | readonly string[])[]

const OUTPUT = /\{\{[ \t]*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)[ \t]*\}\}/g
/** Names Liquid treats specially, as a root or as a segment. */
export const SPECIAL_NAMES: ReadonlySet<string> = new Set([
  'nil',
  'null',
  'true',
  'false',
  'empty',
  'blank',
  'size',
  'first',
  'last',
  'and',
  'or',
  'not',
  'contains',
])

/** Cuts a text into parts, or answers null when it uses more of Liquid than plain outputs. */
export function parsePlain(source: string): PlainParts | null {
  const parts: (string | string[])[] = []
  let end = 0
  for (const match of source.matchAll(OUTPUT)) {
    const path = (match[1] ?? '').split('.')
    if (isSpecial(path)) return null
    if (match.index > end) parts.push(source.slice(end, match.index))
    parts.push(path)
    end = match.index + match[0].length
  }
  if (end < source.length) parts.push(source.slice(end))
  const isLiquid = parts.some((part) => typeof part === 'string' && /\{\{|\{%|%\}|\}\}/.test(part))
  return isLiquid ? null : parts
}

function isSpecial(path: string[]): boolean {
  const [root = '', ...segments] = path
  return (
    (root !== 'last' && SPECIAL_NAMES.has(root)) || segments.some((segment) => SPECIAL_NAMES.has(segment))
  )
}

/** What a lookup found that only Liquid itself can render: an object, or a property of something that is none. */
export const NOT_PLAIN = Symbol('not plain')

/** Reads a path from its root's value through own properties of plain objects; undefined when it ends early. */
export function readPath(root: (name: string) => unknown, path: readonly string[]): unknown {
  let current: unknown = root(path[0] ?? '')
  for (let index = 1; index < path.length; index++) {
    if (current === undefined || current === null) return undefined
    if (typeof current !== 'object' || Array.isArray(current)) return NOT_PLAIN
    const name = path[index] ?? ''
    current = Object.hasOwn(current, name) ? (current as Record<string, unknown>)[name] : undefined
  }
  return current
}

/** Renders the parts, or answers null when a value needs Liquid. */
export function renderPlain(
  parts: PlainParts,
  root: (name: string) => unknown,
  encode: (text: string) => string = String,
): string | null {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part
      continue
    }
    const value = readPath(root, part)
    if (value === undefined || value === null) continue
    if (typeof value === 'object' || typeof value === 'symbol' || typeof value === 'function') return null
    text += encode(String(value))
  }
  return text
}
