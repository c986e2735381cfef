import type { proto } from 'baileys/WAProto/index.js'
import { expect, test } from 'vitest'
import { type ContentSummary, stanzaType, summarizeContent } from './content.ts'

const key = { id: 'TARGET' }

const cases: [string, proto.IMessage, ContentSummary, string][] = [
  ['a text', { conversation: 'hi' }, { type: 'text', text: 'hi' }, 'text'],
  [
    'a quoting, forwarded text with a mention',
    {
      extendedTextMessage: {
        text: 'hi',
        contextInfo: { stanzaId: 'Q', isForwarded: true, mentionedJid: ['1234567@s.whatsapp.net'] },
      },
    },
    { type: 'text', text: 'hi', quotedId: 'Q', forwarded: true, mentions: ['1234567@s.whatsapp.net'] },
    'text',
  ],
  [
    'a reaction',
    { reactionMessage: { key, text: '👍' } },
    { type: 'reaction', text: '👍', targetId: 'TARGET' },
    'reaction',
  ],
  [
    'a revoke',
    { protocolMessage: { type: 0, key } },
    { type: 'revoke', text: '', targetId: 'TARGET' },
    'text',
  ],
  [
    'an edit',
    { protocolMessage: { type: 14, key, editedMessage: { extendedTextMessage: { text: 'new' } } } },
    { type: 'edit', text: 'new', targetId: 'TARGET' },
    'text',
  ],
  ['a captioned picture', { imageMessage: { caption: 'look' } }, { type: 'image', text: 'look' }, 'media'],
  [
    'a disappearing text',
    { ephemeralMessage: { message: { conversation: 'soon gone' } } },
    { type: 'text', text: 'soon gone' },
    'text',
  ],
  [
    'something unknown',
    { newsletterAdminInviteMessage: {} },
    { type: 'newsletterAdminInvite', text: '' },
    'text',
  ],
  ['nothing', {}, { type: 'empty', text: '' }, 'text'],
]

test.each(cases)('%s is summarized as what it is', (_name, message, summary, type) => {
  expect(summarizeContent(message)).toEqual(summary)
  expect(stanzaType(message)).toBe(type)
})
