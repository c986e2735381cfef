import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatNetwork, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import type { Address } from '../../core/addresses.ts'
import { resolveContact } from '../contacts/index.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900100'

let world: ChatNetwork
beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())

const jid = (number: string) => `${number}@s.whatsapp.net` as Address

/** Numbers as people write them, and as the network's directory has them: Brazil (DDD 47 and 11), Mexico, Argentina. */
const forms: [country: string, written: string, registered: string][] = [
  ['Brazil without its 9', '5547999990101', '554799990101'],
  ['Brazil with its 9', '551199990102', '5511999990102'],
  ['Mexico', '525512345678', '5215512345678'],
  ['Argentina', '541123456789', '5491123456789'],
]

async function peopleOf(registered: string) {
  const { contacts } = await world.chat.handlers.fetchContacts({ clientId: world.clientId }, world.ctx)
  return contacts.filter(({ phoneNumber }) => phoneNumber?.endsWith(registered.slice(-8)))
}

async function chatsOf(registered: string) {
  const input = { clientId: world.clientId, limit: 200 }
  const { conversations } = await world.chat.handlers.listConversations(input, world.ctx)
  return conversations.filter(({ jid: chat }) => chat.split('@')[0]?.endsWith(registered.slice(-8)))
}

it.each(forms)(
  'somebody written to as %s is one person, however often and in whichever form',
  async (...form) => {
    const [, written, registered] = form
    const { error } = await world.send({ text: 'first' }, jid(written))
    expect(error).toBeUndefined()
    const person = world.sandbox.contact(registered)
    expect(person.number).toBe(registered)
    await person.waitForMessage(({ text }) => text === 'first')
    const answer = await person.sendText(ACCOUNT, 'answer')
    await world.shows(jid(registered), ({ id }) => id === answer)
    await world.send({ text: 'second' }, jid(written))
    await world.send({ text: 'third' }, jid(registered))
    await person.waitForMessage(({ text }) => text === 'third')
    await world.sandbox.allSeen()
    expect(person.inbox.map(({ text }) => text)).toEqual(['first', 'second', 'third'])
    expect(await peopleOf(registered)).toMatchObject([{ phoneNumber: `+${registered}` }])
    expect(await chatsOf(registered)).toHaveLength(1)
    expect((await world.page(jid(registered))).map(({ text }) => text).sort()).toEqual(
      ['answer', 'first', 'second', 'third'].sort(),
    )
  },
)

it('both forms of a number, asked for together, are the one account', async () => {
  const person = world.sandbox.contact('554799990201')
  const other = world.sandbox.contact('5215512340201')
  const bothForms = await world.network.connection.checkNumbers(['5547999990201', '554799990201'])
  expect(bothForms.map(({ address }) => address)).toEqual([jid(person.number), jid(person.number)])
  const phoneNumbers = ['5547999990201', '+554799990201', '525512340201', '447700910404', '447700900777']
  expect(await world.network.connection.checkNumbers(phoneNumbers)).toMatchObject([
    { phoneNumber: '+5547999990201', exists: true, address: jid(person.number) },
    { phoneNumber: '+554799990201', exists: true, address: jid(person.number) },
    { phoneNumber: '+525512340201', exists: true, address: jid(other.number) },
    { phoneNumber: '+447700910404', exists: false, address: null },
    { phoneNumber: '+447700900777', exists: true },
  ])
})

it('a number that is nobody is refused and nothing leaves', async () => {
  await expect(world.send({ text: 'anyone?' }, jid('447700910404'))).rejects.toMatchObject({
    data: { reason: 'RECIPIENT_NOT_FOUND' },
  })
  expect(world.sandbox.contacts().map(({ number }) => number)).not.toContain('447700910404')
})

it('somebody named by a schedule or a tag before the first message is the same person afterwards', async () => {
  const person = world.sandbox.contact('554799990301', { name: 'Bia' })
  const written = jid('5547999990301')
  const name = () => database().transaction((tx) => resolveContact(tx, world.clientId, written))
  expect(await name()).toBe(written)
  expect((await world.send({ text: 'offer' }, written)).error).toBeUndefined()
  await person.waitForMessage(({ text }) => text === 'offer')
  const answer = await person.sendText(ACCOUNT, 'yes')
  await world.shows(jid(person.number), ({ id }) => id === answer)
  expect(await name()).toBe(written)
  expect((await world.send({ text: 'thanks' }, written)).error).toBeUndefined()
  await person.waitForMessage(({ text }) => text === 'thanks')
  expect(await peopleOf(person.number)).toMatchObject([{ phoneNumber: `+${person.number}`, notify: 'Bia' }])
  expect(await chatsOf(person.number)).toMatchObject([{ jid: jid(person.number) }])
})
