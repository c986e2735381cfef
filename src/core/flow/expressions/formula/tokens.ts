import { finding } from '../../findings.ts'
import { FormulaProblem } from './formula-problem.ts'

/** A piece of a formula: what it says, as it is written, and where it begins. */
export type Token = { text: string; at: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'name'; name: string }
  | { kind: 'sign' }
)

const NUMBER = /(?:\d+\.\d+|\d+)(?:e[+-]?\d{1,3})?/iy
const NAME = /[A-Za-z_]\w*/y
const TEXT = /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'/y
const SIGN = /==|!=|<=|>=|&&|\|\||[-+*/%<>&!()[\],.]/y
const BLANK = /\s+/y

/** Words that are operators. */
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in'])
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

/** Cuts a formula into pieces, or throws a `FormulaProblem` at what none of them is. */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < source.length; ) {
    const blank = find(BLANK, source, at)
    const token = blank ? null : readToken(source, at)
    if (token) tokens.push(token)
    at += (blank?.[0] ?? token?.text ?? '').length
  }
  return tokens
}

function readToken(source: string, at: number): Token {
  const number = find(NUMBER, source, at)
  if (number) return { kind: 'number', text: number[0], at, value: Number(number[0]) }
  const name = find(NAME, source, at)
  if (name) {
    const [text] = name
    return WORDS.has(text) ? { kind: 'sign', text, at } : { kind: 'name', text, at, name: text }
  }
  const quoted = find(TEXT, source, at)
  if (quoted) {
    const inner = quoted[1] ?? quoted[2] ?? ''
    const value = inner.replace(/\\([\s\S])/g, (_all, letter: string) => ESCAPES[letter] ?? letter)
    return { kind: 'text', text: quoted[0], at, value }
  }
  const sign = find(SIGN, source, at)
  if (sign) return { kind: 'sign', text: sign[0], at }
  const letter = String.fromCodePoint(source.codePointAt(at) ?? 0)
  if (letter === '"' || letter === "'") throw new FormulaProblem(finding('FORMULA_TEXT_OPEN'))
  throw new FormulaProblem(finding('FORMULA_UNEXPECTED', { text: letter, place: at + 1 }))
}

function find(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}
