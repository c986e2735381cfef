import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatNetwork, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900100'
const ANA = '447700900201'
const BEN = '447700900202'
const CAY = '447700900203'

let world: ChatNetwork
beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())

const makeGroup = async (participants: string[], addressing: 'lid' | 'pn' = 'lid') => {
  const group = await world.sandbox.group({ subject: 'Team', participants, creator: ACCOUNT, addressing })
  return { group, jid: group.jid as Address }
}
const metadataQueries = () =>
  world.sandbox.requests().filter(({ xmlns, type }) => xmlns === 'w:g2' && type === 'get')

describe.each(['lid', 'pn'] as const)('a group addressed by %s', (addressing) => {
  it('gets what is sent to it, each member decrypting it, without asking who is in it each time', async () => {
    const { jid } = await makeGroup([ANA, BEN], addressing)
    const members = [ANA, BEN].map((number) => world.sandbox.contact(number))
    await world.send({ text: `first to ${addressing}` }, jid)
    const asked = metadataQueries().length
    for (const text of ['second', 'another', 'one more', 'and another', 'third']) {
      const { res, error } = await world.send({ text: `${text} to ${addressing}`, mentionAll: true }, jid)
      expect(error).toBeUndefined()
      expect(res?.key).toMatchObject({ remoteJid: jid, participant: `${ACCOUNT}@s.whatsapp.net` })
    }
    for (const member of members) {
      await member.waitForMessage(({ text }) => text === `third to ${addressing}`)
      expect(member.errors).toEqual([])
    }
    // The news of the group being made may come in between and be a reason to ask once more.
    expect(metadataQueries().length - asked).toBeLessThanOrEqual(1)
  })

  it('brings what its members write, with who wrote it, and no one-to-one conversation of it', async () => {
    const { jid } = await makeGroup([ANA, BEN], addressing)
    const ana = world.sandbox.contact(ANA, { name: 'Ana' })
    const id = await ana.sendText(jid, 'hello team')
    const message = await world.shows(jid, (found) => found.id === id)
    expect(message).toMatchObject({ jid, fromMe: false, text: 'hello team', displayName: 'Ana' })
    const stored = world.events.find(({ event }) => event.eventId === id)
    expect(stored).toMatchObject({
      contactJid: jid,
      event: { message: { id, group: true, sender: { phone: `+${ANA}` } } },
    })
  })

  it('shows what others did with a message that came after it, and tells it behind the message', async () => {
    const { jid } = await makeGroup([ANA, BEN], addressing)
    const [ana, ben] = [world.sandbox.contact(ANA), world.sandbox.contact(BEN)]
    world.sandbox.faults.set(ACCOUNT, { hold: true })
    const id = await ana.sendText(jid, 'who is in?')
    await ben.waitForMessage((message) => message.id === id)
    await ben.react(jid, id, '👍')
    expect(world.sandbox.faults.release(ACCOUNT, undefined, 'reverse')).toBeGreaterThanOrEqual(2)
    await world.shows(jid, (found) => found.id === id)
    await expect.poll(async () => Object.values((await world.stored(id)).reactions ?? {})).toEqual(['👍'])
    const ofMessage = ({ event }: ChatNetwork['events'][number]) =>
      event.eventId === id || ('messageId' in event && event.messageId === id)
    expect(world.events.filter(ofMessage).map(({ event }) => event.type)).toEqual([
      'message_received',
      'reaction_received',
    ])
  })
})

describe('a group', () => {
  it('shows who of its members got and who read a message', async () => {
    const { jid } = await makeGroup([ANA, BEN])
    const { res } = await world.send({ text: 'who reads this' }, jid)
    const ana = world.sandbox.contact(ANA)
    await ana.waitForMessage(({ text }) => text === 'who reads this')
    await ana.markRead(jid)
    const isOf = (member: { jid: string }, number: string) =>
      [`${number}@s.whatsapp.net`, world.sandbox.contact(number).lid].some((id) =>
        member.jid.startsWith(id.replace(/@lid$/, '')),
      )
    const message = await world.shows(jid, ({ id, receipt }) => {
      const members = receipt?.participants ?? []
      return id === res?.key.id && members.length === 2 && members.some(({ readAt }) => readAt)
    })
    const readers = message.receipt?.participants?.filter(({ readAt }) => readAt) ?? []
    expect(readers).toHaveLength(1)
    expect(isOf(readers[0]!, ANA)).toBe(true)
    expect(message.status).toBe('SERVER_ACK')
  })

  it('whose members change is written to as it is then', async () => {
    const { group, jid } = await makeGroup([ANA, BEN])
    await world.send({ text: 'before' }, jid)
    await group.remove([BEN])
    await group.add([CAY])
    // What the network says comes in order: with this the news of the change are here too.
    await world.sandbox.contact(ANA).sendText(jid, 'we changed')
    await world.shows(jid, ({ text }) => text === 'we changed')
    const { res } = await world.send({ text: 'after' }, jid)
    expect(res?.status).toMatch(/_ACK$/)
    await world.sandbox.contact(CAY).waitForMessage(({ text }) => text === 'after')
    await world.sandbox.contact(ANA).waitForMessage(({ text }) => text === 'after')
    await world.sandbox.allSeen()
    expect(world.sandbox.contact(BEN).inbox.some(({ text }) => text === 'after')).toBe(false)
    expect(world.sandbox.contact(CAY).errors).toEqual([])
  })
})
