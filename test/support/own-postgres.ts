import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../src/db/client.ts'
import { findBinaries } from '../../src/db/embedded/binaries.ts'
import { clusterPaths } from '../../src/db/embedded/cluster.ts'
import { stopPostmaster } from '../../src/db/embedded/postmaster.ts'
import { chooseLauncher } from '../../src/db/embedded/privileges.ts'
import { openEmbeddedServer } from '../../src/db/embedded/server.ts'
import { THROWAWAY_SETTINGS } from '../../src/db/embedded/settings.ts'
import { startServer } from '../../src/db/embedded/start-server.ts'

/** A PostgreSQL of one test, which may stop it: the one the other tests share must not go away. */
export interface OwnPostgres {
  readonly url: string
  /** Ends the server and all connections to it, as an operator would. */
  stop(): Promise<void>
  /** Starts it again at the same port, with all that was committed. */
  start(): Promise<void>
  remove(): Promise<void>
}

/** What was committed must outlive the stops of the test; the disk of the machine is not what is tested. */
const SETTINGS = {
  ...THROWAWAY_SETTINGS,
  synchronous_commit: 'on',
  unix_socket_directories: '',
  max_connections: '300',
}

export async function startOwnPostgres(changes: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
  const settings = { ...SETTINGS, ...changes }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-own-db-'))
  const paths = clusterPaths(dataDir)
  const first = await openEmbeddedServer({ dataDir, keepRunning: false, durable: false, settings })
  const [url, port] = [first.url(), first.port()]
  const binaries = findBinaries(paths.links)
  const recipe = { paths, binaries, launcher: chooseLauncher(binaries, dataDir), settings }
  let running = { pid: first.pid(), release: () => first.close() }
  const migrated = await openDatabase({ databaseUrl: url, poolSize: 2 })
  await migrated.close()

  async function stop(): Promise<void> {
    await stopPostmaster(running.pid, paths.cluster, binaries)
  }
  return {
    url,
    stop,
    async start() {
      const { postmaster, guard } = await startServer(recipe, port)
      if (postmaster.port !== port) throw new Error(`port ${port} of the test's database was taken meanwhile`)
      running = { pid: postmaster.pid, release: async () => guard?.release() }
    },
    async remove() {
      await stop()
      await running.release()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
