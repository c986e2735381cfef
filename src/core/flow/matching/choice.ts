import { foldKeyword, foldText } from '../expressions/fold.ts'
import { toAsciiDigits } from '../expressions/numbers.ts'
import { readNumberWord } from './number-words.ts'
import { countErrors } from './typing.ts'

/** Words of courtesy and words that announce a choice, folded; they choose nothing themselves: "opção 2, por favor". */
const COURTESY: ReadonlySet<string> = new Set([
  ...['please', 'pls', 'plz', 'thanks', 'thank', 'you', 'thx', 'por', 'favor', 'pf', 'obrigado', 'obrigada'],
  ...['gracias', 'merci', 'svp', 'stp', 'bitte', 'danke', 'grazie'],
])
const ANNOUNCING: ReadonlySet<string> = new Set([
  ...['option', 'choice', 'number', 'item', 'opcao', 'escolha', 'numero', 'opcion', 'choix', 'nummer'],
  ...['opzione', 'scelta'],
])
/** Shorter words stand in any name and say nothing of it: "a", "de", "the". */
const MIN_PART_CHARS = 4
/** Left out around a number in words: "the second one". */
const ARTICLES: ReadonlySet<string> = new Set(['the', 'o', 'a', 'el', 'la', 'le', 'il', 'der', 'die', 'das'])

/** Words that mean the same: of each, folded, the one that stands for its group (`indexSynonyms`). */
export type Synonyms = ReadonlyMap<string, string>

/** How an answer was understood. The first three are the strict ones. */
export type MatchKind =
  | 'number'
  | 'name'
  | 'among_words'
  | 'number_in_words'
  | 'synonym'
  | 'part_of_name'
  | 'typing_error'

export interface NamedMatch {
  index: number
  kind: MatchKind
}

/** Given when numbers in words, synonyms and errors of typing are understood too. */
export interface Tolerance {
  synonyms: Synonyms
}

/**
 * Which of several things an answer names: by its number from 1, else by one of its names, else by one of these among
 * words that choose nothing, or by number and name together ("2. Pro"). With a tolerance, what none of this fits may also be
 * a number in words, a name in other words, a part that only one name has, or a name with errors of typing. Null for none, and when it could be two.
 */
export function matchNamed(
  names: readonly (readonly string[])[],
  text: string,
  tolerance: Tolerance | null = null,
): NamedMatch | null {
  const answer = toAsciiDigits(foldKeyword(text))
  if (answer === '') return null
  const number = readNumber(answer, names.length)
  if (number !== null) return { index: number, kind: 'number' }
  const exact = names.findIndex((own) => own.some((name) => foldKeyword(name) === answer))
  if (exact >= 0) return { index: exact, kind: 'name' }
  const phrases = toPhrases(answer)
  const among = findOnly(
    names,
    (own, index) => phrases.some((phrase) => isNamedBy(phrase, own, index)),
    phrases,
  )
  if (among !== null) return among === 'two' ? null : { index: among, kind: 'among_words' }
  return tolerance && matchTolerantly(names, phrases, tolerance)
}

/** As `matchNamed`, without how it was understood. */
export function findNamed(
  names: readonly (readonly string[])[],
  text: string,
  tolerance: Tolerance | null = null,
): number | null {
  return matchNamed(names, text, tolerance)?.index ?? null
}

function readNumber(text: string, count: number): number | null {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= count ? number - 1 : null
}

/** A text as words: all of them, without courtesy, and also without what announces a choice. */
export function toPhrases(text: string): string[][] {
  const words = toWords(text)
  const plain = words.filter((word) => !COURTESY.has(word))
  return [words, plain, plain.filter((word) => !ANNOUNCING.has(word))].filter((phrase) => phrase.length > 0)
}

/** The only thing that fits or that a phrase has as its number; 'two' when there are several, null when there is none. */
function findOnly(
  names: readonly (readonly string[])[],
  fits: (own: readonly string[], index: number) => boolean,
  phrases: readonly (readonly string[])[] = [],
): number | 'two' | null {
  const found = new Set(phrases.map((phrase) => readNumber(phrase.join(' '), names.length)))
  found.delete(null)
  for (const [index, own] of names.entries()) if (fits(own, index)) found.add(index)
  const [only] = found
  if (found.size > 1) return 'two'
  return only ?? null
}

