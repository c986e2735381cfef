import { expect, test } from 'vitest'
import { readChatState, readPresence } from './presence-nodes.ts'

const ADA = '447700900001@s.whatsapp.net'
const LID = '99887766@lid'
const GROUP = '120363144038483540@g.us'
const ada = { phone: ADA, lid: null }

test.each([
  [{ from: ADA }, { who: ada, isAvailable: true, lastSeenSec: null }],
  [
    { from: `447700900001:3@s.whatsapp.net`, type: 'available' },
    { who: ada, isAvailable: true, lastSeenSec: null },
  ],
  [
    { from: ADA, type: 'unavailable', last: '1784000000' },
    { who: ada, isAvailable: false, lastSeenSec: 1_784_000_000 },
  ],
  [
    { from: ADA, type: 'unavailable', last: 'deny' },
    { who: ada, isAvailable: false, lastSeenSec: null },
  ],
  [
    { from: ADA, type: 'unavailable', last: 'none' },
    { who: ada, isAvailable: false, lastSeenSec: null },
  ],
  [
    { from: LID, type: 'unavailable' },
    { who: { phone: null, lid: LID }, isAvailable: false, lastSeenSec: null },
  ],
])('presence %j', (attrs, news) => {
  expect(readPresence({ tag: 'presence', attrs })).toEqual({ kind: 'availability', ...news })
})

test('a presence of a group, of nobody, or of a kind that is not known says nothing of a person', () => {
  for (const attrs of [{ from: GROUP, count: '3' }, {}, { from: ADA, type: 'error' }])
    expect(readPresence({ tag: 'presence', attrs })).toBeNull()
})

test.each([
  ['typing', { tag: 'composing', attrs: {} }],
  ['recording', { tag: 'composing', attrs: { media: 'audio' } }],
  ['recording', { tag: 'recording', attrs: {} }],
  ['none', { tag: 'paused', attrs: {} }],
])('somebody who is %s', (activity, state) => {
  expect(readChatState({ tag: 'chatstate', attrs: { from: ADA }, content: [state] })).toEqual({
    kind: 'activity',
    chat: ADA,
    by: ada,
    activity,
  })
  const inGroup = { from: GROUP, participant: LID }
  expect(readChatState({ tag: 'chatstate', attrs: inGroup, content: [state] })).toEqual({
    kind: 'activity',
    chat: GROUP,
    by: { phone: null, lid: LID },
    activity,
  })
})

test('a state without a child, of a kind that is not known, or of nobody in a group is passed over', () => {
  const composing = [{ tag: 'composing', attrs: {} }]
  expect(readChatState({ tag: 'chatstate', attrs: { from: ADA }, content: [] })).toBeNull()
  expect(
    readChatState({ tag: 'chatstate', attrs: { from: ADA }, content: [{ tag: 'x', attrs: {} }] }),
  ).toBeNull()
  expect(readChatState({ tag: 'chatstate', attrs: { from: GROUP }, content: composing })).toBeNull()
  expect(readChatState({ tag: 'chatstate', attrs: {}, content: composing })).toBeNull()
})
