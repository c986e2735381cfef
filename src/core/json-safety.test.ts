import { describe, expect, it } from 'vitest'
import { findJsonProblem } from './json-safety.ts'

describe('a JSON value', () => {
  it('of ordinary text, emoji and moderate depth is safe', () => {
    const value = { a: ['😀', 'ü', '\n\t', null, 1, true, {}], b: { c: { d: [] } } }
    expect(findJsonProblem(value)).toBeUndefined()
  })

  it.each(['\u0000', 'a\u0000b', '\ud800', 'x\udc00', '\ude00\ud83d'])('with %j in it is not', (text) => {
    for (const value of [text, [text], { a: { b: text } }, { [text]: 1 }]) {
      expect(findJsonProblem(value)).toMatch(/NUL character or half of a surrogate pair/)
    }
  })

  it('nested too deep is not, however deep it is', () => {
    const nest = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown
    expect(findJsonProblem(nest(100))).toBeUndefined()
    expect(findJsonProblem(nest(101))).toBe('it nests deeper than 100 levels.')
    expect(findJsonProblem(nest(1_000_000))).toBe('it nests deeper than 100 levels.')
  })
})
