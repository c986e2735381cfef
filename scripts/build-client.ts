import { rmSync } from 'node:fs'
import { runStep } from './run-step.ts'

/** Makes `packages/client/dist`, which `npm pack` in that folder packs. */
rmSync('packages/client/dist', { recursive: true, force: true })
const args = ['node_modules/typescript/bin/tsc', '-p', 'packages/client']
const { exitCode, output } = await runStep({ name: 'client', args, timeoutMs: 120_000 })
if (exitCode !== 0) {
  console.error(output)
  process.exitCode = 1
}
