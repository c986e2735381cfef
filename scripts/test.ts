import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import buildPrograms from '../test/support/built-programs.ts'
import { VARIABLE as CLUSTER, makeCluster } from '../test/support/made-cluster.ts'
import { auditPackages } from './package-audit.ts'
import { COMPILED_CODE, exitOnSignals, runStep } from './run-step.ts'
import { chooseTemporaryFolder, RUN_PREFIX } from './temporary-folder.ts'
import { countPlaywright, countVitest, findTierProblem, formatTotal, type TestCounts } from './test-counts.ts'
import { listPlaywrightFailures, listVitestFailures } from './test-failures.ts'

interface Tier {
  name: string
  about: string
  timeoutMs: number
  /** Test files at a time; absent: as many as there are cores. */
  workers?: number
  /** Which part of the tier's files, as vitest counts them; absent: all. */
  shard?: string
  /** Whether it gets only what processor time the other rows leave. */
  isFiller?: boolean
}

/** For tests that wait half of their time: for a commit, or the other side of a connection. */
const ONE_MORE = Math.max(2, availableParallelism()) + 1

const SYSTEM: Tier = { name: 'system', about: 'whole processes', timeoutMs: 45 * 60_000 }

/**
 * `npm test -- unit db` runs only those named. Tiers of one row run one after the other, and the rows side by side. What waits
 * for clocks, processes and pages goes first, and what only computes fills the gaps, so that no core is idle while something
 * waits, and the last to end is what can use all cores. The system tier stands in two rows, so that these end at about the same
 * time.
 */
const TIER_ROWS: readonly (readonly Tier[])[] = [
  [
    { name: 'unit', about: 'pure code and the golden flows', timeoutMs: 30 * 60_000, isFiller: true },
    {
      name: 'part',
      about: 'one part with its own threads, processes and sockets',
      timeoutMs: 30 * 60_000,
      isFiller: true,
    },
    {
      name: 'simulation',
      about: 'random histories with crashes, in memory',
      timeoutMs: 30 * 60_000,
      isFiller: true,
    },
    {
      name: 'db',
      about: 'against a real PostgreSQL',
      timeoutMs: 45 * 60_000,
      workers: ONE_MORE,
      isFiller: true,
    },
  ],
  [
    {
      name: 'net',
      about: 'the real connection library against the sandbox network',
      timeoutMs: 45 * 60_000,
    },
  ],
  [
    { ...SYSTEM, shard: '1/5' },
    { ...SYSTEM, shard: '2/5' },
    { ...SYSTEM, shard: '3/5' },
    { ...SYSTEM, shard: '4/5' },
  ],
  [
    { name: 'e2e', about: 'a real browser', timeoutMs: 45 * 60_000 },
    { ...SYSTEM, shard: '5/5' },
  ],
]
const TIERS = TIER_ROWS.flat()
/** Each name once. */
const TIER_NAMES = [...new Set(TIERS.map((tier) => tier.name))]

const VITEST = 'node_modules/vitest/vitest.mjs'
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'

