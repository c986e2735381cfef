import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatNetwork, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { type NetworkClient, pairNetworkClient } from '../../../test/support/network-client.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900600'
const jidOf = (number: string) => `${number}@s.whatsapp.net` as Address

let world: ChatNetwork
const others: NetworkClient[] = []
let nextContact = 447_700_900_601
const newContact = () => String(nextContact++)

beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(async () => {
  for (const other of others) await other.connection.close()
  await world.close()
})

describe('a contact whose one-time keys are used up', () => {
  it('is written to with the signed key alone, and decrypts it', async () => {
    const number = newContact()
    const contact = world.sandbox.contact(number)
    contact.setPreKeys('none')
    const { type, res } = await world.send({ text: 'no one-time key' }, jidOf(number))
    expect(type).toBe('success')
    await contact.waitForMessage(({ id }) => id === res?.key.id)
    expect(contact.errors).toEqual([])
  })
})

describe('a contact the network has no keys of', () => {
  it('is told as an error that leaves nothing pending, and is written to once it has keys', async () => {
    const number = newContact()
    const contact = world.sandbox.contact(number)
    contact.setPreKeys('no-bundle')
    const outcome = await world
      .send({ text: 'cannot be locked' }, jidOf(number))
      .catch((error: unknown) => error)
    expect(outcome).toMatchObject({ type: 'error', error: expect.stringMatching(/\w/) })
    const [stored] = await world.page(jidOf(number))
    expect(stored).toMatchObject({ status: 'ERROR', text: 'cannot be locked' })
    contact.setPreKeys('normal')
    const { type, res } = await world.send({ text: 'now it can' }, jidOf(number))
    expect(type).toBe('success')
    await contact.waitForMessage(({ id }) => id === res?.key.id)
    await world.sandbox.allSeen()
    expect(contact.inbox.map(({ text }) => text)).toEqual(['now it can'])
  })

  it('in a group keeps nobody else from reading, and reads what comes after it has keys', async () => {
    const [keyless, ben] = [newContact(), newContact()]
    const contact = world.sandbox.contact(keyless)
    contact.setPreKeys('no-bundle')
    const group = await world.sandbox.group({
      subject: 'Keys',
      participants: [keyless, ben],
      creator: ACCOUNT,
    })
    const jid = group.jid as Address
    const first = await world.send({ text: 'for who can' }, jid)
    expect(first).toMatchObject({ type: 'success' })
    const other = world.sandbox.contact(ben)
    await other.waitForMessage(({ text }) => text === 'for who can')
    const late = newContact()
    world.sandbox.contact(late).setPreKeys('no-bundle')
    await group.add([late])
    expect(await world.send({ text: 'with a new one' }, jid)).toMatchObject({ type: 'success' })
    await other.waitForMessage(({ text }) => text === 'with a new one')
    contact.setPreKeys('normal')
    await expect
      .poll(
        async () => {
          await world.send({ text: 'for all' }, jid)
          return contact.inbox.some(({ text }) => text === 'for all')
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    expect(other.errors).toEqual([])
  })
})

describe('a device nobody knew of', () => {
  it('is read when it writes, in the conversation of its person, and gets what is sent from then on', async () => {
    const number = newContact()
    const phone = world.sandbox.contact(number)
    await world.send({ text: 'to the phone' }, jidOf(number))
    await phone.waitForMessage(({ text }) => text === 'to the phone')
    const device = await pairNetworkClient(world.sandbox, { phone: number })
    others.push(device)
    const { outcome } = await device.sendText(jidOf(ACCOUNT), 'from my other device')
    expect(outcome).toMatchObject({ kind: 'acked' })
    const shown = await world.shows(jidOf(number), ({ text }) => text === 'from my other device')
    expect(shown).toMatchObject({ fromMe: false, jid: jidOf(number) })
    await world.send({ text: 'to both' }, jidOf(number))
    await phone.waitForMessage(({ text }) => text === 'to both')
    await device.receivedText('to both')
    expect(phone.errors).toEqual([])
  })

  it('is learnt of when the network says that the list of devices was old', async () => {
    const number = newContact()
    world.sandbox.faults.set(ACCOUNT, { staleDeviceLists: 1 })
    for (const text of ['one', 'two'])
      expect(await world.send({ text }, jidOf(number))).toMatchObject({ type: 'success' })
    const contact = world.sandbox.contact(number)
    await contact.waitForMessage(({ text }) => text === 'two')
    await world.sandbox.allSeen()
    expect(contact.inbox.map(({ text }) => text)).toEqual(['one', 'two'])
  })
})
