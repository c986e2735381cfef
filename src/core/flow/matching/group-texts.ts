import { foldKeyword } from '../expressions/fold.ts'
import { toWords } from './choice.ts'
import { countErrors } from './typing.ts'

/** A text as it is compared: without case, accents and punctuation at its edges. */
export const toTextKey = (text: string): string => foldKeyword(text).slice(0, MAX_KEY_CHARS)

/** What is longer is no answer that an alias could catch; its beginning tells it apart. */
const MAX_KEY_CHARS = 200
/** So many different texts are compared with each other; rarer ones stand alone. */
const MAX_COMPARED = 1_000

interface TextCount {
  /** As `toTextKey` makes it. */
  key: string
  count: number
}

/** Texts that are the same but for errors of typing, the most frequent one of a group first; the largest group first. */
export function groupTexts<T extends TextCount>(texts: readonly T[]): T[][] {
  const ordered = [...texts].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
  const groups: { words: string[]; members: T[] }[] = []
  for (const [index, text] of ordered.entries()) {
    const words = toWords(text.key)
    const near =
      index < MAX_COMPARED && words.length > 0
        ? groups.find((group) => isNear(words, group.words))
        : undefined
    if (near) near.members.push(text)
    else groups.push({ words, members: [text] })
  }
  const sizeOf = (members: readonly T[]) => members.reduce((sum, { count }) => sum + count, 0)
  return groups.map(({ members }) => members).sort((a, b) => sizeOf(b) - sizeOf(a))
}

function isNear(words: readonly string[], others: readonly string[]): boolean {
  const [a, b] = [words.join(' ').length, others.join(' ').length]
  return others.length > 0 && Math.abs(a - b) <= words.length * 2 + 1 && countErrors(words, others) !== null
}
