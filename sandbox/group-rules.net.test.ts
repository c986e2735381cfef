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

/** Ada's group, with the client as one of its members. */
const makeGroup = (): Group =>
  sandbox.group({ subject: 'Friends', participants: [account, bob.number], creator: ada.number })

test('in a locked group members change neither what it says of itself nor how long messages stay', async () => {
  const group = makeGroup()
  const { jid } = group
  await group.setSettings({ locked: true })
  await expect(client.socket.groupUpdateSubject(jid, 'Mine')).rejects.toThrow('forbidden')
  await expect(client.socket.groupUpdateDescription(jid, 'mine')).rejects.toThrow('forbidden')
  await expect(client.socket.groupToggleEphemeral(jid, 86_400)).rejects.toThrow('forbidden')
  await expect(client.socket.groupToggleEphemeral(jid, 0)).rejects.toThrow('forbidden')
  expect(group).toMatchObject({ subject: 'Friends', description: '' })
  await group.promote([account])
  await client.socket.groupUpdateDescription(jid, 'ours')
  expect(group.description).toBe('ours')
})

test('whoever made a group is neither demoted nor removed by other administrators', async () => {
  const group = makeGroup()
  await group.promote([account])
  for (const change of ['demote', 'remove'] as const) {
    const [answer] = await client.socket.groupParticipantsUpdate(group.jid, [`${ada.lid}@lid`], change)
    expect(answer).toMatchObject({ status: '403' })
  }
  expect(group.participants[0]).toMatchObject({ number: ada.number, role: 'superadmin' })
  await group.remove([ada.number], ada.number)
  expect(group.participants.map(({ number }) => number)).toEqual([account, bob.number])
})

test('nobody joins a group twice', async () => {
  const group = makeGroup()
  await expect(client.socket.groupAcceptInvite(group.inviteCode)).rejects.toThrow('conflict')
  expect(group.participants).toHaveLength(3)
})

test('who wants to be asked is not added but to be sent an invitation, by which they come in', async () => {
  const made = await client.socket.groupCreate('Ours', [`${ada.lid}@lid`])
  bob.setInviteOnly(true)
  const [answer] = await client.socket.groupParticipantsUpdate(made.id, [`${bob.lid}@lid`], 'add')
  const group = sandbox.findGroup(made.id)
  expect(answer).toMatchObject({
    status: '403',
    content: { content: [{ tag: 'add_request', attrs: { code: group.inviteCode } }] },
  })
  expect(group.participants.map(({ number }) => number)).toEqual([account, ada.number])
  const other = sandbox.group({ subject: 'Theirs', participants: [ada.number] })
  sandbox.contact(account).setInviteOnly(true)
  await expect(other.add([account])).rejects.toThrow('403')
  expect(await client.socket.groupAcceptInvite(other.inviteCode)).toBe(other.jid)
})

test('what is under a key that somebody has who left is on record, once the client was told', async () => {
  const group = makeGroup()
  await client.send(group.jid, { text: 'to all three' })
  await bob.waitForMessage(({ text }) => text === 'to all three')
  const changes: string[] = []
  client.socket.ev.on('group-participants.update', ({ action }) => changes.push(action))
  await group.remove([bob.number])
  await until('the client to know', () => changes.includes('remove'))
  await until('its confirmation', () => sandbox.phone(account).devices[0]?.waiting === 0)
  // The library of this client keeps its key for good.
  await client.send(group.jid, { text: 'to the two of us' })
  await ada.waitForMessage(({ text }) => text === 'to the two of us')
  const detail = `${bob.number}, who left the group, has the key it is under`
  expect(sandbox.problems()).toMatchObject([{ rule: 'sender-key', detail }])
})
