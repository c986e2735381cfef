import type { NearBecause } from '../explain/explanation.ts'
import { foldKeyword } from '../expressions/fold.ts'
import type { KeywordRule } from './keywords.ts'
import { countTypingErrors } from './typing.ts'

/** What is looked at: it is done for every message that nothing fits. */
const MAX_KEYWORDS = 100
const MAX_WORDS = 12

/** A keyword that nearly fitted; less `distance` is nearer. */
export interface Nearness {
  keyword: string
  because: NearBecause
  distance: number
}

export type NearRule = Pick<KeywordRule, 'keywords' | 'mode'>

/** The keyword of a rule that came nearest to a folded text that fits none of them; null when none is like it. */
export function findNearest(rule: NearRule, folded: string): Nearness | null {
  if (rule.mode === 'regex' || folded === '') return null
  let nearest: Nearness | null = null
  for (const keyword of rule.keywords.slice(0, MAX_KEYWORDS)) {
    const found = measure(rule.mode, keyword, folded)
    if (found && (!nearest || found.distance < nearest.distance)) nearest = found
  }
  return nearest
}

const BECAUSE = {
  exact: 'whole_message',
  starts_with: 'beginning',
  word: 'whole_word',
  contains: 'case',
} as const

function measure(
  mode: Exclude<KeywordRule['mode'], 'regex'>,
  keyword: string,
  text: string,
): Nearness | null {
  const name = foldKeyword(keyword)
  if (name === '') return null
  if (text === name) return { keyword, because: 'case', distance: 0 }
  // Two letters are in too many words to be what somebody meant.
  if (name.length > 2 ? text.includes(name) : text.split(' ').includes(name))
    return { keyword, because: BECAUSE[mode], distance: 0.5 }
  const errors = countNearest(text, name)
  return errors === null ? null : { keyword, because: 'typing', distance: errors }
}

/** More errors than a tolerant keyword forgives: this only points at what might have been meant. */
const mostErrors = (letters: number): number => Math.min(3, Math.floor(letters / 3))

/** The fewest errors of typing between a keyword and as many words of the text, anywhere in it. */
function countNearest(text: string, name: string): number | null {
  const most = mostErrors([...name].length)
  if (most === 0) return null
  const words = text.split(' ').slice(0, MAX_WORDS)
  const count = name.split(' ').length
  let least: number | null = null
  for (let at = 0; at + count <= words.length; at += 1) {
    const errors = countTypingErrors(words.slice(at, at + count).join(' '), name, least ?? most)
    if (errors !== null) least = errors
  }
  return least
}
