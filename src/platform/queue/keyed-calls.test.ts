import { describe, expect, test } from 'vitest'
import { nextEventLoopTurn } from './event-loop-turn.ts'
import { KeyedCalls } from './keyed-calls.ts'

function build(places: number) {
  const calls = new KeyedCalls(places)
  const begun: { name: string; end: () => void; fail: () => void }[] = []
  const ask = (key: string, name: string): Promise<string> =>
    calls.run(key, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      begun.push({ name, end: () => resolve(name), fail: () => reject(new Error(`${name} failed`)) })
      return promise
    })
  const names = () => begun.map(({ name }) => name)
  const endNext = async (at: number) => {
    begun[at]?.end()
    await nextEventLoopTurn()
  }
  return { calls, begun, ask, names, endNext }
}

describe('calls by key', () => {
  test('of one key are made one after the other, and each answers whoever made it', async () => {
    const { ask, names, endNext } = build(2)
    const answers = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3')]
    expect(names()).toEqual(['a1'])
    for (const at of [0, 1, 2]) await endNext(at)
    expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3'])
  })

  test('of one key leave the others a place, and keys take turns', async () => {
    const { ask, names, endNext } = build(2)
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
    void ask('b', 'b1')
    void ask('c', 'c1')
    expect(names()).toEqual(['a1', 'b1'])
    await endNext(0)
    expect(names()).toEqual(['a1', 'b1', 'c1'])
    await endNext(1)
    expect(names()).toEqual(['a1', 'b1', 'c1', 'a2'])
    await endNext(2)
    expect(names()).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  test('that fail tell whoever made them, and hold up nothing', async () => {
    const { begun, ask, names } = build(1)
    const failing = ask('a', 'a1')
    const next = ask('a', 'a2')
    begun[0]?.fail()
    await expect(failing).rejects.toThrow('a1 failed')
    await nextEventLoopTurn()
    expect(names()).toEqual(['a1', 'a2'])
    begun[1]?.end()
    expect(await next).toBe('a2')
  })

  test('that throw before they answer a promise fail like the others', async () => {
    const { calls, ask, endNext } = build(1)
    const failing = calls.run('a', () => {
      throw new Error('no thread')
    })
    const next = ask('a', 'a1')
    await expect(failing).rejects.toThrow('no thread')
    await nextEventLoopTurn()
    await endNext(0)
    expect(await next).toBe('a1')
  })

  test('are counted while they wait and while they are under way', async () => {
    const { calls, ask, endNext } = build(1)
    void ask('a', 'a1')
    void ask('a', 'a2')
    void ask('b', 'b1')
    expect([calls.countOf('a'), calls.countOf('b'), calls.countOf('c')]).toEqual([2, 1, 0])
    await endNext(0)
    expect([calls.countOf('a'), calls.countOf('b')]).toEqual([1, 1])
    await endNext(1)
    await endNext(2)
    expect([calls.countOf('a'), calls.countOf('b')]).toEqual([0, 0])
  })
})
