import { spawn } from 'node:child_process'
import path from 'node:path'

/** `npm run bench [-- NAME...]`: each bench is a program that prints one JSON document; see bench/README.md. */
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
  'canvas',
  'inbox',
] as const

function runBench(name: string): Promise<number> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

const asked = process.argv.slice(2).filter((name) => name !== 'all')
const unknown = asked.filter((name) => !BENCHES.some((known) => known === name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench "${unknown.join('", "')}". Choose from: ${BENCHES.join(', ')}, all.\n`,
  )
  process.exitCode = 2
} else {
  for (const name of asked.length > 0 ? asked : BENCHES) {
    process.stdout.write(`# ${name}\n`)
    if ((await runBench(name)) !== 0) process.exitCode = 1
  }
}
