import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { Refusal } from '../../core/errors.ts'
import type { Binaries } from './binaries.ts'
import type { Launcher } from './privileges.ts'

/** The database role and superuser of the built-in server. */
export const EMBEDDED_USER = 'parley'
/** What the platform packages ship; a cluster of another major version needs its own binaries. */
const MAJOR_VERSION = '18'

/** Where the built-in server keeps its things below a data directory. */
export interface ClusterPaths {
  readonly cluster: string
  readonly building: string
  readonly secret: string
  readonly startLock: string
  readonly guardPipe: string
  readonly startLog: string
  readonly links: string
}

export function clusterPaths(dataDir: string): ClusterPaths {
  const at = (name: string) => path.join(dataDir, name)
  return {
    cluster: at('pg'),
    building: at('pg.init'),
    secret: at('pg.secret'),
    startLock: at('pg.lock'),
    guardPipe: at('pg.guard'),
    startLog: at('pg.start.log'),
    links: at('pg.lib'),
  }
}

/**
 * Makes the cluster when there is none and returns the password of its role. The cluster is built beside its
 * place and renamed, so a death on the way leaves nothing that looks finished. Call it under the start lock.
 */
export function ensureCluster(
  paths: ClusterPaths,
  binaries: Binaries,
  launcher: Launcher,
  durable: boolean,
): string {
  if (existsSync(paths.cluster)) {
    refuseOtherVersion(paths)
    return readPassword(paths)
  }
  const password = existsSync(paths.secret) ? readPassword(paths) : writePassword(paths)
  rmSync(paths.building, { recursive: true, force: true })
  mkdirSync(paths.building, { mode: 0o700 })
  chmodSync(paths.building, 0o700)
  const passwordFile = `${paths.building}.pw`
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (launcher.user !== undefined) {
    chownSync(paths.building, launcher.user.uid, launcher.user.gid)
    chownSync(passwordFile, launcher.user.uid, launcher.user.gid)
  }
  try {
    runInitdb(paths, passwordFile, binaries, launcher, durable)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(paths.building, paths.cluster)
  if (durable) syncDirectory(path.dirname(paths.cluster))
  return password
}

function runInitdb(
  paths: ClusterPaths,
  passwordFile: string,
  binaries: Binaries,
  launcher: Launcher,
  durable: boolean,
): void {
  // Names sort by bytes, so an index works the same on every machine; upper and lower case follow Unicode.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  // What is stored of the password is the work of thousands of hashes, lest it be guessed, and each connection does that work again.
  // The password is 192 random bits, which nobody guesses; each connection takes a tenth less processor time.
  const auth = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--set=scram_iterations=1']
  const args = ['-D', paths.building, '-U', EMBEDDED_USER, ...auth]
  const [program = '', ...rest] = [
    ...launcher.prefix,
    binaries.initdb,
    ...args,
    ...locale,
    '--no-instructions',
  ]
  const run = spawnSync(program, durable ? rest : [...rest, '--no-sync'], {
    ...launcher.user,
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, ...binaries.env },
    timeout: 120_000,
  })
  if (run.status === 0) return
  const output = run.error?.message ?? `${run.stderr}`.trim()
  rmSync(paths.building, { recursive: true, force: true })
  throw new Refusal('SERVICE_UNAVAILABLE', explainInitdb(output, path.dirname(paths.cluster)), {
    data: { reason: 'DATABASE_NOT_CREATED' },
  })
}

function explainInitdb(output: string, dataDir: string): string {
  if (/no space left/i.test(output)) {
    return `There is no space left for the database in ${dataDir}. Free at least 100 MB there, or choose another DATA_DIR, and start again.`
  }
  if (/permission denied|read-only file system/i.test(output)) {
    return `The database cannot be made in ${dataDir}: ${lastLine(output)}. Give the user that runs Parley write access, or choose another DATA_DIR.`
  }
  if (/error while loading shared libraries|not found \(required by/i.test(output)) {
    return `The built-in PostgreSQL does not run on this system (${lastLine(output)}). Set DATABASE_URL to a PostgreSQL server of your own.`
  }
  return `The database could not be made in ${dataDir}: ${lastLine(output)}. Choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL server of your own.`
}

export function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const error = lines.findLast((line) => /error|fatal|panic|could not|denied|space/i.test(line))
  return (error ?? lines.at(-1) ?? 'no reason was given').trim()
}

function refuseOtherVersion(paths: ClusterPaths): void {
  const version = readFileSync(path.join(paths.cluster, 'PG_VERSION'), 'utf8').trim()
  if (version === MAJOR_VERSION) return
  throw new Refusal(
    'SERVICE_UNAVAILABLE',
    `The database in ${paths.cluster} was made by PostgreSQL ${version}; this build brings PostgreSQL ${MAJOR_VERSION}. Start it with the build that made it, or choose another DATA_DIR.`,
    { data: { reason: 'DATABASE_OTHER_VERSION' } },
  )
}

function writePassword(paths: ClusterPaths): string {
  const password = randomBytes(24).toString('base64url')
  const unfinished = `${paths.secret}.new`
  writeFileSync(unfinished, password, { mode: 0o600 })
  renameSync(unfinished, paths.secret)
  return password
}

function readPassword(paths: ClusterPaths): string {
  try {
    return readFileSync(paths.secret, 'utf8').trim()
  } catch (cause) {
    throw new Refusal(
      'SERVICE_UNAVAILABLE',
      `The database in ${paths.cluster} is there, but its password file ${paths.secret} cannot be read. Restore that file from a backup and see that the user that runs Parley owns it.`,
      { cause, data: { reason: 'DATABASE_PASSWORD_MISSING' } },
    )
  }
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
