import { readFileSync, writeFileSync } from 'node:fs'
import { buildExchangeSchema } from '../src/core/flow/exchange/schema.ts'

const PATH = 'docs/flow-exchange.schema.json'

/** Writes the JSON Schema of the exchange format; with `--check` it only says whether the kept one is fresh. */
const wanted = `${JSON.stringify(buildExchangeSchema(), null, 2)}\n`
if (!process.argv.includes('--check')) writeFileSync(PATH, wanted)
else if (readFileSync(PATH, 'utf8') !== wanted) {
  console.error(`${PATH} is stale`)
  process.exitCode = 1
}
