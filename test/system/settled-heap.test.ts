import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { INSPECTED, readSettledHeap, withoutInspector } from '../fuzz/settled-heap.ts'

let child: ChildProcess | undefined
let log = ''

/** A process that runs a script; its log is told only from its `late`th reading on, as a pipe may be late. */
function startInspected(script: string, late = 0): () => string {
  log = ''
  const started = spawn(process.execPath, ['-e', script], {
    env: { ...process.env, ...INSPECTED },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  child = started
  let readings = 0
  return () => {
    readings += 1
    return readings > late ? log : ''
  }
}

afterEach(async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
})

const HOLD_50_MB = `
  globalThis.held = Array.from({ length: 50 }, () => new Array(131072).fill(0.5))
  setInterval(() => {}, 1000)`

test('the settled heap of a process is what it holds, also when its log comes late', async () => {
  const readLog = startInspected(HOLD_50_MB, 3)
  await expect.poll(() => readSettledHeap(readLog), { timeout: 60_000 }).toBeGreaterThan(50)
  expect(await readSettledHeap(readLog)).toBeLessThan(80)
  expect(withoutInspector(log)).toBe('')
})

test('garbage is no part of it', async () => {
  const readLog = startInspected(`
    setInterval(() => { for (let i = 0; i < 20; i++) new Array(131072).fill(0.5) }, 1)`)
  expect(await readSettledHeap(readLog)).toBeLessThan(30)
})

test('a process that ends while it is asked is an error, and no wait without end', async () => {
  const readLog = startInspected('setTimeout(() => { for (;;) ; }, 0)')
  await expect.poll(() => log).toContain('Debugger listening')
  const reading = readSettledHeap(readLog)
  await expect.poll(() => log).toContain('Debugger attached')
  child?.kill('SIGKILL')
  await expect(reading).rejects.toThrow('the process ended while its heap was read')
})

test('a process without an inspector is named with what it logged', async () => {
  const readLog = () => 'Starting inspector on 127.0.0.1:9229 failed: address already in use'
  await expect(readSettledHeap(readLog)).rejects.toThrow(/has not said.*address already in use/)
})
