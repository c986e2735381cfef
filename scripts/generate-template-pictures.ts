import { readFileSync, writeFileSync } from 'node:fs'
import { buildPictures } from './template-pictures.ts'

const PATH = 'src/web/features/flows/templates/pictures.json'

/** Draws the pictures of the templates; with `--check` it only says whether the kept ones are fresh. */
const wanted = buildPictures()
if (!process.argv.includes('--check')) writeFileSync(PATH, wanted)
else if (readFileSync(PATH, 'utf8') !== wanted) {
  console.error(`${PATH} is stale`)
  process.exitCode = 1
}
