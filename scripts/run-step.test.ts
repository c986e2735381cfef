import { describe, expect, it } from 'vitest'
import { runStep, runSteps, type Step } from './run-step.ts'

function inline(name: string, code: string, timeoutMs = 20_000): Step {
  return { name, args: ['-e', code], timeoutMs }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a step', () => {
  it('hands back its exit code and everything it printed', async () => {
    const { exitCode, output } = await runStep(
      inline('a', "console.log('out'); console.error('err'); process.exit(3)"),
    )
    expect(exitCode).toBe(3)
    expect(output).toContain('out')
    expect(output).toContain('err')
  })

  it('has no exit code when its time was up', async () => {
    const { exitCode } = await runStep(inline('a', 'setInterval(() => {}, 1000)', 200))
    expect(exitCode).toBeNull()
  })

  it('takes the processes it left behind with it', async () => {
    const code = `const { spawn } = require('node:child_process')
      const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      console.log(left.pid)
      left.unref()`
    const { exitCode, output } = await runStep(inline('a', code))
    expect(exitCode).toBe(0)
    await expect.poll(() => isAlive(Number(output))).toBe(false)
  })
})

describe('several steps', () => {
  it('all run, no more than the width at a time, and one that fails stops no other', async () => {
    const seen: string[] = []
    const steps = [inline('a', 'process.exit(1)'), inline('b', ''), inline('c', '')]
    const results = await runSteps(steps, 2, ({ step }) => seen.push(step.name))
    expect(seen.sort()).toEqual(['a', 'b', 'c'])
    expect(results.filter((result) => result.exitCode !== 0).map((result) => result.step.name)).toEqual(['a'])
  })
})
