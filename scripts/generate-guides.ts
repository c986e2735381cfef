/**
 * Writes the guides (docs/api-guide.md, docs/operations.md, docs/flows-guide.md) by carrying out the commands in their
 * templates on services of their own; arguments name the guides, none means all. With --check it writes nothing and
 * fails when one is stale.
 */
import { writeFileSync } from 'node:fs'
import { buildGuide, GUIDES, type GuideName, readGuide } from './guides/build.ts'

const options = process.argv.slice(2)
const isAsked = (name: GuideName) => options.includes(name)
const asked = GUIDES.some(isAsked) ? GUIDES.filter(isAsked) : GUIDES

for (const name of asked) {
  const guide = await buildGuide(name)
  if (!options.includes('--check')) {
    writeFileSync(`docs/${name}.md`, guide)
  } else if (guide !== readGuide(name)) {
    console.error(`docs/${name}.md is stale. Run: node scripts/generate-guides.ts ${name}`)
    process.exitCode = 1
  }
}
