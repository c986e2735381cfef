import type { WACallEvent } from 'baileys'
import { describe, expect, test } from 'vitest'
import type { Contact, Sandbox } from './index.ts'
import { type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let sandbox: Sandbox
let account: string
let client: TestClient
let ada: Contact
let adaJid: string

useConversation((made) => {
  ;({ sandbox, account, client, ada, adaJid } = made)
})

function listen(): WACallEvent[] {
  const seen: WACallEvent[] = []
  client.socket.ev.on('call', (calls) => void seen.push(...calls))
  return seen
}

const waiting = () => sandbox.phone(account).devices[0]?.waiting

describe('a call to an account', () => {
  test('comes as the library reads it, with its end, and stays with the network until it is acknowledged', async () => {
    const seen = listen()
    const call = await ada.call(account, { video: true })
    await call.hangUp(true)
    await until('the end', () => seen.some(({ status }) => status === 'timeout'))
    expect(seen.map(({ id, status, isVideo, isGroup }) => ({ id, status, isVideo, isGroup }))).toEqual([
      { id: call.id, status: 'offer', isVideo: true, isGroup: false },
      { id: call.id, status: 'timeout', isVideo: true, isGroup: false },
    ])
    expect(seen[0]).toMatchObject({ from: adaJid, chatId: adaJid, offline: false })
    await until('the acknowledgements', () => waiting() === 0)
    expect(call.state).toBe('ended')
  })

  test('is rejected by its caller’s name, which the caller sees; who is not called rejects nothing', async () => {
    const seen = listen()
    const call = await ada.call(account)
    await until('the offer', () => seen.length === 1)
    await client.socket.rejectCall('00', adaJid)
    await client.socket.rejectCall(call.id, `${account}@s.whatsapp.net`)
    expect(call.state).toBe('ringing')
    await client.socket.rejectCall(call.id, adaJid)
    expect(call.state).toBe('rejected')
    expect(call.by).toBe(sandbox.phone(account).devices[0]?.device)
  })

  test('that the phone took ends at its other devices with what became of it', async () => {
    const reasons: unknown[] = []
    client.socket.ws.on('CB:call', (node: { content: { attrs: Record<string, string> }[] }) =>
      reasons.push(node.content[0]?.attrs.reason),
    )
    const taken = await ada.call(account)
    await sandbox.phone(account).takeCall(taken.id)
    const rejected = await ada.call(account)
    await sandbox.phone(account).takeCall(rejected.id, 'rejected')
    await until('both ends', () => reasons.length === 4)
    expect(reasons).toEqual([undefined, 'accepted_elsewhere', undefined, 'rejected_elsewhere'])
    expect([taken.state, rejected.state]).toEqual(['answered', 'rejected'])
    await expect(sandbox.phone(account).takeCall(taken.id)).rejects.toThrow('no call')
  })

  test('of a group comes as a notice of it', async () => {
    const group = sandbox.group({ subject: 'Team', participants: [account], creator: ada.number })
    const seen = listen()
    await ada.call(account, { group: group.jid })
    await until('the notice', () => seen.length === 1)
    expect(seen[0]).toMatchObject({ status: 'offer', isGroup: true, groupJid: group.jid })
  })

  test('of somebody who is blocked rings at nobody', async () => {
    const seen = listen()
    await client.socket.updateBlockStatus(adaJid, 'block')
    const call = await ada.call(account)
    await call.hangUp()
    await client.socket.updateBlockStatus(adaJid, 'unblock')
    const heard = await ada.call(account)
    await until('the second call', () => seen.length === 1)
    expect(seen[0]?.id).toBe(heard.id)
  })
})
