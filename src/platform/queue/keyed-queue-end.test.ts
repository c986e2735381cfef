import { afterEach, describe, expect, test, vi } from 'vitest'
import { isSettled } from '../../../test/support/batchers.ts'
import { buildKeyedQueue } from '../../../test/support/keyed-queues.ts'
import { nextEventLoopTurn } from './event-loop-turn.ts'
import { KeyedQueue } from './keyed-queue.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('keys that turn out to be one', () => {
  test('what the one waited for the other waits for', async () => {
    const { queue, begun, started } = buildKeyedQueue({ concurrency: 1 })
    for (const key of ['busy', 'from', 'to']) queue.wake(key)
    queue.merge('from', 'to')
    await begun[0]?.end()
    await begun[1]?.end()
    expect(started()).toEqual(['busy', 'to'])
    expect(queue.keys().size).toBe(0)
  })

  test('no work of the other starts before the work of the one has ended, and it starts though nobody woke it', async () => {
    const { queue, begun, started } = buildKeyedQueue()
    queue.wake('from')
    queue.merge('from', 'to')
    queue.wake('to')
    expect(started()).toEqual(['from'])
    expect([...queue.keys()]).toEqual(['to'])
    await begun[0]?.end('again')
    expect(started()).toEqual(['from', 'to'])
    await begun[1]?.end()
    expect(started()).toEqual(['from', 'to'])
  })

  test('the other waits though its turn had come already', async () => {
    const { queue, begun, started } = buildKeyedQueue({ concurrency: 2 })
    for (const key of ['from', 'busy', 'to']) queue.wake(key)
    queue.merge('from', 'to')
    await begun[1]?.end()
    expect(started()).toEqual(['from', 'busy'])
    await begun[0]?.end()
    expect(started()).toEqual(['from', 'busy', 'to'])
  })

  test('when both were at work, the next turn waits for the end of both', async () => {
    const { queue, begun, started } = buildKeyedQueue()
    queue.wake('from')
    queue.wake('to')
    queue.wake('from')
    queue.merge('from', 'to')
    await begun[1]?.end()
    expect(started()).toEqual(['from', 'to'])
    await begun[0]?.end()
    expect(started()).toEqual(['from', 'to', 'to'])
    await begun[2]?.end()
    expect(started()).toHaveLength(3)
  })

  test('hurried while both were at work, the next turn follows without a pause', async () => {
    const { queue, begun, started } = buildKeyedQueue()
    queue.wake('from')
    queue.wake('to')
    queue.merge('from', 'to')
    queue.wakeNow('to')
    await begun[1]?.end()
    await begun[0]?.end({ afterMs: 1_000 })
    expect(started()).toEqual(['from', 'to', 'to'])
  })

  test('the pause of the one ends, the pause of the other holds', async () => {
    const { queue, time, begun, started } = buildKeyedQueue()
    queue.wake('from')
    await begun[0]?.end({ afterMs: 1_000 })
    queue.merge('from', 'to')
    expect(started()).toEqual(['from', 'to'])
    queue.wake('more')
    await begun[1]?.end({ afterMs: 1_000 })
    queue.merge('more', 'to')
    await begun[2]?.end('again')
    expect(started()).toEqual(['from', 'to', 'more'])
    await time.advance(1_000)
    expect(started()).toEqual(['from', 'to', 'more', 'to'])
    await begun[3]?.end()
    await queue.idle()
  })

  test('failures of the one are not counted for whoever has its name later', async () => {
    const { queue, time, begun, started } = buildKeyedQueue()
    queue.wake('from')
    await begun[0]?.fail()
    await time.advance(100)
    await begun[1]?.fail()
    queue.merge('from', 'to')
    await begun[2]?.end()
    queue.wake('from')
    await begun[3]?.fail()
    await time.advance(100)
    expect(started()).toEqual(['from', 'from', 'to', 'from', 'from'])
  })

  test('a key that is merged into itself stays as it is', async () => {
    const { queue, time, begun, started } = buildKeyedQueue()
    queue.wake('a')
    await begun[0]?.end({ afterMs: 1_000 })
    queue.merge('a', 'a')
    expect(started()).toEqual(['a'])
    await time.advance(1_000)
    expect(started()).toEqual(['a', 'a'])
  })
})

