import { generateOpenApi } from '../src/api/document/openapi.ts'
import { buildClientFiles } from './generators/client.ts'
import { buildExchangeSchemaFile } from './generators/exchange-schema.ts'
import { type GeneratedFiles, listStale } from './generators/files.ts'
import { buildCollectionFile, buildOpenApiFile } from './generators/openapi.ts'
import { buildPeersFile } from './generators/peers.ts'
import { buildPicturesFile } from './generators/template-pictures.ts'
import { GUIDES, readGuide, readRawTemplate } from './guides/build.ts'
import { listTables } from './guides/tables.ts'

const document = await generateOpenApi()

/** By the generators that write them. Made in one process, as each alone would read the contract again. */
const GENERATED: readonly [generator: string, build: () => GeneratedFiles | Promise<GeneratedFiles>][] = [
  ['generate-openapi.ts', () => buildOpenApiFile(document)],
  ['generate-collection.ts', () => buildCollectionFile(document)],
  ['generate-client.ts', () => buildClientFiles(document)],
  ['generate-exchange-schema.ts', buildExchangeSchemaFile],
  ['generate-peers.ts', buildPeersFile],
  ['generate-template-pictures.ts', buildPicturesFile],
]

/** What is wrong with what a generator made, if anything. */
async function findFaults(generator: string, build: (typeof GENERATED)[number][1]): Promise<string[]> {
  try {
    const stale = listStale(await build())
    return stale.map((path) => `${path} is stale: run node scripts/${generator} and commit it`)
  } catch (error) {
    return [`node scripts/${generator} fails: ${error instanceof Error ? error.stack : String(error)}`]
  }
}

/** Tables in the guides that are not as the source has them; what commands answer is held to by a system test. */
function findStaleTables(): string[] {
  const stale = GUIDES.filter((name) => {
    const written = readGuide(name)
    return listTables(readRawTemplate(name)).some((table) => !written.includes(table))
  })
  return stale.map(
    (name) => `a table of docs/${name}.md is stale: run node scripts/generate-guides.ts ${name}`,
  )
}

const faults = findStaleTables()
for (const [generator, build] of GENERATED) faults.push(...(await findFaults(generator, build)))
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log(`${GENERATED.length} generators and the tables of ${GUIDES.length} guides: all is fresh`)
