import { afterEach, describe, expect, test, vi } from 'vitest'
import { turnEnd } from '../turn.ts'
import { Batcher, type BatcherOptions, Failure } from './batcher.ts'

type Options = BatcherOptions<string, string>

const upper = (items: readonly string[]): (string | Failure)[] =>
  items.map((item) => (item === 'refused' ? new Failure(new Error('refused')) : item.toUpperCase()))

/** A batcher whose writes end when the test says so, and then throw when a bad item is in them. */
function build(options: Partial<Options> = {}) {
  const writes: { items: readonly string[]; end: () => void }[] = []
  const batcher = new Batcher<string, string>({
    async write(items) {
      const seen = [...items]
      await new Promise<void>((resolve) => writes.push({ items: seen, end: resolve }))
      if (seen.includes('bad')) throw new Error('bad')
      return upper(seen)
    },
    maxBatch: 128,
    gather: 'turn',
    onFailure: 'split',
    ...options,
  })
  /** Lets the next write end; answers its items, nothing when there is none. */
  const endNext = async (): Promise<readonly string[]> => {
    for (let turn = 0; turn < 5 && writes.length === 0; turn += 1) await turnEnd()
    const write = writes.shift()
    write?.end()
    return write?.items ?? []
  }
  const endMany = async (count: number) => {
    const ended: (readonly string[])[] = []
    for (let i = 0; i < count; i += 1) ended.push(await endNext())
    return ended
  }
  const addAll = (...items: string[]) => items.map((item) => batcher.add(item))
  return { batcher, writes, endNext, endMany, addAll }
}

/** What became of each, in words. */
async function outcomesOf(promises: readonly Promise<string>[]): Promise<string[]> {
  const settled = await Promise.allSettled(promises)
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : `${(one.reason as Error).message}!`))
}

