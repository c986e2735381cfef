import path from 'node:path'
import { ensureModules } from './bootstrap/modules.mjs'
import { runStep } from './run-step.ts'

const FOLDER = 'packages/passkey-extension'
const TIMEOUT_MS = 120_000
/** Firefox has no such workers and reads the scripts beside it, as is meant: one manifest for both browsers. */
const EXPECTED = '/background/service_worker'

interface Finding {
  code: string
  message: string
  description: string
  file?: string
  line?: number
}

interface Report {
  errors: Finding[]
  warnings: Finding[]
}

/**
 * Holds the built extension (`scripts/build-extension.ts`) to the rules of Firefox's store, warnings too. The linter is too much
 * for everybody who only starts the service, so it has a lock file of its own and is installed here.
 */
await ensureModules({
  root: path.resolve(FOLDER),
  runtimeDir: path.resolve('.runtime'),
  node: process.execPath,
  nodeVersion: process.version,
})
const { output } = await runStep({
  name: 'web-ext',
  args: [
    `${FOLDER}/node_modules/web-ext/bin/web-ext.js`,
    'lint',
    '--no-config-discovery',
    '--output=json',
    `--source-dir=${FOLDER}/dist/unpacked`,
  ],
  timeoutMs: TIMEOUT_MS,
  // Else it asks the registry whether there is a newer one.
  env: { NO_COLOR: '1', NO_UPDATE_NOTIFIER: '1' },
})
const start = output.indexOf('{')
if (start < 0) throw new Error(`the linter gave no report; build the extension first\n${output}`)
const { errors, warnings } = JSON.parse(output.slice(start, output.lastIndexOf('}') + 1)) as Report
const found = [...errors, ...warnings].filter(
  ({ message, description }) => !`${message} ${description}`.includes(EXPECTED),
)
for (const { code, message, description, file, line } of found)
  console.error(`${file ?? 'manifest.json'}:${line ?? 1} ${code}: ${message} ${description}`)
if (found.length > 0) process.exitCode = 1
else console.log('the extension follows the rules')
