import type { BotValue } from './bot.ts'
import type { BotVariables } from './variables.ts'

interface Comparison {
  variableId?: string
  comparisonOperator?: string
  value?: string
}

/** Whether a condition holds; one without comparisons never does. */
export function holds(condition: unknown, variables: BotVariables): boolean {
  const { comparisons = [], logicalOperator } = (condition ?? {}) as {
    comparisons?: Comparison[]
    logicalOperator?: string
  }
  if (comparisons.length === 0) return false
  const one = (comparison: Comparison) => compares(comparison, variables)
  return logicalOperator === 'OR' ? comparisons.some(one) : comparisons.every(one)
}

function compares({ variableId, comparisonOperator, value }: Comparison, variables: BotVariables): boolean {
  if (variableId === undefined) return false
  const left = variables.get(variableId) ?? null
  const right = rightSide(value, variables)
  switch (comparisonOperator) {
    case 'Is set':
      return left !== null && left.length > 0
    case 'Is empty':
      return left === null || left.length === 0
    case 'Contains':
      return Array.isArray(left) ? pairs(left, right).some(([a, b]) => a === b) : contains(left, right)
    case 'Does not contain':
      return Array.isArray(left) ? pairs(left, right).every(([a, b]) => a !== b) : !contains(left, right)
    case 'Greater than':
      return ordered(left, right, (a, b) => a > b)
    case 'Less than':
      return ordered(left, right, (a, b) => a < b)
    case 'Greater or equal to':
      return ordered(left, right, (a, b) => a >= b)
    case 'Less or equal to':
      return ordered(left, right, (a, b) => a <= b)
    default:
      return textual(comparisonOperator ?? '', left, right)
  }
}

function rightSide(value: string | undefined, variables: BotVariables): BotValue {
  if (value === 'undefined' || value === 'null') return null
  return variables.only(value ?? '') ?? variables.text(value)
}

type Side = string | null

function pairs(left: BotValue, right: BotValue): [Side, Side][] {
  const list = (side: BotValue): Side[] => (Array.isArray(side) ? side : [side ?? null])
  return list(left).flatMap((a) => list(right).map((b): [Side, Side] => [a, b]))
}

function textual(operator: string, left: BotValue, right: BotValue): boolean {
  const all = (test: (a: Side, b: Side) => boolean) => pairs(left, right).every(([a, b]) => test(a, b))
  switch (operator) {
    case 'Equal to':
      return all((a, b) => a === b)
    case 'Not equal':
      return all((a, b) => a !== b)
    case 'Starts with':
      return all((a, b) => Boolean(a && b) && fold(a).startsWith(fold(b)))
    case 'Ends with':
      return all((a, b) => Boolean(a && b) && fold(a).endsWith(fold(b)))
    case 'Matches regex':
      return pairs(left, right).some(([a, b]) => Boolean(a && b) && matches(a ?? '', b ?? ''))
    case 'Does not match regex':
      return all((a, b) => Boolean(a && b) && !matches(a ?? '', b ?? ''))
    default:
      return false
  }
}

const fold = (side: Side) => (side ?? '').toLowerCase().trim()

function contains(left: BotValue, right: BotValue): boolean {
  return pairs(left, right).some(([a, b]) => Boolean(a && b) && fold(a).includes(fold(b)))
}

function ordered(left: BotValue, right: BotValue, test: (a: number, b: number) => boolean): boolean {
  if (left === null || left === undefined || right === null || right === undefined) return false
  const isListed = Array.isArray(left) || Array.isArray(right)
  const size = (side: string | (string | null)[]) => {
    if (Array.isArray(side)) return side.length
    return isListed ? Number(side) : rank(side)
  }
  return test(size(left), size(right))
}

/** A text is a number, else a date, else as much as it is long. */
function rank(text: string): number {
  const number = text.startsWith('+') ? Number.NaN : Number(text)
  if (!Number.isNaN(number)) return number
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? text.length : moment
}

function matches(text: string, written: string): boolean {
  const parts = /^\/(.+)\/([gimuy]*)$/.exec(written)
  try {
    return new RegExp(parts?.[1] ?? written, parts?.[2] ?? '').test(text)
  } catch {
    return false
  }
}
