import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bot } from '../test/support/typebot/bot.ts'
import { measureBot, toTable } from './typebot-table.ts'

/**
 * Says of each Typebot export in a folder whether it imports, what has to be set before it publishes, and whether it answers as it
 * did: `node scripts/walk-typebots.ts FOLDER`. `answers.json` in the folder says what addresses answer, by how they begin.
 * The exit code is 1 when one does not import, or differs without a note in its report.
 */
const ANSWERS = 'answers.json'
const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: node scripts/walk-typebots.ts FOLDER')
  process.exit(2)
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
const answers = names.includes(ANSWERS) ? (readJson(ANSWERS) as Record<string, unknown>) : {}
const http = (url: string) => {
  const found = Object.entries(answers).find(([start]) => url.startsWith(start))
  return found ? { status: 200, body: found[1] } : { status: 404, body: null }
}
const bots = names.filter((name) => name !== ANSWERS).toSorted()
const rows = new Map(
  bots.map((name) => [name.replace(/\.json$/, ''), measureBot(readJson(name) as Bot, http)]),
)
console.info(toTable(rows).join('\n'))
if ([...rows.values()].some(({ blocks, walks }) => !blocks || walks.different > 0)) process.exitCode = 1
