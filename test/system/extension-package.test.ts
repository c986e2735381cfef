import { execFile } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
/** About a minute where the packages are not in npm's cache. */
const TIMEOUT_MS = 600_000

const run = promisify(execFile)
const runScript = (file: string) => run(process.execPath, [file], { cwd: ROOT, timeout: TIMEOUT_MS })

test(
  'the packed extension follows the rules of Firefox’s store, and what does not is found',
  async () => {
    await runScript('scripts/build-extension.ts')
    const { stdout } = await runScript('scripts/lint-extension.ts')
    expect(stdout).toBe('the extension follows the rules\n')

    // Made anew by whoever needs it; nothing of the test stays behind in it.
    onTestFinished(async () => void (await runScript('scripts/build-extension.ts')))
    const script = path.join(ROOT, 'packages/passkey-extension/dist/unpacked/signer.js')
    appendFileSync(script, '\ndocument.body.innerHTML = location.hash\n')
    await expect(runScript('scripts/lint-extension.ts')).rejects.toThrow(
      /signer\.js:\d+ UNSAFE_VAR_ASSIGNMENT/,
    )
  },
  TIMEOUT_MS,
)
