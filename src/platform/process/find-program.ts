import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/** The first program of this name in the folders of `searchPath` (as in PATH); null when there is none. */
export function findProgram(name: string, searchPath: string | undefined): string | null {
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name]
  for (const folder of (searchPath ?? '').split(path.delimiter)) {
    for (const candidate of names.map((file) => path.join(folder, file))) {
      if (folder !== '' && isProgram(candidate)) return candidate
    }
  }
  return null
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
