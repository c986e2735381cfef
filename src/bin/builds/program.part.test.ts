import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../../..')

let project = ''

/** Stands in for the service's program: one file of its own, a package, a thread, and a file that it reads from beside it. */
const CLI = `
import { readFileSync } from 'node:fs'
import http, { createServer } from 'node:http'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import fastUri from 'fast-uri'
import { showStack } from '../platform/process/stacks.ts'
import { WORD, fail } from './word.ts'

const report = (error: Error) => console.error('caught ' + showStack(error))

export async function runCli(args: string[]): Promise<number> {
  if (args.includes('report')) await Promise.try(fail).catch(report)
  if (args.includes('fail')) fail()
  const thread = new Worker(new URL('./small-thread.ts', import.meta.url))
  const said = await new Promise((resolve) => thread.once('message', resolve))
  const beside = readFileSync(path.join(import.meta.dirname, 'beside.txt'), 'utf8')
  const serves = createServer === http.createServer && createServer() instanceof http.Server
  console.log(JSON.stringify({ word: WORD, said, beside, host: fastUri.parse('http://a.b/').host, serves }))
  if (args.includes('loaded')) console.log(process.moduleLoadList.join('\\n'))
  return 0
}
`
const THREAD = `
import { parentPort } from 'node:worker_threads'
import { WORD } from './word.ts'
parentPort?.postMessage(WORD)
`
const word = (text: string): string => `
interface Reason { text: string }
const because: Reason = { text: 'as asked' }
export const WORD = '${text}'
export function fail(): never { throw new TypeError(because.text) }
`

const fileOf = (name: string): string => path.join(project, 'src/bin', name)

function makeProject(): void {
  project = mkdtempSync(path.join(tmpdir(), 'parley-program-'))
  for (const name of [
    'parley.ts',
    'builds',
    '../platform/process/buffer-pool.ts',
    '../platform/process/stacks.ts',
  ])
    cpSync(path.join(ROOT, 'src/bin', name), path.join(project, 'src/bin', name), { recursive: true })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'))
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(fileOf('cli.ts'), CLI)
  writeFileSync(fileOf('small-thread.ts'), THREAD)
  writeFileSync(fileOf('word.ts'), word('one'))
  writeFileSync(fileOf('beside.txt'), 'beside')
}

const removeProject = (): void => rmSync(project, { recursive: true, force: true })

interface Ran {
  stdout: string
  stderr: string
}

/** Says on standard error which files it loads. */
const SHOW_LOADS = `data:text/javascript,import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { if (url.startsWith('file:')) console.error('loads ' + url); return next(url, context) } })`

function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const command = ['--import', SHOW_LOADS, fileOf('parley.ts'), ...args]
    execFile(process.execPath, command, { env: { ...process.env, ...env } }, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    )
  })
}

const readWord = ({ stdout }: Ran): unknown => JSON.parse(stdout || '{}').word
const isFromSources = ({ stderr }: Ran): boolean => stderr.includes('/src/bin/cli.ts')
const listBuilds = (): string[] => readdirSync(path.join(project, '.runtime/server'))

describe('a program that serves', () => {
  beforeAll(makeProject)
  afterAll(removeProject)

  test('is built at its first start, with its packages and threads, and finds what lies beside its sources', async () => {
    const first = await run(['start'])
    expect(first.stderr).toContain('building the server')
    const read = { word: 'one', said: 'one', beside: 'beside' }
    expect(JSON.parse(first.stdout)).toEqual({ ...read, host: 'a.b', serves: true })
    expect(first.stderr).toMatch(/loads .*\/small-thread\.mjs/)
    const next = await run(['start'])
    expect(next.stderr).not.toContain('building')
    expect(next.stdout).toBe(first.stdout)
    expect(isFromSources(next)).toBe(false)
    expect(next.stderr).not.toContain('node_modules')
  })

  test('loads of Node’s HTTP only what it uses, which its fetch is not', async () => {
    const { stdout } = await run(['start', 'loaded'])
    expect(stdout).toContain('NativeModule http\n')
    expect(stdout).not.toContain('undici')
  })

  test('can be told to run from its sources', async () => {
    const ran = await run(['start'], { FROM_SOURCES: '1' })
    expect([readWord(ran), isFromSources(ran)]).toEqual(['one', true])
  })

  test.each([
    ['that nobody caught', 'fail', ''],
    ['that the program shows itself', 'report', 'caught '],
  ])('the stack of an error %s names the line of the source', async (_, how, head) => {
    const { stderr } = await run(['start', how])
    const line =
      word('one')
        .split('\n')
        .findIndex((text) => text.includes('throw')) + 1
    expect(stderr).toMatch(
      new RegExp(`${head}TypeError: as asked\\n    at fail \\(file://.*/src/bin/word\\.ts:${line}:\\d+\\)`),
    )
    expect(stderr).toMatch(/at .*runCli \(file:\/\/.*\/src\/bin\/cli\.ts:1[34]:\d+\)/)
  })
})

describe('a program whose sources change', () => {
  beforeEach(makeProject)
  afterEach(removeProject)

  test('is never an old one: what changed is built anew, also where size and modification time are as they were', async () => {
    await run(['start'])
    writeFileSync(fileOf('word.ts'), word('two'))
    const longAgo = new Date('2020-01-01')
    utimesSync(fileOf('word.ts'), longAgo, longAgo)
    expect(readWord(await run(['start']))).toBe('two')
    writeFileSync(fileOf('word.ts'), word('six'))
    utimesSync(fileOf('word.ts'), longAgo, longAgo)
    const changed = await run(['start'])
    expect(readWord(changed)).toBe('six')
    expect(changed.stderr).toContain('building the server')
    // Of the version before, which may still run, the files stay.
    expect(listBuilds()).toHaveLength(2)
  })

  test('is not built anew when only times changed, or when an earlier version comes back', async () => {
    await run(['start'])
    writeFileSync(fileOf('word.ts'), word('one'))
    const touched = await run(['start'])
    expect([readWord(touched), touched.stderr.includes('building')]).toEqual(['one', false])
    writeFileSync(fileOf('word.ts'), word('two'))
    await run(['start'])
    writeFileSync(fileOf('word.ts'), word('one'))
    const back = await run(['start'])
    expect([readWord(back), back.stderr.includes('building')]).toEqual(['one', false])
  })

  test('runs from its sources where it cannot be built, and says so', async () => {
    writeFileSync(fileOf('small-thread.ts'), 'this is no program')
    writeFileSync(fileOf('cli.ts'), "export const runCli = async () => { console.log('{}'); return 0 }")
    const ran = await run(['start'])
    expect(ran.stderr).toContain('the server could not be built (')
    expect(isFromSources(ran)).toBe(true)
    expect(ran.stdout).toBe('{}\n')
    expect(listBuilds()).toEqual([])
  })

  test('a short command builds nothing, and uses what was built for as long as it is the present version', async () => {
    expect(isFromSources(await run(['key']))).toBe(true)
    await run(['start'])
    expect(isFromSources(await run(['key']))).toBe(false)
    writeFileSync(fileOf('word.ts'), word('two'))
    const changed = await run(['key'])
    expect([readWord(changed), isFromSources(changed)]).toEqual(['two', true])
    rmSync(fileOf('word.ts'))
    expect(isFromSources(await run(['key']))).toBe(true)
  })
})
