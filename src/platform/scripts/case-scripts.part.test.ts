import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCaseScripts } from './case-scripts.ts'

const LIMIT_MS = 2_000

/** Says that it begins, and then what a script with some hundred milliseconds of work was answered. */
const PROGRAM = `
import { writeSync } from 'node:fs'
import { createCaseScripts } from '${new URL('./case-scripts.ts', import.meta.url).href}'
const runScript = await createCaseScripts()
writeSync(1, 'begins ')
const source = 'let turns = 0; while (turns < 1e6) turns++; return turns'
writeSync(1, JSON.stringify(runScript({ source, input: '{}', timeoutMs: ${LIMIT_MS}, memoryMb: 16 })))
`

test('a script is not charged for the time in which its process does not run', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = text(child.stdout)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGSTOP')
  await sleep(LIMIT_MS + 500)
  child.kill('SIGCONT')
  expect(await said).toBe('begins {"ok":true,"value":1000000}')
})

test('the first script of an interpreter has all of its time, and one without end is ended by it', async () => {
  const runScript = await createCaseScripts()
  const result = runScript({ source: 'while (true) {}', input: '{}', timeoutMs: 10, memoryMb: 16 })
  expect(result).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } })
})
