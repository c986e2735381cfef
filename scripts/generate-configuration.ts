import { readFileSync, writeFileSync } from 'node:fs'
import { CONFIG_VARIABLES } from '../src/platform/config-variables.ts'

const PATH = 'docs/configuration.md'

/** Writes `docs/configuration.md`; with `--check` it only says whether what is there is what would be written. */
function buildDocument(): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|')
  const rows = Object.entries(CONFIG_VARIABLES).map(([name, { default: fallback, meaning, expected }]) => {
    return `| \`${name}\` | ${fallback === null ? 'not set' : `\`${fallback}\``} | ${cell(meaning)} | ${cell(expected)} |`
  })
  return [
    '# Configuration',
    '',
    'Environment variables, all of them optional. A start with a bad value ends with one line for each bad variable, and',
    'changes nothing. Written from `src/platform/config-variables.ts` by `node scripts/generate-configuration.ts`.',
    '',
    '| variable | default | meaning | value |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

const wanted = buildDocument()
if (!process.argv.includes('--check')) writeFileSync(PATH, wanted)
else if (readFileSync(PATH, 'utf8') !== wanted) {
  console.error(`${PATH} is stale`)
  process.exitCode = 1
}
