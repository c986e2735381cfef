import { proto } from 'baileys'
import { expect, test } from 'vitest'
import type { Address } from '../../../core/addresses.ts'
import { messageToJson, newMessageId, prepareMessage } from './prepare.ts'

const chat = '201@s.whatsapp.net' as Address
const group = '120363@g.us' as Address
const decode = (bytes: Uint8Array) => proto.Message.decode(bytes)
const encode = (message: proto.IMessage): Uint8Array => proto.Message.encode(message).finish()

test('message ids look like those of the web client and differ', () => {
  const ids = new Set(Array.from({ length: 100 }, newMessageId))
  expect(ids.size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^3EB0[0-9A-F]{18}$/)
})

test('a text carries its mentions and a fresh secret, and no preview unless asked for', () => {
  const prepared = prepareMessage({
    type: 'text',
    text: 'see https://a.example/x',
    mentions: ['5@lid' as Address],
    mentionAll: true,
  })
  expect(prepared).toMatchObject({ type: 'text', text: 'see https://a.example/x' })
  const { extendedTextMessage: text, messageContextInfo } = decode(prepared.bytes)
  expect(text).toMatchObject({
    text: 'see https://a.example/x',
    contextInfo: { mentionedJid: ['5@lid'], nonJidMentions: 1 },
  })
  expect(text?.matchedText || null).toBeNull()
  expect(messageContextInfo?.messageSecret).toHaveLength(32)
})

test('a link preview names the link it is for, without fetching it', () => {
  const { bytes } = prepareMessage({ type: 'text', text: 'see https://a.example/x now', linkPreview: true })
  expect(decode(bytes).extendedTextMessage?.matchedText).toBe('https://a.example/x')
})

test('a quote holds the content without its own quote, and who wrote it', () => {
  const quotedBytes = encode({
    ephemeralMessage: {
      message: { extendedTextMessage: { text: 'old', contextInfo: { stanzaId: 'older' } } },
    },
    messageContextInfo: { messageSecret: Buffer.alloc(32) },
  })
  const inChat = prepareMessage(
    { type: 'text', text: 'new' },
    { quoted: { key: { chat, id: 'Q', fromMe: false }, bytes: quotedBytes } },
  )
  expect(proto.Message.toObject(decode(inChat.bytes)).extendedTextMessage.contextInfo).toEqual({
    stanzaId: 'Q',
    participant: chat,
    quotedMessage: { extendedTextMessage: { text: 'old' } },
  })
  const participant = '801@lid' as Address
  const inGroup = prepareMessage(
    { type: 'text', text: 'new' },
    {
      quoted: {
        key: { chat: group, id: 'Q', fromMe: false, participant },
        bytes: encode({ conversation: 'plain' }),
      },
    },
  )
  expect(decode(inGroup.bytes).extendedTextMessage?.contextInfo).toMatchObject({
    participant,
    quotedMessage: { conversation: 'plain' },
  })
})

const forward = (forwarded: Uint8Array) =>
  prepareMessage({ type: 'forward', source: { id: 'F', chat, fromMe: null } }, { forwarded })

test('a forward counts how often, keeps the content and drops quote and secret', () => {
  const first = forward(encode({ conversation: 'pass on' }))
  expect(first).toMatchObject({ type: 'text', text: 'pass on' })
  const second = forward(first.bytes)
  const context = (bytes: Uint8Array) => decode(bytes).extendedTextMessage?.contextInfo
  expect(context(first.bytes)).toMatchObject({ isForwarded: true, forwardingScore: 1 })
  expect(context(second.bytes)).toMatchObject({ isForwarded: true, forwardingScore: 2 })
  const image = forward(encode({ imageMessage: { caption: 'c', contextInfo: { stanzaId: 'x' } } }))
  expect(image).toMatchObject({ type: 'image', text: 'c' })
  expect(decode(image.bytes).imageMessage?.contextInfo?.stanzaId || null).toBeNull()
})

test('reaction, edit and taking back name their target', () => {
  const target = { chat: group, id: 'T', fromMe: false, participant: '801@lid' as Address }
  const key = { remoteJid: group, id: 'T', fromMe: false, participant: '801@lid' }
  const reaction = prepareMessage({ type: 'reaction', target, emoji: '' })
  expect(reaction.type).toBe('reaction')
  expect(decode(reaction.bytes).reactionMessage).toMatchObject({ key, text: '' })
  const edit = prepareMessage({ type: 'edit', target, text: 'better' })
  expect(edit).toMatchObject({ type: 'edit', text: 'better' })
  expect(decode(edit.bytes).protocolMessage).toMatchObject({
    key,
    type: 14,
    editedMessage: { extendedTextMessage: { text: 'better' } },
  })
  const revoke = prepareMessage({ type: 'revoke', target })
  expect(revoke.type).toBe('revoke')
  expect(decode(revoke.bytes).protocolMessage).toMatchObject({ key, type: 0 })
})

test('bytes that cannot be read or hold nothing to show are refused with what is wrong', () => {
  expect(() => forward(Buffer.from('ffffff', 'hex'))).toThrow('unreadable')
  expect(() => forward(encode({}))).toThrow('empty')
})

test('a message as JSON has its bytes in base64', () => {
  expect(messageToJson(encode({ imageMessage: { mediaKey: Buffer.of(1, 2, 3) } }))).toEqual({
    imageMessage: { mediaKey: 'AQID' },
  })
})

test('what is said beside a document with a caption belongs to the document', () => {
  const file = {
    url: 'https://m/x',
    directPath: '/x',
    mediaKey: new Uint8Array(32),
    fileSha256: new Uint8Array(32),
    fileEncSha256: new Uint8Array(32),
    fileLength: 1,
  }
  const { bytes } = prepareMessage(
    {
      ...{ type: 'media', kind: 'document', source: { assetId: 'a' }, caption: 'read this' },
      ephemeralSec: 86_400,
      mentions: ['201@s.whatsapp.net' as Address],
    },
    { file: { media: 'document', mimetype: 'text/plain', caption: 'read this', file } },
  )
  const inner = proto.Message.decode(bytes).documentWithCaptionMessage?.message?.documentMessage
  expect(inner?.contextInfo).toMatchObject({ expiration: 86_400, mentionedJid: ['201@s.whatsapp.net'] })
})

test('a card that is made of a name and a number keeps what means something in a card from meaning it', () => {
  const { bytes } = prepareMessage({
    type: 'contacts',
    contacts: [{ displayName: 'Ana; Lda,\nPorto', phone: '+351 912 000 000' }],
  })
  const { contactMessage: card } = decode(bytes)
  expect(card?.displayName).toBe('Ana; Lda,\nPorto')
  expect(card?.vcard?.split('\n')).toEqual([
    ...['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ana\\; Lda\\,\\nPorto'],
    ...['TEL;type=CELL;waid=351912000000:+351912000000', 'END:VCARD'],
  ])
})

test('an item of an album names the message that heads it', () => {
  const heading = prepareMessage({ type: 'album_heading', images: 2, videos: 1 })
  expect(heading.type).toBe('album')
  expect(decode(heading.bytes).albumMessage).toMatchObject({ expectedImageCount: 2, expectedVideoCount: 1 })
  const album = { chat, id: '3EB0AA', fromMe: true }
  const { bytes } = prepareMessage({ type: 'text', text: 'as well' }, { album })
  expect(decode(bytes).messageContextInfo?.messageAssociation?.parentMessageKey).toMatchObject({
    remoteJid: chat,
    id: '3EB0AA',
  })
})
