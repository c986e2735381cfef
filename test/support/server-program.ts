import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../../src/platform/process/find-program.ts'

export const RUNTIME_DIR = path.join(import.meta.dirname, '../../.runtime')
/** Debian puts servers into a folder that is not on everybody's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin']
const APT_WITHIN_MS = 90_000
const DEBIAN_KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg'

const run = promisify(execFile)

export interface DebianPackages {
  names: readonly string[]
  /** Another release of Debian than that of this machine. */
  release?: string
}

/**
 * Unpacks packages beside this clone, for which nobody has to be root and nothing of the system changes: no
 * server is started, as an installation would do. Appears complete or not at all.
 */
export async function unpackPackages({ names, release }: DebianPackages, target: string): Promise<void> {
  if (existsSync(target)) return
  mkdirSync(RUNTIME_DIR, { recursive: true })
  const temporary = mkdtempSync(path.join(RUNTIME_DIR, 'unpacking-'))
  const [lists, cache, root] = ['lists', 'cache', 'root'].map((folder) => path.join(temporary, folder))
  for (const folder of [`${lists}/partial`, `${cache}/archives/partial`])
    mkdirSync(folder, { recursive: true })
  const places = [
    `Dir::State::Lists=${lists}`,
    `Dir::Cache=${cache}`,
    'APT::Sandbox::User=',
    'Acquire::Retries=2',
  ]
  if (release !== undefined) {
    const source = path.join(temporary, 'release.list')
    writeFileSync(source, `deb [signed-by=${DEBIAN_KEYS}] http://deb.debian.org/debian ${release} main\n`)
    places.push(`Dir::Etc::sourcelist=${source}`, 'Dir::Etc::sourceparts=-')
  }
  const apt = (...args: string[]) =>
    run('apt-get', [...places.flatMap((one) => ['-o', one]), ...args], {
      cwd: temporary,
      timeout: APT_WITHIN_MS,
    })
  try {
    await apt('update')
    await apt('download', ...names)
    for (const file of readdirSync(temporary).filter((one) => one.endsWith('.deb')))
      await run('dpkg-deb', ['-x', path.join(temporary, file), root ?? ''], { timeout: APT_WITHIN_MS })
    renameSync(root ?? '', target)
  } catch (error) {
    // Another process may have been faster; its copy is as good.
    if (!existsSync(target)) throw error
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/**
 * A server that is tested against: the installed one, or on Debian the one of its package of the same name. Null, with a line
 * that says so, where neither can be had.
 */
export async function findServerProgram(name: string): Promise<string | null> {
  const installed = findProgram(name, [process.env.PATH, ...SYSTEM_FOLDERS].join(path.delimiter))
  if (installed) return installed
  const target = path.join(RUNTIME_DIR, `debian-${name}`)
  try {
    await unpackPackages({ names: [name] }, target)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
    console.warn(`${name} is neither installed nor to be had from Debian's packages (${reason}).`)
    console.warn(`What is documented for ${name} is not tested on this machine; install ${name} to test it.`)
    return null
  }
  return findProgram(
    name,
    ['usr/sbin', 'usr/bin'].map((folder) => path.join(target, folder)).join(path.delimiter),
  )
}
