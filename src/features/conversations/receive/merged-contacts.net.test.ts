import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Contact } from '../../../../sandbox/index.ts'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import type { Address } from '../../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900100'

let world: ChatNetwork
let next = 447700900200
/** Somebody of whom the network does not tell that the number and the LID are one person's. */
let ana: Contact
let phone: Address
let lid: Address

beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())

beforeEach(() => {
  next += 1
  ana = world.sandbox.contact(String(next), { name: 'Ana' })
  ana.setConcealed(true)
  phone = `${next}@s.whatsapp.net` as Address
  lid = `${ana.lid.replace(/@lid$/, '')}@lid` as Address
})

async function write(addressing: 'pn' | 'lid', text: string): Promise<string> {
  world.sandbox.contact(ana.number, { addressing })
  const id = await ana.sendText(ACCOUNT, text)
  await world.shows(addressing === 'pn' ? phone : lid, (found) => found.id === id)
  return id
}

const contactsOf = async () =>
  (await world.chat.handlers.fetchContacts({ clientId: world.clientId }, world.ctx)).contacts.filter(
    ({ lid: known, phoneNumber, id }) => known === lid || phoneNumber === `+${ana.number}` || id === lid,
  )

async function expectOne(id: Address, texts: string[]): Promise<void> {
  await eventually('one contact', async () => (await contactsOf()).length === 1)
  expect(await contactsOf()).toMatchObject([{ id, lid, phoneNumber: `+${ana.number}`, notify: 'Ana' }])
  const { conversations } = await world.chat.handlers.listConversations(
    { clientId: world.clientId, limit: 200 },
    world.ctx,
  )
  const theirs = conversations.filter(({ jid }) => jid === lid || jid === phone)
  expect(theirs.map(({ jid }) => jid)).toEqual([id])
  for (const jid of [lid, phone])
    expect((await world.page(jid)).map(({ text }) => text).sort()).toEqual([...texts].sort())
  expect(ana.errors).toEqual([])
}

describe('somebody who wrote under a LID and under a number nobody knew to be the same', () => {
  it('is one contact with one conversation as soon as a message carries both', async () => {
    await write('lid', 'by lid')
    await write('pn', 'by number')
    expect(await contactsOf()).toHaveLength(2)
    ana.setConcealed(false)
    await write('lid', 'by both')
    await expectOne(phone, ['by lid', 'by number', 'by both'])
  })

  it('and first under the number, is one as soon as the address book tells both', async () => {
    await write('pn', 'by number')
    await write('lid', 'by lid')
    await world.sandbox.phone(ACCOUNT).saveContact(ana.number, { fullName: 'Ana Silva' })
    await expectOne(phone, ['by lid', 'by number'])
    expect((await contactsOf())[0]).toMatchObject({ name: 'Ana Silva' })
    await write('lid', 'by lid again')
    await expectOne(phone, ['by lid', 'by number', 'by lid again'])
  })
})

describe('somebody first seen by LID', () => {
  it('is the same person when the directory names the LID of the number a send is for', async () => {
    await write('lid', 'by lid')
    ana.setConcealed(false)
    const { res, error } = await world.send({ text: 'to the number' }, phone)
    expect(error).toBeUndefined()
    expect(res?.key.remoteJid).toBe(lid)
    expect((await ana.waitForMessage(({ text }) => text === 'to the number')).text).toBe('to the number')
    await write('pn', 'by number')
    await expectOne(lid, ['by lid', 'to the number', 'by number'])
  })
})

describe('somebody with a username whose number is hidden', () => {
  const list = (search: string) =>
    world.chat.handlers.listConversations({ clientId: world.clientId, limit: 200, search }, world.ctx)

  it('is shown and found by it, is answered, and keeps it when the number appears', async () => {
    ana = world.sandbox.contact(ana.number, { name: '' })
    ana.setUsername(`ana.${ana.number}`)
    await write('lid', 'without a number')
    expect(await contactsOf()).toMatchObject([{ id: lid, username: `ana.${ana.number}`, phoneNumber: null }])
    expect((await list(`@ANA.${ana.number}`)).conversations).toMatchObject([
      { jid: lid, displayName: `@ana.${ana.number}` },
    ])
    const { error } = await world.send({ text: 'answer' }, lid)
    expect(error).toBeUndefined()
    await ana.waitForMessage(({ text }) => text === 'answer')
    ana.setConcealed(false)
    ana.setUsername(`anna.${ana.number}`)
    await write('lid', 'with a number')
    await eventually('the number', async () => (await contactsOf())[0]?.phoneNumber === `+${ana.number}`)
    expect(await contactsOf()).toMatchObject([{ id: lid, username: `anna.${ana.number}` }])
    expect((await world.page(phone)).map(({ text }) => text).sort()).toEqual(
      ['answer', 'with a number', 'without a number'].sort(),
    )
  })

  it('and who is only written to from the account’s own phone has it too', async () => {
    ana.setUsername(`ben.${ana.number}`)
    const id = await world.sandbox.phone(ACCOUNT).sendText(ana.number, 'from the phone')
    await eventually('the contact', async () => (await contactsOf())[0]?.username === `ben.${ana.number}`)
    expect((await world.page(phone)).map((found) => found.id)).toEqual([id])
  })
})

describe('somebody first seen by number', () => {
  it('is the same person when a message under the LID names the number', async () => {
    await write('pn', 'by number')
    ana.setConcealed(false)
    await write('lid', 'by lid')
    const { res } = await world.send({ text: 'to the lid' }, lid)
    expect(res?.key.remoteJid).toBe(phone)
    await ana.waitForMessage(({ text }) => text === 'to the lid')
    await expectOne(phone, ['by number', 'by lid', 'to the lid'])
  })

  it('and written to by number, is the same person when the answer comes from the LID', async () => {
    ana.setConcealed(false)
    await world.send({ text: 'first' }, phone)
    await ana.waitForMessage(({ text }) => text === 'first')
    await write('lid', 'answer')
    await expectOne(phone, ['first', 'answer'])
    const receipt = await world.shows(lid, ({ text, status }) => text === 'first' && status !== 'SERVER_ACK')
    expect(receipt.status).toBe('DELIVERY_ACK')
  })
})
