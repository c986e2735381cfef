import { readFileSync } from 'node:fs'
import {
  applyExceptions,
  findCrowdedFolders,
  findLongTexts,
  findViolations,
  isTextLimited,
  measureFunctions,
} from './caps.ts'
import { EXCEPTIONS_FILE, readExceptions } from './caps-exceptions.ts'
import { listSourceFiles } from './source-files.ts'

const files = listSourceFiles()
const exceptions = readExceptions()
const violations = files.flatMap((path) => findViolations(path, readFileSync(path, 'utf8')))
const longTexts = files
  .filter(isTextLimited)
  .flatMap((path) => findLongTexts(path, measureFunctions(path, readFileSync(path, 'utf8'))))
const found = applyExceptions([...violations, ...longTexts, ...findCrowdedFolders(files)], exceptions)

for (const { path, line, rule, message } of found.open) console.error(`${path}:${line} ${rule}: ${message}`)
for (const { path, rule, name } of found.unneeded) {
  const what = name === undefined ? path : `${path} (${name})`
  console.error(`${EXCEPTIONS_FILE}: ${what} keeps to ${rule} now; remove its exception`)
}
if (files.length === 0) console.error('there are no source files to check: run this in the project folder')

if (found.open.length > 0 || found.unneeded.length > 0 || files.length === 0) process.exitCode = 1
else console.log(`${files.length} files within the caps, ${exceptions.length} exceptions`)