/** Whether it is settled by the end of this turn. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const note = (): void => {
    settled = true
  }
  promise.then(note, note)
  await turnEnd()
  return settled
}

afterEach(() => {
  vi.useRealTimers()
})

describe('order of a batcher', () => {
  test('what comes in one turn is written together, and what comes meanwhile together after it, each with its answer', async () => {
    const { batcher, endMany, addAll } = build()
    const first = addAll('a', 'b')
    await turnEnd()
    const second = addAll('c', 'd')
    expect(await endMany(2)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(await Promise.all([...first, ...second])).toEqual(['A', 'B', 'C', 'D'])
    await batcher.idle()
  })

  test('a write begins when the one before has ended, not sooner', async () => {
    const { writes, addAll } = build({ maxBatch: 1 })
    const added = addAll('a', 'b')
    for (let turn = 0; turn < 5; turn += 1) await turnEnd()
    expect(writes.map(({ items }) => items)).toEqual([['a']])
    writes.shift()?.end()
    expect(await added[0]).toBe('A')
    for (let turn = 0; turn < 5; turn += 1) await turnEnd()
    expect(writes.map(({ items }) => items)).toEqual([['b']])
    writes.shift()?.end()
    await Promise.all(added)
  })

  test('batches have their size, and items the order of arrival', async () => {
    const { endMany, addAll } = build({ maxBatch: 2 })
    const added = Promise.all(addAll('a', 'b', 'c', 'd', 'e'))
    expect(await endMany(3)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    expect(await added).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  test('an item that may not join begins the next batch, and what comes after it stays behind it', async () => {
    // Nothing twice in one batch, and the rule starts anew with each.
    const mayJoin = () => {
      const seen = new Set<string>()
      return (item: string) => seen.size < seen.add(item).size
    }
    const { endMany, addAll } = build({ mayJoin })
    const added = Promise.all(addAll('a', 'b', 'a', 'c', 'c'))
    expect(await endMany(3)).toEqual([['a', 'b'], ['a', 'c'], ['c']])
    expect(await added).toEqual(['A', 'B', 'A', 'C', 'C'])
  })

  test('items with and without a waiting caller stand in one batch, and each caller has its own answer', async () => {
    const { batcher, endMany } = build()
    batcher.push('a')
    const b = batcher.add('b')
    batcher.push('c')
    const d = batcher.add('d')
    expect(await endMany(1)).toEqual([['a', 'b', 'c', 'd']])
    expect(await Promise.all([b, d])).toEqual(['B', 'D'])
  })
})

describe('what a batch of a batcher waits for', () => {
  test('a microtask: what the running code adds is together, and the next batch follows without a turn', async () => {
    const written: (readonly string[])[] = []
    const batcher = new Batcher<string, string>({
      async write(items) {
        written.push([...items])
        return upper(items)
      },
      maxBatch: 2,
      gather: 'microtask',
      onFailure: 'reject',
    })
    const nextTurn = turnEnd()
    for (const item of ['a', 'b', 'c', 'd']) batcher.push(item)
    expect(written).toEqual([])
    await Promise.race([batcher.idle(), nextTurn.then(() => Promise.reject(new Error('a turn ended')))])
    expect(written).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test('a turn that brings nothing more: turns that follow each other fill one batch', async () => {
    // The bound is far away: what ends the gathering is the quiet turn.
    const { batcher, endNext } = build({ gather: { untilQuietMs: 60_000 } })
    const added: Promise<string>[] = []
    for (const item of ['a', 'b', 'c', 'd']) {
      // Asked for first, the turn ends here before it ends for the batcher.
      const turn = turnEnd()
      added.push(batcher.add(item))
      await turn
    }
    expect(await endNext()).toEqual(['a', 'b', 'c', 'd'])
    expect(await Promise.all(added)).toEqual(['A', 'B', 'C', 'D'])
  })

  test('a turn that brings nothing more, but not for longer than its bound', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { batcher, writes } = build({ gather: { untilQuietMs: 2 } })
    const addForTurns = async (turns: number) => {
      for (let i = 0; i < turns; i += 1) {
        const turn = turnEnd()
        batcher.push('a')
        await turn
      }
    }
    await addForTurns(50)
    vi.advanceTimersByTime(1)
    await addForTurns(50)
    expect(writes).toEqual([])
    vi.advanceTimersByTime(1)
    await addForTurns(3)
    expect(writes.map(({ items }) => items.length)).toEqual([101])
  })

  test('a pause between batches: the first item goes at once, and what follows within the pause together', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { batcher, endNext } = build({ gather: { betweenMs: 50 } })
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
  })

  test('a pause between batches that has passed: the next goes after one turn again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { batcher, endNext } = build({ gather: { betweenMs: 50 } })
    const first = batcher.add('a')
    await endNext()
    await first
    await vi.advanceTimersByTimeAsync(50)
    const second = [batcher.add('b')]
    // Code that runs later in the same turn.
    for (let i = 0; i < 10; i += 1) await null
    second.push(batcher.add('c'))
    expect(await endNext()).toEqual(['b', 'c'])
    expect(await Promise.all(second)).toEqual(['B', 'C'])
  })
})

describe('failure in a batcher', () => {
  test('that splits: a bad item fails alone, after each was tried alone in order', async () => {
    const { endMany, addAll } = build()
    const outcomes = outcomesOf(addAll('a', 'b', 'bad', 'c'))
    expect(await endMany(5)).toEqual([['a', 'b', 'bad', 'c'], ['a'], ['b'], ['bad'], ['c']])
    expect(await outcomes).toEqual(['A', 'B', 'bad!', 'C'])
  })

  test('that splits: an item that is alone is not tried again', async () => {
    const { endMany, addAll } = build()
    const outcomes = outcomesOf(addAll('bad'))
    expect(await endMany(2)).toEqual([['bad'], []])
    expect(await outcomes).toEqual(['bad!'])
  })

  test('that splits: who waits for the end of the batch learns that an item of it was not written', async () => {
    const { batcher, endMany } = build()
    batcher.push('bad')
    batcher.push('a')
    const end = expect(batcher.pending()).rejects.toThrow('bad')
    await endMany(3)
    await end
  })

  test('that splits: who asks for the end while items are tried alone learns it too', async () => {
    const { batcher, endNext } = build()
    batcher.push('a')
    batcher.push('bad')
    expect(await endNext()).toEqual(['a', 'bad'])
    expect(await endNext()).toEqual(['a'])
    const end = expect(batcher.pending()).rejects.toThrow('bad')
    expect(await endNext()).toEqual(['bad'])
    await end
  })

  test('that rejects: all of the batch fail with the error, and the next batch is written', async () => {
    const { batcher, endMany, addAll } = build({ onFailure: 'reject', maxBatch: 2 })
    const outcomes = outcomesOf(addAll('a', 'bad', 'b'))
    expect(await endMany(3)).toEqual([['a', 'bad'], ['b'], []])
    expect(await outcomes).toEqual(['bad!', 'bad!', 'B'])
    expect(batcher.pending()).toBeNull()
  })

  test('an item that is answered with a failure is rejected alone, and nothing is written again', async () => {
    const { endMany, addAll } = build()
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

describe('back-pressure of a batcher', () => {
  test('who produces items waits while too many wait, and goes on when the next are being written', async () => {
    const { batcher, endNext, addAll } = build({ maxWaiting: 2, maxBatch: 1 })
    const added = Promise.all(addAll('a', 'b', 'c'))
    const writable = batcher.whenWritable()
    await turnEnd()
    // One is being written, two wait.
    expect(await isSettled(writable)).toBe(false)
    expect(await endNext()).toEqual(['a'])
    await writable
    expect(await endNext()).toEqual(['b'])
    expect(await isSettled(batcher.whenWritable())).toBe(true)
    expect(await endNext()).toEqual(['c'])
    await added
  })

  test('it has no bound where none is set', async () => {
    const { batcher, endNext } = build()
    for (let i = 0; i < 128; i += 1) batcher.push(`${i}`)
    expect(await isSettled(batcher.whenWritable())).toBe(true)
    expect(await endNext()).toHaveLength(128)
  })

  test('closing lets producers go on, though nothing is taken any more', async () => {
    const { batcher, endNext } = build({ maxWaiting: 1, maxBatch: 1 })
    for (const item of ['a', 'b', 'c']) batcher.push(item)
    const writable = batcher.whenWritable()
    await turnEnd()
    const closed = batcher.close(new Error('the end'))
    await writable
    expect(await endNext()).toEqual(['a'])
    await closed
  })
})

describe('the end of what was added to a batcher', () => {
  test('is one promise for all that ask for the same batch, and comes after the batches before', async () => {
    const { batcher, endNext } = build({ maxBatch: 2 })
    expect(batcher.pending()).toBeNull()
    batcher.push('a')
    batcher.push('b')
    const first = batcher.pending()
    batcher.push('c')
    const second = batcher.pending()
    expect(second).not.toBe(first)
    // The first is being written.
    await turnEnd()
    expect(batcher.pending()).toBe(second)
    await endNext()
    await first
    expect(await isSettled(second as Promise<void>)).toBe(false)
    expect(batcher.pending()).toBe(second)
    await endNext()
    await second
    expect(batcher.pending()).toBeNull()
  })

  test('is of the batch under way when nothing waits', async () => {
    const { batcher, endNext } = build()
    batcher.push('a')
    await turnEnd()
    const pending = batcher.pending() as Promise<void>
    expect(await isSettled(pending)).toBe(false)
    await endNext()
    await pending
  })

  test('may be asked for by somebody who does not wait for it, failed or not', async () => {
    // A rejection that nobody handles fails the test run.
    const { batcher, endNext } = build({ maxBatch: 1 })
    batcher.push('bad')
    void batcher.pending()
    await endNext()
    batcher.push('a')
    void batcher.pending()
    await batcher.close(new Error('the end'))
    void batcher.pending()
    await expect(batcher.pending()).rejects.toThrow('the end')
  })

  test('is told by the newest item first, as long as it is not written', async () => {
    const { batcher, endNext } = build({ maxBatch: 2 })
    for (const item of ['a1', 'b1', 'a2', 'a3']) batcher.push(item)
    const newestOf = (letter: string) =>
      batcher.findUnwritten((item) => (item.startsWith(letter) ? item : undefined))
    expect([newestOf('a'), newestOf('b'), newestOf('c')]).toEqual(['a3', 'b1', undefined])
    // While the first batch is being written its items still count.
    await turnEnd()
    expect([newestOf('a'), newestOf('b')]).toEqual(['a3', 'b1'])
    await endNext()
    await turnEnd()
    expect([newestOf('a'), newestOf('b')]).toEqual(['a3', undefined])
    await endNext()
    await batcher.idle()
    expect(newestOf('a')).toBeUndefined()
  })
})

describe('the end of a batcher', () => {
  test('what waits is rejected with the reason and what is under way is written', async () => {
    const { batcher, endNext, addAll } = build({ maxBatch: 1 })
    const outcomes = outcomesOf(addAll('a', 'b'))
    const lastOne = batcher.pending()
    await turnEnd()
    const closed = batcher.close(new Error('the end'))
    await expect(lastOne).rejects.toThrow('the end')
    expect(await isSettled(closed)).toBe(false)
    expect(await endNext()).toEqual(['a'])
    await closed
    expect(await outcomes).toEqual(['A', 'the end!'])
    expect(await endNext()).toEqual([])
  })

  test('what is added later is rejected or dropped, and so is the wait for its end', async () => {
    const { batcher, endNext } = build()
    await batcher.close(new Error('the end'))
    batcher.push('a')
    await expect(batcher.add('b')).rejects.toThrow('the end')
    await expect(batcher.pending()).rejects.toThrow('the end')
    expect(await endNext()).toEqual([])
    await batcher.idle()
  })

  test('what was gathered and not begun is rejected too', async () => {
    const { batcher, endNext, addAll } = build()
    const outcomes = outcomesOf(addAll('a'))
    await batcher.close(new Error('the end'))
    expect(await outcomes).toEqual(['the end!'])
    expect(await endNext()).toEqual([])
  })

  test('the first reason stays', async () => {
    const { batcher } = build()
    await batcher.close(new Error('the first'))
    await batcher.close(new Error('the second'))
    await expect(batcher.add('a')).rejects.toThrow('the first')
  })

  test('with grace: what is here is still written, and what comes meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { batcher, endMany, addAll } = build({ maxBatch: 1 })
    const first = addAll('a', 'b')
    const closed = batcher.close(new Error('the end'), 5_000)
    const late = batcher.add('c')
    expect(await endMany(3)).toEqual([['a'], ['b'], ['c']])
    await closed
    expect(await outcomesOf([...first, late, batcher.add('d')])).toEqual(['A', 'B', 'C', 'the end!'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('with grace that is used up: the rest is rejected, and the write under way awaited', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { batcher, endNext, addAll } = build({ maxBatch: 1 })
    const outcomes = outcomesOf(addAll('a', 'b'))
    await turnEnd()
    const closed = batcher.close(new Error('the end'), 5_000)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await isSettled(closed)).toBe(false)
    expect(await endNext()).toEqual(['a'])
    await closed
    expect(await outcomes).toEqual(['A', 'the end!'])
  })
})
