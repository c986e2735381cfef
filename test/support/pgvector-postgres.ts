import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBinaries } from '../../src/db/embedded/binaries.ts'
import { clusterPaths, EMBEDDED_USER, ensureCluster } from '../../src/db/embedded/cluster.ts'
import { stopPostmaster } from '../../src/db/embedded/postmaster.ts'
import { chooseLauncher } from '../../src/db/embedded/privileges.ts'
import { THROWAWAY_SETTINGS } from '../../src/db/embedded/settings.ts'
import { startServer } from '../../src/db/embedded/start-server.ts'
import { RUNTIME_DIR, unpackPackages } from './server-program.ts'

const FOLDER = path.join(RUNTIME_DIR, 'debian-pgvector')
/** The release that has it for the newest PostgreSQL; its library needs the C library of that release. */
const RELEASE = 'testing'

export interface PgvectorPostgres {
  readonly url: string
  remove(): Promise<void>
}

/** Where Debian's packages of pgvector were unpacked. Null, with a line that says so, where they cannot be had. */
async function findPackages(major: string): Promise<string | null> {
  try {
    await unpackPackages({ names: [`postgresql-${major}-pgvector`, 'libc6'], release: RELEASE }, FOLDER)
    return FOLDER
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
    console.warn(`pgvector for PostgreSQL ${major} is not to be had from Debian's packages (${reason}).`)
    console.warn('Search by meaning in the database is not tested on this machine.')
    return null
  }
}

/**
 * The built-in server with Debian's pgvector: the extension is found where it was unpacked, and the server runs on the C library
 * that came with it. Null where it cannot be had.
 */
export async function startPgvectorPostgres(
  changes: Readonly<Record<string, string>> = {},
): Promise<PgvectorPostgres | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-pgvector-'))
  const paths = clusterPaths(dataDir)
  const own = findBinaries(paths.links)
  const major = /\d+/.exec(execFileSync(own.postgres, ['--version'], { encoding: 'utf8' }))?.[0] ?? ''
  const packages = await findPackages(major)
  if (packages === null || !existsSync(path.join(packages, `usr/lib/postgresql/${major}`))) {
    rmSync(dataDir, { recursive: true, force: true })
    return null
  }
  const libraries = path.join(packages, 'usr/lib/x86_64-linux-gnu')
  const search = `${libraries}:${path.join(path.dirname(own.postgres), '../lib')}:/usr/lib/x86_64-linux-gnu`
  const program = path.join(dataDir, 'postgres')
  writeFileSync(
    program,
    `#!/bin/sh\nexec '${libraries}/ld-linux-x86-64.so.2' --library-path '${search}' --argv0 '${own.postgres}' '${own.postgres}' "$@"\n`,
  )
  chmodSync(program, 0o755)
  const binaries = { ...own, postgres: program }
  const launcher = chooseLauncher(binaries, dataDir)
  const password = ensureCluster(paths, own, launcher, false)
  const settings = {
    ...THROWAWAY_SETTINGS,
    unix_socket_directories: '',
    extension_control_path: `$system:${packages}/usr/share/postgresql/${major}`,
    dynamic_library_path: `$libdir:${packages}/usr/lib/postgresql/${major}/lib`,
    ...changes,
  }
  const { postmaster, guard } = await startServer({ paths, binaries, launcher, settings }, undefined)
  return {
    url: `postgres://${EMBEDDED_USER}:${password}@127.0.0.1:${postmaster.port}/postgres`,
    async remove() {
      await stopPostmaster(postmaster.pid, paths.cluster, own)
      guard?.release()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
