import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Contact } from '../../../sandbox/index.ts'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
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

/** Sends to a group of the account and one other, and waits until the other's device has confirmed it. */
async function reach(person: Contact, addressing: 'lid' | 'pn'): Promise<void> {
  const group = await world.sandbox.group({
    subject: `By ${addressing}`,
    participants: [person.number],
    creator: ACCOUNT,
    addressing,
  })
  const jid = group.jid as Address
  const { res } = await world.send({ text: `to ${jid}` }, jid)
  await world.shows(jid, ({ id, receipt }) => id === res?.key.id && receipt?.participants?.length === 1)
}

it.each([
  ['by LID first', ADDRESSINGS, '447700900301'],
  ['by number first', ADDRESSINGS.toReversed(), '447700900302'],
] as const)('somebody who never wrote, in two groups, %s, is one contact', async (_, order, number) => {
  const silent = world.sandbox.contact(number)
  for (const addressing of order) await reach(silent, addressing)
  await eventually('one contact', async () => (await rowsOf(silent)).length === 1)
  expect(await rowsOf(silent)).toMatchObject([{ lid: lidOf(silent), phoneNumber: `+${number}` }])
})
