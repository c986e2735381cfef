import { expect, test } from 'vitest'
import type { Address } from '../../core/addresses.ts'
import type { NetworkEvent } from '../port.ts'
import { originOf, toMessageEvent } from './message-events.ts'
import { readMessageEnvelope } from './message-stanza.ts'
import type { StanzaAttrs, WireMessage } from './wire.ts'

const me = { phone: '100@s.whatsapp.net' as Address, lid: '900@lid' as Address }
const bytes = Buffer.from('bytes')
const encode = (message: WireMessage): Uint8Array => Buffer.from(JSON.stringify(message))

function translate(attrs: StanzaAttrs, message: WireMessage): NetworkEvent {
  const envelope = readMessageEnvelope({ id: 'A1', t: '1700000000', ...attrs }, me)
  if (!envelope) throw new Error('no envelope')
  return toMessageEvent({ envelope, message, bytes, origin: originOf(envelope), journalId: 'j', me, encode })
}

const fromAda = { from: '201:3@s.whatsapp.net', sender_lid: '801@lid', notify: 'Ada' }
const ADA = { phone: '201@s.whatsapp.net', lid: '801@lid' }
const GROUP = '120363@g.us'
const inGroup = { from: GROUP, participant: '801:2@lid', participant_pn: '201@s.whatsapp.net' }

test('a text of a contact names both addresses, its time and its name', () => {
  expect(translate(fromAda, { conversation: 'hello' })).toEqual({
    kind: 'message',
    message: {
      key: { chat: '201@s.whatsapp.net', id: 'A1', fromMe: false },
      sender: ADA,
      chatAddresses: ADA,
      atSec: 1_700_000_000,
      origin: 'live',
      pushName: 'Ada',
      type: 'text',
      text: 'hello',
      quotedId: null,
      mentions: [],
      bytes,
      journalId: 'j',
    },
  })
})

test('a message that waited is offline; one of the own phone is from an own device, in the chat it was sent to', () => {
  expect(translate({ ...fromAda, offline: '1' }, { conversation: 'x' })).toMatchObject({
    message: { origin: 'offline' },
  })
  const own = { from: '900:0@lid', recipient: '801@lid', peer_recipient_pn: '201@s.whatsapp.net' }
  expect(translate(own, { conversation: 'x' })).toMatchObject({
    message: { origin: 'own_device', key: { chat: '801@lid', fromMe: true }, sender: me, chatAddresses: ADA },
  })
})

test('a group message names its writer within the group and no chat addresses', () => {
  expect(translate(inGroup, { conversation: 'x' })).toMatchObject({
    message: {
      key: { chat: GROUP, fromMe: false, participant: '801@lid' },
      sender: ADA,
      chatAddresses: { phone: null, lid: null },
    },
  })
  expect(translate({ ...inGroup, participant: '900:1@lid' }, { conversation: 'x' })).toMatchObject({
    message: { key: { fromMe: true }, sender: me },
  })
})

test.each([
  ['image', { imageMessage: { caption: 'look' } }, 'look'],
  ['video', { videoMessage: {} }, null],
  ['audio', { audioMessage: {} }, null],
  ['document', { documentWithCaptionMessage: { message: { documentMessage: { caption: 'file' } } } }, 'file'],
  ['sticker', { stickerMessage: {} }, null],
  ['location', { locationMessage: {} }, null],
  ['contacts', { contactsArrayMessage: {} }, null],
  ['poll', { pollCreationMessageV3: { name: 'which?' } }, 'which?'],
  ['event', { eventMessage: { name: 'party' } }, 'party'],
  ['listReply', { listResponseMessage: { title: 'one' } }, 'one'],
  ['buttonReply', { buttonsResponseMessage: { selectedDisplayText: 'yes' } }, 'yes'],
  ['text', { ephemeralMessage: { message: { extendedTextMessage: { text: 'gone soon' } } } }, 'gone soon'],
  ['unknown:somethingNewMessage', { somethingNewMessage: {} } as WireMessage, null],
])('content of type %s is named and its text found', (type, message: WireMessage, text) => {
  expect(translate(fromAda, message)).toMatchObject({ kind: 'message', message: { type, text } })
})

