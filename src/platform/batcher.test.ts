import { describe, expect, it, vi } from 'vitest'
import { type BatcherOptions, createBatcher } from './batcher.ts'
import { turnEnd } from './turn.ts'

/** A batcher whose writes end when the test says so. */
function build(options?: BatcherOptions) {
  const writes: { items: readonly string[]; end: () => void }[] = []
  const batcher = createBatcher<string, string>(async (items) => {
    await new Promise<void>((resolve) => writes.push({ items, end: resolve }))
    if (items.includes('bad')) throw new Error('bad')
    return items.map((item) => item.toUpperCase())
  }, options)
  const endNext = async (): Promise<readonly string[]> => {
    for (let turn = 0; turn < 5 && writes.length === 0; turn += 1) await turnEnd()
    const write = writes.shift()
    write?.end()
    return write?.items ?? []
  }
  return { batcher, endNext }
}

describe('a batcher', () => {
  it('writes together what comes in one turn, and what comes while it writes, each with its own result', async () => {
    const { batcher, endNext } = build()
    const first = ['a', 'b'].map((item) => batcher.add(item))
    await turnEnd()
    const second = ['c', 'd'].map((item) => batcher.add(item))
    expect(await endNext()).toEqual(['a', 'b'])
    expect(await endNext()).toEqual(['c', 'd'])
    expect(await Promise.all([...first, ...second])).toEqual(['A', 'B', 'C', 'D'])
    await batcher.idle()
  })

  it('lets a bad item fail alone', async () => {
    const { batcher, endNext } = build()
    const results = Promise.allSettled(['a', 'b', 'bad', 'c'].map((item) => batcher.add(item)))
    const written: (readonly string[])[] = []
    for (let i = 0; i < 5; i += 1) written.push(await endNext())
    expect(written).toEqual([['a', 'b', 'bad', 'c'], ['a'], ['b'], ['bad'], ['c']])
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })

  it('keeps batches to their size and the order of arrival', async () => {
    const { batcher, endNext } = build({ maxBatch: 2 })
    const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => batcher.add(item)))
    const written: (readonly string[])[] = []
    for (let i = 0; i < 3; i += 1) written.push(await endNext())
    expect(written).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    expect(await results).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('that gathers writes the first item at once, and what follows within the pause together', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const { batcher, endNext } = build({ gatherMs: 50 })
      const first = batcher.add('a')
      expect(await endNext()).toEqual(['a'])
      await first
      const later = ['b', 'c'].map((item) => batcher.add(item))
      await vi.advanceTimersByTimeAsync(49)
      later.push(batcher.add('d'))
      expect(await endNext()).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(await endNext()).toEqual(['b', 'c', 'd'])
      expect(await Promise.all(later)).toEqual(['B', 'C', 'D'])
    } finally {
      vi.useRealTimers()
    }
  })
})
