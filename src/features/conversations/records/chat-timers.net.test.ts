import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ChatNetwork,
  eventually,
  type MessageInput,
  startChatNetwork,
} from '../../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { testConnector } from '../../../../test/support/network-client.ts'
import type { Address } from '../../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900470'
const ANA = '447700900471'
const OLD = '447700900472'
const JID = `${ANA}@s.whatsapp.net` as Address
const OLD_JID = `${OLD}@s.whatsapp.net` as Address
const DAY_SEC = 86_400
const WEEK_SEC = 604_800

let world: ChatNetwork

beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT, {}, async (sandbox) => {
    await sandbox.contact(OLD).setDisappearing(ACCOUNT, WEEK_SEC)
    await sandbox.contact(OLD).sendText(ACCOUNT, 'from before')
  })
})
afterAll(() => world.close())

const timerOf = async (jid: Address): Promise<number | undefined> =>
  (await database().pool.query('select expiration_sec as sec from chat_timer where chat = $1', [jid])).rows[0]
    ?.sec

/** After how many seconds the contact’s phone will make a message of ours disappear. */
async function arrived(id: string | undefined, number = ANA): Promise<number | undefined> {
  return (await world.sandbox.contact(number).waitForMessage((message) => message.id === id)).expirationS
}

async function sendTo(jid: Address, message: MessageInput, number = ANA): Promise<number | undefined> {
  const { res, error } = await world.send(message, jid)
  expect(error).toBeUndefined()
  return arrived(res?.key.id, number)
}

async function setTimer(seconds: number): Promise<void> {
  await world.sandbox.contact(ANA).setDisappearing(ACCOUNT, seconds)
  await eventually('the setting', async () => (await timerOf(JID)) === seconds)
}

describe('a chat whose messages disappear', () => {
  it.each<[string, MessageInput]>([
    ['text', { text: 'soon gone' }],
    ['location', { location: { degreesLatitude: 1, degreesLongitude: 2 } }],
    ['poll', { poll: { name: 'When?', values: ['now', 'later'] } }],
    ['event', { event: { name: 'Party', startDate: new Date(1_900_000_000_000) } }],
    ['contacts', { contacts: { contacts: [{ vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Bob\nEND:VCARD' }] } }],
  ])('gets a %s that disappears too', async (_type, message) => {
    await setTimer(WEEK_SEC)
    expect(await sendTo(JID, message)).toBe(WEEK_SEC)
  })

  it('takes the request’s word instead where it says something', async () => {
    await setTimer(WEEK_SEC)
    expect(await sendTo(JID, { text: 'a day', ephemeral: DAY_SEC })).toBe(DAY_SEC)
    expect(await sendTo(JID, { text: 'stays', ephemeral: 0 })).toBeUndefined()
  })

  it('gets forwarded messages and those of flows that disappear too', async () => {
    await setTimer(WEEK_SEC)
    const { res } = await world.send({ text: 'stays here' }, OLD_JID)
    const forwarded = await world.chat.handlers.forwardMessage(
      { clientId: world.clientId, target: JID, messageId: res?.key.id ?? '', sourceJid: OLD_JID },
      world.ctx,
    )
    expect(await arrived(forwarded.res?.key.id)).toBe(WEEK_SEC)
    const messageId = testConnector().newMessageId()
    await database().pool.query(
      'insert into outbox (id, client_id, contact_jid, message_id, content) values ($1, $2, $3, $4, $5)',
      [randomUUID(), world.clientId, JID, messageId, { type: 'text', text: 'of a flow' }],
    )
    world.sender.wakeOutbox()
    expect(await arrived(messageId)).toBe(WEEK_SEC)
  })

  it('keeps messages again once its people agreed on that', async () => {
    await setTimer(WEEK_SEC)
    await setTimer(0)
    expect(await sendTo(JID, { text: 'stays' })).toBeUndefined()
  })

  it('is known from the history of a newly linked account', async () => {
    await eventually('the history', async () => (await timerOf(OLD_JID)) === WEEK_SEC)
    expect(await sendTo(OLD_JID, { text: 'still going' }, OLD)).toBe(WEEK_SEC)
  })
})

describe('a group whose messages disappear', () => {
  it('gets messages that disappear too, until it keeps them again', async () => {
    const group = await world.sandbox.group({ subject: 'Team', participants: [ANA], creator: ACCOUNT })
    const jid = group.jid as Address
    expect(await sendTo(jid, { text: 'before' })).toBeUndefined()
    const change = async (expirationS: number) => {
      await group.setSettings({ expirationS })
      await eventually(
        'the news',
        async () => (await world.network.connection.groupTimerSec(jid)) === expirationS,
      )
    }
    await change(DAY_SEC)
    expect(await sendTo(jid, { text: 'soon gone' })).toBe(DAY_SEC)
    await change(0)
    expect(await sendTo(jid, { text: 'after' })).toBeUndefined()
  })
})
