import { describe, expect, test } from 'vitest'
import { MAX_FORMULA_DEPTH } from '../../limits.ts'
import { toValueErrorCode } from '../../value-problem.ts'
import { listFormulaReads, parseFormula } from './formula.ts'
import { FUNCTIONS } from './functions.ts'

const VARS: Readonly<Record<string, unknown>> = {
  n: 4,
  words: ['b', 'Á', 'c'],
  cart: [{ price: 0.1 }, { price: 0.2 }, {}],
  person: { name: 'Ana' },
  long: 'x'.repeat(6_000),
}
const scope = {
  values: VARS,
  root: (name: string) => (name === 'vars' ? VARS : Object.hasOwn(VARS, name) ? VARS[name] : undefined),
  environment: {
    now: Date.UTC(2026, 2, 28, 23, 30),
    timezone: 'Europe/Lisbon',
    locale: 'en',
    defaultCountry: null,
    seed: 'unused',
  },
}

function compute(source: string, seed = 's') {
  const parsed = parseFormula(source)
  return parsed.ok ? parsed.value.compute(scope, seed) : parsed.problem
}

/** What a flow is told where there is no value. */
function codeOf(source: string): string | null {
  const computed = compute(source)
  return 'problem' in computed ? toValueErrorCode(computed.problem) : null
}

const VALUES: readonly (readonly [string, unknown])[] = [
  ['0.1 + 0.2', 0.3],
  ['1.005 * 100', 100.5],
  ['round(1.005, 2)', 1.01],
  ['round(-2.5)', -3],
  ['floor(-2.5)', -3],
  ['ceil(-2.5)', -2],
  ['floor(1.29, 1)', 1.2],
  ['1 / 3 * 3', 1],
  ['-7 % 3', -1],
  ['2 * -3', -6],
  ['1e3 + 1e-3', 1000.001],
  ['"4" + n', 8],
  ['not false or false', true],
  ['"ANA" == person.name', true],
  ['person["name"] & "!"', 'Ana!'],
  ['words[-1]', 'c'],
  ['join(sort(words), "")', 'Ábc'],
  ['sum(cart, "price")', 0.3],
  ['if(n > 3, "many", 1 / 0)', 'many'],
  ['default(nothing, 1 / 4)', 0.25],
  ['false and 1 / 0 == 1', false],
  ['slice("👍🏽ok", -2)', 'ok'],
  ['number("1,234.5")', 1234.5],
  ['format_number(1234.5, 2)', '1,234.50'],
  ['today()', '2026-03-28'],
  ['today("Asia/Tokyo")', '2026-03-29'],
  // Clocks in Lisbon go forward at 1:00 of the 29th: the same time of day is 23 hours later.
  ['date_add("2026-03-28T12:00", 1, "day")', '2026-03-29T11:00:00.000Z'],
  ['date_diff("2026-03-28T12:00", "2026-03-29T12:00", "hours")', 23],
  ['date_diff("2026-03-28T23:00", "2026-03-29T01:30", "days")', 1],
  ['date_diff("2024-02-29", "2025-02-28", "years")', 1],
  ['date_diff("2026-03-31", "2026-02-28", "months")', -1],
  ['format_date("2026-01-05", "[on] ddd D MMM YY")', 'on Mon 5 Jan 26'],
  ['constructor', null],
  ['person.constructor', null],
  ['person["__proto__"]', null],
  ['words["length"]', null],
]

const FAILURES: readonly (readonly [string, string])[] = [
  ['1 / 0', 'DIVISION_BY_ZERO'],
  ['1 % (n - 4)', 'DIVISION_BY_ZERO'],
  ['nothing + 1', 'NOT_A_NUMBER'],
  ['"four" * 2', 'NOT_A_NUMBER'],
  ['words + 1', 'NOT_A_NUMBER'],
  ['date_add("soon", 1, "days")', 'NOT_A_DATE'],
  ['parse_date("31/02/2026")', 'NOT_A_DATE'],
  ['count(person)', 'NOT_A_LIST'],
  ['date_add(today(), 1.5, "days")', 'ARGUMENT_INVALID'],
  ['date_add(today(), 1, "fortnights")', 'ARGUMENT_INVALID'],
  ['weekday(today(), "Moon/Sea")', 'ARGUMENT_INVALID'],
  ['random_int(3, 1)', 'ARGUMENT_INVALID'],
  ['date_add(today(), 1000000, "years")', 'TOO_LARGE'],
  ['1e20 * 1e20', 'TOO_LARGE'],
  ['long & long', 'TOO_LARGE'],
  ['replace(long, "x", long)', 'TOO_LARGE'],
  ['range(1, 1000000)', 'TOO_LARGE'],
  ['concat(range(1, 999), range(1, 999))', 'TOO_LARGE'],
]

