import { MAX_FORMULA_LIST, MAX_TEMPLATE_OUTPUT_CHARS } from '../../limits.ts'
import { valueProblem } from '../../value-problem.ts'
import { toText as toAnyText, toNumber as toPlainNumber } from '../conditions.ts'
import type { FilterEnvironment } from '../liquid.ts'
import { type Decimal, toDecimal, toNumber } from './decimal.ts'
import { FormulaError } from './formula-problem.ts'

/** What a function of a formula may use beside its arguments. */
export interface FunctionCall {
  readonly environment: FilterEnvironment
  /** A number from 0 up to 1 that a replay of the step draws again. */
  draw(): number
  /** Counts work; a formula that works too much fails. */
  spend(work: number): void
}

const MAX_SHOWN_CHARS = 40

/** A value inside of a sentence. */
function show(value: unknown): string {
  const text = toText(value)
  if (text === '') return 'nothing'
  return JSON.stringify(text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text)
}

const isDecimal = (value: unknown): value is Decimal =>
  typeof value === 'object' && value !== null && 'units' in value && typeof value.units === 'bigint'

/** The value as JSON has it: what was counted exactly becomes a number. */
export function toPlain(value: unknown): unknown {
  return isDecimal(value) ? toNumber(value) : value
}

export function toText(value: unknown): string {
  return toAnyText(toPlain(value))
}

/** A number, or a text that is nothing but a plain number, exactly. */
export function requireDecimal(value: unknown): Decimal {
  if (isDecimal(value)) return value
  const number = toPlainNumber(value)
  const decimal = number === null ? null : toDecimal(number)
  if (decimal === null) throw new FormulaError(valueProblem('NO_NUMBER', { shown: show(value) }))
  return decimal
}

export function requireNumber(value: unknown): number {
  return toNumber(requireDecimal(value))
}

export function requireWhole(value: unknown): number {
  const number = requireNumber(value)
  if (Number.isSafeInteger(number)) return number
  throw new FormulaError(valueProblem('NO_WHOLE_NUMBER', { shown: show(value) }))
}

export function requireFits(value: Decimal | null): Decimal {
  if (value === null) throw new FormulaError(valueProblem('NUMBER_TOO_LARGE'))
  return value
}

/** A list; nothing counts as one without items. */
export function requireList(value: unknown): readonly unknown[] {
  const list = isMissing(value) ? [] : value
  if (!Array.isArray(list)) throw new FormulaError(valueProblem('NO_LIST', { shown: show(value) }))
  return requireShort(list)
}

export function requireShort(list: readonly unknown[]): readonly unknown[] {
  if (list.length <= MAX_FORMULA_LIST) return list
  throw new FormulaError(valueProblem('LIST_TOO_LONG', { most: MAX_FORMULA_LIST }))
}

export function requireShortText(text: string): string {
  requireTextLength(text.length)
  return text
}

/** Before a text is built that could not be kept. */
export function requireTextLength(length: number): void {
  if (length <= MAX_TEMPLATE_OUTPUT_CHARS) return
  throw new FormulaError(valueProblem('TEXT_TOO_LONG', { most: MAX_TEMPLATE_OUTPUT_CHARS }))
}

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Whether a value counts as yes: everything but no, nothing, zero and the empty text. */
export function isTrue(value: unknown): boolean {
  return Boolean(toPlain(value))
}

/** A property of an object, or an item of a list by its place from 0, negative from its end; nothing where there is none. */
export function readMember(of: unknown, key: unknown): unknown {
  if (Array.isArray(of)) {
    const place = toPlainNumber(toPlain(key))
    return place === null ? undefined : of.at(place)
  }
  const name = toText(key)
  if (typeof of !== 'object' || of === null || isDecimal(of) || !Object.hasOwn(of, name)) return undefined
  return (of as Record<string, unknown>)[name]
}
