import { afterAll, describe, expect, it } from 'vitest'
import { createScriptSandbox } from './script-sandbox.ts'

const sandbox = createScriptSandbox()
afterAll(() => sandbox.close())

/** A busy machine may take long for what ends by itself; what does not is given the time it has as `limits`. */
const run = (source: string, input: Record<string, unknown> = {}, limits = {}) =>
  sandbox.run('owner', { source, input, timeoutMs: 10_000, memoryMb: 16, ...limits })
const failure = async (source: string, code: string) => {
  const result = await run(source, {}, code === 'TIMEOUT' ? { timeoutMs: 250 } : {})
  return result.ok ? `answered ${JSON.stringify(result.value)}` : result.error.code
}

describe('a script', () => {
  it('reads its input and returns JSON', async () => {
    const input = { vars: { price: 2, names: ['é', '😀'] } }
    const value = { total: 6, names: ['é', '😀'] }
    expect(await run('return { total: vars.price * 3, names: vars.names }', input)).toEqual({
      ok: true,
      value,
    })
  })

  it('that returns nothing returns null', async () => {
    expect(await run('vars.a = 1', { vars: {} })).toEqual({ ok: true, value: null })
  })

  it.each(['require', 'process', 'fetch', 'setTimeout', 'console', 'WebAssembly', 'std', 'os'])(
    'finds no %s',
    async (name) => {
      expect(await run(`return typeof ${name}`)).toEqual({ ok: true, value: 'undefined' })
    },
  )

  it('leaves nothing behind for the next one', async () => {
    await run('globalThis.left = 1; Array.prototype.left = 1')
    expect(await run('return [typeof left, [].left ?? null]')).toEqual({
      ok: true,
      value: ['undefined', null],
    })
  })

  it.each([
    ['while (true) {}', 'TIMEOUT'],
    ['return new ArrayBuffer(64e6).byteLength', 'MEMORY'],
    ['const a = []; while (true) a.push(new Array(1e5).fill(a))', 'TIMEOUT'],
    ['return "x".repeat(1e5)', 'RESULT_TOO_LARGE'],
    ['const f = () => f() + 1; return f()', 'THREW'],
    ['throw new Error("no stock")', 'THREW'],
    ['return Promise.resolve(1)', 'THREW'],
    ['const a = {}; a.a = a; return a', 'THREW'],
    ['return (', 'SYNTAX'],
  ])('%s ends in bounds', async (source, code) => {
    expect(await failure(source, code)).toBe(code)
    expect(await run('return 1')).toEqual({ ok: true, value: 1 })
  })

  it('of a regular expression that explodes is stopped, and those behind it run', async () => {
    const bomb = failure('return /^(a+)+$/.test("a".repeat(40) + "b")', 'TIMEOUT')
    const after = run('return 2')
    expect(await bomb).toBe('TIMEOUT')
    expect(await after).toEqual({ ok: true, value: 2 })
  })

  it('of one owner that never ends keeps nobody else waiting, and theirs run in order, one at a time', async () => {
    const ended: string[] = []
    const start = (owner: string, name: string, source: string) =>
      sandbox
        .run(owner, { source, input: {}, timeoutMs: 1_000, memoryMb: 16 })
        .then((result) => ended.push(`${name} ${result.ok ? 'ok' : result.error.code}`))
    const looping = ['first', 'second'].map((name) => start('looping', name, 'while (true) {}'))
    await Promise.all([...looping, ...['a', 'b', 'c'].map((owner) => start(owner, owner, 'return 1'))])
    const loops = ended.filter((line) => line.endsWith('TIMEOUT'))
    expect(loops).toEqual(['first TIMEOUT', 'second TIMEOUT'])
    // All three had their turn on the other thread, in two seconds of the loops.
    expect(ended.at(-1)).toBe('second TIMEOUT')
  })

  it('is answered when the sandbox closes, whether it runs or waits', async () => {
    const closing = createScriptSandbox()
    const results = [1, 2, 3].map((owner) =>
      closing.run(String(owner), { source: 'while (true) {}', input: {}, timeoutMs: 2_000, memoryMb: 16 }),
    )
    await closing.close()
    for (const result of await Promise.all(results))
      expect(result).toMatchObject({ ok: false, error: { code: 'SANDBOX_LOST' } })
  })
})
