import { finding } from '../../findings.ts'
import { MAX_FORMULA_CHARS, MAX_FORMULA_DEPTH } from '../../limits.ts'
import { FormulaProblem } from './formula-problem.ts'
import { readTokens, type Token } from './tokens.ts'

export type BinaryOp =
  | 'or'
  | 'and'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | '&'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'

/** A formula as a tree. `at` is where a name begins in the source. */
export type FormulaNode =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'list'; items: readonly FormulaNode[] }
  | { kind: 'name'; name: string; at: number }
  | { kind: 'member'; of: FormulaNode; key: FormulaNode }
  | { kind: 'unary'; op: '-' | 'not'; of: FormulaNode }
  | { kind: 'binary'; op: BinaryOp; left: FormulaNode; right: FormulaNode }
  | { kind: 'call'; name: string; args: readonly FormulaNode[] }

/** How tightly an operator binds; all of one strength are read from the left. */
const STRENGTHS: Readonly<Record<BinaryOp, number>> = {
  or: 1,
  and: 2,
  '==': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
}
const NOT_STRENGTH = 3
const MINUS_STRENGTH = 8

const SAME: Readonly<Record<string, string>> = { '||': 'or', '&&': 'and', '!': 'not' }
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** How many arguments a function takes, and how it is written. */
export interface FunctionShape {
  least: number
  most: number
  usage: string
}

/** Reads a formula to a tree, or throws a `FormulaProblem`. */
export function readFormula(source: string, shapes: ReadonlyMap<string, FunctionShape>): FormulaNode {
  if (source.trim() === '') throw new FormulaProblem(finding('EXPRESSION_EMPTY'))
  if (source.length > MAX_FORMULA_CHARS) {
    throw new FormulaProblem(finding('TEXT_TOO_LONG', { most: MAX_FORMULA_CHARS }))
  }
  if (/\{[{%]|[%}]\}/.test(source)) throw new FormulaProblem(finding('EXPRESSION_IN_BRACES'))
  return new FormulaReader(readTokens(source), shapes).readAll()
}

/** Reads by the strength of operators: what binds tighter is read first. */
class FormulaReader {
  private readonly tokens: readonly Token[]
  private readonly shapes: ReadonlyMap<string, FunctionShape>
  private at = 0
  private depth = 0

  constructor(tokens: readonly Token[], shapes: ReadonlyMap<string, FunctionShape>) {
    this.tokens = tokens
    this.shapes = shapes
  }

  readAll(): FormulaNode {
    const tree = this.read(0)
    if (this.at < this.tokens.length) throw this.unexpected()
    return tree
  }

  private read(least: number): FormulaNode {
    this.depth += 1
    if (this.depth > MAX_FORMULA_DEPTH) {
      throw new FormulaProblem(finding('FORMULA_TOO_DEEP', { most: MAX_FORMULA_DEPTH }))
    }
    let left = this.readFirst()
    for (let op = this.peekOperator(); op !== null && STRENGTHS[op] >= least; op = this.peekOperator()) {
      this.at += 1
      left = { kind: 'binary', op, left, right: this.read(STRENGTHS[op] + 1) }
    }
    this.depth -= 1
    return left
  }

  private readFirst(): FormulaNode {
    const token = this.tokens[this.at]
    if (!token) throw new FormulaProblem(finding('FORMULA_ENDS_EARLY'))
    this.at += 1
    if (token.kind === 'number' || token.kind === 'text') return { kind: 'literal', value: token.value }
    if (token.kind === 'name') return this.readName(token)
    const text = SAME[token.text] ?? token.text
    if (text === '-') return { kind: 'unary', op: '-', of: this.read(MINUS_STRENGTH) }
    if (text === 'not') return { kind: 'unary', op: 'not', of: this.read(NOT_STRENGTH) }
    if (text === '(') {
      const inner = this.read(0)
      this.expect(')')
      return this.readMembers(inner)
    }
    if (text === '[') return this.readMembers({ kind: 'list', items: this.readItems(']') })
    this.at -= 1
    throw this.unexpected()
  }

  private readName({ name, at }: Extract<Token, { kind: 'name' }>): FormulaNode {
    if (this.accept('(')) return this.readMembers(this.readCall(name))
    const constant = CONSTANTS.get(name)
    if (constant !== undefined) return { kind: 'literal', value: constant }
    return this.readMembers({ kind: 'name', name, at })
  }

  private readCall(name: string): FormulaNode {
    const shape = this.shapes.get(name)
    if (!shape) throw new FormulaProblem(finding('FORMULA_FUNCTION_UNKNOWN', { name }))
    const args = this.readItems(')')
    if (args.length < shape.least || args.length > shape.most) {
      throw new FormulaProblem(finding('FORMULA_ARGUMENTS', { usage: shape.usage }))
    }
    return { kind: 'call', name, args }
  }

  private readItems(end: ')' | ']'): FormulaNode[] {
    const items: FormulaNode[] = []
    if (this.accept(end)) return items
    do items.push(this.read(0))
    while (this.accept(','))
    this.expect(end)
    return items
  }

  private readMembers(first: FormulaNode): FormulaNode {
    let of = first
    for (;;) {
      if (this.accept('.')) {
        const token = this.tokens[this.at]
        if (token?.kind !== 'name') throw this.unexpected()
        this.at += 1
        of = { kind: 'member', of, key: { kind: 'literal', value: token.name } }
      } else if (this.accept('[')) {
        of = { kind: 'member', of, key: this.read(0) }
        this.expect(']')
      } else return of
    }
  }

  private peekOperator(): BinaryOp | null {
    const token = this.tokens[this.at]
    if (token?.kind !== 'sign') return null
    const text = SAME[token.text] ?? token.text
    return Object.hasOwn(STRENGTHS, text) ? (text as BinaryOp) : null
  }

  private accept(text: string): boolean {
    const token = this.tokens[this.at]
    if (token?.kind !== 'sign' || token.text !== text) return false
    this.at += 1
    return true
  }

  private expect(text: string): void {
    if (!this.accept(text)) throw this.unexpected()
  }

  private unexpected(): FormulaProblem {
    const token = this.tokens[this.at]
    if (!token) return new FormulaProblem(finding('FORMULA_ENDS_EARLY'))
    return new FormulaProblem(finding('FORMULA_UNEXPECTED', { text: token.text, place: token.at + 1 }))
  }
}
