/**
 * Writes docs/openapi.json from the contract. With --check it writes nothing and fails when the file is stale.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { generateOpenApi } from '../src/api/document/openapi.ts'

const file = new URL('../docs/openapi.json', import.meta.url)
const text = `${JSON.stringify(await generateOpenApi(), null, 2)}\n`

if (process.argv.includes('--check')) {
  const stored = await readFile(file, 'utf8').catch(() => '')
  if (stored !== text) {
    console.error('docs/openapi.json does not match the contract. Run: node scripts/generate-openapi.ts')
    process.exitCode = 1
  }
} else {
  await writeFile(file, text)
}
