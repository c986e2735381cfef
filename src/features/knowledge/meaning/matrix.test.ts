import { expect, test } from 'vitest'
import { Matrix } from './matrix.ts'

const DIMENSIONS = 64

/** The same draws each time, of both signs. */
function createDraw(): () => number {
  let state = 7
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 1_073_741_824 - 1
  }
}

function toUnit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (number) => number / length)
}

function makeVectors(count: number) {
  const draw = createDraw()
  return Array.from({ length: count }, () => toUnit(Array.from({ length: DIMENSIONS }, draw)))
}

function toMatrix(vectors: readonly Float32Array[], documentOf = (_at: number) => 'd') {
  const matrix = new Matrix(DIMENSIONS)
  // In two parts, as they come from the database.
  const half = Math.ceil(vectors.length / 2)
  for (const [from, to] of [
    [0, half],
    [half, vectors.length],
  ] as const) {
    const part = vectors.slice(from, to)
    const all = new Float32Array(part.length * DIMENSIONS)
    for (const [row, vector] of part.entries()) all.set(vector, row * DIMENSIONS)
    matrix.add({
      ids: Float64Array.from(part, (_, at) => from + at + 1),
      documents: part.map((_, at) => documentOf(from + at)),
      vectors: all,
    })
  }
  return matrix
}

const multiply = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)

test('the nearest by bytes hold all that are nearest by the vectors themselves', () => {
  const vectors = makeVectors(2_000)
  const matrix = toMatrix(vectors)
  for (const query of makeVectors(2_020).slice(2_000)) {
    const exact = vectors
      .map((vector, at) => ({ id: at + 1, score: multiply(vector, query) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 20)
    const near = matrix.find(query, null, 80)
    const ids = new Set(near.map(({ id }) => id))
    expect(exact.filter(({ id }) => !ids.has(id))).toEqual([])
    expect(near[0]?.score).toBeCloseTo(exact[0]?.score ?? 0, 2)
  }
})

test('a vector is nearest to itself, and its opposite furthest', () => {
  const vectors = makeVectors(300)
  const matrix = toMatrix(vectors)
  const [first] = vectors
  if (!first) throw new Error('no vector')
  expect(matrix.find(first, null, 1)).toEqual([{ id: 1, score: expect.closeTo(1, 2) }])
  const opposite = first.map((number) => -number)
  expect(matrix.find(opposite, null, 300).at(-1)).toEqual({ id: 1, score: expect.closeTo(-1, 2) })
})

test('only pieces of the documents that are asked for are found', () => {
  const matrix = toMatrix(makeVectors(100), (at) => (at % 10 === 0 ? 'one' : 'other'))
  const [query] = makeVectors(1)
  if (!query) throw new Error('no vector')
  const ids = matrix.find(query, ['one', 'unknown'], 50).map(({ id }) => id)
  expect(ids).toHaveLength(10)
  expect(ids.every((id) => (id - 1) % 10 === 0)).toBe(true)
  expect(matrix.find(query, [], 50)).toEqual([])
})

test('what goes is found no more, and all others are', () => {
  const vectors = makeVectors(100)
  const matrix = toMatrix(vectors)
  matrix.retain(new Set([3, 60, 1_000]))
  expect(matrix.count).toBe(2)
  for (const at of [2, 59]) {
    expect(matrix.find(vectors[at] as Float32Array, null, 5)[0]).toEqual({
      id: at + 1,
      score: expect.closeTo(1, 2),
    })
  }
  matrix.retain(new Set())
  expect(matrix.find(vectors[2] as Float32Array, null, 5)).toEqual([])
})

test('an account without vectors finds nothing', () => {
  expect(new Matrix(2).find(Float32Array.from([1, 0]), null, 3)).toEqual([])
})
