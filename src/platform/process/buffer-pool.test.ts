import { afterEach, expect, test } from 'vitest'
import { shrinkBufferPool } from './buffer-pool.ts'

const before = Buffer.poolSize

afterEach(() => {
  Buffer.poolSize = before
})

test('a key that is kept keeps no more than about two kilobytes', () => {
  shrinkBufferPool()
  // What is left of the piece that was begun before is used up first.
  for (let i = 0; i < before / 512; i += 1) Buffer.from('x'.repeat(512))
  const key = Buffer.from('k'.repeat(32))
  expect(key.buffer.byteLength).toBeLessThan(2_200)
})
