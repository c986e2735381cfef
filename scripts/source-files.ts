import { existsSync, globSync } from 'node:fs'

/** Folders that hold our own TypeScript. The first two are what ships. */
export const SOURCE_FOLDERS = ['src', 'sandbox', 'test', 'e2e', 'bench', 'scripts'] as const

/** The source folders that exist yet, for tools that refuse a missing one. */
export function listSourceFolders(): string[] {
  return SOURCE_FOLDERS.filter((folder) => existsSync(folder))
}

/** Paths (with `/`, relative to the project) of the TypeScript and JavaScript files below `folders`, sorted. */
export function listSourceFiles(folders: readonly string[] = SOURCE_FOLDERS): string[] {
  return folders
    .flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,tsx,mjs}`, { exclude: (name) => name === 'node_modules' }),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}
