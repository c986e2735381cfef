import { PROJECT_ROOT, start } from './bootstrap/start.mjs'

/**
 * What each npm script runs, once the machine is ready. See package.json, also of what is in `packages`.
 * @type {Record<string, string[]>}
 */
const TARGETS = {
  start: ['src/bin/parley.ts', 'start'],
  test: ['scripts/test.ts'],
  check: ['scripts/check.ts'],
  demo: ['src/bin/parley.ts', 'demo'],
  bench: ['bench/run.ts'],
  simulate: ['test/simulation/simulate.ts'],
  marks: ['scripts/house-marks.ts'],
  fuzz: ['test/fuzz/fuzz.ts'],
  'build-client': ['scripts/build-client.ts'],
  'build-n8n': ['scripts/build-n8n.ts'],
  'build-extension': ['scripts/build-extension.ts'],
}

const [name = '', ...args] = process.argv.slice(2)
const target = TARGETS[name]
if (target) {
  const [file = '', ...fixed] = target
  process.chdir(PROJECT_ROOT)
  await start(file, [...fixed, ...args])
} else {
  process.stderr.write(`parley: unknown script "${name}"; use one of ${Object.keys(TARGETS).join(', ')}\n`)
  process.exitCode = 2
}
