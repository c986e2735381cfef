import type { ParsedFiles } from './parsed-files.ts'
import { SHIPPED_FOLDERS } from './source-files.ts'
import { findUnboundMethods } from './unbound-methods.ts'

/** Not of the folders of tests: what they take unbound fails when they run. */
const isLookedAt = (path: string): boolean => SHIPPED_FOLDERS.some((folder) => path.startsWith(`${folder}/`))

/** Says which methods are taken from their objects, or that none is. */
export function checkUnbound(parsed: ParsedFiles): void {
  const paths = [...parsed.keys()].filter(isLookedAt)
  const found = findUnboundMethods(paths, parsed)
  for (const { path, line, name } of found)
    console.error(
      `${path}:${line} ${name} is taken from its object and loses its this; pass a function that calls it`,
    )
  if (found.length > 0) process.exitCode = 1
  else console.log(`no method of ${paths.length} files is passed on without its object`)
}
