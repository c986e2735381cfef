import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { NetworkClient, pairNetworkClient, until } from '../../../test/support/network-client.ts'
import type { Address } from '../../core/addresses.ts'

const ACCOUNT = '447700900610'
const ADA = '447700900611'
const ADA_JID = `${ADA}@s.whatsapp.net` as Address

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startTestNetwork()
})
afterAll(() => sandbox.close())

/** The name comes a moment after the login. */
async function beAvailable(client: NetworkClient): Promise<void> {
  for (;;) {
    if (await client.connection.presence.setAvailable(true)) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const heard = (client: NetworkClient, count: number) =>
  until(`${count} news`, () => client.news.length >= count && client.news)

const ada = { phone: ADA_JID, lid: null }

test('a contact is told of from its subscription to the end of it, and to a new connection only when it asks again', async () => {
  const contact = sandbox.contact(ADA)
  const first = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  await beAvailable(first)
  await first.connection.presence.subscribe(ADA_JID)
  await heard(first, 1)
  contact.setTyping(ACCOUNT, true)
  contact.setTyping(ACCOUNT, 'recording')
  contact.setTyping(ACCOUNT, false)
  expect(await heard(first, 5)).toEqual([
    { kind: 'availability', who: ada, isAvailable: false, lastSeenSec: null },
    { kind: 'availability', who: ada, isAvailable: true, lastSeenSec: null },
    { kind: 'activity', chat: ADA_JID, by: ada, activity: 'typing' },
    { kind: 'activity', chat: ADA_JID, by: ada, activity: 'recording' },
    { kind: 'activity', chat: ADA_JID, by: ada, activity: 'none' },
  ])
  await first.connection.close()

  const { connector, credentials, target } = first
  const second = new NetworkClient({ connector, credentials, target })
  await second.opened()
  await beAvailable(second)
  contact.setPresent(false)
  await second.connection.presence.subscribe(ADA_JID)
  const [away] = await heard(second, 1)
  expect(away).toMatchObject({ isAvailable: false, lastSeenSec: expect.any(Number) })
  await second.connection.presence.unsubscribe(ADA_JID)
  const isUnsubscribed = () => sandbox.requests().some(({ type }) => type === 'unsubscribe')
  await until('the end of the subscription', isUnsubscribed)
  contact.setPresent(true)
  await second.connection.presence.subscribe(ADA_JID)
  expect((await heard(second, 2))[1]).toMatchObject({ isAvailable: true })
  await second.connection.close()
})

test('what the library says of itself with each change of its credentials is taken back: an account is there only when it was asked to be', async () => {
  const client = await pairNetworkClient(sandbox, { phone: '447700900612' })
  const ofClient = () =>
    sandbox.requests().filter(({ number, tag }) => number === '447700900612' && tag === 'presence')
  await until('the slip', () => ofClient().find(({ type }) => type === undefined))
  await until('the correction', () => ofClient().at(-1)?.type === 'unavailable')
  await client.connection.close()
})
