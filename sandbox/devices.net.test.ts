import { createHash } from 'node:crypto'
import { type BinaryNode, getBinaryNodeChild } from 'baileys'
import { expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { pairClient, type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let sandbox: Sandbox
let account: string
let contactNumber: string
let contactJid: string
let client: TestClient

useConversation((made) => {
  ;({ sandbox, account, client, adaJid: contactJid } = made)
  contactNumber = made.ada.number
})

/** As whatsmeow and zapo compute it. */
const hashOf = (...devices: string[]): string => {
  const digest = createHash('sha256').update(devices.sort().join('')).digest()
  return `2:${digest.subarray(0, 6).toString('base64')}`
}
const device = (number: string, id: number) => `${number}.0:${id}@s.whatsapp.net`

function noteAcks(): Map<string, Record<string, string>> {
  const acks = new Map<string, Record<string, string>>()
  client.socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => acks.set(attrs.id ?? '', attrs))
  return acks
}

test('a message that leaves a device out is acknowledged with the hash of all, and the device knows of it', async () => {
  const other = await pairClient(sandbox, contactNumber)
  const acks = noteAcks()
  const right = await client.send(contactJid, { text: 'to all' })
  await other.receivedText('to all')
  expect((await until('the first', () => acks.get(right))).phash).toBeUndefined()
  const unavailable: (string | undefined)[] = []
  other.socket.ws.on('CB:message', (node: BinaryNode) => {
    if (getBinaryNodeChild(node, 'unavailable') !== undefined) unavailable.push(node.attrs.id)
  })
  const participants: BinaryNode = { tag: 'participants', attrs: {}, content: [] }
  const attrs = { id: 'LEFTOUT', to: contactJid, type: 'text' }
  await client.socket.sendNode({ tag: 'message', attrs, content: [participants] })
  const ack = await until('the second', () => acks.get('LEFTOUT'))
  expect(ack.phash).toBe(
    hashOf(device(contactNumber, 0), device(contactNumber, 1), device(account, 0), device(account, 1)),
  )
  await until('the device to know', () => unavailable.includes('LEFTOUT'))
  const left = `left out: ${contactNumber}.0, ${contactNumber}.1, ${account}.0; not to be named: none`
  expect(sandbox.problems()).toMatchObject([{ rule: 'device-list', detail: left }])
  await sandbox.allSeen()
  expect(sandbox.phone(account).errors.map(({ id }) => id)).toEqual(['LEFTOUT'])
  await other.end()
})

test('a group is written to under its own addressing, and for the list of devices it has', async () => {
  const group = sandbox.group({ subject: 'Team', participants: [account, contactNumber], addressing: 'lid' })
  const acks = noteAcks()
  const write = async (id: string, attrs: Record<string, string>) => {
    await client.socket.sendNode({ tag: 'message', attrs: { id, to: group.jid, type: 'text', ...attrs } })
    return until(id, () => acks.get(id))
  }
  expect(await write('OLDMODE', { addressing_mode: 'pn' })).toMatchObject({
    error: '421',
    addressing_mode: 'lid',
  })
  const lids = [account, contactNumber].map((number) => sandbox.contact(number).lid)
  const right = hashOf(`${lids[0]}.0:0@lid`, `${lids[0]}.0:1@lid`, `${lids[1]}.0:0@lid`)
  const current = { addressing_mode: 'lid', phash: right }
  expect((await write('CURRENT', current)).phash).toBeUndefined()
  expect((await write('STALE', { ...current, phash: '2:old' })).phash).toBe(right)
})

test('the directory gives the hash of a list of devices, and tells it when the list changes', async () => {
  await client.send(contactJid, { text: 'hello' })
  const contact = sandbox.contact(contactNumber)
  await contact.waitForMessage(({ text }) => text === 'hello')
  const notices: BinaryNode[] = []
  client.socket.ws.on('CB:notification,type:devices', (node: BinaryNode) => notices.push(node))
  const other = await pairClient(sandbox, contactNumber)
  const added = await until('the notice', () => notices[0])
  const hash = hashOf(device(contactNumber, 0), device(contactNumber, 1))
  expect(getBinaryNodeChild(added, 'add')?.attrs.device_hash).toBe(hash)
  await other.end()
})

test('what one client reads its account other clients are told, and a client gets no own message back', async () => {
  const second = await pairClient(sandbox, account)
  const receipts: Record<string, string>[] = []
  second.socket.ws.on('CB:receipt', ({ attrs }: BinaryNode) => receipts.push(attrs))
  const id = await sandbox.contact(contactNumber).sendText(account, 'read me')
  const { message } = await client.receivedText('read me')
  await client.socket.readMessages([message.key])
  const reading = await until('the reading', () => receipts.find(({ type }) => type === 'read'))
  expect(reading).toMatchObject({ id, from: client.jid, recipient: contactJid })
  await second.end()
})

test('the other devices of an account are told of its whole list when it changes, with its hash, also when they are away', async () => {
  const notices: BinaryNode[] = []
  client.socket.ws.on('CB:notification,type:account_sync,devices', (node: BinaryNode) => notices.push(node))
  const second = await pairClient(sandbox, account)
  const notice = await until('the notice', () => getBinaryNodeChild(notices[0], 'devices'))
  expect(notice.attrs).toEqual({ dhash: hashOf(...[0, 1, 2].map((id) => device(account, id))) })
  expect(notice.content).toMatchObject(
    ['', ':1', ':2'].map((part) => ({ attrs: { jid: `${account}${part}@s.whatsapp.net` } })),
  )
  await second.end()
  const phone = sandbox.phone(account)
  await until('the second to be away', () => phone.devices[1]?.online === false)
  const waiting = phone.devices[1]?.waiting ?? 0
  await phone.logoutDevice(1)
  expect(phone.devices).toMatchObject([{ device: 2, waiting: waiting + 1 }])
})
