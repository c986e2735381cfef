import { foldKeyword } from '../expressions/fold.ts'
import { isSynonym, type MatchKind, type Synonyms, toPhrases, toWords } from './choice.ts'
import { countErrors } from './typing.ts'

/** How a keyword is compared with a message; a pattern (`regex`) is compared by whoever has compiled it. */
export interface KeywordRule {
  keywords: readonly string[]
  mode: 'exact' | 'word' | 'starts_with' | 'contains' | 'regex'
  caseSensitive: boolean
  foldAccents: boolean
  /** Understands synonyms and errors of typing too, where the whole message or words of it are compared. */
  tolerant: boolean
}

export type KeywordMatch = Extract<MatchKind, 'name' | 'among_words' | 'synonym' | 'typing_error'>

/** How a message fits one of the keywords of a rule; null when it fits none. */
export function matchKeyword(rule: KeywordRule, text: string, synonyms: Synonyms): KeywordMatch | null {
  if (rule.mode === 'regex') return null
  const folded = foldKeyword(text, rule)
  if (rule.keywords.some((keyword) => matchesFolded(rule.mode, folded, foldKeyword(keyword, rule))))
    return 'name'
  if (!rule.tolerant || (rule.mode !== 'exact' && rule.mode !== 'word')) return null
  return matchTolerantly(rule, text, synonyms)
}

function matchTolerantly(rule: KeywordRule, text: string, synonyms: Synonyms): KeywordMatch | null {
  const phrases = toPhrases(foldKeyword(text))
  const keywords = rule.keywords.map(toWords).filter((words) => words.length > 0)
  const isAnywhere = rule.mode === 'word'
  const fits = (test: (phrase: readonly string[], keyword: readonly string[]) => boolean) =>
    keywords.some((keyword) =>
      phrases.some((phrase) =>
        isAnywhere
          ? listParts(phrase, keyword.length).some((part) => test(part, keyword))
          : test(phrase, keyword),
      ),
    )
  if (fits((phrase, keyword) => phrase.join(' ') === keyword.join(' '))) return 'among_words'
  if (fits((phrase, keyword) => isSynonym(phrase, keyword, synonyms))) return 'synonym'
  return fits((phrase, keyword) => countErrors(phrase, keyword) !== null) ? 'typing_error' : null
}

/** All runs of so many words, of one fewer and of one more, for a space may be missing or too many. */
function listParts(words: readonly string[], count: number): string[][] {
  const lengths = [count, count - 1, count + 1].filter((length) => length > 0)
  return lengths.flatMap((length) =>
    Array.from({ length: Math.max(0, words.length - length + 1) }, (_, at) => words.slice(at, at + length)),
  )
}

function matchesFolded(mode: KeywordRule['mode'], text: string, keyword: string): boolean {
  switch (mode) {
    case 'starts_with':
      return text.startsWith(keyword)
    case 'contains':
      return text.includes(keyword)
    case 'word':
      return containsWord(text, keyword)
    default:
      return text === keyword
  }
}

const WORD_CHARACTER = /[\p{L}\p{N}_]/u

function containsWord(text: string, keyword: string): boolean {
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? ''
    const after = text.slice(at + keyword.length).at(0) ?? ''
    if (!WORD_CHARACTER.test(before) && !WORD_CHARACTER.test(after)) return true
  }
  return false
}
