import { readdirSync } from 'node:fs'
import path from 'node:path'
import { buildInto, OURS, ROOT, removeOldBuilds, sortNewestFirst } from './build-folder.ts'
import { isBuiltFrom } from './built-from.ts'

/** A build names the places of its sources, so another copy of them has builds of its own. */
const BUILDS = path.join(ROOT, '.runtime', 'server')
function listBuilds(): string[] {
  try {
    return readdirSync(BUILDS)
      .filter((name) => name.startsWith(`${OURS}-`))
      .map((name) => path.join(BUILDS, name))
  } catch {
    return []
  }
}

/**
 * The folder with the server's program as its sources are now; null when it was not built since they changed. The newest build
 * is looked at first: each costs a start a look at all of its sources.
 */
export const findServer = (): string | null =>
  sortNewestFirst(listBuilds()).find((directory) => isBuiltFrom(ROOT, directory)) ?? null

/** The same, built first when the sources changed since the last time. */
export async function buildServer(): Promise<string> {
  const built = findServer()
  if (built !== null) return built
  const program = path.join(import.meta.dirname, 'server-build.ts')
  const directory = await buildInto(BUILDS, program, (hash) => `${OURS}-${hash}`)
  removeOldBuilds(listBuilds())
  return directory
}
