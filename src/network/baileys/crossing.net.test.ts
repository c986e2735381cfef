import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Contact, Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { NetworkClient, pairNetworkClient, toTarget, until } from '../../../test/support/network-client.ts'

const ACCOUNT = '447700900100'
const ADA = '447700900201'
const PHONE_DELAY_MS = 300

let sandbox: Sandbox
const clients: NetworkClient[] = []

/** A client that answers every text it gets with the same text. */
function answering(client: NetworkClient): NetworkClient {
  let answered = 0
  const answer = async () => {
    const messages = client.event('message')
    for (; answered < messages.length; answered += 1) {
      const { key, text } = messages[answered]?.message ?? {}
      if (key && !key.fromMe) void client.sendText(key.chat, `re ${text}`)
    }
  }
  const timer = setInterval(() => void answer(), 5)
  void client.closed().then(
    () => clearInterval(timer),
    () => clearInterval(timer),
  )
  return client
}

async function pair(): Promise<NetworkClient> {
  const client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  clients.push(client)
  return client
}

async function reconnect(client: NetworkClient): Promise<NetworkClient> {
  await client.connection.close()
  const next = new NetworkClient({ target: toTarget(sandbox), credentials: client.credentials })
  for (const [id, bytes] of client.sent) next.sent.set(id, bytes)
  clients.push(next)
  await next.opened()
  return next
}

const bundlesAsked = (): number =>
  sandbox.requests().filter(({ xmlns, child }) => xmlns === 'encrypt' && child === 'key').length

const textsOf = ({ inbox }: Contact): string[] => inbox.map(({ text }) => text)

async function converse(client: NetworkClient, contact: Contact): Promise<void> {
  await contact.sendText(ACCOUNT, 'hello')
  const { key } = await client.receivedText('hello')
  await client.sendText(key.chat, 'welcome')
  await contact.waitForMessage(({ text }) => text === 'welcome')
}

beforeEach(async () => {
  sandbox = await startTestNetwork()
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ connection }) => connection.close()))
  await sandbox.close()
})

test.each(['pn', 'lid'] as const)(
  'two messages that cross with the answers after a connect are answered readably, the contact under its %s',
  async (addressing) => {
    const contacts = Array.from({ length: 4 }, (_, index) =>
      sandbox.contact(`44770090020${index}`, { addressing }),
    )
    const first = await pair()
    for (const contact of contacts) {
      await contact.sendText(ACCOUNT, 'hello')
      await first.receivedText('hello')
    }
    const client = answering(await reconnect(first))
    const before = bundlesAsked()
    sandbox.setPhoneDelay(PHONE_DELAY_MS)
    for (const contact of contacts) await contact.sendText(ACCOUNT, 'one')
    await sleep(PHONE_DELAY_MS / 2)
    for (const contact of contacts) await contact.sendText(ACCOUNT, 'two')
    await sleep(PHONE_DELAY_MS / 2)
    for (const contact of contacts) await contact.sendText(ACCOUNT, 'three')
    for (const contact of contacts) {
      await contact.waitForMessage(({ text }) => text === 're three', 45_000)
      const answers = textsOf(contact).filter((text) => text !== 're hello')
      expect(answers).toEqual(['re one', 're two', 're three'])
      expect(contact.errors).toEqual([])
    }
    expect(bundlesAsked()).toBe(before)
    expect(client.event('message').length).toBeGreaterThanOrEqual(12)
  },
)

test('connecting again spends no one-time keys of contacts, whoever is written to', async () => {
  const ada = sandbox.contact(ADA)
  let client = await pair()
  await client.sendText(`${ADA}@s.whatsapp.net`, 'first')
  await ada.waitForMessage(({ text }) => text === 'first')
  const before = bundlesAsked()
  for (const text of ['second', 'third']) {
    client = await reconnect(client)
    await client.sendText(`${ADA}@s.whatsapp.net`, text)
    await ada.waitForMessage((message) => message.text === text)
  }
  const { jid } = sandbox.group({ subject: 'All', participants: [ACCOUNT], creator: ADA })
  client = await reconnect(client)
  await client.sendText(jid, 'to all')
  await ada.waitForMessage(({ text }) => text === 'to all')
  expect(bundlesAsked()).toBe(before)
})

test('a contact that lost its session and says so without keys gets the message again in the session there is, then in a new one', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  await converse(client, ada)
  const kinds: [string | undefined, string | undefined][] = []
  sandbox.intercept(({ tag, attrs, content }) => {
    const enc =
      tag === 'message' && Array.isArray(content) ? content.find((node) => node.tag === 'enc') : undefined

    if (enc && attrs.device_fanout === 'false') kinds.push([enc.attrs.count, enc.attrs.type])
    return undefined
  })
  const before = bundlesAsked()
  await ada.forgetSessions()
  await client.sendText(`${ADA}@s.whatsapp.net`, 'can you read this?')
  await ada.waitForMessage(({ text }) => text === 'can you read this?')
  expect(kinds).toEqual([
    ['1', 'msg'],
    ['2', 'pkmsg'],
  ])
  expect(bundlesAsked()).toBe(before)
})

test('a contact whose phone is set up anew reads the next message at the first try, and is read', async () => {
  const ada = sandbox.contact(ADA, { addressing: 'lid' })
  const client = await pair()
  await converse(client, ada)
  await ada.reinstall()
  await until('the client to have heard of it', () =>
    sandbox.phone(ACCOUNT).devices.every(({ waiting }) => waiting === 0),
  )
  await client.sendText(`${ada.lid}@lid`, 'new phone?')
  await ada.waitForMessage(({ text }) => text === 'new phone?')
  expect(ada.errors).toEqual([])
  await ada.sendText(ACCOUNT, 'yes')
  await client.receivedText('yes')
})

test('what is sent to a phone that was set up anew meanwhile is read after one question', async () => {
  const ada = sandbox.contact(ADA)
  let client = await pair()
  await converse(client, ada)
  await client.connection.close()
  await ada.reinstall()
  client = await reconnect(client)
  await client.sendText(`${ADA}@s.whatsapp.net`, 'still there?')
  await ada.waitForMessage(({ text }) => text === 'still there?')
  expect(ada.errors.length).toBeLessThan(2)
  await ada.sendText(ACCOUNT, 'yes')
  await client.receivedText('yes')
})
