import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createDashboard, type Dashboard } from '../../api/index.ts'
import type { Log } from '../../platform/logger.ts'
import { buildInto, ROOT, UNFINISHED } from './build-folder.ts'

const BUILDS = path.join(ROOT, '.runtime', 'web')
/** Everything a build depends on; of `src` what the import matrix lets the dashboard import. */
export const SOURCES = [
  'src/web/**/*',
  'src/core/**/*.ts',
  'src/contract/**/*.ts',
  'src/words/**/*.ts',
  'packages/passkey-extension/{package.json,{src,static}/**/*}',
  'src/bin/builds/{dashboard,extension}-build.ts',
  'vite.config.ts',
  'package-lock.json',
]

/** Changes whenever any source of the dashboard does. */
function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()) {
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/** Keeps the present build and the one before it, which a process of the last version may still serve. */
function removeOldBuilds(current: string): void {
  const old = readdirSync(BUILDS, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith(UNFINISHED) && entry.name !== path.basename(current))
    .map((entry) => path.join(BUILDS, entry.name))
  for (const directory of old.slice(1)) rmSync(directory, { recursive: true, force: true })
}

function listFiles(directory: string): string[] {
  return globSync('**/*', { cwd: directory, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

/** The folder with the dashboard as its sources are now, built first when they changed since the last time. */
export async function buildDashboard(log: Pick<Log, 'info'>): Promise<string> {
  const hash = hashSources()
  const directory = path.join(BUILDS, hash)
  if (!existsSync(directory)) {
    const startedAt = performance.now()
    await buildInto(BUILDS, path.join(import.meta.dirname, 'dashboard-build.ts'), () => hash)
    log.info({ durationMs: Math.round(performance.now() - startedAt) }, 'dashboard built')
    removeOldBuilds(directory)
  }
  return directory
}

/** Undefined when it cannot be built: the API serves people's systems all the same, and the process is not ready. */
export async function prepareDashboard(
  log: Log,
  embedOrigins: readonly string[],
): Promise<Dashboard | undefined> {
  try {
    const directory = await buildDashboard(log)
    return createDashboard(directory, listFiles(directory), embedOrigins)
  } catch (error) {
    log.error({ err: error }, 'dashboard could not be built; the API is served without it')
    return undefined
  }
}
