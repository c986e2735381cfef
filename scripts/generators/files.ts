import { readFileSync, writeFileSync } from 'node:fs'

/** What a generator makes: texts by the paths they are kept at. */
export type GeneratedFiles = Readonly<Record<string, string>>

function readKept(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** The paths at which something else is kept, or nothing. */
export function listStale(files: GeneratedFiles): string[] {
  return Object.entries(files).flatMap(([path, text]) => (readKept(path) === text ? [] : [path]))
}

/** Writes what a generator made; with `--check` it only says whether what is kept is fresh. */
export function keepFiles(files: GeneratedFiles): void {
  if (!process.argv.includes('--check')) {
    for (const [path, text] of Object.entries(files)) writeFileSync(path, text)
    return
  }
  for (const path of listStale(files)) {
    console.error(`${path} is stale`)
    process.exitCode = 1
  }
}
