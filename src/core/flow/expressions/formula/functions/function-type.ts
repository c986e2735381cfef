import type { FunctionShape } from '../syntax.ts'
import type { FunctionCall } from '../values.ts'

/** One function of formulas. Its arguments are values as JSON has them. */
export interface FormulaFunction extends FunctionShape {
  name: string
  run: (args: readonly unknown[], call: FunctionCall) => unknown
}

type Run = FormulaFunction['run']

/** A function with the arguments that its usage names: those with `?` may be left out, `…` stands for any number more. */
export function defineFunction(usage: string, run: Run): FormulaFunction {
  const [name = '', inside = ''] = usage.replace(')', '').split('(')
  const names = inside === '' ? [] : inside.split(', ')
  const most = names.includes('…') ? MAX_ARGUMENTS : names.length
  const least = names.filter((item) => !item.endsWith('?') && item !== '…').length
  return { name, least, most, usage, run }
}

const MAX_ARGUMENTS = 50
