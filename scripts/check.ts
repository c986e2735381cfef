import { COMPILED_CODE, exitOnSignals, runSteps, type Step, type StepResult } from './run-step.ts'
import { listSourceFolders } from './source-files.ts'

/** A limit for what hangs: beside other work on the same machine a step may take several times its usual 20 s. */
const TIMEOUT_MS = 480_000

/** The tools' code is compiled once and kept, which is a tenth of what their time goes into. */
const ENV = { NO_COLOR: '1', NODE_COMPILE_CACHE: COMPILED_CODE }

function tool(name: string, file: string, args: readonly string[] = []): Step {
  return { name, args: [file, ...args], timeoutMs: TIMEOUT_MS, env: ENV }
}

/**
 * For the compiler's code, written in Go: it clears its memory only as it nears this much, as clearing it more often was a tenth
 * to a quarter of its work, and it took 2 GB of it all the same. It has one core, as the other step has the other.
 */
const GO_ENV = { ...ENV, GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '2500MiB' }

/** What was found of files that did not change is kept beside the packages; it is a fifth of the work. */
function types(name: string, project: string): Step {
  const kept = `node_modules/.cache/parley/${name.replaceAll(' ', '-')}.tsbuildinfo`
  const step = tool(name, 'node_modules/typescript7/bin/tsc', [
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    kept,
    // As two steps run at a time, each on a core: several checkers would each look at the same types again.
    '--singleThreaded',
  ])
  return { ...step, env: GO_ENV }
}

/** The linter finds types out with the compiler's code. */
function promises(): Step {
  const args = ['--type-aware', '--deny-warnings', ...listSourceFolders()]
  return { ...tool('promises', 'node_modules/oxlint/bin/oxlint', args), env: GO_ENV }
}

/** Longest first, so that two at a time end together. */
const STEPS: readonly Step[] = [
  tool('unit tests', 'node_modules/vitest/vitest.mjs', [
    'run',
    '--project',
    'unit*',
    '--reporter',
    'dot',
    '--experimental.fsModuleCache',
    // The other step has the other core, and what two workers would both load is loaded once.
    '--maxWorkers=1',
  ]),
  promises(),
  tool('unused code', 'node_modules/knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  tool('generated files', 'scripts/check-generated.ts'),
  types('types', '.'),
  types('types of the dashboard', 'src/web'),
  types('types of the extension', 'packages/passkey-extension'),
  tool('import matrix', 'scripts/check-imports.ts'),
  tool('caps and unbound methods', 'scripts/check-sources.ts'),
  tool('format and lint', 'node_modules/@biomejs/biome/bin/biome', [
    'ci',
    '--error-on-warnings',
    '--colors=off',
    '.',
  ]),
]

function describe({ step, exitCode, output, durationMs }: StepResult): string {
  const seconds = `${(durationMs / 1000).toFixed(1)} s`
  if (exitCode === 0) return `ok      ${step.name} (${seconds})`
  const why =
    exitCode === null ? `stopped: it took longer than ${step.timeoutMs / 1000} s` : `exit code ${exitCode}`
  return `FAILED  ${step.name} (${seconds}, ${why})\n${output.trimEnd().replaceAll(/^/gm, '        ')}`
}

exitOnSignals()
const startedAt = performance.now()
const results = await runSteps(STEPS, 2, (result) => console.log(describe(result)))
const failed = results.filter((result) => result.exitCode !== 0).map((result) => result.step.name)
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)

if (failed.length > 0) {
  console.log(`check failed in ${seconds} s: ${failed.join(', ')}`)
  process.exitCode = 1
} else console.log(`check passed in ${seconds} s: ${results.length} steps`)
