import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SharedReads } from './shared-reads.ts'

/** What is read changes; each read takes 10 ms and answers what was so when it began. */
class Source {
  value = 0
  reads = 0
  fails = false

  async read(): Promise<number> {
    const { value, fails } = this
    this.reads += 1
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (fails) throw new Error('no answer')
    return value
  }
}

let source: Source
let shared: SharedReads<number>
const ask = (key = 'k') => shared.read(key, () => source.read())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  source = new Source()
  shared = new SharedReads({ everyMs: 100, nowMs: Date.now })
})
afterEach(() => {
  vi.useRealTimers()
})

test('who asks while a read is under way gets the one after it, shared by all who came meanwhile', async () => {
  const first = ask()
  await vi.advanceTimersByTimeAsync(5)
  source.value = 1
  const others = [ask(), ask(), ask()]
  await vi.advanceTimersByTimeAsync(200)
  expect([await first, await Promise.all(others), source.reads]).toEqual([0, [1, 1, 1], 2])
})

test('who asks alone, one read after the other, never waits', async () => {
  for (let n = 0; n < 5; n += 1) {
    const answer = ask()
    await vi.advanceTimersByTimeAsync(10)
    expect(await answer).toBe(0)
  }
  expect(source.reads).toBe(5)
})

test('while several ask, a read begins once in so long, and nobody is told of less than was so when they asked', async () => {
  const answers: Promise<[number, number]>[] = []
  for (let ms = 0; ms < 1_000; ms += 4) {
    source.value = ms
    const asked = ms
    answers.push(ask().then((value) => [asked, value]))
    await vi.advanceTimersByTimeAsync(4)
  }
  await vi.advanceTimersByTimeAsync(200)
  for (const [asked, value] of await Promise.all(answers)) expect(value).toBeGreaterThanOrEqual(asked)
  expect(source.reads).toBeLessThanOrEqual(12)
})

test('what differs by its key is never shared, and a failure is that of those who share it alone', async () => {
  const [a, b] = [ask('a'), ask('b')]
  await vi.advanceTimersByTimeAsync(5)
  source.fails = true
  const failed = [ask('a'), ask('a')].map((one) => one.catch((error: Error) => error.message))
  await vi.advanceTimersByTimeAsync(200)
  expect([await a, await b, await Promise.all(failed)]).toEqual([0, 0, ['no answer', 'no answer']])
  source.fails = false
  const after = ask('a')
  await vi.advanceTimersByTimeAsync(200)
  expect(await after).toBe(0)
})

test('what nobody asks for any more is forgotten', async () => {
  for (let n = 0; n < 50; n += 1) void ask(`k${n}`)
  expect(shared.size).toBe(50)
  await vi.advanceTimersByTimeAsync(500)
  expect(shared.size).toBe(0)
})
