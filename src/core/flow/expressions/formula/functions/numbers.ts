import { valueProblem } from '../../../value-problem.ts'
import { parseNumberText } from '../../numbers.ts'
import { type Rounding, roundTo, toNumber } from '../decimal.ts'
import { FormulaError } from '../formula-problem.ts'
import { requireDecimal, requireNumber, requireWhole, toText } from '../values.ts'
import { defineFunction, type FormulaFunction } from './function-type.ts'

const MAX_PLACES = 15

export const NUMBER_FUNCTIONS: readonly FormulaFunction[] = [
  defineFunction('round(number, places?)', rounding('nearest')),
  defineFunction('floor(number, places?)', rounding('down')),
  defineFunction('ceil(number, places?)', rounding('up')),
  defineFunction('abs(number)', ([value]) => Math.abs(requireNumber(value))),
  defineFunction('number(text)', ([value], { environment }) => {
    if (typeof value === 'number') return value
    const number = parseNumberText(toText(value).trim(), environment.locale)
    if (number === null) throw new FormulaError(valueProblem('NO_NUMBER', { shown: JSON.stringify(value) }))
    return number
  }),
  defineFunction('format_number(number, places?)', ([value, places], { environment }) => {
    const digits = places === undefined ? {} : fixed(requirePlaces(places))
    return new Intl.NumberFormat(environment.locale, digits).format(requireNumber(value))
  }),
]

function rounding(way: Rounding): FormulaFunction['run'] {
  return ([value, places]) =>
    toNumber(roundTo(requireDecimal(value), places === undefined ? 0 : requirePlaces(places), way))
}

const fixed = (places: number) => ({ minimumFractionDigits: places, maximumFractionDigits: places })

function requirePlaces(value: unknown): number {
  const places = requireWhole(value)
  if (places >= 0 && places <= MAX_PLACES) return places
  throw new FormulaError(valueProblem('NO_PLACES', { most: MAX_PLACES }))
}
