import { cruise } from './cruise.ts'
import { findUnseenFiles, formatViolations } from './import-coverage.ts'
import { listSourceFiles, listSourceFolders } from './source-files.ts'

const files = listSourceFiles()
const result = await cruise(process.cwd(), listSourceFolders())
const unseen = findUnseenFiles(result, files)
const violations = formatViolations(result)

if (unseen.length > 0)
  console.error(
    `dependency-cruiser did not see ${unseen.length} of ${files.length} files: ${unseen.join(', ')}`,
  )
if (files.length === 0) console.error('there are no source files to check: run this in the project folder')
for (const line of violations) console.error(line)
if (violations.length > 0)
  console.error('Move the code, or pass what it needs in; the matrix is in docs/architecture.md.')
if (unseen.length > 0 || files.length === 0 || violations.length > 0) process.exitCode = 1
else console.log(`${files.length} files follow the import matrix`)
