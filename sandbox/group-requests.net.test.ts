import { expect, test } from 'vitest'
import type { Contact, Group, Sandbox } from './index.ts'
import { nextNumber, type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let account: string
let sandbox: Sandbox
let client: TestClient
let ada: Contact
let bob: Contact

useConversation((made) => {
  ;({ sandbox, account, client, ada } = made)
  bob = sandbox.contact(nextNumber())
})

const makeOwn = (): Group => sandbox.group({ subject: 'Ours', participants: [ada.number], creator: account })

test('where administrators approve members, who comes by the code waits until one lets them in', async () => {
  const group = makeOwn()
  await client.socket.groupJoinApprovalMode(group.jid, 'on')
  expect(await group.join(bob.number)).toBe('requested')
  expect(group.participants).toHaveLength(2)
  expect(await client.socket.groupRequestParticipantsList(group.jid)).toMatchObject([
    { jid: `${bob.lid}@lid`, phone_number: `${bob.number}@s.whatsapp.net` },
  ])
  const [approved] = await client.socket.groupRequestParticipantsUpdate(
    group.jid,
    [`${bob.lid}@lid`],
    'approve',
  )
  expect(approved).toMatchObject({ status: '200' })
  expect(group.participants).toHaveLength(3)
  expect(await client.socket.groupRequestParticipantsList(group.jid)).toEqual([])
})

test('administrators hear of who asks to join, is not let in, or asks no longer; members do not', async () => {
  const group = makeOwn()
  await group.setSettings({ approval: true })
  const stubs: string[][] = []
  client.socket.ev.on('messages.upsert', ({ messages }) => {
    for (const { messageStubParameters } of messages) stubs.push(messageStubParameters ?? [])
  })
  await group.join(bob.number)
  await group.withdraw(bob.number)
  await group.join(bob.number)
  const [rejected] = await client.socket.groupRequestParticipantsUpdate(
    group.jid,
    [`${bob.lid}@lid`],
    'reject',
  )
  expect(rejected).toMatchObject({ status: '200' })
  await until('all of it', () => stubs.flat().filter((word) => /^(created|re)/.test(word)).length === 4)
  expect(stubs.flat().filter((word) => /^(created|revoked|rejected)/.test(word))).toEqual([
    'created',
    'revoked',
    'created',
    'rejected',
  ])
  const theirs = sandbox.group({ subject: 'Theirs', participants: [account], creator: ada.number })
  await theirs.setSettings({ approval: true })
  await expect(client.socket.groupRequestParticipantsList(theirs.jid)).rejects.toThrow('forbidden')
})

test('a code that was replaced is gone, one that never was is not acceptable, and members get none', async () => {
  const group = makeOwn()
  const before = group.inviteCode
  await group.renewInvite()
  for (const [code, refused] of [
    [before, 'gone'],
    ['nobodyknowsthiscode0', 'not-acceptable'],
  ] as const) {
    await expect(client.socket.groupGetInviteInfo(code)).rejects.toThrow(refused)
    await expect(client.socket.groupAcceptInvite(code)).rejects.toThrow(refused)
  }
  const theirs = sandbox.group({ subject: 'Theirs', participants: [account], creator: ada.number })
  await expect(client.socket.groupInviteCode(theirs.jid)).rejects.toThrow('not-authorized')
})

test('members add people where they may, and nowhere else', async () => {
  const theirs = sandbox.group({ subject: 'Theirs', participants: [account], creator: ada.number })
  const add = () => client.socket.groupParticipantsUpdate(theirs.jid, [`${bob.lid}@lid`], 'add')
  await expect(add()).rejects.toThrow('forbidden')
  await theirs.setSettings({ memberAddMode: 'all_member_add' })
  expect(await client.socket.groupMetadata(theirs.jid)).toMatchObject({ memberAddMode: true })
  expect(await add()).toMatchObject([{ status: '200' }])
})

test('a new group tells whom it could not take in', async () => {
  bob.setInviteOnly(true)
  const made = await client.socket.groupCreate('Ours', [`${ada.lid}@lid`, `${bob.lid}@lid`])
  expect(sandbox.findGroup(made.id).participants.map(({ number }) => number)).toEqual([account, ada.number])
})