function buildArgs(tier: Tier, reportPath: string): string[] {
  if (tier.name === 'e2e') return [PLAYWRIGHT, 'test', '--reporter=list,json']
  return [
    VITEST,
    'run',
    '--project',
    `${tier.name}*`,
    ...(tier.workers === undefined ? [] : ['--maxWorkers', String(tier.workers)]),
    ...(tier.shard === undefined ? [] : ['--shard', tier.shard]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${reportPath}`,
  ]
}

/** Plain output, and every temporary file in the folder of this run, which goes when the run ends, however it ends. */
function buildEnv(tier: Tier, runDir: string, reportPath: string): Record<string, string> {
  const cluster = madeCluster === undefined ? {} : { [CLUSTER]: madeCluster }
  const env = { ...cluster, TMPDIR: runDir, DISK_TMPDIR: diskDir, NODE_COMPILE_CACHE: COMPILED_CODE }
  if (tier.name === 'e2e') {
    // Node reads the types of the journeys itself; translated by Playwright they cost ten seconds of processor time on a fresh clone.
    return { ...env, PW_DISABLE_TS_ESM: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath, FORCE_COLOR: '0' }
  }
  return { ...env, NO_COLOR: '1' }
}

interface TierResult {
  counts: TestCounts
  failures: readonly string[]
}

function readReport(tier: Tier, reportPath: string): TierResult | null {
  try {
    const text = readFileSync(reportPath, 'utf8')
    return tier.name === 'e2e'
      ? { counts: countPlaywright(text), failures: listPlaywrightFailures(text) }
      : { counts: countVitest(text), failures: listVitestFailures(text) }
  } catch {
    return null
  }
}

/** Runs a tier, handing on its output as it comes. What is wrong with the tier itself counts as one failure. */
async function runTier(tier: Tier, runDir: string, show: (text: string) => void): Promise<TierResult> {
  show(`\n== ${tier.name}: ${tier.about}\n`)
  const reportPath = join(runDir, `${tier.name}${tier.shard?.replace('/', '-') ?? ''}.json`)
  const step = {
    name: tier.name,
    args: buildArgs(tier, reportPath),
    timeoutMs: tier.timeoutMs,
    env: buildEnv(tier, runDir, reportPath),
    ...(tier.isFiller && isSideBySide ? { isFiller: true } : {}),
  }
  const { exitCode } = await runStep(step, show)
  const report = readReport(tier, reportPath)
  const problem = findTierProblem(report?.counts ?? null, exitCode)
  if (problem) show(`the ${tier.name} tier ${problem}\n`)
  const { passed, failed, skipped } = report?.counts ?? { passed: 0, failed: 0, skipped: 0 }
  const failures = (report?.failures ?? []).map((failure) => `${tier.name}: ${failure}`)
  return {
    counts: { passed, failed: failed + (problem ? 1 : 0), skipped },
    failures: problem ? [...failures, `the ${tier.name} tier ${problem}`] : failures,
  }
}

const showAtOnce = (text: string): void => {
  process.stdout.write(text)
}

/** Shows whole lines only, each with the name of its tier, so that tiers that run at the same time can be told apart. */
function showLinesOf(name: string): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    process.stdout.write(lines.map((line) => `${name.padEnd(10)} | ${line}\n`).join(''))
  }
}

/** A server that is just ending may still write here, so this tries for a while. It may not be asynchronous at exit. */
function removeRunDir(runDir: string): void {
  for (let attempt = 0; attempt < 30 && existsSync(runDir); attempt++) {
    try {
      rmSync(runDir, { recursive: true, force: true })
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
}

/** A folder that goes when the run ends. */
function makeRunDir(parent: string): string {
  const directory = mkdtempSync(join(parent, `${RUN_PREFIX}${process.pid}-`))
  // The database's unprivileged server must get through, as in any temporary folder.
  chmodSync(directory, 0o755)
  process.once('exit', () => removeRunDir(directory))
  return directory
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !TIERS.some((tier) => tier.name === name))
if (unknown.length > 0) {
  console.error(`there is no tier ${unknown.join(', ')}; use ${TIER_NAMES.join(', ')}`)
  process.exit(2)
}

exitOnSignals()
const runDir = makeRunDir(chooseTemporaryFolder())
/** For what is too large for memory; see `test/support/docker-steps.ts`. */
const diskDir = makeRunDir(tmpdir())
const results: { name: string; counts: TestCounts; failures: readonly string[] }[] = []
if (names.length === 0) {
  console.log('\n== packages: known weaknesses')
  const { counts, lines } = await auditPackages()
  for (const line of lines) console.log(line)
  results.push({ name: 'packages', counts, failures: [] })
}
const startsServices = names.length === 0 || names.includes('system') || names.includes('e2e')
if (startsServices) await buildPrograms()
/** Once for the tiers that copy it, and for all parts of one. */
const madeCluster = startsServices ? await makeCluster(runDir) : undefined
const rows = TIER_ROWS.map((row) => row.filter(({ name }) => names.length === 0 || names.includes(name)))
const isSideBySide = rows.filter((row) => row.length > 0).length > 1
await Promise.all(
  rows.map(async (row) => {
    for (const tier of row) {
      const show = isSideBySide ? showLinesOf(tier.name) : showAtOnce
      results.push({ name: tier.name, ...(await runTier(tier, runDir, show)) })
    }
  }),
)

// Once more at the end: what comes before is long, and of some records only the end is kept.
const failures = results.flatMap((result) => result.failures)
if (failures.length > 0) console.log(`\n== failed\n${failures.join('\n')}`)

console.log('')
// Not in the order in which they ended.
for (const name of ['packages', ...TIER_NAMES]) {
  const parts = results.filter((result) => result.name === name)
  if (parts.length > 0) console.log(`${name.padEnd(11)}${formatTotal(parts.map(({ counts }) => counts))}`)
}
console.log(formatTotal(results.map(({ counts }) => counts)))
if (results.some(({ counts }) => counts.failed > 0)) process.exitCode = 1
