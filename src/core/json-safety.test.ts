import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findJsonProblem, parseJsonText } from './json-safety.ts'

describe('a JSON value', () => {
  it('of ordinary text, emoji and moderate depth is safe', () => {
    const value = { a: ['😀', 'ü', '\n\t', null, 1, true, {}], b: { c: { d: [] } } }
    expect(findJsonProblem(value)).toBeUndefined()
  })

  it.each(['\u0000', 'a\u0000b', '\ud800', 'x\udc00', '\ude00\ud83d'])('with %j in it is not', (text) => {
    for (const value of [text, [text], { a: { b: text } }, { [text]: 1 }]) {
      expect(findJsonProblem(value)).toMatchObject({ kind: 'unsafe' })
    }
  })

  it('with an object that hides how text is made of it is not', () => {
    const value = { name: { length: { toString: '' } } }
    expect(() => z.string().min(1).safeParse(value.name)).toThrow(TypeError)
    expect(findJsonProblem(value)).toEqual({ kind: 'untold', path: 'name.length.toString' })
    expect(findJsonProblem([{ toString: null }])).toEqual({ kind: 'untold', path: '0.toString' })
    expect(findJsonProblem({ valueOf: 1, length: { valueOf: 1 }, toJSON: 1, constructor: 1 })).toBeUndefined()
  })

  it('nested too deep is not, however deep it is', () => {
    const nest = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown
    expect(findJsonProblem(nest(100))).toBeUndefined()
    expect(findJsonProblem(nest(101))).toEqual({ kind: 'depth', most: 100 })
    expect(findJsonProblem(nest(1_000_000))).toEqual({ kind: 'depth', most: 100 })
  })
})

describe('JSON text', () => {
  it('of what a flow holds is its value', () => {
    const value = { 'a"]': ['\\', '[[[', { b: null }], c: '"{,:' }
    expect(parseJsonText(JSON.stringify(value))).toEqual({ ok: true, value })
  })

  it('that is none has no problem but that', () => {
    for (const text of ['', '{', '["a', 'nothing'])
      expect(parseJsonText(text)).toEqual({ ok: false, problem: null })
  })

  it.each([
    ['deep lists', '['.repeat(200_000) + ']'.repeat(200_000), { kind: 'depth', most: 100 }],
    ['deep objects', '{"a":'.repeat(101), { kind: 'depth', most: 100 }],
    ['many values', `[${'1,'.repeat(200_000)}1]`, { kind: 'parts', most: 100_000 }],
    ['many keys', `{${'"":0,'.repeat(60_000)}"":0}`, { kind: 'parts', most: 100_000 }],
  ])('with %s is refused before it is parsed', (_, text, problem) => {
    expect(parseJsonText(text)).toEqual({ ok: false, problem })
  })
})
