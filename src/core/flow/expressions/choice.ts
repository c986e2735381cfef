import { foldKeyword, foldText } from './fold.ts'
import { toAsciiDigits } from './numbers.ts'

/** Words of courtesy and words that announce a choice, folded; they choose nothing themselves: "opção 2, por favor". */
const COURTESY: ReadonlySet<string> = new Set([
  ...['please', 'pls', 'plz', 'thanks', 'thank', 'you', 'thx', 'por', 'favor', 'pf', 'obrigado', 'obrigada'],
  ...['gracias', 'merci', 'svp', 'stp', 'bitte', 'danke', 'grazie'],
])
const ANNOUNCING: ReadonlySet<string> = new Set([
  ...['option', 'choice', 'number', 'item', 'opcao', 'escolha', 'numero', 'opcion', 'choix', 'nummer'],
  ...['opzione', 'scelta'],
])

/**
 * Which of several things an answer names: by its number from 1, else by one of its names, else by one of these among
 * words that choose nothing, or by number and name together ("2. Pro"). Null for none, and when it could be two.
 */
export function findNamed(names: readonly (readonly string[])[], text: string): number | null {
  const answer = toAsciiDigits(foldKeyword(text))
  if (answer === '') return null
  const number = readNumber(answer, names.length)
  if (number !== null) return number
  const exact = names.findIndex((own) => own.some((name) => foldKeyword(name) === answer))
  return exact >= 0 ? exact : findAmongWords(names, answer)
}

function readNumber(text: string, count: number): number | null {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= count ? number - 1 : null
}

function findAmongWords(names: readonly (readonly string[])[], answer: string): number | null {
  const plain = toWords(answer).filter((word) => !COURTESY.has(word))
  const said = [toWords(answer), plain, plain.filter((word) => !ANNOUNCING.has(word))].map((words) =>
    words.join(' '),
  )
  const found = new Set<number>()
  for (const phrase of said) {
    const number = readNumber(phrase, names.length)
    if (number !== null) found.add(number)
    for (const [index, own] of names.entries()) {
      const phrases = own.map((name) => toWords(name).join(' ')).filter((name) => name !== '')
      if (phrases.some((name) => name === phrase || `${index + 1} ${name}` === phrase)) found.add(index)
    }
  }
  const [only] = found
  return found.size === 1 && only !== undefined ? only : null
}

function toWords(text: string): string[] {
  return toAsciiDigits(foldText(text))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
