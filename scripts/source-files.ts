import { existsSync, globSync } from 'node:fs'

/** Folders that hold our own TypeScript. The first three are what ships. */
export const SOURCE_FOLDERS = ['src', 'sandbox', 'packages', 'test', 'e2e', 'bench', 'scripts'] as const

/** Those of the folders above whose files ship. */
export const SHIPPED_FOLDERS = SOURCE_FOLDERS.slice(0, 3)

/** Not written by hand, so that no limit of the house is about them. */
const NOT_WRITTEN = new Set(['node_modules', 'generated', 'dist'])

/** The source folders that exist yet, for tools that refuse a missing one. */
export function listSourceFolders(): string[] {
  return SOURCE_FOLDERS.filter((folder) => existsSync(folder))
}

/** Paths (with `/`, relative to the project) of the TypeScript and JavaScript files below `folders`, sorted. */
export function listSourceFiles(folders: readonly string[] = SOURCE_FOLDERS): string[] {
  return folders
    .flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,tsx,mjs}`, { exclude: (name) => NOT_WRITTEN.has(name) }),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

/** Tests, and what only tests use of the folders that ship. */
export function isTestFile(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(path) || path.startsWith('sandbox/testing/')
}
