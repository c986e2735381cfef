import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { clusterPaths } from '../../src/db/embedded/cluster.ts'

/** Tells the processes of a run where the cluster to copy is. */
export const VARIABLE = 'PARLEY_TEST_CLUSTER'

/**
 * The set-up of tiers that start services on data directories of their own: one cluster is made and migrated by the service's
 * code, and each new data directory gets a copy of it, which takes a quarter of the processor time and none of the waits. Where
 * one was made before, as for all parts of a tier, it is that one.
 */
export default async function setup(): Promise<() => void> {
  if (process.env[VARIABLE] !== undefined) return () => {}
  const dataDir = await makeCluster(tmpdir())
  process.env[VARIABLE] = dataDir
  return () => {
    delete process.env[VARIABLE]
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Answers the data directory of a cluster made in the folder. */
export async function makeCluster(folder: string): Promise<string> {
  const dataDir = mkdtempSync(path.join(folder, 'parley-made-cluster-'))
  chmodSync(dataDir, 0o755)
  // Not for the many processes that only copy.
  const { openDatabase } = await import('../../src/db/client.ts')
  const database = await openDatabase({ dataDir, poolSize: 2 })
  // Each copy of these would be six hundred files, two thirds of all; nobody makes a database in it.
  await database.pool.query('UPDATE pg_database SET datistemplate = false')
  for (const unused of ['template1', 'template0']) await database.pool.query(`DROP DATABASE ${unused}`)
  await database.close()
  return dataDir
}

/** Puts the copy into a data directory that has no cluster yet; without one to copy, the service makes its own. */
export function copyMadeCluster(dataDir: string): void {
  const made = process.env[VARIABLE]
  const to = clusterPaths(dataDir)
  if (made === undefined || existsSync(to.cluster)) return
  const from = clusterPaths(made)
  // By the system's own command, as a copy by Node would belong to root where the server is another user's.
  const { status, stderr } = spawnSync('cp', ['-Rp', from.cluster, from.secret, dataDir], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the cluster was not copied: ${stderr}`)
}
