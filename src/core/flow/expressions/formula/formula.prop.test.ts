import { Script } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toValueErrorCode } from '../../value-problem.ts'
import { parseFormula } from './formula.ts'

const scope = {
  values: {},
  root: () => undefined,
  environment: { now: 0, timezone: 'UTC', locale: 'en', defaultCountry: null, seed: '' },
}

function compute(source: string): unknown {
  const parsed = parseFormula(source)
  if (!parsed.ok) throw new Error(`${source}: ${parsed.problem.reason}`)
  const computed = parsed.value.compute(scope, '')
  return computed.ok ? computed.value : toValueErrorCode(computed.problem)
}

const RUNS = 3_000

/** Texts that JavaScript reads as well, with whole numbers only, so that it counts exactly. */
const { shared } = fc.letrec<{ shared: string; number: string; yes: string }>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer({ min: 0, max: 30 }).map(String),
    fc
      .tuple(tie('number'), fc.constantFrom('+', '-', '*', '%'), tie('number'))
      .map((parts) => parts.join(' ')),
    tie('number').map((inner) => `(${inner})`),
    tie('number').map((inner) => `- ${inner}`),
  ),
  yes: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('true', 'false'),
    fc
      .tuple(tie('number'), fc.constantFrom('<', '<=', '>', '>=', '==', '!='), tie('number'))
      .map((parts) => parts.join(' ')),
    fc.tuple(tie('yes'), fc.constantFrom('&&', '||'), tie('yes')).map((parts) => parts.join(' ')),
    tie('yes').map((inner) => `!(${inner})`),
  ),
  shared: fc.oneof(tie('number'), tie('yes')),
}))

test('what JavaScript reads as well is read and counted as JavaScript does it', () => {
  fc.assert(
    fc.property(shared, (source) => {
      const script: unknown = new Script(source).runInThisContext()
      fc.pre(typeof script !== 'number' || Math.abs(script) <= Number.MAX_SAFE_INTEGER)
      const value = compute(source)
      if (Number.isNaN(script)) expect(value).toBe('DIVISION_BY_ZERO')
      else if (value !== 'DIVISION_BY_ZERO')
        expect(typeof value === 'number' ? value + 0 : value).toBe(
          typeof script === 'number' ? script + 0 : script,
        )
    }),
    { numRuns: RUNS },
  )
})

/** A fraction of whole numbers. */
interface Fraction {
  above: bigint
  below: bigint
}

interface Sum {
  source: string
  exact: Fraction
}

const written = fc
  .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([units, places]): Sum => {
    const value = (units / 10 ** places).toFixed(places)
    return {
      source: units < 0 ? `(${value})` : value,
      exact: { above: BigInt(units), below: 10n ** BigInt(places) },
    }
  })

const JOIN: Readonly<Record<string, (a: Fraction, b: Fraction) => Fraction>> = {
  '+': (a, b) => ({ above: a.above * b.below + b.above * a.below, below: a.below * b.below }),
  '-': (a, b) => ({ above: a.above * b.below - b.above * a.below, below: a.below * b.below }),
  '*': (a, b) => ({ above: a.above * b.above, below: a.below * b.below }),
  '/': (a, b) => ({ above: a.above * b.below, below: a.below * b.above }),
}

const { sum } = fc.letrec<{ sum: Sum }>((tie) => ({
  sum: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    written,
    fc.tuple(tie('sum'), fc.constantFrom('+', '-', '*', '/'), tie('sum')).map(([a, op, b]): Sum => {
      const exact = a.exact.below === 0n || b.exact.below === 0n ? a.exact : JOIN[op]?.(a.exact, b.exact)
      return { source: `(${a.source} ${op} ${b.source})`, exact: exact ?? a.exact }
    }),
  ),
}))

/** The fraction rounded to two places, halves away from zero, in hundredths. */
function toHundredths({ above, below }: Fraction): bigint {
  const [top, bottom] = below < 0n ? [-above, -below] : [above, below]
  const doubled = (top < 0n ? -top : top) * 200n + bottom
  const whole = doubled / (2n * bottom)
  return top < 0n ? -whole : whole
}

test('sums, products and quotients of decimals are what fractions of whole numbers make them', () => {
  fc.assert(
    fc.property(sum, ({ source, exact }) => {
      fc.pre(exact.below !== 0n)
      const expected = toHundredths(exact)
      fc.pre(expected < 10n ** 13n && expected > -(10n ** 13n))
      const value = compute(`round(${source}, 2)`)
      if (value === 'DIVISION_BY_ZERO') return
      expect(BigInt(Math.round(Number(value) * 100))).toBe(expected)
    }),
    { numRuns: RUNS },
  )
})

test('any text is read or refused, and what is read never throws', () => {
  const pieces = fc.constantFrom(
    ...[
      '1',
      '0.5',
      'a',
      'vars',
      '.b',
      '[',
      ']',
      '(',
      ')',
      ',',
      '"x"',
      "'",
      '+',
      '-',
      '*',
      '/',
      '%',
      '&',
      '==',
      '<',
    ],
    ...[
      'and',
      'or',
      'not',
      'in',
      'round(',
      'sum(',
      'date_add(',
      'slice(',
      'if(',
      'sort(',
      'null',
      'true',
      ' ',
    ],
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(text, (source) => {
      const parsed = parseFormula(source)
      if (parsed.ok) expect(parsed.value.compute(scope, '')).toHaveProperty('ok')
    }),
    { numRuns: RUNS },
  )
})
