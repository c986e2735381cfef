import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { nextNumber, until } from './testing/client.ts'
import { type IndependentClient, pairIndependentClient } from './testing/independent-client.ts'
import { startTestNetwork } from './testing/network.ts'

let sandbox: Sandbox
let account: string
let client: IndependentClient

beforeEach(async () => {
  account = nextNumber()
  // What it tells is older than what the real network refused in July 2026.
  sandbox = await startTestNetwork({ versions: { oldest: [2, 3000, 1_034_748_654] } })
  client = await pairIndependentClient(sandbox, account)
})

afterEach(async () => {
  await client.socket.disconnect()
  await sandbox.close()
})

const findLine = (message: string) => client.log.find((line) => line.message === message)

test('another client pairs, resumes its handshake and finds its keys on the server as it left them', async () => {
  await until('its comparison of keys', () => findLine('signal digest validated'))
  expect(findLine('noise resume handshake fallback to XX')).toBeDefined()
  // It warns of clearing no questions at all when it connects anew after the pairing.
  const warnings = client.log.filter(({ level, context }) => level === 'warn' && context?.count !== 0)
  expect([...warnings, ...client.log.filter(({ level }) => level === 'error')]).toEqual([])
  expect(sandbox.requests().filter(({ answered }) => !answered)).toEqual([])
})

test('another client and a contact write to each other, under a number and under a LID', async () => {
  const ada = sandbox.contact(nextNumber())
  const bob = sandbox.contact(nextNumber(), { addressing: 'lid' })
  for (const contact of [ada, bob]) await contact.sendText(account, `from ${contact.number}`)
  await until('both texts', () => client.texts.length === 2)
  expect(client.texts).toEqual([ada, bob].map(({ number }) => `from ${number}`))
  for (const to of [`${ada.number}@s.whatsapp.net`, `${bob.lid}@lid`]) {
    const { ackNode } = await client.socket.sendMessage(to, `to ${to}`)
    expect(ackNode.attrs.error ?? ackNode.attrs.phash).toBeUndefined()
  }
  await ada.waitForMessage(({ text }) => text === `to ${ada.number}@s.whatsapp.net`)
  await bob.waitForMessage(({ text }) => text === `to ${bob.lid}@lid`)
  expect([...ada.errors, ...bob.errors, ...sandbox.phone(account).errors]).toEqual([])
  expect(sandbox.problems()).toEqual([])
})

test('another client makes a group, changes it, asks to join another, and is refused what it may not', async () => {
  const [ada, bob] = [sandbox.contact(nextNumber()), sandbox.contact(nextNumber())]
  const { group } = client.socket
  await group.createGroup('Ours', [`${ada.number}@s.whatsapp.net`])
  const [ours] = sandbox.groups()
  if (ours === undefined) throw new Error('there is no group')
  await group.setSubject(ours.jid, 'Still ours')
  await group.addParticipants(ours.jid, [`${bob.lid}@lid`])
  await group.promoteParticipants(ours.jid, [`${ada.lid}@lid`])
  await group.setSetting(ours.jid, 'announcement', true)
  await group.setSetting(ours.jid, 'membership_approval_mode', true)
  const { subject, participants } = await group.queryGroupMetadata(ours.jid)
  expect([subject, participants.map(({ type }) => type)]).toEqual([
    'Still ours',
    ['superadmin', 'admin', expect.stringMatching(/^(?!.*admin)/)],
  ])
  const code = ours.inviteCode
  await group.revokeInvite(ours.jid)
  expect(ours.inviteCode).not.toBe(code)
  const cay = sandbox.contact(nextNumber())
  expect(await ours.join(cay.number)).toBe('requested')
  expect(ours.requests).toEqual([cay.number])

  const theirs = sandbox.group({ subject: 'Theirs', participants: [bob.number], creator: ada.number })
  await theirs.setSettings({ approval: true })
  await group.joinGroupViaInvite(theirs.inviteCode)
  expect(theirs.requests).toEqual([account])
  await expect(group.setSubject(theirs.jid, 'Mine')).rejects.toThrow()
  await expect(group.joinGroupViaInvite(code)).rejects.toThrow()
  await group.leaveGroup([ours.jid])
  expect(ours.participants.map(({ number }) => number)).toEqual([ada.number, bob.number])
  expect(sandbox.requests().filter(({ answered }) => !answered)).toEqual([])
})

test('another client clears and deletes chats in the collection and under the indexes under which phones do', async () => {
  // A change that is asked for during its first reading is lost with it.
  await until('its reading of app state', () => findLine('app-state sync finished'))
  const { number } = sandbox.contact(nextNumber())
  const chat = `${number}@s.whatsapp.net`
  const phone = sandbox.phone(account)
  const indexes = () =>
    [...phone.appState('regular_high').keys()].map((index) => JSON.parse(index) as string[])
  await client.socket.chat.clearChat(chat, { deleteStarred: true })
  await client.socket.chat.deleteChat(chat)
  expect(indexes()).toEqual([
    ['clearChat', chat, '1', '0'],
    ['deleteChat', chat, '0'],
  ])
  expect(sandbox.problems()).toEqual([])
})

test('another client hears of a contact it subscribed to, as it comes, types, records and goes', async () => {
  const ada = sandbox.contact(nextNumber())
  const told: string[] = []
  const note = (event: Record<string, unknown>) => {
    const { rawNode } = event as {
      rawNode: { tag: string; attrs: Record<string, string>; content?: unknown }
    }
    const [state] = Array.isArray(rawNode.content) ? (rawNode.content as { tag: string }[]) : []
    told.push(state?.tag ?? rawNode.attrs.type ?? 'available')
  }
  client.socket.on('presence', note)
  client.socket.on('chatstate', note)
  await client.socket.sendPresence('available')
  const to = `${ada.number}@s.whatsapp.net`
  await client.socket.sendNode({ tag: 'presence', attrs: { to, type: 'subscribe' } })
  await until('the answer', () => told.length === 1)
  ada.setTyping(account, 'recording')
  ada.setTyping(account, false)
  ada.setPresent(false)
  await until('the rest', () => told.length === 5)
  expect(told).toEqual(['unavailable', 'available', 'composing', 'paused', 'unavailable'])
})
