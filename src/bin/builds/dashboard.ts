import { createHash } from 'node:crypto'
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { createDashboard, type Dashboard } from '../../api/index.ts'
import type { Log } from '../../platform/logger.ts'
import { buildInto, keepNote, OURS, ROOT, removeOldBuilds, UNFINISHED } from './build-folder.ts'

const BUILDS = path.join(ROOT, '.runtime', 'web')
/** Everything a build depends on; of `src` what the import matrix lets the dashboard import. */
export const SOURCE_FOLDERS = [
  'src/web/',
  'src/core/',
  'src/contract/',
  'src/words/',
  'examples/flows/',
  'packages/passkey-extension/src/',
  'packages/passkey-extension/static/',
]
const SOURCE_FILES = [
  'packages/passkey-extension/package.json',
  'src/bin/builds/build-folder.ts',
  'src/bin/builds/dashboard-build.ts',
  'src/bin/builds/extension-build.ts',
  'vite.config.ts',
  'package-lock.json',
]
/** Which build is the one of the sources of this folder, and how those looked then; other copies of them may build here too. */
const SEEN_FILE = path.join(BUILDS, `seen-${OURS}.json`)

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry: Dirent) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

const listSources = (): string[] =>
  [
    ...SOURCE_FOLDERS.flatMap((folder) => listFiles(path.join(ROOT, folder))),
    ...SOURCE_FILES.map((file) => path.join(ROOT, file)),
  ].sort()

/** Changes whenever any source of the dashboard does. */
function hashSources(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of sources) {
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/** Changes with every write to a source too, and is had without reading them. */
function stampSources(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of sources) {
    const { size, mtimeMs, ctimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs} ${ctimeMs}\n`)
  }
  return hash.digest('hex')
}

function readSeen(): { stamp?: string; hash?: string } {
  try {
    return JSON.parse(readFileSync(SEEN_FILE, 'utf8'))
  } catch {
    return {}
  }
}

const listBuilds = (): string[] =>
  readdirSync(BUILDS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(UNFINISHED))
    .map((entry) => path.join(BUILDS, entry.name))

/** The folder with the dashboard as its sources are now, built first when they changed since the last time. */
export async function buildDashboard(log: Pick<Log, 'info'>): Promise<string> {
  const sources = listSources()
  // Before they are read: what changes in between makes another one.
  const stamp = stampSources(sources)
  const seen = readSeen()
  const known = path.join(BUILDS, seen.hash ?? '')
  if (seen.stamp === stamp && seen.hash !== undefined && existsSync(known)) return known
  const hash = hashSources(sources)
  const directory = path.join(BUILDS, hash)
  if (!existsSync(directory)) {
    const startedAt = performance.now()
    await buildInto(BUILDS, path.join(import.meta.dirname, 'dashboard-build.ts'), () => hash)
    log.info({ durationMs: Math.round(performance.now() - startedAt) }, 'dashboard built')
    removeOldBuilds(listBuilds())
  }
  keepNote(SEEN_FILE, { stamp, hash })
  return directory
}

/** Undefined when it cannot be built: the API serves people's systems all the same, and the process is not ready. */
export async function prepareDashboard(
  log: Log,
  embedOrigins: readonly string[],
): Promise<Dashboard | undefined> {
  try {
    const directory = await buildDashboard(log)
    const files = listFiles(directory).map((file) => path.relative(directory, file).replaceAll('\\', '/'))
    return createDashboard(directory, files, embedOrigins)
  } catch (error) {
    log.error({ err: error }, 'dashboard could not be built; the API is served without it')
    return undefined
  }
}
