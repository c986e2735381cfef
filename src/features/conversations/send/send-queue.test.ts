import { describe, expect, it } from 'vitest'
import { createFakeConnection, createManualTime } from '../../../../test/support/fake-network.ts'
import { SendQueue } from './send-queue.ts'

const turnOver = () => new Promise((resolve) => setImmediate(resolve))

function build(rate: number, burst: number) {
  const time = createManualTime(0)
  let connected = true
  const connection = createFakeConnection(time.nowMs)
  const queue = new SendQueue({
    rate,
    burst,
    connection: () => (connected ? connection : null),
    nowMs: time.nowMs,
    sleep: time.sleep,
  })
  const log: [string, number][] = []
  const enter = (name: string, chat = name, ready = true) => {
    const turn = queue.enter(chat, () => log.push([`${name} refused`, time.nowMs()]))
    const start = () => turn.ready(async () => void log.push([name, time.nowMs()]))
    if (ready) start()
    return { turn, start }
  }
  return { time, queue, log, enter, disconnect: () => (connected = false) }
}

describe('the send queue', () => {
  it('lets the burst go at once and the rest one by one at the rate', async () => {
    const { time, log, enter } = build(2, 2)
    for (const name of ['a', 'b', 'c', 'd']) enter(name)
    await turnOver()
    await time.advance(5_000)
    expect(log).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 500],
      ['d', 1000],
    ])
  })

  it('keeps the order within a chat while one is being made ready, and lets other chats pass', async () => {
    const { log, enter } = build(100, 100)
    const first = enter('a1', 'a', false)
    enter('a2', 'a')
    enter('b1', 'b')
    await turnOver()
    expect(log.map(([name]) => name)).toEqual(['b1'])
    first.start()
    await turnOver()
    expect(log.map(([name]) => name)).toEqual(['b1', 'a1', 'a2'])
  })

  it('goes on with a chat when the send in front of it gives up its place', async () => {
    const { log, enter } = build(100, 100)
    const first = enter('a1', 'a', false)
    enter('a2', 'a')
    await turnOver()
    first.turn.leave()
    await turnOver()
    expect(log.map(([name]) => name)).toEqual(['a2'])
  })

  it('takes a new rate at once, also while it waits for a token', async () => {
    const { time, queue, log, enter } = build(1, 1)
    for (const name of ['a', 'b', 'c']) enter(name)
    await turnOver()
    await time.advance(500)
    queue.setRate(10, 1)
    await turnOver()
    await time.advance(150)
    expect(log).toEqual([
      ['a', 0],
      ['b', 550],
      ['c', 650],
    ])
  })

  it('refuses what comes to its turn without a connection, and costs it no token', async () => {
    const { queue, log, enter, disconnect } = build(1, 2)
    disconnect()
    for (const name of ['a', 'b', 'c']) enter(name)
    await turnOver()
    expect(log.map(([name]) => name)).toEqual(['a refused', 'b refused', 'c refused'])
    expect(queue.length()).toBe(0)
  })

  it('refuses all that wait when it is cleared, also what becomes ready only then', async () => {
    const { time, queue, log, enter } = build(1, 1)
    enter('a')
    enter('b')
    const late = enter('c', 'c', false)
    await turnOver()
    queue.clear()
    late.start()
    await time.advance(10_000)
    await queue.idle()
    expect(log.map(([name]) => name)).toEqual(['a', 'b refused', 'c refused'])
  })

  it('gives a token to whoever is first when it is there, not to who was first when it was waited for', async () => {
    const { time, log, enter } = build(1, 1)
    enter('a')
    const early = enter('b', 'b', false)
    enter('c')
    await turnOver()
    await time.advance(500)
    early.start()
    await time.advance(5_000)
    expect(log).toEqual([
      ['a', 0],
      ['b', 1_000],
      ['c', 2_000],
    ])
  })

  it('wastes no token on one that gave up its place or was refused while a token was waited for', async () => {
    const { time, queue, log, enter } = build(1, 1)
    enter('a')
    const gone = enter('b')
    enter('c')
    await turnOver()
    await time.advance(500)
    gone.turn.leave()
    await time.advance(500)
    expect(log).toEqual([
      ['a', 0],
      ['c', 1_000],
    ])
    enter('d')
    await turnOver()
    queue.clear()
    expect(log.at(-1)).toEqual(['d refused', 1_000])
    await time.advance(1_000)
    enter('e')
    await turnOver()
    expect(log.at(-1)).toEqual(['e', 2_000])
  })

  it('has several of a chat on the wire, thirty-two of all at most, and is idle when they are off it', async () => {
    const { queue } = build(100, 100)
    const ends: (() => void)[] = []
    for (let n = 0; n < 40; n += 1) {
      const turn = queue.enter(n % 2 === 0 ? 'even' : `chat ${n}`, () => {})
      turn.ready(() => new Promise((resolve) => ends.push(resolve)))
    }
    const idle = queue.idle()
    await turnOver()
    expect([ends.length, queue.length()]).toEqual([32, 8])
    ends[0]?.()
    await turnOver()
    expect([ends.length, queue.length()]).toEqual([33, 7])
    for (let n = 1; n < 40; n += 1) {
      ends[n]?.()
      await turnOver()
    }
    await idle
    expect([ends.length, queue.length()]).toEqual([40, 0])
  })
})
