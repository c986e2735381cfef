import type { BaileysEventMap, UserFacingSocketConfig } from 'baileys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox, SandboxOptions } from './index.ts'
import { nextNumber, pinRoot, TestClient, trustMedia, until } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

let account: string
let sandbox: Sandbox
const clients: TestClient[] = []

beforeEach(() => {
  account = nextNumber()
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await sandbox.close()
})

async function start(options: SandboxOptions = {}): Promise<void> {
  sandbox = await startTestNetwork(options)
  pinRoot(sandbox)
  trustMedia(sandbox)
}

type History = BaileysEventMap['messaging-history.set']

/** A client that noted what its phone told it from the first moment. */
interface Linked {
  client: TestClient
  histories: History[]
  contacts: BaileysEventMap['contacts.upsert']
}

async function link(options: Partial<UserFacingSocketConfig> = {}): Promise<Linked> {
  // Its history is what the phone has: a message it has not seen yet reaches nobody who is linked after it was sent.
  await sandbox.allSeen()
  const pairing = new TestClient(sandbox)
  await sandbox.scan(await until('a QR', () => pairing.qrs[0]), { phone: account })
  await pairing.closed()
  const client = new TestClient(sandbox, pairing.credentials, options)
  clients.push(client)
  const histories: History[] = []
  const contacts: BaileysEventMap['contacts.upsert'] = []
  client.socket.ev.on('messaging-history.set', (history) => histories.push(history))
  client.socket.ev.on('contacts.upsert', (upserts) => contacts.push(...upserts))
  await client.opened()
  return { client, histories, contacts }
}

const textsOf = (histories: History[]) =>
  histories.flatMap(({ messages }) => messages.map(({ message }) => message?.conversation))

const allTexts = (histories: History[], count: number): Promise<(string | null | undefined)[]> =>
  until(`${count} messages`, () => {
    const texts = textsOf(histories)
    return texts.length >= count ? texts : undefined
  })

test('a newly linked client gets the conversations, names, LIDs and older messages of its phone', async () => {
  await start()
  const ada = sandbox.contact(nextNumber(), { name: 'Ada', addressing: 'lid' })
  const bob = sandbox.contact(nextNumber(), { name: 'Bob' })
  const group = sandbox.group({ subject: 'Friends', participants: [ada.number, account] })
  const phone = sandbox.phone(account)
  const past = Array.from({ length: 30 }, (_, index) => ({ text: `past ${index}`, fromMe: index % 2 === 1 }))
  await phone.remember(ada.number, past)
  await phone.remember(group.jid, [{ text: 'in the group', from: ada.number }])
  await bob.sendText(account, 'before pairing')
  const { client, histories } = await link()
  const texts = await allTexts(histories, 32)
  expect(new Set(texts)).toEqual(new Set([...past.map(({ text }) => text), 'in the group', 'before pairing']))
  const chats = histories.flatMap((history) => history.chats)
  expect(chats.map(({ id }) => id)).toEqual(
    expect.arrayContaining([`${ada.lid}@lid`, `${bob.number}@s.whatsapp.net`, group.jid]),
  )
  const contacts = histories.flatMap((history) => history.contacts)
  expect(contacts).toContainEqual(expect.objectContaining({ id: `${ada.lid}@lid`, notify: 'Ada' }))
  const { lidMapping } = client.socket.signalRepository
  expect(await lidMapping.getLIDForPN(`${ada.number}@s.whatsapp.net`)).toBe(`${ada.lid}@lid`)
  const inGroup = histories
    .flatMap(({ messages }) => messages)
    .find(({ message }) => message?.conversation === 'in the group')
  expect(inGroup?.key).toMatchObject({ remoteJid: group.jid, participant: `${ada.lid}@lid`, fromMe: false })
})

test('a history travels as an encrypted file when the network is told so', async () => {
  await start({ historyVia: 'file' })
  await sandbox.phone(account).remember(nextNumber(), [{ text: 'in a file' }])
  const dispatcher = await buildRewritingDispatcher()
  const { histories } = await link({ options: { dispatcher } as never })
  expect(await allTexts(histories, 1)).toEqual(['in a file'])
})

test('a client that has nothing of the app state gets it whole, as files whose codes it can check, and then changes', async () => {
  await start({ appStateVia: 'snapshot' })
  const phone = sandbox.phone(account)
  const [ada, bob, eve] = [nextNumber(), nextNumber(), nextNumber()]
  for (const [number, fullName] of [
    [ada, 'Ada'],
    [bob, 'Bob'],
    [eve, 'Eve'],
    [ada, 'Ada L.'],
  ] as const) {
    await phone.saveContact(number, { fullName })
  }
  await phone.forgetContact(eve)
  const dispatcher = await buildRewritingDispatcher()
  const { client, contacts } = await link({ options: { dispatcher } as never })
  const namesOf = () => new Map(contacts.flatMap(({ id, name }) => (name ? [[id, name]] : [])))
  await until('the names', () => namesOf().size === 2)
  expect(namesOf()).toEqual(
    new Map([
      [`${ada}@s.whatsapp.net`, 'Ada L.'],
      [`${bob}@s.whatsapp.net`, 'Bob'],
    ]),
  )
  const stored = () =>
    JSON.parse(client.credentials.keys.get('app-state-sync-version-critical_unblock_low') ?? '{}')
  await until('the version', () => stored().version === 5)
  // Its hash is the one the next change is checked against.
  await phone.saveContact(eve, { fullName: 'Eve again' })
  await until('the change', () => namesOf().get(`${eve}@s.whatsapp.net`) === 'Eve again')
  expect(client.credentials.creds.me?.name).toBe(phone.name)
  await client.socket.addOrEditContact(`${bob}@s.whatsapp.net`, { fullName: 'Bob the client' })
  const kept = () =>
    phone.appState('critical_unblock_low').get(JSON.stringify(['contact', `${bob}@s.whatsapp.net`]))
  await until('the client own change', () => kept()?.contactAction?.fullName === 'Bob the client')
})

