import {
  applyExceptions,
  findCrowdedFolders,
  findInParsed,
  findLongTexts,
  isTextLimited,
  measureParsed,
} from './caps.ts'
import { EXCEPTIONS_FILE, readExceptions } from './caps-exceptions.ts'
import type { ParsedFiles } from './parsed-files.ts'

/** Holds files to the caps and says where they are not kept, or that all are. */
export function checkCaps(parsed: ParsedFiles): void {
  const exceptions = readExceptions()
  const violations = [...parsed].flatMap(([path, source]) => [
    ...findInParsed(path, source),
    ...(isTextLimited(path) ? findLongTexts(path, measureParsed(path, source)) : []),
  ])
  const found = applyExceptions([...violations, ...findCrowdedFolders([...parsed.keys()])], exceptions)

  for (const { path, line, rule, message } of found.open) console.error(`${path}:${line} ${rule}: ${message}`)
  for (const { path, rule, name } of found.unneeded) {
    const what = name === undefined ? path : `${path} (${name})`
    console.error(`${EXCEPTIONS_FILE}: ${what} keeps to ${rule} now; remove its exception`)
  }
  if (found.open.length > 0 || found.unneeded.length > 0) process.exitCode = 1
  else console.log(`${parsed.size} files within the caps, ${exceptions.length} exceptions`)
}
