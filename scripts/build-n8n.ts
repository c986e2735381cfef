import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureModules } from './bootstrap/modules.mjs'
import { runStep } from './run-step.ts'

const FOLDER = 'packages/n8n'
const DIST = `${FOLDER}/dist`
const ICON = 'src/web/public/favicon.svg'

/** n8n finds a class by the name of its file; our files are named as everywhere, and these lead to them. */
const ENTRIES: readonly [file: string, source: string, className: string][] = [
  ['credentials/ParleyApi.credentials.js', 'credentials.js', 'ParleyApi'],
  ['nodes/Parley/Parley.node.js', 'parley-node.js', 'Parley'],
  ['nodes/ParleyTrigger/ParleyTrigger.node.js', 'trigger-node.js', 'ParleyTrigger'],
]

function writeEntries(): void {
  // The client is a part of the package, so that an installation brings nothing else along.
  writeFileSync(`${DIST}/client/package.json`, '{ "type": "module" }\n')
  for (const [file, source, className] of ENTRIES) {
    const directory = path.posix.dirname(`${DIST}/${file}`)
    const from = path.posix.relative(directory, `${DIST}/n8n/src/${source}`)
    mkdirSync(directory, { recursive: true })
    writeFileSync(`${DIST}/${file}`, `exports.${className} = require('${from}').${className}\n`)
    copyFileSync(ICON, `${directory}/parley.svg`)
  }
}

/**
 * Makes `packages/n8n/dist`. What it is built with is too much for everybody who only starts the service, so it has a
 * lock file of its own and is installed here.
 */
await ensureModules({
  root: path.resolve(FOLDER),
  runtimeDir: path.resolve('.runtime'),
  node: process.execPath,
  nodeVersion: process.version,
})
rmSync(DIST, { recursive: true, force: true })
const args = ['node_modules/typescript7/bin/tsc', '-p', FOLDER]
const { exitCode, output } = await runStep({ name: 'n8n', args, timeoutMs: 120_000 })
if (exitCode === 0) writeEntries()
else {
  console.error(output)
  process.exitCode = 1
}
