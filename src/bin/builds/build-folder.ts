import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export const ROOT = path.join(import.meta.dirname, '../../..')
/** Tells this copy of the sources from others, also where they have the same `.runtime`. */
export const OURS = createHash('sha256').update(ROOT).digest('hex').slice(0, 8)
const BUILD_TIMEOUT_MS = 180_000
/** How the names of folders begin in which a build is under way. */
export const UNFINISHED = 'unfinished-'

const run = promisify(execFile)

/**
 * Runs a program that builds into a folder beside the others, then moves it to where `nameOf` puts it, given what the program
 * printed: a build appears complete or not at all, and of two processes the faster one wins.
 */
export async function buildInto(
  folder: string,
  program: string,
  nameOf: (output: string) => string,
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  removeAbandoned(folder)
  const unfinished = mkdtempSync(path.join(folder, UNFINISHED))
  try {
    const { stdout } = await run(process.execPath, [program, unfinished], {
      cwd: ROOT,
      timeout: BUILD_TIMEOUT_MS,
      // Whatever this process is for: tests that built the dashboard left it with a React for developers, twice as slow.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const target = path.join(folder, nameOf(stdout))
    if (!existsSync(target)) moveTo(target, unfinished)
    return target
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** What a build left behind that was killed. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(UNFINISHED))) {
    const directory = path.join(folder, name)
    const startedMs = statSync(directory, { throwIfNoEntry: false })?.ctimeMs ?? Date.now()
    if (Date.now() - startedMs > 2 * BUILD_TIMEOUT_MS) rmSync(directory, { recursive: true, force: true })
  }
}

const modifiedMs = (directory: string): number => statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? 0

export const sortNewestFirst = (directories: readonly string[]): string[] =>
  directories.toSorted((one, other) => modifiedMs(other) - modifiedMs(one))

/** Keeps the present build and the one before it, of which a process that runs may still load or serve files. */
export function removeOldBuilds(directories: readonly string[]): void {
  for (const directory of sortNewestFirst(directories).slice(2))
    rmSync(directory, { recursive: true, force: true })
}

/** Appears complete or not at all. Where nothing can be written it stays away, and what it would save is done again. */
export function keepNote(file: string, note: unknown): void {
  const beside = `${file}.${process.pid}`
  try {
    writeFileSync(beside, JSON.stringify(note))
    renameSync(beside, file)
  } catch {
    rmSync(beside, { force: true })
  }
}

function moveTo(target: string, unfinished: string): void {
  try {
    renameSync(unfinished, target)
  } catch (error) {
    if (!existsSync(target)) throw error
  }
}
