import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Contact, Sandbox } from './index.ts'
import { nextNumber, until } from './testing/client.ts'
import { type IndependentClient, pairIndependentClient } from './testing/independent-client.ts'
import { startTestNetwork } from './testing/network.ts'

let sandbox: Sandbox
let account: string
let client: IndependentClient
let ada: Contact
let adaJid: string
let own: string

beforeEach(async () => {
  account = nextNumber()
  own = `${account}@s.whatsapp.net`
  sandbox = await startTestNetwork({ versions: { oldest: [2, 3000, 1_034_748_654] } })
  client = await pairIndependentClient(sandbox, account)
  ada = sandbox.contact(nextNumber())
  adaJid = `${ada.number}@s.whatsapp.net`
})

afterEach(async () => {
  expect(sandbox.requests().filter(({ answered }) => !answered)).toEqual([])
  expect(sandbox.problems()).toEqual([])
  await client.socket.disconnect()
  await sandbox.close()
})

/** What it heard by an event, by one of its fields. */
const told = (event: string, field: string) =>
  client.heard.flatMap((one) => (one.event === event ? [one.data[field]] : []))

test('another client hears of calls and rejects one by the stanza that whatsmeow sends', async () => {
  const { heard, socket } = client
  const call = await ada.call(account, { video: true })
  await until('the offer', () => told('call', 'chatJid').length === 1)
  expect(told('call', 'chatJid')).toEqual([adaJid])
  const reject = { tag: 'reject', attrs: { 'call-id': call.id, 'call-creator': adaJid, count: '0' } }
  await socket.sendNode({ tag: 'call', attrs: { id: 'A1', from: own, to: adaJid }, content: [reject] })
  await until('the rejection', () => call.state === 'rejected')
  // It reads no acknowledgement of a rejection, and waits for none.
  const acknowledgement = () => heard.find(({ data }) => data.stanzaId === 'A1')
  expect((await until('its acknowledgement', acknowledgement)).data).toMatchObject({ stanzaType: 'reject' })
  const missed = await ada.call(account)
  await missed.hangUp(true)
  await until('its end', () => told('call', 'chatJid').length === 3)
  expect([call.state, missed.state]).toEqual(['rejected', 'ended'])
})

test('another client blocks by number and by LID, reads whom it blocked, and hears what the phone changes', async () => {
  const { privacy } = client.socket
  const atFirst = await privacy.getBlocklist()
  expect(atFirst.jids).toEqual([])
  for (const jid of [adaJid, `${ada.lid}@lid`]) {
    await privacy.blockUser(jid)
    const blocked = await privacy.getBlocklist()
    expect(blocked.jids).toEqual([`${ada.lid}@lid`])
    expect(blocked.dhash).not.toBe(atFirst.dhash)
    const { ackNode } = await client.socket.sendMessage(adaJid, 'Hello')
    expect(ackNode.attrs.error).toBe('403')
    await privacy.unblockUser(jid)
    expect(await privacy.getBlocklist()).toEqual(atFirst)
  }
  await sandbox.phone(account).setBlocked(ada.number, true)
  const isTold = () =>
    client.heard.some(
      ({ data }) => (data.details as { firstChildTag?: string })?.firstChildTag === 'blocklist',
    )
  await until('what the phone changed', isTold)
  expect((await privacy.getBlocklist()).jids).toEqual([`${ada.lid}@lid`])
})

test('another client sets each setting of privacy that it and whatsmeow know, and is refused what only it knows', async () => {
  const { privacy } = client.socket
  const settings = {
    ...{ readReceipts: 'none', lastSeen: 'contacts', online: 'match_last_seen', profilePicture: 'contacts' },
    ...{ about: 'none', groupAdd: 'contact_blacklist', callAdd: 'known', messages: 'contacts' },
    defenseMode: 'on_standard',
  }
  const before = await privacy.getPrivacySettings()
  expect(Object.keys(before).sort()).toEqual(Object.keys(settings).sort())
  for (const [setting, value] of Object.entries(settings)) await privacy.setPrivacySetting(setting, value)
  expect(await privacy.getPrivacySettings()).toEqual(settings)
  // Neither whatsmeow nor Baileys has these two.
  await expect(privacy.setPrivacySetting('callAdd', 'contacts')).rejects.toThrow('400')
  await expect(privacy.setPrivacySetting('online', 'none')).rejects.toThrow('400')
  for (const setting of ['about', 'groupAdd', 'lastSeen', 'profilePicture']) {
    const left = await privacy.getDisallowedList(setting)
    expect([left.jids, left.dhash]).toEqual([[], expect.any(String)])
  }
})

