import { listSourceFiles, SHIPPED_FOLDERS } from './source-files.ts'
import { findUnboundMethods } from './unbound-methods.ts'

// Not of tests: what they take unbound fails when they run.
const files = listSourceFiles(SHIPPED_FOLDERS)
const found = findUnboundMethods(files)

for (const { path, line, name } of found)
  console.error(
    `${path}:${line} ${name} is taken from its object and loses its this; pass a function that calls it`,
  )
if (files.length === 0) console.error('there are no source files to check: run this in the project folder')
if (found.length > 0 || files.length === 0) process.exitCode = 1
else console.log(`no method of ${files.length} files is passed on without its object`)