function isNamedBy(phrase: readonly string[], own: readonly string[], index: number): boolean {
  const text = phrase.join(' ')
  const spelled = own.map((name) => toWords(name).join(' ')).filter((name) => name !== '')
  return spelled.some((name) => name === text || `${index + 1} ${name}` === text)
}

/** Numbers in words before synonyms before parts of a name before errors of typing: the surer reading wins. */
function matchTolerantly(
  names: readonly (readonly string[])[],
  phrases: readonly (readonly string[])[],
  { synonyms }: Tolerance,
): NamedMatch | null {
  const number = readNumberInWords(phrases, names.length)
  if (number !== null) return { index: number, kind: 'number_in_words' }
  const alike = findOnly(names, (own) =>
    own.some((name) => phrases.some((phrase) => isSynonym(phrase, toWords(name), synonyms))),
  )
  if (alike === 'two') return null
  if (alike !== null) return { index: alike, kind: 'synonym' }
  const part = findOnly(names, (own) =>
    own.some((name) => phrases.some((phrase) => isPartOf(phrase, toWords(name)))),
  )
  if (part === 'two') return null
  if (part !== null) return { index: part, kind: 'part_of_name' }
  const nearest = findNearest(names, phrases)
  return nearest === null ? null : { index: nearest, kind: 'typing_error' }
}

/** Whether some words, one of which says something, stand in a name as they are: "hours" of "Opening hours". */
function isPartOf(phrase: readonly string[], name: readonly string[]): boolean {
  const says = phrase.some((word) => word.length >= MIN_PART_CHARS && !/\p{Nd}/u.test(word))
  return says && ` ${name.join(' ')} `.includes(` ${phrase.join(' ')} `)
}

function readNumberInWords(phrases: readonly (readonly string[])[], count: number): number | null {
  const last = phrases.at(-1)?.filter((word) => !ARTICLES.has(word)) ?? []
  // "the second one"
  const words = last.length === 2 && last[1] === 'one' ? last.slice(0, 1) : last
  const number = words.length === 1 ? readNumberWord(words[0] ?? '') : null
  return number !== null && number <= count ? number - 1 : null
}

/** The word that stands for each word of a group, the group's first. A word of two groups belongs to the first group. */
export function indexSynonyms(groups: readonly (readonly string[])[]): Synonyms {
  const index = new Map<string, string>()
  for (const group of groups) {
    const phrases = group.map((entry) => toWords(entry).join(' ')).filter((entry) => entry !== '')
    for (const phrase of phrases) if (!index.has(phrase)) index.set(phrase, phrases[0] ?? phrase)
  }
  return index
}

/** True when two phrases are the same once each word, or the whole of one, is replaced by what stands for it. */
export function isSynonym(phrase: readonly string[], name: readonly string[], synonyms: Synonyms): boolean {
  if (name.length === 0 || synonyms.size === 0) return false
  const settle = (words: readonly string[]) => {
    const whole = words.join(' ')
    return synonyms.get(whole) ?? words.map((word) => synonyms.get(word) ?? word).join(' ')
  }
  return settle(phrase) === settle(name)
}

/** The one name with the fewest errors of typing; null when two things have as few. */
function findNearest(
  names: readonly (readonly string[])[],
  phrases: readonly (readonly string[])[],
): number | null {
  let best: { index: number; errors: number } | null = null
  let isShared = false
  for (const [index, own] of names.entries()) {
    const errors = countLeast(own, phrases)
    if (errors === null || (best && errors > best.errors)) continue
    isShared = best !== null && errors === best.errors
    best = { index, errors }
  }
  return best === null || isShared ? null : best.index
}

function countLeast(own: readonly string[], phrases: readonly (readonly string[])[]): number | null {
  const counts = own.flatMap((name) => {
    const words = toWords(name)
    return words.length === 0 ? [] : phrases.map((phrase) => countErrors(phrase, words))
  })
  const known = counts.filter((count) => count !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** The words of a text, folded, with digits of every script as ASCII ones. */
export function toWords(text: string): string[] {
  return toAsciiDigits(foldText(text))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