describe('the end of a keyed queue', () => {
  test('idle is when nothing is queued, at work or paused', async () => {
    const { queue, time, begun } = buildKeyedQueue({ concurrency: 1 })
    expect(await isSettled(queue.idle())).toBe(true)
    queue.wake('a')
    queue.wake('b')
    const idle = queue.idle()
    await begun[0]?.end()
    expect(await isSettled(idle)).toBe(false)
    await begun[1]?.end({ afterMs: 1_000 })
    expect(await isSettled(idle)).toBe(false)
    await time.advance(1_000)
    await begun[2]?.end()
    await idle
  })

  test('nothing starts any more: not what waits, not what pauses, not what wants more or is woken', async () => {
    const { queue, time, begun, started } = buildKeyedQueue({ concurrency: 2 })
    for (const key of ['a', 'b', 'c']) queue.wake(key)
    await begun[1]?.end({ afterMs: 1_000 })
    const closed = queue.close(60_000)
    expect(time.sleeping()).toBe(0)
    queue.wake('d')
    await begun[0]?.end('again')
    expect(await isSettled(closed)).toBe(false)
    await begun[2]?.end({ afterMs: 1 })
    await closed
    queue.wakeNow('e')
    await time.advance(10_000)
    expect(started()).toEqual(['a', 'b', 'c'])
    expect(queue.keys().size).toBe(0)
  })

  test('work has its grace, and then has to break off, which is no failure', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { queue, begun, failures } = buildKeyedQueue()
    queue.wake('a')
    const closed = queue.close(2_000)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(begun[0]?.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(begun[0]?.signal.aborted).toBe(true)
    await begun[0]?.fail(begun[0].signal.reason)
    await closed
    expect(failures).toEqual([])
  })

  test('work that fails for a reason of its own after it had to break off is told', async () => {
    const { queue, begun, failures } = buildKeyedQueue()
    queue.wake('a')
    const closed = queue.close()
    await begun[0]?.fail()
    await closed
    expect(failures).toEqual(['a failed'])
  })

  test('work that fails within the grace is still told, and what is left of the grace is not waited for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { queue, begun, failures } = buildKeyedQueue()
    queue.wake('a')
    const closed = queue.close(60_000)
    await begun[0]?.fail()
    await closed
    expect(failures).toEqual(['a failed'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a pause that ended early leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let turns = 0
    const queue = new KeyedQueue({
      async work() {
        turns += 1
        return { afterMs: 60_000 }
      },
      concurrency: 1,
      pauseAfterFailureMs: () => 0,
      onFailure: () => {},
    })
    queue.wake('a')
    await nextEventLoopTurn()
    expect(vi.getTimerCount()).toBe(1)
    queue.wakeNow('a')
    await nextEventLoopTurn()
    expect([turns, vi.getTimerCount()]).toEqual([2, 1])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(turns).toBe(3)
    await queue.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('who waited for a pause to pass learns that nothing comes any more', async () => {
    const { queue, begun } = buildKeyedQueue()
    queue.wake('a')
    await begun[0]?.end({ afterMs: 1_000 })
    const idle = queue.idle()
    await queue.close()
    await idle
  })

  test('without grace the signal is aborted at once, and the end still waits for the work', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { queue, begun } = buildKeyedQueue()
    queue.wake('a')
    const closed = queue.close()
    expect(begun[0]?.signal.aborted).toBe(true)
    expect(await isSettled(closed)).toBe(false)
    await begun[0]?.end()
    await closed
  })

  test('a start that is being admitted is given up, or what was taken for it is given back', async () => {
    let given = 0
    const place = Promise.withResolvers<() => void>()
    const polite = buildKeyedQueue({
      admit: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    })
    polite.queue.wake('a')
    await polite.queue.close(60_000)
    const late = buildKeyedQueue({ admit: () => place.promise })
    late.queue.wake('a')
    const closed = late.queue.close(60_000)
    expect(await isSettled(closed)).toBe(false)
    place.resolve(() => {
      given += 1
    })
    await closed
    expect([given, late.begun.length, polite.begun.length]).toEqual([1, 0, 0])
    expect([...polite.failures, ...late.failures]).toEqual([])
  })
})
