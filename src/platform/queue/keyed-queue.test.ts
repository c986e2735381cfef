import { describe, expect, test } from 'vitest'
import { buildKeyedQueue } from '../../../test/support/keyed-queues.ts'
import { nextEventLoopTurn } from './event-loop-turn.ts'
import { KeyedQueue } from './keyed-queue.ts'

describe('order of a keyed queue', () => {
  test('keys start in the order in which they were woken, as many at once as may be', async () => {
    const { queue, begun, started } = buildKeyedQueue({ concurrency: 2 })
    for (const key of ['a', 'b', 'c', 'a', 'd']) queue.wake(key)
    expect(started()).toEqual(['a', 'b'])
    await begun[1]?.end()
    expect(started()).toEqual(['a', 'b', 'c'])
    await begun[0]?.end()
    await begun[2]?.end()
    expect(started()).toEqual(['a', 'b', 'c', 'd', 'a'])
  })

  test('work of a key never overlaps itself: woken meanwhile, however often, it has one more turn after it', async () => {
    const { queue, begun, started } = buildKeyedQueue()
    queue.wake('a')
    for (let i = 0; i < 3; i += 1) queue.wake('a')
    expect(started()).toEqual(['a'])
    await begun[0]?.end()
    expect(started()).toEqual(['a', 'a'])
    await begun[1]?.end()
    expect(started()).toEqual(['a', 'a'])
    await queue.idle()
  })

  test('a key that waits already keeps its place when it is woken again', async () => {
    const { queue, begun, started } = buildKeyedQueue({ concurrency: 1 })
    for (const key of ['a', 'b', 'c', 'b']) queue.wake(key)
    for (let i = 0; i < 3; i += 1) await begun[i]?.end()
    expect(started()).toEqual(['a', 'b', 'c'])
  })

  test('a key that wants more has its next turn behind the others', async () => {
    const { queue, begun, started } = buildKeyedQueue({ concurrency: 1 })
    for (const key of ['a', 'b']) queue.wake(key)
    await begun[0]?.end('again')
    await begun[1]?.end('again')
    await begun[2]?.end()
    await begun[3]?.end()
    expect(started()).toEqual(['a', 'b', 'a', 'b'])
    await queue.idle()
  })

  test('by rank: of the keys that wait at the moment the lowest starts, of equal ones the first', async () => {
    const ranks = new Map([
      ['a', 0],
      ['b', 3],
      ['c', 1],
      ['d', 1],
    ])
    const { queue, begun, started } = buildKeyedQueue({ concurrency: 1, rank: (key) => ranks.get(key) ?? 9 })
    for (const key of ['a', 'b', 'c', 'd']) queue.wake(key)
    await begun[0]?.end()
    ranks.set('b', 0)
    await begun[1]?.end()
    await begun[2]?.end()
    expect(started()).toEqual(['a', 'c', 'b', 'd'])
  })

  test('work may wake its own key and others', async () => {
    const log: string[] = []
    const queue: KeyedQueue = new KeyedQueue({
      async work(key) {
        log.push(key)
        if (log.length === 1) for (const other of ['a', 'b']) queue.wake(other)
        return 'idle'
      },
      concurrency: 1,
      pauseAfterFailureMs: () => 0,
      onFailure: () => {},
    })
    queue.wake('a')
    await queue.idle()
    expect(log).toEqual(['a', 'b', 'a'])
  })
})

