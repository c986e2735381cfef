/** Accents that are characters of their own, after the letter they stand on. */
const MARKS = '\\u0300-\\u036f'
const ANY_MARK = new RegExp(`[${MARKS}]`, 'g')
/** What people put between the digits of a number. */
const SEPARATORS = '\\s().+/\\u2010-\\u2013-'
/** `+55 (11) 98765-4321` */
const NUMBER = new RegExp(`^[\\d${SEPARATORS}]+$`)
/** Fewer digits are found as they were typed. */
const FEWEST_DIGITS = 3

/** Letters that Unicode does not take apart, although people type them without their stroke. */
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' }

/** Where letters with accents are: Latin, Greek and Cyrillic with their extensions, and the wide forms of ASCII. */
const LETTERS: readonly (readonly [first: number, last: number])[] = [
  [0x21, 0x7e],
  [0xa1, 0x58f],
  [0x1e00, 0x1fff],
  [0xff01, 0xff5e],
]

const escapeCharacter = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')

/** Text without accents, in lower case. Syllables and marks of other scripts stay whole. */
export function fold(text: string): string {
  const bare = text.normalize('NFKD').replace(ANY_MARK, '').normalize('NFC').toLowerCase()
  return bare.replace(/[øłđħŧıς]/g, (letter) => PLAIN[letter] ?? letter)
}

let known: Map<string, string> | undefined

/** Of each folded character all that fold to it, escaped; made when it is first needed. */
function readForms(): Map<string, string> {
  if (known) return known
  const forms = new Map<string, string>()
  for (const [first, last] of LETTERS)
    for (let code = first; code <= last; code += 1) {
      const character = String.fromCharCode(code)
      const folded = fold(character)
      forms.set(folded, (forms.get(folded) ?? '') + escapeCharacter(character))
    }
  known = forms
  return forms
}

function findCharacter(character: string): string {
  const forms = readForms().get(character)
  return forms ? `[${forms}][${MARKS}]*` : escapeCharacter(character)
}

/**
 * What a person typed into a search field, as a regular expression that PostgreSQL (`~`) and JavaScript read alike. It
 * finds the text whatever its case and accents, and however often a space is repeated; a number of three digits or more
 * whatever stands between its digits. Needs neither an extension of the database nor a locale: of 20,000 messages it
 * takes 50 to 80 ms, as comparing `lower()` does, where `normalize()` takes 460 ms. Empty when there is nothing to find.
 */
export function toSearchPattern(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (digits.length >= FEWEST_DIGITS && NUMBER.test(typed)) return [...digits].join(`[${SEPARATORS}]*`)
  const words = fold(typed).split(/\s+/).filter(Boolean)
  return words.map((word) => Array.from(word, findCharacter).join('')).join('\\s+')
}

/** A test of texts for what a person typed; everything passes while that is empty. */
export function createSearch(typed: string): (text: string) => boolean {
  const pattern = new RegExp(toSearchPattern(typed), 'u')
  return (text) => pattern.test(text)
}
