import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildBatcher, outcomesOf, upper } from '../../../test/support/batchers.ts'
import { Batcher } from './batcher.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('failure in a batcher', () => {
  test('that splits: a bad item fails alone, after each was tried alone in order', async () => {
    const { endMany, addAll } = buildBatcher()
    const outcomes = outcomesOf(addAll('a', 'b', 'bad', 'c'))
    expect(await endMany(5)).toEqual([['a', 'b', 'bad', 'c'], ['a'], ['b'], ['bad'], ['c']])
    expect(await outcomes).toEqual(['A', 'B', 'bad!', 'C'])
  })

  test('that splits: an item that is alone is not tried again', async () => {
    const { endMany, addAll } = buildBatcher()
    const outcomes = outcomesOf(addAll('bad'))
    expect(await endMany(2)).toEqual([['bad'], []])
    expect(await outcomes).toEqual(['bad!'])
  })

  test('that splits: who waits for the end of the batch learns that an item of it was not written', async () => {
    const { batcher, endMany } = buildBatcher()
    batcher.push('bad')
    batcher.push('a')
    const end = expect(batcher.pending()).rejects.toThrow('bad')
    await endMany(3)
    await end
  })

  test('that splits: who asks for the end while items are tried alone learns it too', async () => {
    const { batcher, endNext } = buildBatcher()
    batcher.push('a')
    batcher.push('bad')
    expect(await endNext()).toEqual(['a', 'bad'])
    expect(await endNext()).toEqual(['a'])
    const end = expect(batcher.pending()).rejects.toThrow('bad')
    expect(await endNext()).toEqual(['bad'])
    await end
  })

  test('that rejects: all of the batch fail with the error, and the next batch is written', async () => {
    const { batcher, endMany, addAll } = buildBatcher({ onFailure: 'reject', maxBatch: 2 })
    const outcomes = outcomesOf(addAll('a', 'bad', 'b'))
    expect(await endMany(3)).toEqual([['a', 'bad'], ['b'], []])
    expect(await outcomes).toEqual(['bad!', 'bad!', 'B'])
    expect(batcher.pending()).toBeNull()
  })

  test('an item that is answered with a failure is rejected alone, and nothing is written again', async () => {
    const { endMany, addAll } = buildBatcher()
    const outcomes = outcomesOf(addAll('a', 'refused', 'b'))
    expect(await endMany(2)).toEqual([['a', 'refused', 'b'], []])
    expect(await outcomes).toEqual(['A', 'refused!', 'B'])
  })

  test('a write that throws before it answers a promise is a failure like any other', async () => {
    const batcher = new Batcher<string, string>({
      write: () => {
        throw new Error('at once')
      },
      maxBatch: 1,
      gather: 'turn',
      onFailure: 'reject',
    })
    await expect(batcher.add('a')).rejects.toThrow('at once')
    await expect(batcher.add('b')).rejects.toThrow('at once')
  })
})

/** Writes throw as long as the test says; retries come after their pauses. */
function buildRetrying(options: { retryAfterMs: number[]; isFinal?: (error: unknown) => boolean }) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const written: (readonly string[])[] = []
  const closedBy: unknown[] = []
  const trouble: { error: Error | null } = { error: new Error('no') }
  const batcher = new Batcher<string, string>({
    async write(items) {
      written.push([...items])
      if (trouble.error) throw trouble.error
      return upper(items)
    },
    maxBatch: 2,
    gather: 'microtask',
    onFailure: { ...options, onClosed: (error) => closedBy.push(error) },
  })
  return { batcher, written, closedBy, trouble }
}

describe('failure in a batcher that retries', () => {
  test('the same batch is written again after each pause, before what came after it', async () => {
    const { batcher, written, closedBy, trouble } = buildRetrying({ retryAfterMs: [10, 20] })
    const added = ['a', 'b', 'c'].map((item) => batcher.add(item))
    await vi.advanceTimersByTimeAsync(10)
    expect(written).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    trouble.error = null
    await vi.advanceTimersByTimeAsync(19)
    expect(written).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.all(added)).toEqual(['A', 'B', 'C'])
    expect(written.slice(2)).toEqual([['a', 'b'], ['c']])
    expect(closedBy).toEqual([])
  })

  test('when no pause is left it closes: all that waits fails, and nothing is written any more', async () => {
    const { batcher, written, closedBy } = buildRetrying({ retryAfterMs: [10, 10] })
    const outcomes = outcomesOf(['a', 'b', 'c'].map((item) => batcher.add(item)))
    await vi.advanceTimersByTimeAsync(20)
    expect(await outcomes).toEqual(['no!', 'no!', 'no!'])
    batcher.push('d')
    expect(await outcomesOf([batcher.add('e')])).toEqual(['no!'])
    await batcher.idle()
    expect(written).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(closedBy).toEqual([new Error('no')])
  })

  test('a final failure is not tried again', async () => {
    const { batcher, written, closedBy } = buildRetrying({ retryAfterMs: [10, 10], isFinal: () => true })
    expect(await outcomesOf([batcher.add('a')])).toEqual(['no!'])
    expect(written).toEqual([['a']])
    expect(closedBy).toHaveLength(1)
  })

  test('one that turns final at a later attempt ends the attempts', async () => {
    const isFinal = (error: unknown) => (error as Error).message === 'lost'
    const { batcher, written, closedBy, trouble } = buildRetrying({ retryAfterMs: [10, 10, 10], isFinal })
    const outcomes = outcomesOf([batcher.add('a')])
    await vi.advanceTimersByTimeAsync(1)
    trouble.error = new Error('lost')
    await vi.advanceTimersByTimeAsync(9)
    expect(await outcomes).toEqual(['lost!'])
    expect(written).toHaveLength(2)
    expect(closedBy).toEqual([new Error('lost')])
  })

  test('its owner may close it in a pause: that ends the pause, and is not told as a failure', async () => {
    const { batcher, written, closedBy } = buildRetrying({ retryAfterMs: [60_000] })
    const outcomes = outcomesOf(['a', 'b', 'c'].map((item) => batcher.add(item)))
    await vi.advanceTimersByTimeAsync(1)
    await batcher.close(new Error('the end'))
    expect(await outcomes).toEqual(['no!', 'no!', 'the end!'])
    expect(written).toHaveLength(1)
    expect(closedBy).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
