import { MAX_FORMULA_STEPS } from '../../limits.ts'
import { valueProblem } from '../../value-problem.ts'
import { type ConditionOp, testCondition } from '../conditions.ts'
import { hashText } from '../filters.ts'
import type { TemplateScope } from '../liquid.ts'
import { add, divide, multiply, negate, remainder } from './decimal.ts'
import { FormulaError } from './formula-problem.ts'
import { FUNCTIONS } from './functions.ts'
import type { BinaryOp, FormulaNode } from './syntax.ts'
import {
  type FunctionCall,
  isMissing,
  isTrue,
  readMember,
  requireDecimal,
  requireFits,
  requireList,
  requireShortText,
  toPlain,
  toText,
} from './values.ts'

const COMPARISONS: Readonly<Partial<Record<BinaryOp, ConditionOp>>> = {
  '==': 'eq',
  '!=': 'neq',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
}

/** Works out one formula once. What it draws by chance follows from the seed, so that a replay draws the same. */
export class FormulaRun implements FunctionCall {
  readonly environment: FunctionCall['environment']
  private readonly scope: TemplateScope
  private readonly seed: string
  private draws = 0
  private spent = 0

  constructor(scope: TemplateScope, seed: string) {
    this.scope = scope
    this.environment = scope.environment
    this.seed = seed
  }

  draw(): number {
    this.draws += 1
    return mix(hashText(`${this.seed}:${this.draws}`)) / 2 ** 32
  }

  spend(work: number): void {
    this.spent += work
    if (this.spent > MAX_FORMULA_STEPS) throw new FormulaError(valueProblem('FORMULA_TOO_COSTLY'))
  }

  evaluate(node: FormulaNode): unknown {
    this.spend(1)
    switch (node.kind) {
      case 'literal':
        return node.value
      case 'list':
        return node.items.map((item) => toPlain(this.evaluate(item)))
      case 'name':
        return this.scope.root(node.name)
      case 'member':
        return readMember(this.evaluate(node.of), this.evaluate(node.key))
      case 'unary':
        return node.op === 'not'
          ? !isTrue(this.evaluate(node.of))
          : negate(requireDecimal(this.evaluate(node.of)))
      case 'binary':
        return this.combine(node.op, node.left, node.right)
      case 'call':
        return this.call(node.name, node.args)
    }
  }

  private combine(op: BinaryOp, first: FormulaNode, second: FormulaNode): unknown {
    const left = this.evaluate(first)
    // The right side counts only where the left one does not decide.
    if (op === 'and') return isTrue(left) && isTrue(this.evaluate(second))
    if (op === 'or') return isTrue(left) || isTrue(this.evaluate(second))
    const right = this.evaluate(second)
    if (op === '&') return requireShortText(toText(left) + toText(right))
    if (op === 'in') return this.has(requireList(right), left)
    const comparison = COMPARISONS[op]
    if (comparison) return compare(comparison, left, right)
    return calculate(op, left, right)
  }

  private has(list: readonly unknown[], item: unknown): boolean {
    this.spend(list.length)
    return list.some((other) => compare('eq', other, item))
  }

  private call(name: string, args: readonly FormulaNode[]): unknown {
    const [first, second, third] = args
    if (name === 'if' && first && second) {
      const chosen = isTrue(this.evaluate(first)) ? second : third
      return chosen ? this.evaluate(chosen) : null
    }
    if (name === 'default' && first && second) {
      const value = this.evaluate(first)
      return isMissing(value) ? this.evaluate(second) : value
    }
    const values = args.map((arg) => toPlain(this.evaluate(arg)))
    const value = FUNCTIONS.get(name)?.run(values, this)
    return typeof value === 'string' ? requireShortText(value) : value
  }
}

function compare(op: ConditionOp, left: unknown, right: unknown): boolean {
  return testCondition(op, { left: toPlain(left), right: toPlain(right), tags: [] })
}

function calculate(op: BinaryOp, left: unknown, right: unknown): unknown {
  const a = requireDecimal(left)
  const b = requireDecimal(right)
  switch (op) {
    case '+':
      return requireFits(add(a, b))
    case '-':
      return requireFits(add(a, negate(b)))
    case '*':
      return requireFits(multiply(a, b))
    default:
      if (b.units === 0n) throw new FormulaError(valueProblem('DIVIDED_BY_ZERO'))
      return requireFits(op === '/' ? divide(a, b) : remainder(a, b))
  }
}

/** Spreads the bits of a hash evenly, so that seeds that differ in one letter draw numbers far apart. */
function mix(hash: number): number {
  let bits = hash
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
