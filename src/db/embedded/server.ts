import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../core/errors.ts'
import { acquireLockFile } from '../../platform/process/lock-file.ts'
import { isProcessAlive, waitForProcessEnd } from '../../platform/process/process-identity.ts'
import { findBinaries } from './binaries.ts'
import { clusterPaths, EMBEDDED_USER, ensureCluster } from './cluster.ts'
import { type Guard, joinGuard } from './guard.ts'
import { type Postmaster, readPostmaster, stopPostmaster } from './postmaster.ts'
import { chooseLauncher } from './privileges.ts'
import { socketPath } from './settings.ts'
import { type ServerRecipe, startServer } from './start-server.ts'

export interface EmbeddedOptions {
  /** Exists and is writable; `prepareDataDirectory` sees to that. */
  readonly dataDir: string
  /** Starts the server again when it ends while we use it (the service); a command only uses it as it is. */
  readonly keepRunning: boolean
  /** Further PostgreSQL settings, over those of settings.ts. */
  readonly settings?: Readonly<Record<string, string>>
  /** False only for throwaway clusters of tests. */
  readonly durable?: boolean
  readonly log?: EmbeddedLog
}

/** The part of the logger that the supervisor uses. */
export interface EmbeddedLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A running built-in server, in use by this process. It stops when its last user has closed it or died. */
export interface EmbeddedServer {
  /**
   * Where to connect, with the password: never log it. By the server's socket where it has one (each round trip costs
   * less than over loopback), else by its port. May change when the server had to be started again.
   */
  url(): string
  port(): number
  pid(): number
  /** True when it already ran: another process of ours uses it, or one was killed a moment ago. */
  readonly adopted: boolean
  close(): Promise<void>
}

const WATCH_INTERVAL_MS = 200
const LOCK_TIMEOUT_MS = 300_000
const quiet: EmbeddedLog = { info() {}, warn() {}, error() {} }

interface Joined {
  readonly postmaster: Postmaster
  readonly guard: Guard | undefined
  readonly adopted: boolean
}

/** Starts the built-in server of a data directory, or joins the one that already runs there. */
export async function openEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const log = options.log ?? quiet
  const paths = clusterPaths(options.dataDir)
  const binaries = findBinaries(paths.links)
  const launcher = chooseLauncher(binaries, options.dataDir)
  const recipe: ServerRecipe = { paths, binaries, launcher, settings: options.settings ?? {} }
  let password = ''
  let joined = await withStartLock(paths.startLock, async () => {
    password = ensureCluster(paths, binaries, launcher, options.durable ?? true)
    return joinOrStart(recipe, undefined)
  })
  const adopted = joined.adopted
  log.info({ pid: joined.postmaster.pid, port: joined.postmaster.port, adopted }, 'database server is ready')
  const watch = options.keepRunning
    ? watchServer(
        recipe,
        log,
        () => joined,
        (next) => {
          joined = next
        },
      )
    : undefined
  return {
    url: () => buildUrl(paths.cluster, joined.postmaster.port, password),
    adopted,
    port: () => joined.postmaster.port,
    pid: () => joined.postmaster.pid,
    async close() {
      await watch?.stop()
      await withStartLock(paths.startLock, () => leaveServer(recipe, joined))
    },
  }
}

/** A server that an older build started may have no socket. */
function buildUrl(cluster: string, port: number, password: string): string {
  const socket = socketPath(cluster, port)
  const isThere = socket !== null && existsSync(socket)
  const host = isThere ? `localhost:${port}` : `127.0.0.1:${port}`
  const query = isThere ? `?host=${encodeURIComponent(cluster)}` : ''
  return `postgres://${EMBEDDED_USER}:${password}@${host}/postgres${query}`
}

async function joinOrStart(recipe: ServerRecipe, preferredPort: number | undefined): Promise<Joined> {
  const { cluster, guardPipe } = recipe.paths
  const running = await readSettledPostmaster(cluster)
  if (running !== undefined) {
    if (process.platform === 'win32') return { postmaster: running, guard: undefined, adopted: true }
    const guard = joinGuard(guardPipe)
    if (guard !== undefined) return { postmaster: running, guard, adopted: true }
    // Its guard was killed and nothing would ever stop it: end it here, and start one that is guarded.
    await stopPostmaster(running.pid, cluster, recipe.binaries)
  }
  return { ...(await startServer(recipe, preferredPort ?? running?.port)), adopted: false }
}

/** A server that is starting is waited for; one that is stopping is waited out. */
async function readSettledPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS / 2
  for (;;) {
    const found = readPostmaster(cluster)
    if (found === undefined || found.status === 'ready') return found
    if (Date.now() > deadline) return found
    await sleep(20)
  }
}

/** Lets go of the server and, when we were its last user, waits until it has stopped. */
async function leaveServer(recipe: ServerRecipe, joined: Joined): Promise<void> {
  const { pid } = joined.postmaster
  if (joined.guard === undefined) {
    if (!joined.adopted) await stopPostmaster(pid, recipe.paths.cluster, recipe.binaries)
    return
  }
  joined.guard.release()
  const deadline = Date.now() + 250
  while (Date.now() < deadline) {
    const found = readPostmaster(recipe.paths.cluster)
    if (found?.pid !== pid) return
    if (found.status === 'stopping') {
      if (!(await waitForProcessEnd(pid, 30_000)))
        await stopPostmaster(pid, recipe.paths.cluster, recipe.binaries)
      return
    }
    await sleep(10)
  }
}

interface Watch {
  stop(): Promise<void>
}

function watchServer(
  recipe: ServerRecipe,
  log: EmbeddedLog,
  current: () => Joined,
  replace: (next: Joined) => void,
): Watch {
  let isStopping = false
  let restarting: Promise<void> | undefined
  const restart = async (): Promise<void> => {
    const lost = current()
    log.error({ pid: lost.postmaster.pid }, 'database server ended unexpectedly; starting it again')
    lost.guard?.release()
    try {
      const next = await withStartLock(recipe.paths.startLock, () =>
        joinOrStart(recipe, lost.postmaster.port),
      )
      replace(next)
      log.warn({ pid: next.postmaster.pid, port: next.postmaster.port }, 'database server runs again')
    } catch (error) {
      log.error({ err: error }, 'database server could not be started again; trying once more')
      await sleep(2_000)
    }
  }
  const timer = setInterval(() => {
    if (isStopping || restarting !== undefined || isProcessAlive(current().postmaster.pid)) return
    restarting = restart().finally(() => {
      restarting = undefined
    })
  }, WATCH_INTERVAL_MS)
  timer.unref()
  return {
    async stop() {
      isStopping = true
      clearInterval(timer)
      await restarting
    },
  }
}

async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    const attempt = await acquireLockFile(file)
    if ('held' in attempt) {
      try {
        return await work()
      } finally {
        attempt.held.release()
      }
    }
    if (Date.now() > deadline) {
      throw new Refusal(
        'CONFLICT',
        `Process ${attempt.heldBy.pid} has been starting or stopping the database for minutes (${file}). End that process, then start again.`,
        { data: { reason: 'DATABASE_START_LOCKED', pid: attempt.heldBy.pid } },
      )
    }
    await sleep(25)
  }
}
