import { expect, test } from 'vitest'
import { ask, logic, makeBot, textBlock } from '../test/support/typebot/make-bot.ts'
import { measureBot, toTable } from './typebot-table.ts'

const NOWHERE = () => ({ status: 404, body: null })
const MODEL = {
  messages: [{ role: 'user', content: '{{Said}}' }],
  responseMapping: [{ item: 'Message content', variableId: 'v_Reply' }],
}

test('the table of bots says what is to be set, what publishes then and how the walks ended', () => {
  const asking = makeBot({
    groups: { A: [textBlock('Ask'), ask('text', 'Said'), logic('openai', MODEL), textBlock('{{Reply}}')] },
  })
  const silent = makeBot({ groups: { A: [textBlock('Hi'), logic('something new'), textBlock('on')] } })
  const rows = new Map([
    ['asking', measureBot(asking, NOWHERE, 3)],
    ['silent', measureBot(silent, NOWHERE, 3)],
    ['broken', measureBot({ ...asking, version: '5' }, NOWHERE, 3)],
  ])
  const lines = toTable(rows)
  expect(lines.slice(2, 5)).toEqual([
    '| asking | yes | 3, 2, 0 | a model | yes | 3, 0, 0 |',
    '| silent | yes | 2, 1, 1 |  | yes | 0, 3, 0 |',
    expect.stringMatching(
      /^\| broken \| no \| {2}\| {2}\| no: Typebot version 5 .* \| 0, 0, 0 \|$/,
    ) as string,
  ])
  expect(lines).toContain('2 of 3 import, 2 publish, 0 differ without a note')
})
