import { newQuickJSWASMModule } from 'quickjs-emscripten'
import { describe, expect, test } from 'vitest'
import { FIXTURES } from '../../../../test/support/typebot/fixtures/index.ts'
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
      expect(publishErrors(bot)).toEqual([])
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
