import { describe, expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

/** A batcher whose writes end when the test says so. */
function build(maxBatch?: number) {
  const writes: { items: readonly string[]; end: () => void }[] = []
  const batcher = createBatcher<string, string>(async (items) => {
    await new Promise<void>((resolve) => writes.push({ items, end: resolve }))
    if (items.includes('bad')) throw new Error('bad')
    return items.map((item) => item.toUpperCase())
  }, maxBatch)
  const endNext = async (): Promise<readonly string[]> => {
    const write = writes.shift()
    write?.end()
    await new Promise((resolve) => setImmediate(resolve))
    return write?.items ?? []
  }
  return { batcher, endNext }
}

describe('a batcher', () => {
  it('writes the first at once and together what comes meanwhile, each with its own result', async () => {
    const { batcher, endNext } = build()
    const results = ['a', 'b', 'c'].map((item) => batcher.add(item))
    expect(await endNext()).toEqual(['a'])
    expect(await endNext()).toEqual(['b', 'c'])
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C'])
    await batcher.idle()
  })

  it('lets a bad item fail alone', async () => {
    const { batcher, endNext } = build()
    const results = Promise.allSettled(['a', 'b', 'bad', 'c'].map((item) => batcher.add(item)))
    const written: (readonly string[])[] = []
    for (let i = 0; i < 5; i += 1) written.push(await endNext())
    expect(written).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })

  it('keeps batches to their size and the order of arrival', async () => {
    const { batcher, endNext } = build(2)
    const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => batcher.add(item)))
    const written: (readonly string[])[] = []
    for (let i = 0; i < 3; i += 1) written.push(await endNext())
    expect(written).toEqual([['a'], ['b', 'c'], ['d', 'e']])
    expect(await results).toEqual(['A', 'B', 'C', 'D', 'E'])
  })
})
