import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Contact } from '../../../../../sandbox/index.ts'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import type { Address } from '../../../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900700'

let world: ChatNetwork
let next = 447700900700
/** Somebody who hides their number. */
let ana: Contact
let lid: Address
let name: string

beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())

beforeEach(() => {
  next += 1
  name = `ana.${next}`
  ana = world.sandbox.contact(String(next), { name: '', addressing: 'lid' })
  ana.setConcealed(true)
  lid = `${ana.lid.replace(/@lid$/, '')}@lid` as Address
})

const contact = async () =>
  (await world.chat.handlers.fetchContacts({ clientId: world.clientId }, world.ctx)).contacts.find(
    (found) => found.lid === lid,
  )
const username = async () => (await contact())?.username
const check = async (...usernames: { username: string; key?: string }[]) =>
  (await world.chat.contactHandlers.check({ clientId: world.clientId, usernames }, world.ctx)).usernames
const send = (text: string, to = `@${name}`) => world.send({ text }, to as Address)

describe('a username that is looked up', () => {
  it('leads to the LID of who has it, whichever its letters, and makes nobody a contact', async () => {
    ana.setUsername(name)
    expect(await check({ username: name.toUpperCase() }, { username: 'nobody.at.all' })).toEqual([
      { username: name, state: 'found', lid, jid: null },
      { username: 'nobody.at.all', state: 'unknown', lid: null, jid: null },
    ])
    expect(await contact()).toBeUndefined()
  })

  it('with a key leads nowhere without it, or with another one', async () => {
    ana.setUsername(name, '4711')
    const hidden = { username: name, state: 'key_required', lid: null, jid: null }
    expect(await check({ username: name }, { username: name, key: '0000' })).toEqual([hidden, hidden])
    expect(await check({ username: name, key: '4711' })).toEqual([
      { username: name, state: 'found', lid, jid: null },
    ])
  })
})

describe('a send to a username', () => {
  it('reaches who has it, by their LID, and shows the conversation under it', async () => {
    ana.setUsername(name)
    const { res, error } = await send('by username')
    expect(error).toBeUndefined()
    expect(res?.key.remoteJid).toBe(lid)
    await ana.waitForMessage(({ text }) => text === 'by username')
    expect(await contact()).toMatchObject({ id: lid, username: name, phoneNumber: null })
    expect(ana.errors).toEqual([])
  })

  it('is refused where nobody has it, and where its key has to be known', async () => {
    await expect(send('to nobody')).rejects.toMatchObject({ data: { reason: 'USERNAME_NOT_FOUND' } })
    ana.setUsername(`x${name}`, '1234')
    await expect(send('without the key', `@x${name}`)).rejects.toMatchObject({
      data: { reason: 'USERNAME_KEY_NEEDED', params: { username: `x${name}` } },
    })
    expect(await contact()).toBeUndefined()
  })

  it('goes to who has it now, once somebody who wrote here has given it to somebody else', async () => {
    ana.setUsername(name)
    await send('to the first')
    await ana.waitForMessage(({ text }) => text === 'to the first')
    ana.setUsername()
    await eventually('its end', async () => (await username()) === null)
    const ben = world.sandbox.contact(`${next}9`, { name: 'Ben' })
    ben.setUsername(name)
    const { error } = await send('to the second')
    expect(error).toBeUndefined()
    await ben.waitForMessage(({ text }) => text === 'to the second')
    expect(ana.conversationWith(ACCOUNT).map(({ text }) => text)).toEqual(['to the first'])
  })
})

describe('a username that somebody changes or gives up without writing', () => {
  it('is told by the hash of their LID where they are in no address book, and asked for', async () => {
    ana.setUsername(name)
    const id = await ana.sendText(ACCOUNT, 'hello')
    await world.shows(lid, (found) => found.id === id)
    expect(await username()).toBe(name)
    ana.setUsername(`b.${name}`)
    await eventually('the other name', async () => (await username()) === `b.${name}`)
    ana.setUsername()
    await eventually('no name', async () => (await username()) === null)
    // The same name again comes with the next message.
    ana.setUsername(name)
    await eventually('the first name', async () => (await username()) === name)
  })

  it('is told with their LID where the phone has saved them', async () => {
    ana.setConcealed(false)
    await world.sandbox.phone(ACCOUNT).saveContact(ana.number, { fullName: 'Ana Silva' })
    await eventually('the contact', contact)
    ana.setUsername(name)
    await eventually('the name', async () => (await username()) === name)
    ana.setUsername()
    await eventually('no name', async () => (await username()) === null)
    expect(await contact()).toMatchObject({ name: 'Ana Silva', phoneNumber: `+${ana.number}` })
  })

  it('makes nobody a contact who is none', async () => {
    await world.store([{ kind: 'username', lid, username: name, journalId: null }])
    expect(await contact()).toBeUndefined()
  })
})
