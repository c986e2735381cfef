import { proto } from 'baileys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Contact, Group } from '../../../sandbox/index.ts'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { NetworkClient, testConnector } from '../../../test/support/network-client.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import type { Address } from '../../core/addresses.ts'
import { systemClock } from '../../platform/clock.ts'
import { silentLog } from '../../platform/logger.ts'
import { storedWords } from '../../words/english.ts'
import { Chat } from './index.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900690'
const ANA = '447700900691'
const BEN = '447700900692'
const ANA_JID = `${ANA}@s.whatsapp.net` as Address
const BEN_JID = `${BEN}@s.whatsapp.net` as Address
const LAUNCH = { name: 'Launch', startDate: new Date(1_900_000_000_000) }

let world: ChatNetwork
let ana: Contact
let ben: Contact
let group: Group

beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
  ana = world.sandbox.contact(ANA, { name: 'Ana' })
  ben = world.sandbox.contact(BEN, { name: 'Ben' })
  group = await world.sandbox.group({ subject: 'Team', participants: [ANA, BEN], creator: ACCOUNT })
  // From here on the account knows both by their numbers.
  for (const [contact, jid] of [
    [ana, ANA_JID],
    [ben, BEN_JID],
  ] as const) {
    const id = await contact.sendText(ACCOUNT, 'hello')
    await world.shows(jid, (message) => message.id === id)
  }
})
afterAll(() => world.close())

async function send(message: Parameters<ChatNetwork['send']>[0], jid: Address): Promise<string> {
  const { error, res } = await world.send(message, jid)
  expect(error).toBeUndefined()
  return res?.key.id ?? ''
}

/** Waits until what the API tells of a message has exactly these choices. */
const showsVotes = (jid: Address, messageId: string, votes: Record<string, string[]>) =>
  eventually(`the choices ${JSON.stringify(votes)}`, async () => {
    const found = await world.chat.handlers.getMessage(
      { clientId: world.clientId, jid, messageId },
      world.ctx,
    )
    return JSON.stringify(Object.entries(found.votes).sort()) === JSON.stringify(Object.entries(votes).sort())
  })

describe('an event with a call', () => {
  const linkOf = (raw: string) => proto.Message.decode(Buffer.from(raw, 'base64')).eventMessage?.joinLink

  it.each([
    ['audio', 'https://call.whatsapp.com/voice/'],
    ['video', 'https://call.whatsapp.com/video/'],
  ] as const)('reaches the contact with a link to an %s call that the network made', async (call, page) => {
    const id = await send({ event: { ...LAUNCH, call } }, ANA_JID)
    const received = await ana.waitForMessage((found) => found.id === id)
    expect(linkOf(received.raw)).toMatch(new RegExp(`^${page}[\\w-]{10,}$`))
    expect(received.raw).toBe((await world.stored(id)).bytes.toString('base64'))
    expect(ana.errors).toEqual([])
    const asked = world.sandbox.requests().filter(({ tag }) => tag === 'call')
    expect(asked.at(-1)).toMatchObject({ answered: true })
  })

  it('goes to a group too', async () => {
    const id = await send({ event: { ...LAUNCH, call: 'video' } }, group.jid as Address)
    const links = await Promise.all(
      [ana, ben].map(async (member) => linkOf((await member.waitForMessage((found) => found.id === id)).raw)),
    )
    expect(new Set(links).size).toBe(1)
    expect(links[0]).toContain('https://call.whatsapp.com/video/')
  })

  it('is not sent when the network gives no link', async () => {
    const before = (await world.page(ANA_JID)).length
    const stop = world.sandbox.intercept(({ tag, attrs }) =>
      tag === 'call'
        ? {
            tag: 'ack',
            attrs: { class: 'call', id: attrs.id ?? '', from: '@call' },
            content: [{ tag: 'error', attrs: { code: '403', text: 'forbidden' } }],
          }
        : undefined,
    )
    await expect(world.send({ event: { ...LAUNCH, call: 'audio' } }, ANA_JID)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      data: { reason: 'NO_CALL_LINK' },
    })
    stop()
    expect(await world.page(ANA_JID)).toHaveLength(before)
    await send({ event: { ...LAUNCH, call: 'audio' } }, ANA_JID)
  })

  it('waits no longer than it may for a network that says nothing', async () => {
    const stop = world.sandbox.intercept(({ tag }) => (tag === 'call' ? 'drop' : undefined))
    await expect(world.network.connection.createCallLink('video', 1_900_000_000, 50)).rejects.toThrow()
    stop()
  })

  it('asks the network for nothing when it has no call', async () => {
    const calls = () => world.sandbox.requests().filter(({ tag }) => tag === 'call').length
    const before = calls()
    const id = await send({ event: LAUNCH }, ANA_JID)
    expect(linkOf((await ana.waitForMessage((found) => found.id === id)).raw)).toBeFalsy()
    expect(calls()).toBe(before)
  })
})

