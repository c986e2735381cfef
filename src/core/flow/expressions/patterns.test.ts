import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { MAX_PATTERN_SIZE, MAX_PATTERN_STEPS, MAX_PATTERN_STEPS_PER_EVENT } from '../limits.ts'
import { estimatePatternSize } from './pattern-size.ts'
import { type ParsedPattern, PatternBudget, parsePattern } from './patterns.ts'

function compile(source: string): ParsedPattern {
  const parsed = parsePattern(source)
  if (!parsed.ok) throw new Error(parsed.problem.reason)
  return parsed.value
}

/** The size RE2 compiles a pattern to; null where it refuses its repetitions. */
function sizeOf(source: string): number | null {
  try {
    return RE2JS.compile(source, RE2JS.CASE_INSENSITIVE).programSize()
  } catch (error) {
    if (String(error).includes('invalid repeat count')) return null
    throw error
  }
}

describe('a pattern', () => {
  test.each([
    ['\\w{1,1000}'.repeat(90), 'PATTERN_TOO_LARGE'],
    ['((a{1,90}b{1,90}c{1,90}){1,11}d)', 'PATTERN_TOO_LARGE'],
    [`(${'abcdefghi'.repeat(10)}){1000}`, 'PATTERN_TOO_LARGE'],
    ['\\p{L}'.repeat(21), 'PATTERN_CLASSES'],
  ])('that would take long is refused before it is compiled: %s', (source, reason) => {
    expect(parsePattern(source)).toMatchObject({ ok: false, problem: { reason } })
  })

  test.each([
    '^[\\w.+-]+@[\\w-]+\\.[\\w.]{2,}$',
    '^\\+?\\d{8,15}$',
    '^.{1,1000}$',
    '^(?:[A-Z]{2}-)?\\d{5,7}(?:\\/\\d{2})?$',
    '[[:alpha:]]+[^]a-z]\\Q{100}{100}\\E',
  ])('that people write is taken: %s', (source) => {
    expect(parsePattern(source)).toMatchObject({ ok: true })
  })

  test('is estimated at no less than a third of what is compiled', () => {
    const atom = fc.constantFrom('a', '.', '\\d', '[a-z]', '\\pL', '\\x{41}', '[^]x]', 'é', '\\Qab\\E')
    const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
      part: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        atom,
        fc.tuple(tie('part'), tie('part')).map(([a, b]) => `${a}${b}`),
        fc.tuple(tie('part'), tie('part')).map(([a, b]) => `(${a}|${b})`),
        fc.tuple(tie('part'), fc.nat(9), fc.nat(9)).map(([a, n, m]) => `(?:${a}){${n},${n + m}}`),
        fc.tuple(tie('part'), fc.constantFrom('*', '+', '?')).map(([a, mark]) => `(${a})${mark}`),
      ),
      pattern: tie('part'),
    }))
    fc.assert(
      fc.property(pattern, (source) => {
        fc.pre(source.length < 300 && estimatePatternSize(source) < 20_000)
        const size = sizeOf(source)
        // Repetitions inside one another that come to more than 1,000 are no pattern to RE2 itself.
        fc.pre(size !== null)
        expect(estimatePatternSize(source) * 3 + 10).toBeGreaterThanOrEqual(size ?? 0)
      }),
      { numRuns: 300 },
    )
  })

  test('takes as many steps as its size times the text, and a text that is too long for it does not match', () => {
    const pattern = compile('[\\s\\S]{0,1000}z')
    const size = pattern.countSteps('')
    expect(size).toBeGreaterThan(1_000)
    expect(size).toBeLessThanOrEqual(MAX_PATTERN_SIZE)
    const longest = Math.floor(MAX_PATTERN_STEPS / size) - 1
    expect(pattern.test(`${'a'.repeat(longest - 1)}z`)).toBe(true)
    expect(pattern.test(`${'a'.repeat(longest)}z`)).toBe(false)
    expect(compile('\\d+ z').test(`${'a'.repeat(65_536)}7 z`)).toBe(true)
  })

  test('of one event share what they may take, and match nothing afterwards', () => {
    const pattern = compile('a{1,100}z')
    const text = `${'a'.repeat(9_000)}z`
    const budget = new PatternBudget()
    let matched = 0
    for (let tries = 0; tries < 1_000 && budget.test(pattern, text); tries += 1) matched += 1
    expect(matched).toBe(Math.floor(MAX_PATTERN_STEPS_PER_EVENT / pattern.countSteps(text)))
    expect(budget.bound(pattern).test(text)).toBe(false)
    expect(new PatternBudget().bound(pattern).test(text)).toBe(true)
  })
})
