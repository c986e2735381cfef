import { afterEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../core/errors.ts'
import { CommandMemo, type CommandMemoOptions } from './command-memo.ts'

let memo: CommandMemo
let nowMs = 0
const open = (options: Partial<CommandMemoOptions> = {}): CommandMemo => {
  nowMs = 0
  memo = new CommandMemo({ now: () => nowMs, ...options })
  return memo
}
afterEach(() => memo.close())

describe('what a command did', () => {
  it('is told again as it was, once it is done', async () => {
    open()
    const effect = vi.fn(async () => ({ key: { id: 'A' }, bytes: new Uint8Array([1, 2]), at: new Date(5) }))
    const first = await memo.run('a', effect)
    expect(await memo.run('a', effect)).toEqual(first)
    expect(await memo.find('a')).toEqual(first)
    expect(effect).toHaveBeenCalledTimes(1)
  })

  it('is told again as it was when it is plain, and when it is a circle or is not what JSON gives back', async () => {
    open()
    const circle: Record<string, unknown> = { name: 'circle' }
    circle.self = circle
    const plain = { ok: true, list: [1, null, { text: 'é"' }] }
    const rest = [plain, 'text', null, { a: undefined }, Number.NaN, new Map([[1, 2]]), 5n, [new Date(5)]]
    for (const [n, answer] of rest.entries()) {
      await memo.run(String(n), async () => answer)
      expect(await memo.find(String(n))).toEqual(answer)
    }
    await memo.run('circle', async () => circle)
    expect(await memo.find('circle')).toEqual(circle)
  })

  it('is told again as a refusal with its data, where it was refused', async () => {
    open()
    const refuse = async () => {
      throw new Refusal('CONFLICT', 'Stop it first.', { data: { reason: 'RUNNING' }, cause: new Error('x') })
    }
    await expect(memo.run('a', refuse)).rejects.toThrow()
    const again = memo.run('a', refuse)
    await expect(again).rejects.toBeInstanceOf(Refusal)
    await expect(again).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Stop it first.',
      data: { reason: 'RUNNING' },
    })
    await expect(again).rejects.not.toHaveProperty('cause')
  })

  it('is kept as bytes, apart from what it was made with', async () => {
    open()
    const connection = { buffered: new Uint8Array(1_000_000) }
    const fail = async () => {
      throw new Refusal('SERVICE_UNAVAILABLE', 'The connection ended.', {
        cause: Object.assign(new Error('ended'), { connection }),
      })
    }
    const answer = { status: 'sent' }
    await memo.run('a', fail).catch(() => undefined)
    await memo.run('b', async () => answer)
    answer.status = 'changed later'
    expect(await memo.find('b')).toEqual({ status: 'sent' })
    expect(memo.size.bytes).toBeLessThan(1_000)
  })

  it('is done only once even when it cannot be told again', async () => {
    open()
    const effect = vi.fn(async () => ({ callback: () => 1 }))
    await memo.run('a', effect)
    await expect(memo.run('a', effect)).rejects.toThrow('cannot be told again')
    expect(effect).toHaveBeenCalledTimes(1)
  })
})

describe('the memory of commands', () => {
  it('holds so many bytes and drops the oldest for more, but never the newest', async () => {
    open({ maxBytes: 10_000 })
    for (let at = 0; at < 20; at += 1) await memo.run(`c${at}`, async () => 'x'.repeat(3_000))
    expect(memo.size).toMatchObject({ entries: 3 })
    expect(memo.find('c16')).toBeUndefined()
    expect(await memo.find('c17')).toHaveLength(3_000)
    await memo.run('large', async () => 'x'.repeat(50_000))
    expect(await memo.find('large')).toHaveLength(50_000)
    expect(memo.size.entries).toBe(1)
  })

  it('holds so many entries', async () => {
    open({ maxEntries: 5 })
    for (let at = 0; at < 20; at += 1) await memo.run(`c${at}`, async () => at)
    expect(memo.size.entries).toBe(5)
    expect(await memo.find('c19')).toBe(19)
  })

  it('is swept when its time is over, though nobody asks for anything', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      open({ keepMs: 1_000 })
      await memo.run('a', async () => 'done')
      vi.advanceTimersByTime(900)
      expect(memo.size.entries).toBe(1)
      nowMs = 1_000
      vi.advanceTimersByTime(200)
      expect(memo.size).toEqual({ entries: 0, bytes: 0 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('never loses a command that still runs', async () => {
    open({ keepMs: 10 })
    const gate = Promise.withResolvers<string>()
    const effect = vi.fn(() => gate.promise)
    const first = memo.run('a', effect)
    nowMs = 1_000
    memo.sweep()
    const second = memo.run('a', effect)
    gate.resolve('done')
    expect(await Promise.all([first, second])).toEqual(['done', 'done'])
    expect(effect).toHaveBeenCalledTimes(1)
  })
})