const PROBLEMS: readonly (readonly [string, string])[] = [
  [' ', 'EXPRESSION_EMPTY'],
  ['{{ n }} + 1', 'EXPRESSION_IN_BRACES'],
  ['1 +', 'FORMULA_ENDS_EARLY'],
  ['(1', 'FORMULA_ENDS_EARLY'],
  ['1 2', 'FORMULA_UNEXPECTED'],
  ['n = 1', 'FORMULA_UNEXPECTED'],
  ['n; n', 'FORMULA_UNEXPECTED'],
  ['"a', 'FORMULA_TEXT_OPEN'],
  ['eval("1")', 'FORMULA_FUNCTION_UNKNOWN'],
  ['constructor("1")', 'FORMULA_FUNCTION_UNKNOWN'],
  ['round()', 'FORMULA_ARGUMENTS'],
  ['upper("a", "b")', 'FORMULA_ARGUMENTS'],
  [`${'('.repeat(MAX_FORMULA_DEPTH + 1)}1${')'.repeat(MAX_FORMULA_DEPTH + 1)}`, 'FORMULA_TOO_DEEP'],
  [`1${' + 1'.repeat(1_000)}`, 'TEXT_TOO_LONG'],
]

describe('formulas', () => {
  test.each(VALUES)('%s', (source, value) => {
    expect(compute(source)).toEqual({ ok: true, value })
  })

  test.each(FAILURES)('%s has no value: %s', (source, code) => {
    expect(codeOf(source)).toBe(code)
  })

  test.each(PROBLEMS)('%s is not read: %s', (source, reason) => {
    expect(compute(source)).toMatchObject({ reason })
  })

  test('work is bounded, whatever a formula nests', () => {
    const list = 'range(1, 1000)'
    const many = `[${Array.from({ length: 60 }, () => `count(sort(${list}))`).join(', ')}]`
    expect(codeOf(many)).toBe('TOO_LARGE')
  })

  test('a draw is the same for the same seed, and goes its own way for each call and each seed', () => {
    const source = '[random_int(1, 1000000), random_int(1, 1000000)]'
    const first = compute(source)
    expect(compute(source)).toEqual(first)
    expect(compute(source, 't')).not.toEqual(first)
    const [a, b] = first && 'value' in first ? (first.value as number[]) : []
    expect(a).not.toBe(b)
  })

  test('draws spread evenly', () => {
    const counts = new Map<unknown, number>()
    for (let index = 0; index < 6_000; index++) {
      const drawn = compute('random_int(1, 6)', `run:${index}`)
      const value = 'value' in drawn ? drawn.value : null
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6])
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  })

  test('names are found with where they stand', () => {
    expect(listFormulaReads('vars.a.b + c[vars["d"]] * round(e)')).toEqual([
      { path: ['vars', 'a'], at: 0 },
      { path: ['c', null], at: 11 },
      { path: ['vars', 'd'], at: 13 },
      { path: ['e', null], at: 32 },
    ])
    expect(listFormulaReads('a +')).toBeNull()
  })

  test('a function can be called with as few and as many arguments as its usage says', () => {
    for (const { name, least, most, usage } of FUNCTIONS.values()) {
      expect(usage.startsWith(`${name}(`)).toBe(true)
      for (const count of new Set([least, Math.min(most, least + 3)])) {
        const source = `${name}(${Array.from({ length: count }, () => '1').join(', ')})`
        expect(parseFormula(source), source).toMatchObject({ ok: true })
      }
    }
  })
})
