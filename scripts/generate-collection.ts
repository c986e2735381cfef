import { readFileSync, writeFileSync } from 'node:fs'
import { generateOpenApi } from '../src/api/document/openapi.ts'
import { buildCollection } from './collection.ts'

const PATH = 'docs/parley.postman_collection.json'

/** Writes the collection of requests; with `--check` it only says whether the kept one is fresh. */
const wanted = `${JSON.stringify(buildCollection(await generateOpenApi()), null, 2)}\n`
if (!process.argv.includes('--check')) writeFileSync(PATH, wanted)
else if (readFileSync(PATH, 'utf8') !== wanted) {
  console.error(`${PATH} is stale`)
  process.exitCode = 1
}
