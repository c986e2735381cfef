import { valueProblem } from '../../../value-problem.ts'
import { toNumber as readNumber, testCondition } from '../../conditions.ts'
import { foldText } from '../../fold.ts'
import { add, divide, toDecimal, toNumber } from '../decimal.ts'
import { FormulaError } from '../formula-problem.ts'
import {
  type FunctionCall,
  isMissing,
  readMember,
  requireDecimal,
  requireFits,
  requireList,
  requireNumber,
  requireShort,
  requireWhole,
  toText,
} from '../values.ts'
import { defineFunction, type FormulaFunction } from './function-type.ts'

/** Numbers of a range. */
const MAX_RANGE = 1_000

export const LIST_FUNCTIONS: readonly FormulaFunction[] = [
  defineFunction('count(list)', ([list]) => requireList(list).length),
  defineFunction('sum(list, field?)', ([list, field], call) => toNumber(total(pick(list, field, call)))),
  defineFunction('average(list, field?)', ([list, field], call) => {
    const values = pick(list, field, call).filter((value) => !isMissing(value))
    const count = toDecimal(values.length)
    if (values.length === 0 || count === null) return null
    return toNumber(requireFits(divide(total(values), count)))
  }),
  defineFunction('min(number, …)', (args, call) => extreme(args, call, Math.min)),
  defineFunction('max(number, …)', (args, call) => extreme(args, call, Math.max)),
  defineFunction('first(list)', ([list]) => requireList(list)[0] ?? null),
  defineFunction('last(list)', ([list]) => requireList(list).at(-1) ?? null),
  defineFunction('sort(list, field?, order?)', ([list, field, order], call) =>
    sort(list, field, order, call),
  ),
  defineFunction('reverse(list)', ([list]) => requireList(list).toReversed()),
  defineFunction('filter(list, field, value)', ([list, field, value], call) => {
    const items = requireList(list)
    call.spend(items.length)
    return items.filter((item) => testCondition('eq', { left: fieldOf(item, field), right: value, tags: [] }))
  }),
  defineFunction('unique(list, field?)', ([list, field], call) => {
    const items = requireList(list)
    call.spend(items.length)
    const seen = new Set<string>()
    return items.filter((item) => {
      const key = sameKey(fieldOf(item, field))
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
  }),
  defineFunction('pluck(list, field)', ([list, field], call) => pick(list, field, call)),
  defineFunction('append(list, item, …)', ([list, ...items]) =>
    requireShort([...requireList(list), ...items]),
  ),
  defineFunction('concat(list, list, …)', (lists) =>
    requireShort(lists.flatMap((list) => requireList(list))),
  ),
  defineFunction('join(list, by)', ([list, by]) => requireList(list).map(toText).join(toText(by))),
  defineFunction('range(from, to)', ([from, to]) => {
    const [start, end] = [requireWhole(from), requireWhole(to)]
    const length = Math.max(0, end - start + 1)
    if (length > MAX_RANGE) throw new FormulaError(valueProblem('RANGE_TOO_LONG', { most: MAX_RANGE }))
    return Array.from({ length }, (_item, index) => start + index)
  }),
]

/** The item itself, or its field of that name. */
function fieldOf(item: unknown, field: unknown): unknown {
  return isMissing(field) ? item : readMember(item, field)
}

function pick(list: unknown, field: unknown, call: FunctionCall): unknown[] {
  const items = requireList(list)
  call.spend(items.length)
  return items.map((item) => fieldOf(item, field) ?? null)
}

/** What is missing counts nothing; words are refused. */
function total(values: readonly unknown[]) {
  return values
    .filter((value) => !isMissing(value))
    .reduce((sum: ReturnType<typeof requireDecimal>, value) => requireFits(add(sum, requireDecimal(value))), {
      units: 0n,
      scale: 0,
    })
}

function extreme(
  args: readonly unknown[],
  call: FunctionCall,
  choose: (...numbers: number[]) => number,
): number | null {
  const values = args.flatMap((value) => (Array.isArray(value) ? requireList(value) : [value]))
  call.spend(values.length)
  const numbers = values.filter((value) => !isMissing(value)).map(requireNumber)
  return numbers.length === 0 ? null : choose(...numbers)
}

/** Numbers by their size where all are numbers, else texts without case and accents; what is missing comes last. */
function sort(list: unknown, field: unknown, order: unknown, call: FunctionCall): unknown[] {
  const items = requireList(list)
  call.spend(items.length * 10)
  const isDown = isDescending(order)
  const keyed = items.map((item) => ({ item, value: fieldOf(item, field) }))
  const present = keyed.filter(({ value }) => !isMissing(value))
  const isNumeric = present.every(({ value }) => readNumber(value) !== null)
  const keys = present.map(({ item, value }) => ({
    item,
    key: isNumeric ? requireNumber(value) : foldText(toText(value)),
  }))
  keys.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key === isDown ? 1 : -1))
  const missing = keyed.filter(({ value }) => isMissing(value))
  return [...keys, ...missing].map(({ item }) => item)
}

function isDescending(order: unknown): boolean {
  if (isMissing(order) || order === 'asc') return false
  if (order === 'desc') return true
  throw new FormulaError(valueProblem('NO_ORDER'))
}

/** Equal for values that a condition counts as equal. */
function sameKey(value: unknown): string {
  const number = readNumber(value)
  return number === null ? `t${foldText(toText(value))}` : `n${number}`
}
