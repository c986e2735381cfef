import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../../src/db/client.ts'
import { findBinaries } from '../../src/db/embedded/binaries.ts'
import { clusterPaths } from '../../src/db/embedded/cluster.ts'
import { stopPostmaster } from '../../src/db/embedded/postmaster.ts'
import { chooseLauncher } from '../../src/db/embedded/privileges.ts'
import { openEmbeddedServer } from '../../src/db/embedded/server.ts'
import { THROWAWAY_SETTINGS } from '../../src/db/embedded/settings.ts'
import { startServer } from '../../src/db/embedded/start-server.ts'
import { waitForProcessEnd } from '../../src/platform/process/process-identity.ts'
import { copyMadeCluster } from './made-cluster.ts'

/** A PostgreSQL of one test, which may stop it: the one the other tests share must not go away. */
export interface OwnPostgres {
  readonly url: string
  /** Ends the server and all connections to it, as an operator would; `immediate` lets it write nothing more. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Starts it again at the same port, with all that was committed. */
  start(): Promise<void>
  /**
   * Kills one of its processes, as the system does when memory runs out: the server ends all others and recovers by itself, without
   * what was committed and not yet written. Resolves when it answers again.
   */
  crash(): Promise<void>
  remove(): Promise<void>
}

/** What was committed must outlive the stops of the test; the disk of the machine is not what is tested. */
const SETTINGS = {
  ...THROWAWAY_SETTINGS,
  synchronous_commit: 'on',
  unix_socket_directories: '',
  max_connections: '300',
}

const READ_CHECKPOINTER = `select pid from pg_stat_activity where backend_type = 'checkpointer'`

/**
 * Waits for the end of a recovery, after which all processes of the server are others. Before it, the server may still answer as if
 * nothing had happened; in it, it refuses connections or cuts them.
 */
async function waitUntilRecovered(url: string, checkpointer: number | undefined): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(READ_CHECKPOINTER)
      const pid = rows[0]?.pid
      if (pid !== undefined && pid !== checkpointer) return await client.end()
      await client.end()
    } catch {
      // Looked at again.
    }
    await sleep(20)
  }
}

export async function startOwnPostgres(changes: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
  const settings = { ...SETTINGS, ...changes }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-own-db-'))
  const paths = clusterPaths(dataDir)
  copyMadeCluster(dataDir)
  const first = await openEmbeddedServer({ dataDir, keepRunning: false, durable: false, settings })
  const [url, port] = [first.url(), first.port()]
  const binaries = findBinaries(paths.links)
  const recipe = { paths, binaries, launcher: chooseLauncher(binaries, dataDir), settings }
  let running = { pid: first.pid(), release: () => first.close() }
  const migrated = await openDatabase({ databaseUrl: url, poolSize: 2 })
  await migrated.close()

  async function stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    if (mode === 'immediate') {
      process.kill(running.pid, 'SIGQUIT')
      await waitForProcessEnd(running.pid, 10_000)
    } else await stopPostmaster(running.pid, paths.cluster, binaries)
  }
  return {
    url,
    stop,
    async start() {
      const { postmaster, guard } = await startServer(recipe, port)
      if (postmaster.port !== port) throw new Error(`port ${port} of the test's database was taken meanwhile`)
      running = { pid: postmaster.pid, release: async () => guard?.release() }
    },
    async crash() {
      const victim = new pg.Client({ connectionString: url })
      victim.on('error', () => {})
      await victim.connect()
      const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid')
      const { rows: before } = await victim.query<{ pid: number }>(READ_CHECKPOINTER)
      const ended = new Promise((resolve) => victim.once('end', resolve))
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
      await ended
      await waitUntilRecovered(url, before[0]?.pid)
    },
    async remove() {
      await stop()
      await running.release()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