describe('pauses of a keyed queue', () => {
  test('a key comes back after the pause that it asked for, and not before when it is woken', async () => {
    const { queue, time, begun, started } = buildKeyedQueue()
    queue.wake('a')
    await begun[0]?.end({ afterMs: 1_000 })
    queue.wake('a')
    await time.advance(999)
    expect(started()).toEqual(['a'])
    await time.advance(1)
    expect(started()).toEqual(['a', 'a'])
    await begun[1]?.end()
    await time.advance(10_000)
    expect(started()).toEqual(['a', 'a'])
  })

  test('woken at work it still takes the pause that it asks for, once', async () => {
    const { queue, time, begun, started } = buildKeyedQueue()
    queue.wake('a')
    queue.wake('a')
    await begun[0]?.end({ afterMs: 1_000 })
    expect(started()).toEqual(['a'])
    await time.advance(1_000)
    await begun[1]?.end()
    expect(started()).toEqual(['a', 'a'])
    await queue.idle()
  })

  test('hurried, the pause ends; and it does not begin when the key was hurried at work', async () => {
    const { queue, time, begun, started } = buildKeyedQueue()
    queue.wake('a')
    await begun[0]?.end({ afterMs: 1_000 })
    queue.wakeNow('a')
    expect(started()).toEqual(['a', 'a'])
    expect(time.sleeping()).toBe(0)
    queue.wakeNow('a')
    queue.wake('a')
    await begun[1]?.end({ afterMs: 1_000 })
    expect(started()).toEqual(['a', 'a', 'a'])
    await begun[2]?.end({ afterMs: 1_000 })
    expect(started()).toEqual(['a', 'a', 'a'])
  })

  test('a pause that ends while its key is hurried is followed by one turn, not two', async () => {
    const elapsed = Promise.withResolvers<void>()
    const { queue, begun, started } = buildKeyedQueue({ sleep: () => elapsed.promise })
    queue.wake('a')
    await begun[0]?.end({ afterMs: 1_000 })
    elapsed.resolve()
    queue.wakeNow('a')
    await nextEventLoopTurn()
    await begun[1]?.end()
    expect(started()).toEqual(['a', 'a'])
  })

  test('a key that pauses takes nobody a place', async () => {
    const { queue, begun, started } = buildKeyedQueue({ concurrency: 1 })
    queue.wake('a')
    queue.wake('b')
    await begun[0]?.end({ afterMs: 1_000 })
    expect(started()).toEqual(['a', 'b'])
  })

  test('without a time of its own it is real time', async () => {
    const log: string[] = []
    const queue: KeyedQueue = new KeyedQueue({
      async work(key) {
        log.push(key)
        return log.length < 3 ? { afterMs: 1 } : 'idle'
      },
      concurrency: 1,
      pauseAfterFailureMs: () => 0,
      onFailure: () => {},
    })
    queue.wake('a')
    await queue.idle()
    expect(log).toEqual(['a', 'a', 'a'])
  })
})

describe('failure in a keyed queue', () => {
  test('is of its key alone, which comes back after pauses that grow with each failure in a row', async () => {
    const { queue, time, begun, failures, started } = buildKeyedQueue()
    queue.wake('a')
    queue.wake('b')
    await begun[0]?.fail()
    await begun[1]?.end()
    expect(failures).toEqual(['a failed'])
    await time.advance(100)
    await begun[2]?.fail()
    await time.advance(199)
    expect(started()).toEqual(['a', 'b', 'a'])
    await time.advance(1)
    expect(started()).toEqual(['a', 'b', 'a', 'a'])
    expect(failures).toEqual(['a failed', 'a failed'])
  })

  test('is forgotten when work of the key did not throw', async () => {
    const { queue, time, begun, started } = buildKeyedQueue()
    queue.wake('a')
    await begun[0]?.fail()
    await time.advance(100)
    await begun[1]?.fail()
    await time.advance(200)
    await begun[2]?.end('again')
    await begun[3]?.fail()
    await time.advance(100)
    expect(started()).toHaveLength(5)
  })

  test('of work that throws before it answers a promise is a failure like any other', async () => {
    const { queue, failures } = buildKeyedQueue({
      work: (key) => {
        throw new Error(`${key} at once`)
      },
    })
    queue.wake('a')
    await nextEventLoopTurn()
    expect(failures).toEqual(['a at once'])
    await queue.close()
  })

  test('of a start that is not admitted pauses the key whose turn it was, and the next is tried', async () => {
    let trouble = true
    const { queue, time, failures, started } = buildKeyedQueue({
      concurrency: 1,
      admit: async () => {
        if (trouble) throw new Error('no place')
        return undefined
      },
    })
    queue.wake('a')
    queue.wake('b')
    await nextEventLoopTurn()
    expect(failures).toEqual(['no place', 'no place'])
    expect(started()).toEqual([])
    trouble = false
    await time.advance(100)
    expect(started()).toEqual(['a'])
  })
})

