import { spawnSync } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import { Refusal } from '../../core/errors.ts'
import type { Binaries } from './binaries.ts'

/**
 * How the server's programs are started. PostgreSQL refuses to run as root, so root starts it in a user
 * namespace of its own (files stay root's, works below a 0700 path), else as another user of the machine.
 */
export interface Launcher {
  readonly kind: 'direct' | 'namespace' | 'other-user'
  /** Put in front of a program and its arguments. */
  readonly prefix: readonly string[]
  /** Whom files of the server must belong to and who its process runs as, when that is not us. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

export function chooseLauncher(binaries: Binaries, dataDir: string): Launcher {
  if (process.getuid?.() !== 0) return { kind: 'direct', prefix: [], user: undefined }
  const namespace: Launcher = { kind: 'namespace', prefix: NAMESPACE, user: undefined }
  if (canRun(namespace, binaries)) return namespace
  for (const name of ['postgres', 'nobody']) {
    const user = findUser(name)
    if (user === undefined) continue
    const launcher: Launcher = { kind: 'other-user', prefix: [], user }
    if (canRun(launcher, binaries) && canEnter(dataDir, user)) return launcher
  }
  throw new Refusal(
    'SERVICE_UNAVAILABLE',
    'The built-in PostgreSQL does not run as root, and on this machine neither a user namespace nor the users "postgres" and "nobody" can be used for it. Start Parley as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
    { data: { reason: 'DATABASE_REFUSES_ROOT' } },
  )
}

function canRun(launcher: Launcher, binaries: Binaries): boolean {
  const command = [...launcher.prefix, binaries.postgres, '--version']
  const [program = '', ...args] = command
  const run = spawnSync(program, args, {
    ...launcher.user,
    cwd: '/',
    stdio: 'ignore',
    env: { ...process.env, ...binaries.env },
    timeout: 10_000,
  })
  return run.status === 0
}

/** Lets the other user pass through our own directory (its files stay closed), and sees whether it gets there. */
function canEnter(dataDir: string, user: { uid: number; gid: number }): boolean {
  chmodSync(dataDir, statSync(dataDir).mode | 0o011)
  const entered = spawnSync('/bin/sh', ['-c', 'cd "$0"', dataDir], { ...user, cwd: '/', stdio: 'ignore' })
  return entered.status === 0
}

function findUser(name: string): { uid: number; gid: number } | undefined {
  const uid = readId('-u', name)
  const gid = readId('-g', name)
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid }
}

function readId(flag: string, name: string): number | undefined {
  const shown = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return shown.status === 0 ? Number(shown.stdout.trim()) : undefined
}
