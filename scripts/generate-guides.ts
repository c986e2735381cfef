/**
 * Writes the guides (docs/api-guide.md, docs/operations.md, docs/flows-guide.md) by carrying out the commands in their
 * templates on services of their own; arguments name the guides, none means all. With --check it writes nothing and
 * fails when one is stale. With --check-tables it starts nothing and looks only at the tables made from the source.
 */
import { writeFileSync } from 'node:fs'
import { buildGuide, GUIDES, type GuideName, readGuide, readRawTemplate } from './guides/build.ts'
import { listTables } from './guides/tables.ts'

const options = process.argv.slice(2)
const isAsked = (name: GuideName) => options.includes(name)
const asked = GUIDES.some(isAsked) ? GUIDES.filter(isAsked) : GUIDES

async function isStale(name: GuideName): Promise<boolean> {
  const written = readGuide(name)
  if (options.includes('--check-tables')) {
    return listTables(readRawTemplate(name)).some((table) => !written.includes(table))
  }
  return (await buildGuide(name)) !== written
}

for (const name of asked) {
  if (!options.some((option) => option.startsWith('--check'))) {
    writeFileSync(`docs/${name}.md`, await buildGuide(name))
  } else if (await isStale(name)) {
    console.error(`docs/${name}.md is stale. Run: node scripts/generate-guides.ts ${name}`)
    process.exitCode = 1
  }
}
