import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildBatcher, isSettled, outcomesOf, upper } from '../../../test/support/batchers.ts'
import { Batcher } from './batcher.ts'
import { nextEventLoopTurn } from './event-loop-turn.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('order of a batcher', () => {
  test('what comes in one turn is written together, and what comes meanwhile together after it, each with its answer', async () => {
    const { batcher, endMany, addAll } = buildBatcher()
    const first = addAll('a', 'b')
    await nextEventLoopTurn()
    const second = addAll('c', 'd')
    expect(await endMany(2)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(await Promise.all([...first, ...second])).toEqual(['A', 'B', 'C', 'D'])
    await batcher.idle()
  })

  test('a write begins when the one before has ended, not sooner', async () => {
    const { writes, addAll } = buildBatcher({ maxBatch: 1 })
    const added = addAll('a', 'b')
    for (let turn = 0; turn < 5; turn += 1) await nextEventLoopTurn()
    expect(writes.map(({ items }) => items)).toEqual([['a']])
    writes.shift()?.end()
    expect(await added[0]).toBe('A')
    for (let turn = 0; turn < 5; turn += 1) await nextEventLoopTurn()
    expect(writes.map(({ items }) => items)).toEqual([['b']])
    writes.shift()?.end()
    await Promise.all(added)
  })

  test('batches have their size, and items the order of arrival', async () => {
    const { endMany, addAll } = buildBatcher({ maxBatch: 2 })
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
    const { endMany, addAll } = buildBatcher({ mayJoin })
    const added = Promise.all(addAll('a', 'b', 'a', 'c', 'c'))
    expect(await endMany(3)).toEqual([['a', 'b'], ['a', 'c'], ['c']])
    expect(await added).toEqual(['A', 'B', 'A', 'C', 'C'])
  })

  test('items with and without a waiting caller stand in one batch, and each caller has its own answer', async () => {
    const { batcher, endMany } = buildBatcher()
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
    const nextTurn = nextEventLoopTurn()
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
    const { batcher, endNext } = buildBatcher({ gather: { untilQuietMs: 60_000 } })
    const added: Promise<string>[] = []
    for (const item of ['a', 'b', 'c', 'd']) {
      // Asked for first, the turn ends here before it ends for the batcher.
      const turn = nextEventLoopTurn()
      added.push(batcher.add(item))
      await turn
    }
    expect(await endNext()).toEqual(['a', 'b', 'c', 'd'])
    expect(await Promise.all(added)).toEqual(['A', 'B', 'C', 'D'])
  })

  test('a turn that brings nothing more, but not for longer than its bound', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { batcher, writes } = buildBatcher({ gather: { untilQuietMs: 2 } })
    const addForTurns = async (turns: number) => {
      for (let i = 0; i < turns; i += 1) {
        const turn = nextEventLoopTurn()
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
    const { batcher, endNext } = buildBatcher({ gather: { betweenMs: 50 } })
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
    const { batcher, endNext } = buildBatcher({ gather: { betweenMs: 50 } })
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

  test('an urgent item ends the pause, and takes with it what waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const urgent = (item: string) => item === 'now'
    const { batcher, endNext } = buildBatcher({ gather: { betweenMs: 50, urgent } })
    const first = batcher.add('a')
    await endNext()
    await first
    const later = [batcher.add('b')]
    expect(await endNext()).toEqual([])
    later.push(batcher.add('now'))
    expect(await endNext()).toEqual(['b', 'now'])
    expect(await Promise.all(later)).toEqual(['B', 'NOW'])
  })

  test('after a batch there is no pause while an urgent item waits, wherever it stands', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const urgent = (item: string) => item === 'now'
    const { endNext, addAll } = buildBatcher({ gather: { betweenMs: 50, urgent }, maxBatch: 2 })
    const added = Promise.all(addAll('a', 'b', 'c', 'd', 'now'))
    expect(await endNext()).toEqual(['a', 'b'])
    expect(await endNext()).toEqual(['c', 'd'])
    expect(await endNext()).toEqual(['now'])
    await added
  })
})

