/**
 * Writes docs/api-guide.md by carrying out its commands on a service of its own. With --check it writes nothing and
 * fails when the file is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { API_GUIDE, buildApiGuide } from './api-guide/build.ts'

const text = await buildApiGuide()
if (!process.argv.includes('--check')) writeFileSync(API_GUIDE, text)
else if (readFileSync(API_GUIDE, 'utf8') !== text) {
  console.error('docs/api-guide.md is not what the service answers. Run: node scripts/generate-api-guide.ts')
  process.exitCode = 1
}
