import { expect, test } from 'vitest'
import { FIXTURES } from '../../test/support/typebot/fixtures/index.ts'
import { importTypebot } from '../core/flow/index.ts'
import { typebotNotes as en } from './en/typebot-notes.ts'
import { typebotNotes as pt } from './pt/typebot-notes.ts'
import { describeNotes } from './typebot-notes.ts'

const importIn = (words: typeof en, bot: unknown) =>
  importTypebot(bot, (notes) => describeNotes(words, notes))

test('what the import of a Typebot says names all that varies, in each language', () => {
  const notes = FIXTURES.flatMap(({ bot }) => {
    const read = importIn(en, bot)
    return read.ok ? read.report.flatMap((block) => block.notes) : []
  })
  expect(new Set(notes.map(({ code }) => code)).size).toBeGreaterThan(20)
  for (const words of [en, pt]) {
    const lines = notes.map((note) => describeNotes(words, [note]))
    expect(lines.filter((line) => /undefined|\[object|[A-Z]_[A-Z]/.test(line))).toEqual([])
  }
})

test('place holders say what they were in the language of who imports', () => {
  const bot = {
    version: '6',
    name: 'Shop',
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'e' }],
    groups: [
      { id: 'g', title: 'Pay', graphCoordinates: { x: 0, y: 0 }, blocks: [{ id: 'b', type: 'Email' }] },
    ],
    edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } }],
  }
  const noteIn = (words: typeof en) => {
    const read = importIn(words, bot)
    return read.ok && read.flow.definition.nodes.find(({ id }) => id === 'b')?.data.notes
  }
  expect(noteIn(en)).toBe('the mail names nobody it goes to, so a webhook is called in its place')
  expect(noteIn(pt)).toBe('o e-mail não diz para quem vai, então um webhook é chamado no lugar dele')
})
