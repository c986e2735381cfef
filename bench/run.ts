import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { formatRows, readRows } from './support/figures.ts'
import { round } from './support/statistics.ts'

/**
 * `npm run bench [-- NAME...]`: each bench is a program that prints one JSON document; see bench/README.md. At the end
 * there is a table of all figures. A run of all of them is kept in bench/results, with its date and commit.
 */
const BENCHES = [
  'engine',
  'commit',
  'ping',
  'send',
  'reply',
  'start',
  'pages',
  'media',
  'fleet',
  'paired',
  'canvas',
  'inbox',
  'overview',
  'knowledge',
  'vectors',
  'ai-load',
  'desk',
] as const

const RESULTS = path.join(import.meta.dirname, 'results')

/** Shows the document as it comes, and answers it; undefined when the bench failed. */
async function runBench(name: string): Promise<unknown> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`)], {
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    process.stdout.write(piece)
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) return undefined
  return JSON.parse(text)
}

/** The commit that was measured, with a mark when there were changes on top of it. */
function readCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  const isClean = git('status', '--porcelain', '--', '../src', '../sandbox', '../bench/*.ts') === ''
  return `${git('rev-parse', '--short', 'HEAD')}${isClean ? '' : ' and changes'}`
}

async function runAll(names: readonly string[]): Promise<void> {
  const measured = {
    date: new Date().toISOString().slice(0, 10),
    commit: readCommit(),
    node: process.version,
    cores: availableParallelism(),
    loadBefore: round(loadavg()[0] ?? 0),
  }
  const startedAt = performance.now()
  const documents: Record<string, unknown> = {}
  for (const name of names) {
    process.stdout.write(`# ${name}\n`)
    const document = await runBench(name)
    if (document === undefined) process.exitCode = 1
    else documents[name] = document
  }
  const minutes = round((performance.now() - startedAt) / 60_000, 1)
  const rows = readRows(documents)
  process.stdout.write(`\n${formatRows(rows)}\n\n${minutes} minutes, commit ${measured.commit}\n`)
  if (names.length < BENCHES.length || process.exitCode === 1) return
  mkdirSync(RESULTS, { recursive: true })
  const file = path.join(RESULTS, `${measured.date}-${measured.commit.replaceAll(' ', '-')}.json`)
  writeFileSync(file, `${JSON.stringify({ ...measured, minutes, rows, documents }, null, 2)}\n`)
  process.stdout.write(`kept as ${path.relative(process.cwd(), file)}\n`)
}

const asked = process.argv.slice(2).filter((name) => name !== 'all')
const unknown = asked.filter((name) => !BENCHES.some((known) => known === name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench "${unknown.join('", "')}". Choose from: ${BENCHES.join(', ')}, all.\n`,
  )
  process.exitCode = 2
} else await runAll(asked.length > 0 ? asked : BENCHES)
