import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runStep } from './run-step.ts'

const DIST = path.resolve('packages/client/dist')
/** A relative import in a declaration, which the compiler leaves as it is written in the source. */
const SOURCE_IMPORT = /(['"])(\.{1,2}\/[^'"]+)\.ts\1/g

interface Format {
  folder: string
  type: 'module' | 'commonjs'
  flags: readonly string[]
}

/** For `import` and for `require`, each with declarations of its own, as strict compilers ask for both. */
const FORMATS: readonly Format[] = [
  { folder: 'esm', type: 'module', flags: [] },
  {
    folder: 'cjs',
    type: 'commonjs',
    flags: ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'],
  },
]

function finishFormat({ folder, type }: Format): void {
  const directory = path.join(DIST, folder)
  writeFileSync(path.join(directory, 'package.json'), `${JSON.stringify({ type })}\n`)
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue
    const file = path.join(directory, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(SOURCE_IMPORT, '$1$2.js$1'))
  }
}

/** Makes `packages/client/dist`, which `npm pack` in that folder packs. */
rmSync(DIST, { recursive: true, force: true })
for (const format of FORMATS) {
  const outDir = path.join(DIST, format.folder)
  const tsc = 'node_modules/typescript7/bin/tsc'
  const args = [tsc, '-p', 'packages/client', '--outDir', outDir, ...format.flags]
  const { exitCode, output } = await runStep({ name: `client, ${format.folder}`, args, timeoutMs: 120_000 })
  if (exitCode === 0) finishFormat(format)
  else {
    console.error(output)
    process.exitCode = 1
  }
}
