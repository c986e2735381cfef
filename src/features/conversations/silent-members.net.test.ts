import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Contact } from '../../../sandbox/index.ts'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { NetworkClient } from '../../../test/support/network-client.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900100'
const ADDRESSINGS = ['lid', 'pn'] as const

let world: ChatNetwork
beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())

const lidOf = (person: Contact): string => `${person.lid.replace(/@lid$/, '')}@lid`

/** The rows of one person, under whichever address. */
async function rowsOf(person: Contact): Promise<unknown[]> {
  const { contacts } = await world.chat.handlers.fetchContacts({ clientId: world.clientId }, world.ctx)
  return contacts.filter(
    ({ id, lid, phoneNumber }) =>
      id === lidOf(person) || lid === lidOf(person) || phoneNumber === `+${person.number}`,
  )
}

/** Sends to a group of the account and one other. */
async function write(person: Contact, addressing: 'lid' | 'pn'): Promise<{ jid: Address; id: string }> {
  const group = await world.sandbox.group({
    subject: `By ${addressing}`,
    participants: [person.number],
    creator: ACCOUNT,
    addressing,
  })
  const jid = group.jid as Address
  const { res } = await world.send({ text: `to ${jid}` }, jid)
  return { jid, id: res?.key.id ?? '' }
}

const isConfirmed = ({ jid, id }: { jid: Address; id: string }): Promise<unknown> =>
  world.shows(jid, (message) => message.id === id && message.receipt?.participants?.length === 1)

it.each([
  ['by LID first', ADDRESSINGS, '447700900301'],
  ['by number first', ADDRESSINGS.toReversed(), '447700900302'],
] as const)('somebody who never wrote, in two groups, %s, is one contact', async (_, order, number) => {
  const silent = world.sandbox.contact(number)
  for (const addressing of order) await isConfirmed(await write(silent, addressing))
  await eventually('one contact', async () => (await rowsOf(silent)).length === 1)
  expect(await rowsOf(silent)).toMatchObject([{ lid: lidOf(silent), phoneNumber: `+${number}` }])
})

it('somebody who confirms only while the client is away and after it started again is one contact', async () => {
  const silent = world.sandbox.contact('447700900303')
  silent.setAutoReceipts(false)
  const written = [await write(silent, 'lid'), await write(silent, 'pn')]
  for (const { jid } of written)
    await eventually('the text on the phone', async () => silent.conversationWith(jid).length > 0)
  await world.network.connection.close()
  // What is confirmed while nobody is there comes at the login, before anything can be asked.
  const [early, late] = written
  await silent.markDelivered(early?.jid ?? '')
  const { clientId, network, chat } = world
  const again = new NetworkClient({
    target: network.target,
    credentials: network.credentials,
    clientId,
    onEvents: async (events) => {
      const client = { id: clientId, userId: world.userId, address: `${ACCOUNT}@s.whatsapp.net`, lid: null }
      const applied = await database().transaction((tx) => chat.applyEvents(tx, client, events))
      applied.committed()
    },
  })
  try {
    await again.opened()
    await silent.markDelivered(late?.jid ?? '')
    for (const message of written) await isConfirmed(message)
    expect(await rowsOf(silent)).toMatchObject([{ lid: lidOf(silent), phoneNumber: `+${silent.number}` }])
  } finally {
    await again.connection.close()
  }
})
