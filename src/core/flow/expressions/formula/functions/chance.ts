import { valueProblem } from '../../../value-problem.ts'
import { FormulaError } from '../formula-problem.ts'
import { type FunctionCall, requireList, requireWhole } from '../values.ts'
import { defineFunction, type FormulaFunction } from './function-type.ts'

/** A draw has 32 bits; a span of more numbers would leave some out. */
const MAX_SPAN = 1_000_000_000

/** What is drawn follows from the run, the node and how often the run came by: a replay of the step draws the same. */
export const CHANCE_FUNCTIONS: readonly FormulaFunction[] = [
  defineFunction('random_int(from, to)', ([from, to], call) => {
    const [least, most] = [requireWhole(from), requireWhole(to)]
    if (most < least || most - least >= MAX_SPAN) {
      throw new FormulaError(valueProblem('NO_RANGE_TO_DRAW_FROM', { least, most }))
    }
    return least + drawBelow(most - least + 1, call)
  }),
  defineFunction('pick_random(list)', ([list], call) => {
    const items = requireList(list)
    return items.length === 0 ? null : items[drawBelow(items.length, call)]
  }),
  defineFunction('shuffle(list)', ([list], call) => {
    const items = [...requireList(list)]
    call.spend(items.length)
    for (let last = items.length - 1; last > 0; last--) {
      const other = drawBelow(last + 1, call)
      const item = items[last]
      items[last] = items[other]
      items[other] = item
    }
    return items
  }),
]

const drawBelow = (count: number, call: FunctionCall): number => Math.floor(call.draw() * count)
