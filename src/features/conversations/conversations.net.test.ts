import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { eventually } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import {
  type NetworkClient,
  pairNetworkClient,
  testConnector,
  until,
} from '../../../test/support/network-client.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { toOwner } from '../../contract/handlers.ts'
import { type Address, parseRecipient } from '../../core/addresses.ts'
import { Refusal } from '../../core/errors.ts'
import { systemClock } from '../../platform/clock.ts'
import { silentLog } from '../../platform/logger.ts'
import { storedWords } from '../../words/english.ts'
import { Chat } from './index.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900100'
const ANA = '447700900201'
const JID = `${ANA}@s.whatsapp.net` as Address

let sandbox: Sandbox
let chat: Chat
let network: NetworkClient
let clientId: string
let stop: () => Promise<void>

/** The chat feature on the real connector, against simulated contacts that really decrypt. */
beforeAll(async () => {
  sandbox = await startTestNetwork()
  const connector = testConnector()
  const db = database()
  const userId = await insertUser(db.pool)
  clientId = await insertClient(db.pool, { userId })
  const client = { id: clientId, userId, address: `${ACCOUNT}@s.whatsapp.net`, lid: null }
  const bus = createInProcessBus({ now: Date.now })
  chat = new Chat({ db, bus, words: storedWords, connector, log: silentLog, clock: systemClock })
  network = await pairNetworkClient(sandbox, {
    phone: ACCOUNT,
    connector,
    clientId,
    onEvents: async (events) => {
      const applied = await db.transaction((tx) => chat.applyEvents(tx, client, events))
      applied.committed()
    },
  })
  const connection = () => network.connection
  const sender = chat.createSender({
    client,
    rate: 1000,
    burst: 1000,
    connection,
    ackTimeoutMs: 30_000,
    isAwaited: () => true,
    onOutboxSettled: async () => {},
  })
  const unserve = bus.serve(clientId, (command) =>
    chat.handleCommand({ client, sender, connection }, command),
  )
  stop = async () => {
    await unserve()
    await network.connection.close()
    await sender.close()
    await chat.close()
    await sandbox.close()
  }
  ctx.principal.userId = userId
})
afterAll(() => stop())

const ctx = {
  owner: toOwner(''),
  principal: { userId: '', role: 'user' as const, plan: 'free' as const, via: 'key' as const },
  requestId: 'r',
  signal: new AbortController().signal,
}
const send = (text: string, target = JID) =>
  chat.handlers.sendMessage({ clientId, target, message: { text } }, ctx)
const page = async (jid = JID) =>
  (await chat.handlers.getConversationMessages({ clientId, jid, limit: 100, direction: 'before' }, ctx))
    .messages

/** Waits until a message of the conversation satisfies the check. */
const shows = (check: (message: Awaited<ReturnType<typeof page>>[number]) => boolean) =>
  eventually('a message of the conversation', async () => (await page()).find(check))

describe('chat on the network', () => {
  it('sends a text that the contact decrypts, and follows it until it was read', async () => {
    const ana = sandbox.contact(ANA, { name: 'Ana' })
    const { res } = await send('good morning')
    expect((await ana.waitForMessage(({ text }) => text === 'good morning')).id).toBe(res?.key.id)
    await shows((m) => m.id === res?.key.id && m.status === 'DELIVERY_ACK')
    await ana.markRead(ACCOUNT)
    await shows((m) => m.id === res?.key.id && m.status === 'READ')
    expect(ana.errors).toEqual([])
  })

  it('keeps the order of many parallel sends, on the wire and in the conversation', async () => {
    const ana = sandbox.contact(ANA)
    const texts = Array.from({ length: 40 }, (_, i) => `parallel ${i}`)
    await Promise.all(texts.map((text) => send(text)))
    await ana.waitForMessage(({ text }) => text === 'parallel 39')
    const isOfThese = ({ text }: { text?: string | null }) => text?.startsWith('parallel') === true
    await sandbox.allSeen()
    expect(ana.inbox.filter(isOfThese).map((m) => m.text)).toEqual(texts)
    expect((await page()).filter(isOfThese).map((m) => m.text)).toEqual(texts.toReversed())
  })

  it('takes what the contact writes, quotes it, reacts to it, forwards it and marks it read', async () => {
    const ana = sandbox.contact(ANA)
    const ben = sandbox.contact('447700900202')
    const id = await ana.sendText(ACCOUNT, 'a question')
    await shows((m) => m.id === id && m.displayName === 'Ana')
    const message = { text: 'an answer', quoted: { id } }
    await chat.handlers.sendMessage({ clientId, target: JID, message }, ctx)
    expect((await ana.waitForMessage(({ text }) => text === 'an answer')).quotedId).toBe(id)
    const key = { remoteJid: JID, id, fromMe: false }
    await chat.handlers.reactMessage({ clientId, target: JID, key, reaction: '👍' }, ctx)
    expect(await ana.waitForMessage(({ type }) => type === 'reaction')).toMatchObject({
      text: '👍',
      targetId: id,
    })
    const target = `${ben.number.replace('+', '')}@s.whatsapp.net` as Address
    await chat.handlers.forwardMessage({ clientId, target, messageId: id, sourceJid: JID }, ctx)
    await ben.waitForMessage(({ text }) => text === 'a question')
    await chat.handlers.readMessages({ clientId, keys: [key] }, ctx)
    await until('the read receipt', () =>
      ana.receipts.some((receipt) => JSON.stringify(receipt).includes(id)),
    )
    await shows((m) => m.id === id && m.status === 'READ')
  })

  it('edits what it sent, and takes the contact’s edits and revocations', async () => {
    const ana = sandbox.contact(ANA)
    const { res } = await send('befor')
    const key = { remoteJid: JID, id: res!.key.id, fromMe: true }
    const edited = await chat.handlers.editMessage({ clientId, target: JID, key, text: 'before' }, ctx)
    expect(edited.type).toBe('success')
    await ana.waitForMessage(({ text, type }) => text === 'before' && type === 'edit')
    await shows((m) => m.id === key.id && m.text === 'before')
    const theirs = await ana.sendText(ACCOUNT, 'firts')
    await ana.edit(ACCOUNT, theirs, 'first')
    await shows((m) => m.id === theirs && m.text === 'first')
    await ana.revoke(ACCOUNT, theirs)
    await shows((m) => m.id === theirs && m.type === 'revoked')
  })

  it('has one conversation for both addresses of a person', async () => {
    const parsed = parseRecipient(`${sandbox.contact(ANA).lid.replace(/@lid$/, '')}@lid`)
    if (!parsed.ok) throw new Error(`no recipient: ${parsed.given}`)
    const { res } = await send('by lid', parsed.address)
    expect(res?.key.remoteJid).toBe(JID)
    expect((await page(parsed.address)).map((m) => m.id)).toEqual((await page()).map((m) => m.id))
  })

  it('refuses a number that is not on the network', async () => {
    sandbox.contact('447700900299').setRegistered(false)
    const refusal = await send('hello', '447700900299@s.whatsapp.net' as Address).catch(
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ data: { reason: 'RECIPIENT_NOT_FOUND' } })
  })
})
