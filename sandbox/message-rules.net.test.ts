import type { proto } from 'baileys'
import { expect, test } from 'vitest'
import type { Contact, Group, Sandbox } from './index.ts'
import { type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let account: string
let contactJid: string
let sandbox: Sandbox
let client: TestClient
let ada: Contact

useConversation((made) => {
  ;({ sandbox, account, client, ada, adaJid: contactJid } = made)
})

const problems = () => sandbox.problems().map(({ rule, detail }) => `${rule}: ${detail}`)

/** Sends content as it stands; resolves once the network acknowledged it, when its phones have judged it. */
async function put(
  content: proto.IMessage,
  jid = contactJid,
  attrs: Record<string, string> = {},
): Promise<void> {
  const id = await client.socket.relayMessage(jid, content, { additionalAttributes: attrs })
  await client.acked(id)
  await sandbox.allSeen()
}

const react = (key: proto.IMessageKey): proto.IMessage => ({ reactionMessage: { key, text: '👍' } })
const edit = (key: proto.IMessageKey, text: string): proto.IMessage => ({
  protocolMessage: { key, type: 14, editedMessage: { conversation: text } },
})
const revoke = (key: proto.IMessageKey): proto.IMessage => ({ protocolMessage: { key, type: 0 } })

test('what is about another message is shown only when its key means a message of that chat', async () => {
  const theirs = await ada.sendText(account, 'mine')
  await client.receivedText('mine')
  const own = await client.send(contactJid, { text: 'yours' })
  await put(react({ remoteJid: contactJid, id: theirs, fromMe: true }))
  await put(react({ remoteJid: '447700900999@s.whatsapp.net', id: theirs, fromMe: false }))
  await put(react({ remoteJid: contactJid, id: 'NEVER', fromMe: false }))
  await put(edit({ remoteJid: contactJid, id: theirs, fromMe: false }, 'changed'), contactJid, { edit: '1' })
  await put(revoke({ remoteJid: contactJid, id: theirs, fromMe: false }), contactJid, { edit: '7' })
  expect(problems()).toEqual([
    expect.stringContaining(`message-key: the key is wrong: ${account} wrote no message ${theirs}`),
    expect.stringContaining('another chat'),
    expect.stringContaining(`${ada.number} wrote no message NEVER`),
    expect.stringContaining('only who wrote a message edits it'),
    expect.stringContaining('only administrators'),
  ])
  expect(ada.inbox.map(({ id }) => id)).toEqual([own])

  await put(react({ remoteJid: contactJid, id: theirs, fromMe: false }))
  await put(edit({ remoteJid: contactJid, id: own, fromMe: true }, 'yours now'), contactJid, { edit: '1' })
  await put(revoke({ remoteJid: contactJid, id: own, fromMe: true }), contactJid, { edit: '7' })
  expect(ada.inbox.map(({ type }) => type)).toEqual(['text', 'reaction', 'edit', 'revoke'])
  expect(problems()).toHaveLength(5)
})

test('in groups a key needs the author, as the group names people', async () => {
  const group: Group = await sandbox.group({
    subject: 'Team',
    participants: [ada.number],
    creator: account,
    addressing: 'lid',
  })
  const id = await ada.sendText(group.jid, 'hello team')
  await client.receivedText('hello team')
  const key = { remoteJid: group.jid, id, fromMe: false }
  await put(react(key), group.jid)
  await put(react({ ...key, participant: contactJid }), group.jid)
  await put(react({ ...key, participant: `${ada.lid}@lid` }), group.jid)
  expect(problems()).toEqual([
    expect.stringContaining('names no participant'),
    expect.stringContaining('names its participant by s.whatsapp.net'),
  ])
  expect(ada.inbox.map(({ type }) => type)).toEqual(['reaction'])
})

test('a read mark reaches nobody without the author of a group, or for an id that never was', async () => {
  const group = await sandbox.group({ subject: 'Team', participants: [ada.number], creator: account })
  const inGroup = await ada.sendText(group.jid, 'hello team')
  await client.receivedText('hello team')
  const alone = await ada.sendText(account, 'hello you')
  await client.receivedText('hello you')
  await client.socket.readMessages([{ remoteJid: group.jid, id: inGroup, fromMe: false }])
  await client.socket.readMessages([{ remoteJid: contactJid, id: 'NEVER', fromMe: false }])
  await client.socket.readMessages([{ remoteJid: contactJid, id: alone, fromMe: false }])
  await until('the read mark', () => ada.receipts.some(({ type }) => type === 'read'))
  expect(ada.receipts.filter(({ type }) => type === 'read').map(({ id }) => id)).toEqual([alone])
  expect(problems()).toEqual([
    'receipt-key: the receipt names no participant, so it reaches nobody in the group',
    `receipt-key: ${ada.number} wrote no message NEVER there`,
  ])
})

test('an edit or a pin without its mark and a poll of the wrong stanza type are ignored', async () => {
  const own = await client.send(contactJid, { text: 'yours' })
  const key = { remoteJid: contactJid, id: own, fromMe: true }
  await put(edit(key, 'changed'))
  await put({ pinInChatMessage: { key, type: 1, senderTimestampMs: 1 } })
  await put({ pollCreationMessage: pollOf(['a', 'b'], 1) }, contactJid, { type: 'text' })
  expect(problems()).toEqual([
    'message-mark: an edit has the mark of nothing instead of 1',
    'message-mark: a pin has the mark of nothing instead of 2',
    'message-mark: the stanza is of type text, its content poll',
  ])
  expect(ada.inbox.map(({ id }) => id)).toEqual([own])
})

const pollOf = (names: string[], selectableOptionsCount: number) => ({
  name: 'Lunch?',
  options: names.map((optionName) => ({ optionName })),
  selectableOptionsCount,
})

test('content that nobody could have written is ignored', async () => {
  await put({ extendedTextMessage: { text: '' } })
  await put({ extendedTextMessage: { text: 'x'.repeat(1_000_000) } })
  await put({ pollCreationMessage: pollOf(['a', 'a'], 1) })
  await put({ pollCreationMessage: pollOf(['a', 'b'], 3) })
  await put({ deviceSentMessage: { destinationJid: contactJid, message: { conversation: 'a copy' } } })
  expect(problems()).toEqual([
    'message-content: the text is empty',
    'message-content: the text is longer than 65536 characters',
    'message-content: the poll has the same option twice',
    'message-content: more options of the poll may be chosen than there are',
    'message-content: a copy for own devices came to somebody else',
  ])
  expect(ada.inbox).toEqual([])
})
