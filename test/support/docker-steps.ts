import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.join(import.meta.dirname, '../..')
const INSTALL = 'npm ci --omit=dev && npm cache clean --force'

/** One instruction of a Dockerfile: its word and the rest, with continued lines joined. */
interface Instruction {
  word: string
  rest: string
}

function readInstructions(text: string): Instruction[] {
  return text
    .replaceAll(/\\\n/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [word = '', ...rest] = line.split(' ')
      return { word, rest: rest.join(' ') }
    })
}

/** What the image would be, in a folder of this machine. */
export interface BuiltImage {
  /** What is /app in the image. */
  readonly app: string
  /** What is /data in the image. */
  readonly data: string
  /** The user's environment, as ENV says. */
  readonly env: Record<string, string>
  /** ENTRYPOINT and CMD. */
  readonly command: readonly string[]
  /** The command as the image's user: by its number as root, else as ourselves in folders that we may not write. */
  asUser(command: readonly string[]): [string, string[]]
  remove(): void
}

const isRoot = process.getuid?.() === 0
const run = promisify(execFile)

/** The packages that `npm ci --omit=dev` leaves, taken from those that are installed here. */
function installPackages(app: string): void {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const folders = Object.entries(packages)
    .filter(([name, { dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(name) && dev !== true)
    .map(([name]) => name)
  const there = new Set(
    readdirSync(path.join(ROOT, 'node_modules')).flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(path.join(ROOT, 'node_modules', name)).map((part) => `node_modules/${name}/${part}`)
        : [`node_modules/${name}`],
    ),
  )
  copy(
    folders.filter((name) => there.has(name)),
    app,
  )
}

/** Hard links where that can be, else copies. */
function copy(names: readonly string[], to: string): void {
  const args = ['--parents', ...names, to]
  try {
    execFileSync('cp', ['-al', ...args], { cwd: ROOT, stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', ...args], { cwd: ROOT })
  }
}

function copyTree(app: string): void {
  const ignored = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n')
  const names = readdirSync(ROOT).filter((name) => !ignored.includes(name) && !name.endsWith('.log'))
  execFileSync('cp', ['-a', '--no-preserve=ownership', '--remove-destination', ...names, app], { cwd: ROOT })
}

class Builder {
  /** On the disk of the packages, so that these are linked and not copied, also in a run whose temporary files are in memory. */
  readonly top = mkdtempSync(path.join(process.env.DISK_TMPDIR ?? tmpdir(), 'parley-image-'))
  readonly app = path.join(this.top, 'app')
  readonly data = path.join(this.top, 'data')
  /** Folders that the image's user owns. */
  readonly owned: string[] = []
  env: Record<string, string> = {}
  user = ''
  command: string[] = []

  constructor() {
    chmodSync(this.top, 0o755)
    const bin = path.join(this.top, 'bin')
    mkdirSync(bin)
    mkdirSync(this.app)
    // The image's user reads it there; where it is here may be private.
    copyFileSync(process.execPath, path.join(bin, 'node'))
    this.env = { PATH: `${bin}:${process.env.PATH ?? ''}`, HOME: this.top }
  }

  private here = (text: string): string => text.replaceAll(/(?<=^|[\s=])\/data\b/g, this.data)

  async follow({ word, rest }: Instruction): Promise<void> {
    if (word === 'COPY') {
      const names = rest.split(' ').slice(0, -1)
      if (names.includes('.')) copyTree(this.app)
      else copy(names, this.app)
    } else if (word === 'RUN' && rest === INSTALL) installPackages(this.app)
    else if (word === 'RUN') await this.runStep(rest)
    else if (word === 'ENV')
      for (const pair of this.here(rest).split(' ')) {
        const [name = '', value = ''] = pair.split('=')
        this.env[name] = value
      }
    else if (word === 'USER') this.user = rest
    else if (word === 'ENTRYPOINT' || word === 'CMD') this.command.push(...(JSON.parse(rest) as string[]))
    else if (!['FROM', 'WORKDIR', 'VOLUME', 'EXPOSE', 'HEALTHCHECK'].includes(word))
      throw new Error(`this knows no ${word} of a Dockerfile`)
  }

  private async runStep(step: string): Promise<void> {
    const owned = /chown -R node:node (.*)$/.exec(this.here(step))?.[1]?.split(' ') ?? []
    this.owned.push(...owned.map((name) => path.resolve(this.app, name)))
    const command = this.here(step).replace('chown -R node:node', isRoot ? 'chown -R 1000:1000' : 'ls -d')
    await run('sh', ['-ec', command], { cwd: this.app, env: this.env, maxBuffer: 1 << 26 })
  }

  /** As in the image, nothing that belongs to root can be written by others. */
  close(): void {
    const spare = this.owned.flatMap((folder) => ['-path', folder, '-prune', '-o'])
    execFileSync('find', [this.top, ...spare, '-type', 'd', '-exec', 'chmod', '555', '{}', '+'])
  }
}

/** Follows the steps of deploy/Dockerfile in a folder, with the packages that are installed here. */
export async function buildImage(): Promise<BuiltImage> {
  const builder = new Builder()
  const text = readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8')
  for (const instruction of readInstructions(text)) await builder.follow(instruction)
  builder.close()
  const [uid = '', gid = ''] = builder.user.split(':')
  return {
    ...{ app: builder.app, data: builder.data, env: builder.env, command: builder.command },
    asUser([program = '', ...args]) {
      if (!isRoot) return [program, [...args]]
      return ['setpriv', ['--reuid', uid, '--regid', gid, '--clear-groups', program, ...args]]
    },
    remove() {
      execFileSync('chmod', ['-R', 'u+w', builder.top])
      rmSync(builder.top, { recursive: true, force: true })
    },
  }
}
