import { foldText } from './fold.ts'
import type { ParsedPattern } from './patterns.ts'

export const CONDITION_OPS = [
  'eq',
  'neq',
  'contains',
  'starts_with',
  'ends_with',
  'in',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'is_set',
  'is_empty',
  'matches',
  'is_type',
  'has_tag',
] as const
export type ConditionOp = (typeof CONDITION_OPS)[number]

/** Ops that look at the left side only. */
export const UNARY_OPS: readonly ConditionOp[] = ['is_set', 'is_empty']
export const TYPE_NAMES = ['string', 'number', 'boolean', 'date', 'list', 'object'] as const

/** A row with both sides already evaluated. `pattern` is the compiled right side of `matches`. */
export interface ConditionOperands {
  left: unknown
  right: unknown
  pattern?: ParsedPattern | null
  tags: readonly string[]
}

/**
 * Decides one condition row. Texts compare without case and accents; two values that both read as numbers compare
 * as numbers, two ISO dates as moments; a number and a word have no order. A missing left side is false for every op but `neq`, `is_empty`.
 */
export function testCondition(op: ConditionOp, operands: ConditionOperands): boolean {
  const { left, right, pattern, tags } = operands
  switch (op) {
    case 'eq':
      return isEqual(left, right)
    case 'neq':
      return !isEqual(left, right)
    case 'contains':
      return Array.isArray(left)
        ? left.some((item) => isEqual(item, right))
        : fold(left).includes(fold(right))
    case 'starts_with':
      return fold(left).startsWith(fold(right))
    case 'ends_with':
      return fold(left).endsWith(fold(right))
    case 'in':
      return toList(right).some((item) => isEqual(left, item))
    case 'is_set':
      return left !== undefined && left !== null && left !== ''
    case 'is_empty':
      return isEmpty(left)
    case 'matches':
      return pattern?.test(toText(left)) ?? false
    case 'is_type':
      return typeName(left) === toText(right)
    case 'has_tag':
      return tags.some((tag) => foldText(tag) === fold(right))
    default:
      return testOrder(op, left, right)
  }
}

function testOrder(op: 'gt' | 'gte' | 'lt' | 'lte' | 'between', left: unknown, right: unknown): boolean {
  if (op === 'between') {
    const [low, high] = toList(right)
    return testOrder('gte', left, low) && testOrder('lte', left, high)
  }
  const order = compare(left, right)
  if (order === null) return false
  if (op === 'gt') return order > 0
  if (op === 'gte') return order >= 0
  return op === 'lt' ? order < 0 : order <= 0
}

function compare(left: unknown, right: unknown): number | null {
  if (isMissing(left) || isMissing(right)) return null
  const numbers = bothAs(left, right, toNumber) ?? bothAs(left, right, toMoment)
  if (numbers) return numbers[0] - numbers[1]
  if (toNumber(left) !== null || toNumber(right) !== null) return null
  const [a, b] = [fold(left), fold(right)]
  if (a === b) return 0
  return a < b ? -1 : 1
}

function bothAs(
  left: unknown,
  right: unknown,
  read: (value: unknown) => number | null,
): [number, number] | null {
  const a = read(left)
  const b = a === null ? null : read(right)
  return a === null || b === null ? null : [a, b]
}

function isEqual(left: unknown, right: unknown): boolean {
  if (isMissing(left) || isMissing(right)) return isMissing(left) && isMissing(right)
  const numbers = bothAs(left, right, toNumber)
  if (numbers) return numbers[0] === numbers[1]
  return fold(left) === fold(right)
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** A number, or a text that is nothing but a plain number. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isNaN(value) ? null : value
  if (typeof value !== 'string' || !/^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(value)) return null
  return Number(value)
}

function toMoment(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null
  const moment = Date.parse(value)
  return Number.isNaN(moment) ? null : moment
}

function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return toText(value)
    .split(',')
    .map((item) => item.trim())
}

function fold(value: unknown): string {
  return foldText(toText(value))
}

/** How a value looks inside a text: objects as JSON, nothing as the empty string. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isEmpty(value: unknown): boolean {
  if (isMissing(value)) return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return toText(value).trim() === ''
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return toMoment(value) === null ? 'string' : 'date'
  return value === null ? 'undefined' : typeof value
}
