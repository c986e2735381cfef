import { expect, test } from 'vitest'
import { drawRandomBytes } from './random-pool.ts'

test('bytes that were drawn ahead are given once each, and stay what they were when more are drawn', () => {
  const drawn = Array.from({ length: 1_000 }, () => drawRandomBytes(12))
  const before = drawn.map((bytes) => Buffer.from(bytes).toString('hex'))
  for (let n = 0; n < 1_000; n += 1) drawRandomBytes(12)
  expect(new Set(before).size).toBe(1_000)
  expect(drawn.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(before)
})

test('each byte takes every value', () => {
  const seen = new Set<number>()
  for (let n = 0; n < 2_000; n += 1) for (const byte of drawRandomBytes(9)) seen.add(byte)
  expect(seen.size).toBe(256)
})

test('more than are drawn ahead come whole', () => {
  const drawn = drawRandomBytes(5_000)
  expect(drawn).toHaveLength(5_000)
  expect(new Set(drawn.subarray(4_096)).size).toBeGreaterThan(100)
})
