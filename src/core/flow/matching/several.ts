import { foldKeyword } from '../expressions/fold.ts'
import { findNamed, type Tolerance, toWords } from './choice.ts'

/** Said for everything at once. */
const ALL: ReadonlySet<string> = new Set([
  ...[
    'all',
    'everything',
    'all of them',
    'tudo',
    'todos',
    'todas',
    'todo',
    'tout',
    'tous',
    'toutes',
    'alle',
    'alles',
  ],
])
/** Between the parts of an enumeration: punctuation, line breaks, and "and" in six languages. */
const SEPARATOR = /[,;/+&\n]+|\s(?:and|e|y|et|und)\s/iu
const RANGE = /^(\d{1,2})\s*[-–]\s*(\d{1,2})$/

/**
 * The things an answer enumerates, each once, in the order they are offered: numbers, names, or both, with commas, spaces
 * between numbers, "and", or a range of numbers ("1-3"); "all" names everything. Null when one part names nothing.
 */
export function findSeveral(
  names: readonly (readonly string[])[],
  text: string,
  tolerance: Tolerance | null = null,
): number[] | null {
  if (ALL.has(toWords(text).join(' '))) return names.map((_, index) => index)
  // A name may have an "and" of its own.
  const whole = findNamed(names, text, tolerance)
  if (whole !== null) return [whole]
  const found = new Set<number>()
  for (const part of listParts(text)) {
    const range = readRange(part, names.length) ?? [findNamed(names, part, tolerance)]
    for (const index of range) {
      if (index === null) return null
      found.add(index)
    }
  }
  return found.size === 0 ? null : [...found].sort((a, b) => a - b)
}

function listParts(text: string): string[] {
  const parts = text.split(SEPARATOR).map((part) => part.trim())
  return parts
    .filter((part) => foldKeyword(part) !== '')
    .flatMap((part) => (/^[\d\s]+$/.test(part) ? part.split(/\s+/) : part))
}

function readRange(part: string, count: number): number[] | null {
  const [, from, to] = RANGE.exec(part) ?? []
  if (from === undefined || to === undefined) return null
  const [first, last] = [Number(from), Number(to)]
  if (first < 1 || last > count || first >= last) return null
  return Array.from({ length: last - first + 1 }, (_, index) => first - 1 + index)
}