describe('back-pressure of a keyed queue', () => {
  test('a loader learns how many places are free, and which keys it need not bring', async () => {
    const { queue, begun } = buildKeyedQueue({ concurrency: 3 })
    expect(queue.freePlaces()).toBe(3)
    for (const key of ['a', 'b']) queue.wake(key)
    expect(queue.freePlaces()).toBe(1)
    for (const key of ['c', 'd', 'e']) queue.wake(key)
    expect(queue.freePlaces()).toBe(0)
    await begun[0]?.end({ afterMs: 1_000 })
    expect([...queue.keys()].sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(queue.freePlaces()).toBe(0)
    await begun[1]?.end()
    await begun[2]?.end()
    expect([...queue.keys()].sort()).toEqual(['a', 'd', 'e'])
    expect(queue.freePlaces()).toBe(1)
  })

  test('who loads is told of a place that is free when its key has left it, and not while others wait for it', async () => {
    const seen: [number, string[]][] = []
    const { queue, begun } = buildKeyedQueue({
      concurrency: 1,
      onFreePlace: () => seen.push([queue.freePlaces(), [...queue.keys()]]),
    })
    for (const key of ['a', 'b']) queue.wake(key)
    await begun[0]?.end()
    expect(seen).toEqual([])
    await begun[1]?.end({ afterMs: 1_000 })
    expect(seen).toEqual([[1, ['b']]])
    queue.wake('c')
    await begun[2]?.fail()
    expect(seen).toEqual([
      [1, ['b']],
      [1, ['b', 'c']],
    ])
    queue.wake('d')
    const closed = queue.close()
    await begun[3]?.end()
    await closed
    expect(seen).toHaveLength(2)
  })

  test('the queue does not become idle between a place that is free and what is brought for it', async () => {
    const more = ['b', 'c']
    const { queue, begun, started } = buildKeyedQueue({
      concurrency: 1,
      onFreePlace() {
        const key = more.shift()
        if (key !== undefined) queue.wake(key)
      },
    })
    queue.wake('a')
    const idle = queue.idle()
    await begun[0]?.end()
    await begun[1]?.end()
    expect(queue.isIdle()).toBe(false)
    expect([queue.isAtWork('b'), queue.isAtWork('c')]).toEqual([false, true])
    await begun[2]?.end()
    await idle
    expect(started()).toEqual(['a', 'b', 'c'])
    expect(queue.isIdle()).toBe(true)
  })

  test('starts are admitted one at a time, and only then it is chosen who starts', async () => {
    const asked: PromiseWithResolvers<undefined>[] = []
    const ranks = new Map([
      ['a', 1],
      ['b', 2],
    ])
    const { queue, begun, started } = buildKeyedQueue({
      rank: (key) => ranks.get(key) ?? 0,
      admit: () => {
        const place = Promise.withResolvers<undefined>()
        asked.push(place)
        return place.promise
      },
    })
    queue.wake('a')
    queue.wake('b')
    await nextEventLoopTurn()
    expect([asked.length, begun.length, queue.freePlaces()]).toEqual([1, 0, 6])
    ranks.set('b', 0)
    asked[0]?.resolve(undefined)
    await nextEventLoopTurn()
    expect(started()).toEqual(['b'])
    expect(asked).toHaveLength(2)
    asked[1]?.resolve(undefined)
    await nextEventLoopTurn()
    expect(started()).toEqual(['b', 'a'])
    expect(asked).toHaveLength(2)
  })

  test('what was taken for a start is given back when its work has ended, well or badly', async () => {
    let taken = 0
    let given = 0
    const { queue, begun } = buildKeyedQueue({
      admit: async () => {
        taken += 1
        return () => {
          given += 1
        }
      },
    })
    queue.wake('a')
    queue.wake('b')
    await nextEventLoopTurn()
    expect([taken, given]).toEqual([2, 0])
    await begun[0]?.end()
    await begun[1]?.fail()
    expect([taken, given]).toEqual([2, 2])
  })

  test('nothing is asked to be admitted while all places are taken', async () => {
    let asked = 0
    const { queue, begun } = buildKeyedQueue({
      concurrency: 1,
      admit: async () => {
        asked += 1
        return undefined
      },
    })
    queue.wake('a')
    queue.wake('b')
    await nextEventLoopTurn()
    expect(asked).toBe(1)
    await begun[0]?.end()
    expect(asked).toBe(2)
  })
})
