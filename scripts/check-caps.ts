import { readFileSync } from 'node:fs'
import { applyExceptions, type CapException, findViolations } from './caps.ts'
import { listSourceFiles } from './source-files.ts'

const EXCEPTIONS_FILE = 'scripts/caps-exceptions.json'

const files = listSourceFiles()
const exceptions = JSON.parse(readFileSync(EXCEPTIONS_FILE, 'utf8')) as CapException[]
const violations = files.flatMap((path) => findViolations(path, readFileSync(path, 'utf8')))
const { open, unneeded } = applyExceptions(violations, exceptions)

for (const { path, line, rule, message } of open) console.error(`${path}:${line} ${rule}: ${message}`)
for (const { path, rule } of unneeded)
  console.error(`${EXCEPTIONS_FILE}: ${path} keeps to ${rule} now; remove its exception`)
if (files.length === 0) console.error('there are no source files to check: run this in the project folder')

if (open.length > 0 || unneeded.length > 0 || files.length === 0) process.exitCode = 1
else console.log(`${files.length} files within the caps, ${exceptions.length} exceptions`)
