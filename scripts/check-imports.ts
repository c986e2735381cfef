import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from './cruise.ts'
import { findUnseenFiles, formatViolations } from './import-coverage.ts'
import { buildGraph } from './import-graph.ts'
import { findUnreached, readDoors, readJourneys } from './journeys.ts'
import { listSourceFiles, listSourceFolders } from './source-files.ts'

const files = listSourceFiles()
const result = await cruise(process.cwd(), listSourceFolders())
const unseen = findUnseenFiles(result, files)
const violations = formatViolations(result)
const document = readFileSync(join(process.cwd(), 'docs', 'architecture.md'), 'utf8')
const graph = buildGraph(result, files)
const unreached = readJourneys(document).flatMap((journey) =>
  findUnreached(journey, graph, readDoors(document)).map((path) => `${journey.title}: ${path}`),
)

if (unseen.length > 0)
  console.error(
    `dependency-cruiser did not see ${unseen.length} of ${files.length} files: ${unseen.join(', ')}`,
  )
if (files.length === 0) console.error('there are no source files to check: run this in the project folder')
for (const line of violations) console.error(line)
if (violations.length > 0)
  console.error('Move the code, or pass what it needs in; the matrix is in docs/architecture.md.')
for (const line of unreached)
  console.error(`no import leads from the files before it in docs/architecture.md to this one. ${line}`)
if (unseen.length > 0 || files.length === 0 || violations.length > 0 || unreached.length > 0)
  process.exitCode = 1
else console.log(`${files.length} files follow the import matrix`)