/** Sends downloads without a host, which the library asks the real network for, to the sandbox. */
async function buildRewritingDispatcher() {
  await fetch(`${sandbox.mediaUrl}/`)
  const usual = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.2'))
  return {
    dispatch: (options: object, handler: unknown) =>
      usual.dispatch({ ...options, origin: sandbox.mediaUrl }, handler),
  }
}

test('a client asks for older messages of a conversation and gets them', async () => {
  await start({ historyDepth: 20 })
  const ada = sandbox.contact(nextNumber())
  const past = Array.from({ length: 30 }, (_, index) => ({ text: `past ${index}` }))
  await sandbox.phone(account).remember(ada.number, past)
  const { client, histories } = await link()
  await allTexts(histories, 20)
  const known = histories.flatMap(({ messages }) => messages)
  const oldest = known.find(({ message }) => message?.conversation === 'past 10')!
  const id = await client.socket.fetchMessageHistory(5, oldest.key, Number(oldest.messageTimestamp) * 1000)
  const answer = await until('the answer', () =>
    histories.find(({ peerDataRequestSessionId }) => peerDataRequestSessionId === id),
  )
  expect(textsOf([answer])).toEqual(['past 9', 'past 8', 'past 7', 'past 6', 'past 5'])
  expect(known).toHaveLength(20)
})

test('names of the address book arrive at pairing and when they change', async () => {
  await start()
  const ada = sandbox.contact(nextNumber())
  const phone = sandbox.phone(account)
  await phone.saveContact(ada.number, { fullName: 'Ada Lovelace' })
  const { contacts } = await link()
  const named = (name: string) =>
    until(`the name ${name}`, () => contacts.find((contact) => contact.name === name))
  expect(await named('Ada Lovelace')).toMatchObject({
    id: `${ada.number}@s.whatsapp.net`,
    lid: `${ada.lid}@lid`,
  })
  await phone.saveContact(ada.number, { fullName: 'Countess of Lovelace' })
  await named('Countess of Lovelace')
  await phone.forgetContact(ada.number)
  expect(phone.appState('critical_unblock_low').size).toBe(0)
  await phone.saveContact(nextNumber(), { fullName: 'Charles Babbage' })
  await named('Charles Babbage')
})

test('what a client changes is checked, kept, and told to the other clients', async () => {
  await start()
  const ada = sandbox.contact(nextNumber())
  const { client } = await link()
  const second = await link()
  await until('the key', () => client.credentials.creds.myAppStateKeyId)
  await until('the key', () => second.client.credentials.creds.myAppStateKeyId)
  const jid = `${ada.number}@s.whatsapp.net`
  for (const fullName of ['Ada L.', 'Ada Lovelace']) {
    await client.socket.addOrEditContact(jid, { fullName })
    await until('the name', () => second.contacts.some(({ id, name }) => id === jid && name === fullName))
  }
  await client.socket.chatModify({ pin: true }, jid)
  const pins = sandbox.phone(account).appState('regular_low')
  expect(pins.get(JSON.stringify(['pin_v1', jid]))).toMatchObject({ pinAction: { pinned: true } })
  await second.client.socket.removeContact(jid)
  expect(sandbox.phone(account).appState('critical_unblock_low').size).toBe(0)
})

test('app state with a wrong code is not believed, and is taken when it is right', async () => {
  await start()
  const ada = sandbox.contact(nextNumber())
  const { client, contacts } = await link({ appStateMacVerification: { patch: true, snapshot: true } })
  // What it asks for at first holds the account's own name, and is not the answer to spoil.
  await until('the first app state', () => (client.credentials.creds.accountSyncCounter ?? 0) > 0)
  sandbox.faults.set(account, { corruptAppState: 1 })
  await sandbox.phone(account).saveContact(ada.number, { fullName: 'Ada' })
  await until('the spoilt answer', () => sandbox.faults.set(account, {}).corruptAppState === 0)
  expect(contacts).toEqual([])
  await sandbox.phone(account).saveContact(ada.number, { fullName: 'Ada' })
  await until('the name', () => contacts.some(({ name }) => name === 'Ada'))
})

test('a history does not tell what may be viewed once', async () => {
  await start()
  const ada = sandbox.contact(nextNumber())
  await ada.sendMedia(account, { kind: 'image', bytes: Buffer.from('once'), viewOnce: true })
  await ada.sendText(account, 'a text')
  const { histories } = await link()
  expect(await allTexts(histories, 1)).toEqual(['a text'])
  expect(histories.flatMap(({ messages }) => messages)).toHaveLength(1)
})
