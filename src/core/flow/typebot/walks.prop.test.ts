import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newQuickJSWASMModule } from 'quickjs-emscripten'
import { describe, expect, test } from 'vitest'
import type { Bot } from '../../../../test/support/typebot/bot.ts'
import { FIXTURES } from '../../../../test/support/typebot/fixtures/index.ts'
import { startElsewhere } from '../../../../test/support/typebot/other-starts.ts'
import type { RunScript } from '../../../../test/support/typebot/our-side.ts'
import { publishErrors, type Walk, walkBot } from '../../../../test/support/typebot/walk.ts'
import { describeNotes } from '../../../words/english.ts'
import { runScript } from '../../script-interpreter.ts'
import { importTypebot } from './index.ts'

const WALKS = 40

/** The story of the first walk that ended as it should not, for whoever reads the failure. */
function summarize(walks: readonly Walk[], outcome: Walk['outcome']): string {
  return walks.find((item) => item.outcome === outcome)?.story.join('\n') ?? ''
}

describe('a bot and its import answer the same, or the report names why not', () => {
  test.each(FIXTURES.map((fixture) => [fixture.title, fixture] as const))(
    '%s',
    (_title, { bot, differs, http }) => {
      const walks = walkBot(bot, { seeds: WALKS, http })
      expect(summarize(walks, 'different')).toBe('')
      if (!differs) expect(summarize(walks, 'named')).toBe('')
      const named = walks.filter(({ outcome }) => outcome === 'named')
      expect([...new Set(named.flatMap((item) => item.named))]).toEqual(differs ?? [])
      const unknownTypes = publishErrors(bot).filter(
        (error) => !error.startsWith('UNKNOWN_TYPE This server does not know the node type "ai"'),
      )
      expect(unknownTypes).toEqual([])
    },
  )

  test('every kind of block is in a fixture', () => {
    const types = new Set(
      FIXTURES.flatMap(({ bot }) => bot.groups.flatMap(({ blocks }) => blocks.map(({ type }) => type))),
    )
    expect(BLOCK_TYPES.filter((type) => !types.has(type))).toEqual([])
  })
})

describe('scripts of an import in the sandbox of the service', () => {
  const scripted = FIXTURES.filter(({ bot }) => {
    const read = importTypebot(bot, describeNotes)
    return read.ok && read.flow.definition.nodes.some(({ type }) => type === 'code')
  })

  test('answer as they do elsewhere', async () => {
    const quickjs = await newQuickJSWASMModule()
    const run: RunScript = (source, input) => {
      const task = { source, input: JSON.stringify(input), timeoutMs: 250, memoryMb: 16 }
      const result = runScript(quickjs, task, () => 0)
      return result.ok ? { value: result.value } : { error: result.error.code }
    }
    expect(scripted.length).toBeGreaterThan(20)
    for (const { bot, http } of scripted) {
      expect(walkBot(bot, { seeds: 2, http, run })).toEqual(walkBot(bot, { seeds: 2, http }))
    }
  }, 60_000)
})

/** The kinds of blocks of Typebot 6.1, but for the makers of one and the same call (Zapier and others). */
const BLOCK_TYPES = [
  ...['text', 'image', 'video', 'embed', 'audio'],
  ...[
    'text',
    'number',
    'email',
    'url',
    'date',
    'time',
    'phone number',
    'choice',
    'picture choice',
    'payment',
    'rating',
    'file',
  ].map((kind) => `${kind} input`),
  ...[
    'cards',
    'Set variable',
    'Condition',
    'Redirect',
    'Code',
    'Typebot link',
    'Wait',
    'AB test',
    'webhook',
    'Jump',
    'Return',
  ],
  ...['Google Sheets', 'OpenAI', 'Google Analytics', 'Webhook', 'Email', 'Chatwoot', 'Pixel'],
]

/**
 * The same with bots of anybody: `TYPEBOT_EXPORTS=FOLDER vitest --project simulation walks` walks every export in the folder,
 * from its start and from each group nothing leads to, and prints what came of it. `answers.json` beside them says what
 * addresses answer, by how they begin.
 */
const folder = process.env.TYPEBOT_EXPORTS ?? ''

describe.skipIf(folder === '')('exports in a folder', () => {
  const files =
    folder === ''
      ? []
      : readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'answers.json')
  const answers = readAnswers(folder)
  const http = (url: string) => {
    const found = Object.entries(answers).find(([start]) => url.startsWith(start))
    return found ? { status: 200, body: found[1] } : { status: 404, body: null }
  }

  test.each(files)('%s', (file) => {
    const bot = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Bot
    for (const { title, bot: started } of startElsewhere(bot)) {
      const walks = walkBot(started, { seeds: WALKS, turns: 40, http })
      const count = (outcome: Walk['outcome']) => walks.filter((item) => item.outcome === outcome).length
      const named = [...new Set(walks.flatMap((item) => (item.outcome === 'named' ? item.notes : [])))]
      const errors = new Set(publishErrors(started))
      process.stdout.write(
        `| ${file}${title} | ${errors.size === 0 ? 'yes' : [...errors].join(' ')} | ${count('equal')} | ${count('named')} | ${named.join('; ')} |\n`,
      )
      expect(summarize(walks, 'different')).toBe('')
    }
  })
})

function readAnswers(from: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(from, 'answers.json'), 'utf8')) as Record<string, unknown>
  } catch {
    return {}
  }
}