test('a quote and mentions are read without device parts', () => {
  const contextInfo = { stanzaId: 'Q1', mentionedJid: ['555:2@lid'] }
  expect(translate(fromAda, { extendedTextMessage: { text: 'x', contextInfo } })).toMatchObject({
    message: { quotedId: 'Q1', mentions: ['555@lid'] },
  })
})

test("a contact's reaction to our message points at our message", () => {
  const key = { id: 'M1', fromMe: false, remoteJid: '100@s.whatsapp.net' }
  expect(translate(fromAda, { reactionMessage: { key, text: '🔥' } })).toEqual({
    kind: 'reaction',
    target: { chat: '201@s.whatsapp.net', id: 'M1', fromMe: true },
    by: ADA,
    fromMe: false,
    emoji: '🔥',
    atSec: 1_700_000_000,
    journalId: 'j',
  })
  expect(translate(fromAda, { reactionMessage: { key: { ...key, fromMe: true }, text: '' } })).toMatchObject({
    target: { fromMe: false },
    emoji: '',
  })
})

test('in a group the participant of the key decides whose message a reaction is about', () => {
  const toOurs = { id: 'M1', fromMe: false, participant: '900:4@lid' }
  expect(translate(inGroup, { reactionMessage: { key: toOurs, text: '👍' } })).toMatchObject({
    target: { fromMe: true, participant: '900@lid' },
  })
  const toOwn = { id: 'M1', fromMe: true }
  expect(translate(inGroup, { reactionMessage: { key: toOwn, text: '👍' } })).toMatchObject({
    target: { fromMe: false, participant: '801@lid' },
  })
})

test('an edit is of the sender, whatever its key claims, and carries the new content', () => {
  const protocolMessage = {
    type: 14,
    key: { id: 'M1', fromMe: false },
    editedMessage: { conversation: 'new' },
  }
  const event = translate(fromAda, { protocolMessage })
  expect(event).toMatchObject({
    kind: 'edit',
    text: 'new',
    target: { id: 'M1', fromMe: false },
    fromMe: false,
  })
  expect(event.kind === 'edit' && Buffer.from(event.bytes).toString()).toBe('{"conversation":"new"}')
})

test('taking back is of the sender in a chat of two; in a group an admin takes back what another wrote', () => {
  expect(translate(fromAda, { protocolMessage: { key: { id: 'M1', fromMe: true } } })).toMatchObject({
    kind: 'revoke',
    target: { id: 'M1', fromMe: false },
  })
  const byAdmin = { type: 0, key: { id: 'M1', fromMe: false, participant: '900@lid' } }
  expect(translate(inGroup, { protocolMessage: byAdmin })).toMatchObject({
    target: { fromMe: true, participant: '900@lid' },
    by: ADA,
  })
})

test('what is no message to a person is still told, so that its journal row can go', () => {
  const others: [StanzaAttrs, WireMessage][] = [
    [fromAda, {}],
    [fromAda, { senderKeyDistributionMessage: {} } as WireMessage],
    [fromAda, { protocolMessage: { type: 5 } }],
    [fromAda, { reactionMessage: {} }],
    [fromAda, { protocolMessage: { type: 14, key: { id: 'M1' } } }],
    [{ from: '100:0@s.whatsapp.net', category: 'peer' }, { conversation: 'x' }],
  ]
  for (const [attrs, message] of others)
    expect(translate(attrs, message)).toMatchObject({ kind: 'other', journalId: 'j' })
})

test('a stanza without sender or id has no envelope', () => {
  expect(readMessageEnvelope({ id: 'A' }, me)).toBeNull()
  expect(readMessageEnvelope({ from: '1@lid' }, me)).toBeNull()
})
