import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../core/errors.ts'
import type { Binaries } from './binaries.ts'
import { type ClusterPaths, lastLine } from './cluster.ts'
import { createGuardPipe, GUARD_SCRIPT, type Guard } from './guard.ts'
import { type Postmaster, readPostmaster } from './postmaster.ts'
import type { Launcher } from './privileges.ts'
import { buildServerArguments } from './settings.ts'

/** What is needed to start the server of one cluster. */
export interface ServerRecipe {
  readonly paths: ClusterPaths
  readonly binaries: Binaries
  readonly launcher: Launcher
  readonly settings: Readonly<Record<string, string>>
}

export interface StartedServer {
  readonly postmaster: Postmaster
  /** Absent on Windows, which has no pipe of this kind: there the server outlives a killed starter and is adopted. */
  readonly guard: Guard | undefined
}

/** Recovery after a crash replays the log first; with max_wal_size as set that is seconds, and minutes at worst. */
const READY_TIMEOUT_MS = 180_000
/** The pid file is the first thing that a server writes. */
const PID_FILE_TIMEOUT_MS = 20_000
/** A server writes these files right after it made them. */
const EMPTY_LOCK_MS = 1_000
const ATTEMPTS = 40

/** Starts the server, on `preferredPort` when that is free. Call it under the start lock, when no server runs. */
export async function startServer(
  recipe: ServerRecipe,
  preferredPort: number | undefined,
): Promise<StartedServer> {
  let port = preferredPort ?? (await findFreePort())
  for (let attempt = 1; ; attempt += 1) {
    await removeEmptyLocks(recipe.paths.cluster)
    const { child, guard } = spawnServer(recipe, port)
    let postmaster: Postmaster | undefined
    try {
      postmaster = await waitUntilReady(recipe.paths.cluster, child)
    } finally {
      if (postmaster === undefined) guard?.release()
    }
    if (postmaster !== undefined) return { postmaster, guard }
    const output = readFailure(recipe.paths)
    if (attempt >= ATTEMPTS || !isPassing(output)) throw explainFailure(output, recipe.paths)
    if (/could not bind|address already in use/i.test(output)) port = await findFreePort()
    else await sleep(250)
  }
}

/**
 * What a loss of power can leave of the files that say who runs: they are there and empty, and the server then refuses
 * to start for ever, as it cannot know whether another one is just writing them. That takes no longer than a moment.
 */
async function removeEmptyLocks(cluster: string): Promise<void> {
  const isLock = (name: string): boolean => name === 'postmaster.pid' || /^\.s\.PGSQL\.\d+\.lock$/.test(name)
  for (const file of readdirSync(cluster).filter(isLock)) {
    const lock = path.join(cluster, file)
    const isEmpty = (): boolean => statSync(lock, { throwIfNoEntry: false })?.size === 0
    for (const until = Date.now() + EMPTY_LOCK_MS; isEmpty() && Date.now() < until; ) await sleep(10)
    if (isEmpty()) rmSync(lock, { force: true })
  }
}

function spawnServer(recipe: ServerRecipe, port: number): { child: ChildProcess; guard: Guard | undefined } {
  const { paths, binaries, launcher } = recipe
  const command = [
    ...launcher.prefix,
    binaries.postgres,
    ...buildServerArguments(paths.cluster, port, recipe.settings),
  ]
  const log = openSync(paths.startLog, 'w', 0o600)
  const env = { ...process.env, ...binaries.env }
  const options = { ...launcher.user, env, cwd: '/', detached: true } as const
  try {
    if (process.platform === 'win32') {
      const [program = '', ...args] = command
      const child = spawn(program, args, { ...options, stdio: ['ignore', log, log] })
      return { child: detach(child), guard: undefined }
    }
    const pipe = createGuardPipe(paths.guardPipe)
    const child = spawn('/bin/sh', ['-c', GUARD_SCRIPT, ...command], {
      ...options,
      stdio: [pipe.readEnd, log, log],
    })
    closeSync(pipe.readEnd)
    return { child: detach(child), guard: pipe.guard }
  } finally {
    closeSync(log)
  }
}

function detach(child: ChildProcess): ChildProcess {
  child.on('error', () => {
    // The exit code stays null and the start log empty; waitUntilReady sees the child gone.
  })
  child.unref()
  return child
}

/** A server that ends while it starts is known by its pid file: the shell that guards it goes on waiting for its users. */
async function waitUntilReady(cluster: string, child: ChildProcess): Promise<Postmaster | undefined> {
  const startedAt = Date.now()
  let isSeen = false
  while (Date.now() < startedAt + READY_TIMEOUT_MS) {
    const postmaster = readPostmaster(cluster)
    if (postmaster?.status === 'ready') return postmaster
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return undefined
    if (postmaster !== undefined) isSeen = true
    else if (isSeen || Date.now() > startedAt + PID_FILE_TIMEOUT_MS) return undefined
    await sleep(10)
  }
  return undefined
}

/** Reasons that pass by themselves: a port taken in between, or children of a killed server that are still ending. */
function isPassing(output: string): boolean {
  return /could not bind|address already in use|pre-existing shared memory block|lock file "postmaster.pid"/i.test(
    output,
  )
}

function explainFailure(output: string, paths: ClusterPaths): Refusal {
  const dataDir = path.dirname(paths.cluster)
  const message = /no space left/i.test(output)
    ? `The database in ${dataDir} cannot start: there is no space left on its disk. Free some space and start again; nothing that was confirmed is lost.`
    : `The database in ${dataDir} did not start: ${lastLine(output)}. Its log is in ${path.join(paths.cluster, 'log')}; set DATABASE_URL to use another PostgreSQL server.`
  return new Refusal('SERVICE_UNAVAILABLE', message, { data: { reason: 'DATABASE_NOT_STARTED' } })
}

/** What the server wrote to its standard error, and the end of its newest log file. */
function readFailure(paths: ClusterPaths): string {
  const early = existsSync(paths.startLog) ? readFileSync(paths.startLog, 'utf8') : ''
  if (/fatal|panic|error while loading/i.test(early)) return early
  const directory = path.join(paths.cluster, 'log')
  if (!existsSync(directory)) return early
  const files = readdirSync(directory).map((name) => path.join(directory, name))
  const newest = files.sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs).at(-1)
  return newest === undefined ? early : `${early}\n${readFileSync(newest, 'utf8').slice(-4_000)}`
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
