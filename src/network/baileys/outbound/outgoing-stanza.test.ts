import { proto } from 'baileys'
import { expect, it } from 'vitest'
import { readStanzaForm } from './outgoing-stanza.ts'

const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type
const key = { remoteJid: '447700900201@s.whatsapp.net', id: 'A1', fromMe: true }
const edit = { protocolMessage: { key, type: MESSAGE_EDIT, editedMessage: { conversation: 'x' } } }
const revoke = (fromMe: boolean) => ({ protocolMessage: { key: { ...key, fromMe }, type: REVOKE } })
const theirs = { ...key, fromMe: false }

// The marks are those of whatsmeow's getEditAttribute and zapo's resolveEditAttr and resolveDecryptFailAttr.
it.each<[string, proto.IMessage, boolean, object]>([
  ['an edit', edit, false, { edit: '1', encAttrs: { 'decrypt-fail': 'hide' } }],
  ['what was taken back', revoke(true), true, { edit: '7', encAttrs: {} }],
  ['what an administrator took back', revoke(false), true, { edit: '8' }],
  ['a pin', { pinInChatMessage: { key, type: 1 } }, false, { edit: '2' }],
  ['a reaction', { reactionMessage: { key: theirs, text: '👍' } }, false, { edit: null, type: 'reaction' }],
  ['a reaction taken back', { reactionMessage: { key: theirs, text: '' } }, false, { edit: '7' }],
  ['a video note', { ptvMessage: {} }, false, { type: 'media', encAttrs: { mediatype: 'ptv' } }],
  ['a poll', { pollCreationMessageV3: { name: 'q' } }, false, { type: 'poll' }],
])('%s says in its stanza what it is', (_what, message, isGroup, form) => {
  expect(readStanzaForm(message, isGroup)).toMatchObject(form)
})
