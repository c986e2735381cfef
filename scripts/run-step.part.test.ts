import { getPriority } from 'node:os'
import { describe, expect, it } from 'vitest'
import { runStep, runSteps, type Step } from './run-step.ts'

function inline(name: string, code: string, timeoutMs = 20_000): Step {
  return { name, args: ['-e', code], timeoutMs }
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
    // The one left behind shares the output, so the step could not end before its time while that one lives.
    const code = `const { spawn } = require('node:child_process')
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).unref()`
    const { exitCode } = await runStep(inline('a', code, 15_000))
    expect(exitCode).toBe(0)
  })

  it('lets others go first when it fills the gaps, and so do the processes it starts', async () => {
    const expected = Math.min(19, getPriority() + 5)
    const code = `const { getPriority } = require('node:os')
      while (getPriority() < ${expected});
      console.log(require('node:child_process').execFileSync(process.execPath, ['-p', 'os.getPriority()']).toString())`
    const { exitCode, output } = await runStep({ ...inline('a', code), isFiller: true })
    expect(exitCode).toBe(0)
    expect(Number(output)).toBe(expected)
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