test('another client changes the account’s picture, and what it says of itself where older apps look', async () => {
  const { profile } = client.socket
  const id = await profile.setProfilePicture(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1]))
  expect(await profile.getProfilePicture(own, 'image')).toMatchObject({ id })
  // Who has it is answered without it.
  expect(await profile.getProfilePicture(own, 'image', id ?? '')).toEqual({})
  await profile.setStatus('Open until six')
  expect(await profile.getStatus(own)).toEqual({ status: 'Open until six' })
  expect(await profile.getProfiles([own, adaJid])).toMatchObject([
    { pictureId: Number(id), status: 'Open until six' },
    { status: null },
  ])
  // It does not know the query of 2026, without which nobody sees it.
  expect(ada.profileOf(account).about).toBeNull()
  await expect(profile.setStatus('x'.repeat(140))).rejects.toThrow('400')
  await profile.deleteProfilePicture()
  await expect(profile.getProfilePicture(own)).rejects.toThrow('404')
})

test('another client marks chats and stars a message by app state, and hears of what the phone marks', async () => {
  const { chat } = client.socket
  const id = await ada.sendText(account, 'Hello')
  await until('the text', () => client.texts.length === 1)
  const phone = sandbox.phone(account)
  const held = (collection: string, ...index: string[]) =>
    phone.appState(collection).get(JSON.stringify(index))
  await until('the keys of app state', () => client.socket.syncAppState().then(() => true))
  await chat.setChatPin(adaJid, true)
  expect(held('regular_low', 'pin_v1', adaJid)).toMatchObject({ pinAction: { pinned: true } })
  await chat.setChatArchive(adaJid, true)
  // Archiving unpins, by all three clients.
  expect(held('regular_low', 'archive', adaJid)).toMatchObject({ archiveChatAction: { archived: true } })
  expect(held('regular_low', 'pin_v1', adaJid)).toMatchObject({ pinAction: { pinned: false } })
  await chat.setChatMute(adaJid, true, Date.now() + 3_600_000)
  expect(held('regular_high', 'mute', adaJid)).toMatchObject({ muteAction: { muted: true } })
  await chat.setChatRead(adaJid, false)
  expect(held('regular_low', 'markChatAsRead', adaJid)).toMatchObject({
    markChatAsReadAction: { read: false },
  })
  await chat.setMessageStar({ chatJid: adaJid, id, fromMe: false }, true)
  expect(held('regular_high', 'star', adaJid, id, '0', '0')).toMatchObject({ starAction: { starred: true } })

  await phone.markChat(ada.number, { archived: false })
  await phone.markChat(ada.number, { pinned: true, mutedUntilMs: null, unread: false })
  const marks = () => new Set(told('chat_event', 'action'))
  await until('what the phone marked', () => marks().size === 4)
  expect([...marks()].sort()).toEqual(['archive', 'mark_read', 'mute', 'pin'])
  expect(told('chat_event', 'archived')).toContain(false)
  expect(told('chat_event', 'pinned')).toContain(true)
  expect(told('chat_event', 'read')).toContain(true)
})

test('another client hears of each change of a group, and replaces a description only by the name of the one before', async () => {
  const [bob, cay] = [sandbox.contact(nextNumber()), sandbox.contact(nextNumber())]
  const { group } = client.socket
  const theirs = sandbox.group({
    subject: 'Theirs',
    participants: [account, bob.number],
    creator: ada.number,
  })
  await theirs.add([cay.number])
  await theirs.promote([account])
  await theirs.remove([cay.number])
  await theirs.setSubject('Still theirs')
  await theirs.setDescription('What we do')
  await theirs.setSettings({ approval: true })
  await theirs.join(cay.number)
  const actions = () => told('group_event', 'action')
  await until('each change', () => actions().includes('created_membership_requests'))
  expect(actions()).toEqual([
    ...['create', 'add', 'promote', 'remove', 'subject', 'description'],
    ...['membership_approval_mode', 'created_membership_requests'],
  ])
  await expect(group.setDescription(theirs.jid, 'Another')).rejects.toThrow('409')
  const { descId } = (await group.queryGroupMetadata(theirs.jid)) as { descId?: string }
  await group.setDescription(theirs.jid, 'Another', descId)
  expect(theirs.description).toBe('Another')
  const { content } = await group.queryGroupInviteInfo(theirs.inviteCode)
  expect(content[0]?.attrs).toMatchObject({ subject: 'Still theirs', size: '3' })
})
