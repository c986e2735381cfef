import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { buildInto, ROOT } from './build-folder.ts'
import { isBuiltFrom } from './built-from.ts'

const BUILDS = path.join(ROOT, '.runtime', 'server')
/** A build names the places of its sources, so another copy of them has builds of its own, also where `.runtime` is the same. */
const OURS = createHash('sha256').update(ROOT).digest('hex').slice(0, 8)

/** The present one, and one before it, whose files a process that runs still loads. */
const KEPT_BUILDS = 2

function listBuilds(): string[] {
  try {
    return readdirSync(BUILDS)
      .filter((name) => name.startsWith(`${OURS}-`))
      .map((name) => path.join(BUILDS, name))
  } catch {
    return []
  }
}

/** The folder with the server's program as its sources are now; null when it was not built since they changed. */
export const findServer = (): string | null =>
  listBuilds().find((directory) => isBuiltFrom(ROOT, directory)) ?? null

const modifiedMs = (directory: string): number => statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? 0

function removeOldBuilds(): void {
  const newestFirst = listBuilds().sort((one, other) => modifiedMs(other) - modifiedMs(one))
  for (const directory of newestFirst.slice(KEPT_BUILDS)) rmSync(directory, { recursive: true, force: true })
}

/** The same, built first when the sources changed since the last time. */
export async function buildServer(): Promise<string> {
  const built = findServer()
  if (built !== null) return built
  const program = path.join(import.meta.dirname, 'server-build.ts')
  const directory = await buildInto(BUILDS, program, (hash) => `${OURS}-${hash}`)
  removeOldBuilds()
  return directory
}
