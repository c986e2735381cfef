import { CHANCE_FUNCTIONS } from './functions/chance.ts'
import { DATE_FUNCTIONS } from './functions/dates.ts'
import type { FormulaFunction } from './functions/function-type.ts'
import { LIST_FUNCTIONS } from './functions/lists.ts'
import { NUMBER_FUNCTIONS } from './functions/numbers.ts'
import { TEXT_FUNCTIONS } from './functions/texts.ts'

/** Those that look at their later arguments only when they need them; `FormulaRun` works them out. */
const LAZY_FUNCTIONS: readonly FormulaFunction[] = [
  { name: 'if', least: 2, most: 3, usage: 'if(test, then, else)', run: () => null },
  { name: 'default', least: 2, most: 2, usage: 'default(value, otherwise)', run: () => null },
]

/** Every function of formulas, by its name. */
export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = new Map(
  [
    LAZY_FUNCTIONS,
    NUMBER_FUNCTIONS,
    TEXT_FUNCTIONS,
    DATE_FUNCTIONS,
    LIST_FUNCTIONS,
    CHANCE_FUNCTIONS,
  ].flatMap((group) => group.map((item) => [item.name, item] as const)),
)