describe.each([
  ['of ours', true],
  ['of a contact', false],
])('answers to an event %s', (_, isOurs) => {
  it('are read, changed and kept for each who answered', async () => {
    const jid = group.jid as Address
    const id = isOurs
      ? await send({ event: LAUNCH }, jid)
      : await ana.event(group.jid, { name: 'Walk', startS: 1_900_000_000 })
    await world.shows(jid, (message) => message.id === id)
    for (const member of isOurs ? [ana, ben] : [ben]) await member.waitForMessage((found) => found.id === id)
    await ben.respond(group.jid, id, 'going')
    await showsVotes(jid, id, { [BEN_JID]: ['going'] })
    await ana.respond(group.jid, id, 'maybe')
    await showsVotes(jid, id, { [BEN_JID]: ['going'], [ANA_JID]: ['maybe'] })
    await ben.respond(group.jid, id, 'not-going')
    await showsVotes(jid, id, { [BEN_JID]: ['not_going'], [ANA_JID]: ['maybe'] })
  })
})

it('an answer to our event in a chat of two is read', async () => {
  const id = await send({ event: LAUNCH }, ANA_JID)
  await ana.waitForMessage((found) => found.id === id)
  await ana.respond(ACCOUNT, id, 'going')
  await showsVotes(ANA_JID, id, { [ANA_JID]: ['going'] })
})

/** What a service that starts anew has: the database and the client's credentials, and nothing in memory. */
async function restart() {
  const { clientId, userId, network } = world
  await network.connection.close()
  const connector = testConnector()
  const bus = createInProcessBus({ now: Date.now })
  const chat = new Chat({
    db: database(),
    bus,
    words: storedWords,
    connector,
    log: silentLog,
    clock: systemClock,
  })
  const lid = network.state('open')?.me.lid ?? null
  const client = { id: clientId, userId, address: `${ACCOUNT}@s.whatsapp.net`, lid }
  const { credentials, target } = network
  const again = new NetworkClient({
    target,
    credentials,
    connector,
    clientId,
    async onEvents(events) {
      const applied = await database().transaction((tx) => chat.applyEvents(tx, client, events))
      applied.committed()
    },
  })
  await again.opened()
  return async () => {
    await again.connection.close()
    await chat.close()
  }
}

it.each<[string, (poll: proto.Message.IPollCreationMessage) => proto.IMessage]>([
  ['version 2', (poll) => ({ pollCreationMessageV2: poll })],
  [
    'version 4, an envelope',
    (poll) => ({ pollCreationMessageV4: { message: { pollCreationMessageV3: poll } } }),
  ],
  ['version 5', (poll) => ({ pollCreationMessageV5: poll })],
])('choices in a contact’s poll are read in %s of its content', async (_, inVersion) => {
  const poll = inVersion({ name: 'Tea?', options: [{ optionName: 'green' }, { optionName: 'black' }] })
  const messageContextInfo = { messageSecret: Buffer.alloc(32, 7) }
  const id = await ana.send(group.jid, { ...poll, messageContextInfo })
  await ben.waitForMessage((found) => found.id === id)
  await world.shows(group.jid as Address, (message) => message.id === id && message.type === 'poll')
  await ben.vote(group.jid, id, ['black'])
  await showsVotes(group.jid as Address, id, { [BEN_JID]: ['black'] })
})

it('a message of a kind that is not translated has its name, its text and its content, and can be reacted to and taken back', async () => {
  const id = await ana.send(ACCOUNT, { orderMessage: { message: 'two, please', itemCount: 2 } })
  await world.shows(ANA_JID, (message) => message.id === id && message.type === 'unknown:orderMessage')
  const read = () =>
    world.chat.handlers.getMessage({ clientId: world.clientId, jid: ANA_JID, messageId: id }, world.ctx)
  expect(await read()).toMatchObject({
    message: { text: 'two, please', status: 'DELIVERY_ACK' },
    content: { orderMessage: { message: 'two, please', itemCount: 2 } },
  })
  await ana.react(ACCOUNT, id, '👍')
  await eventually('the reaction', async () => Object.values((await read()).reactions).includes('👍'))
  await ana.revoke(ACCOUNT, id)
  await eventually('that it was taken back', async () => (await read()).revokedAt !== null)
})

it('choices in polls and answers to events can be changed after a restart, also those of contacts', async () => {
  const jid = group.jid as Address
  const poll = { name: 'Lunch?', values: ['pizza', 'soup'], selectableCount: 1 }
  const ours = await send({ poll }, jid)
  const theirs = await ana.poll(group.jid, { name: 'When?', options: ['noon', 'one', 'two'] })
  const event = await send({ event: LAUNCH }, jid)
  await world.shows(jid, ({ id }) => id === theirs)
  for (const id of [ours, theirs, event]) await ben.waitForMessage((found) => found.id === id)
  await ben.vote(group.jid, ours, ['pizza'])
  await ben.vote(group.jid, theirs, ['noon', 'two'])
  await ben.respond(group.jid, event, 'going')
  await showsVotes(jid, ours, { [BEN_JID]: ['pizza'] })
  await showsVotes(jid, theirs, { [BEN_JID]: ['noon', 'two'] })
  await showsVotes(jid, event, { [BEN_JID]: ['going'] })

  const stop = await restart()
  await ben.vote(group.jid, ours, ['soup'])
  await ben.vote(group.jid, theirs, [])
  await ben.respond(group.jid, event, 'not-going')
  await showsVotes(jid, ours, { [BEN_JID]: ['soup'] })
  await showsVotes(jid, theirs, {})
  await showsVotes(jid, event, { [BEN_JID]: ['not_going'] })
  await stop()
})