describe('back-pressure of a batcher', () => {
  test('who produces items waits while too many wait, and goes on when the next are being written', async () => {
    const { batcher, endNext, addAll } = buildBatcher({ maxWaiting: 2, maxBatch: 1 })
    const added = Promise.all(addAll('a', 'b', 'c'))
    const writable = batcher.whenWritable()
    await nextEventLoopTurn()
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
    const { batcher, endNext } = buildBatcher()
    for (let i = 0; i < 128; i += 1) batcher.push(`${i}`)
    expect(await isSettled(batcher.whenWritable())).toBe(true)
    expect(await endNext()).toHaveLength(128)
  })

  test('closing lets producers go on, though nothing is taken any more', async () => {
    const { batcher, endNext } = buildBatcher({ maxWaiting: 1, maxBatch: 1 })
    for (const item of ['a', 'b', 'c']) batcher.push(item)
    const writable = batcher.whenWritable()
    await nextEventLoopTurn()
    const closed = batcher.close(new Error('the end'))
    await writable
    expect(await endNext()).toEqual(['a'])
    await closed
  })
})

describe('the end of what was added to a batcher', () => {
  test('is one promise for all that ask for the same batch, and comes after the batches before', async () => {
    const { batcher, endNext } = buildBatcher({ maxBatch: 2 })
    expect(batcher.pending()).toBeNull()
    batcher.push('a')
    batcher.push('b')
    const first = batcher.pending()
    batcher.push('c')
    const second = batcher.pending()
    expect(second).not.toBe(first)
    // The first is being written.
    await nextEventLoopTurn()
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
    const { batcher, endNext } = buildBatcher()
    batcher.push('a')
    await nextEventLoopTurn()
    const pending = batcher.pending() as Promise<void>
    expect(await isSettled(pending)).toBe(false)
    await endNext()
    await pending
  })

  test('may be asked for by somebody who does not wait for it, failed or not', async () => {
    // A rejection that nobody handles fails the test run.
    const { batcher, endNext } = buildBatcher({ maxBatch: 1 })
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
    const { batcher, endNext } = buildBatcher({ maxBatch: 2 })
    for (const item of ['a1', 'b1', 'a2', 'a3']) batcher.push(item)
    const newestOf = (letter: string) =>
      batcher.findUnwritten((item) => (item.startsWith(letter) ? item : undefined))
    expect([newestOf('a'), newestOf('b'), newestOf('c')]).toEqual(['a3', 'b1', undefined])
    // While the first batch is being written its items still count.
    await nextEventLoopTurn()
    expect([newestOf('a'), newestOf('b')]).toEqual(['a3', 'b1'])
    await endNext()
    await nextEventLoopTurn()
    expect([newestOf('a'), newestOf('b')]).toEqual(['a3', undefined])
    await endNext()
    await batcher.idle()
    expect(newestOf('a')).toBeUndefined()
  })
})

describe('the end of a batcher', () => {
  test('what waits is rejected with the reason and what is under way is written', async () => {
    const { batcher, endNext, addAll } = buildBatcher({ maxBatch: 1 })
    const outcomes = outcomesOf(addAll('a', 'b'))
    const lastOne = batcher.pending()
    await nextEventLoopTurn()
    const closed = batcher.close(new Error('the end'))
    await expect(lastOne).rejects.toThrow('the end')
    expect(await isSettled(closed)).toBe(false)
    expect(await endNext()).toEqual(['a'])
    await closed
    expect(await outcomes).toEqual(['A', 'the end!'])
    expect(await endNext()).toEqual([])
  })

  test('what is added later is rejected or dropped, and so is the wait for its end', async () => {
    const { batcher, endNext } = buildBatcher()
    await batcher.close(new Error('the end'))
    batcher.push('a')
    await expect(batcher.add('b')).rejects.toThrow('the end')
    await expect(batcher.pending()).rejects.toThrow('the end')
    expect(await endNext()).toEqual([])
    await batcher.idle()
  })

  test('what was gathered and not begun is rejected too', async () => {
    const { batcher, endNext, addAll } = buildBatcher()
    const outcomes = outcomesOf(addAll('a'))
    await batcher.close(new Error('the end'))
    expect(await outcomes).toEqual(['the end!'])
    expect(await endNext()).toEqual([])
  })

  test('the first reason stays', async () => {
    const { batcher } = buildBatcher()
    await batcher.close(new Error('the first'))
    await batcher.close(new Error('the second'))
    await expect(batcher.add('a')).rejects.toThrow('the first')
  })

  test('with grace: what is here is still written, and what comes meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { batcher, endMany, addAll } = buildBatcher({ maxBatch: 1 })
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
    const { batcher, endNext, addAll } = buildBatcher({ maxBatch: 1 })
    const outcomes = outcomesOf(addAll('a', 'b'))
    await nextEventLoopTurn()
    const closed = batcher.close(new Error('the end'), 5_000)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await isSettled(closed)).toBe(false)
    expect(await endNext()).toEqual(['a'])
    await closed
    expect(await outcomes).toEqual(['A', 'the end!'])
  })
})
