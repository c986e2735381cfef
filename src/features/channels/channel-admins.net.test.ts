import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChatNetwork } from '../../../test/support/chat-network.ts'
import { startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900860'
const [ANA, BEN, CAY] = ['447700900861', '447700900862', '447700900863'] as const
const NOBODY = '120363999999999999@newsletter' as Address

let world: ChatNetwork
let clientId: string
let channels: ChatNetwork['channels']
beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
  ;({ clientId, channels } = world)
})
afterAll(() => world.close())

const addressOf = (number: string) => `${number}@s.whatsapp.net` as Address
const lidOf = (number: string) => `${world.sandbox.contact(number).lid.replace(/@lid$/, '')}@lid` as Address
const reasonOf = async (asked: Promise<unknown>) => (await readRefusal(asked)).data?.reason

/** A channel of the account with Ana and Ben as admins, whom Cay follows. */
async function makeOwn() {
  const { jid } = await channels.create({ clientId, name: 'Shop news' }, world.ctx)
  const channel = world.sandbox.findChannel(jid)
  for (const number of [ANA, BEN]) await channel.promote(number)
  await channel.follow(CAY)
  return { channel, inChannel: { clientId, channelJid: jid as Address } }
}

it('the owner and the admins of a channel are listed, without those who only follow, hidden numbers by their LIDs', async () => {
  const { inChannel } = await makeOwn()
  const ben = world.sandbox.contact(BEN, { name: 'Ben' })
  ben.setConcealed(true)
  ben.setUsername('ben.shop')
  const { admins, count } = await channels.listAdmins(inChannel, world.ctx)
  expect(count).toBe(3)
  expect(admins.map(({ jid, role }) => [jid, role])).toEqual([
    [addressOf(ACCOUNT), 'owner'],
    [addressOf(ANA), 'admin'],
    [lidOf(BEN), 'admin'],
  ])
  expect(admins[2]).toMatchObject({ phoneNumber: null, lid: lidOf(BEN), name: 'Ben', username: 'ben.shop' })
  ben.setConcealed(false)
})

it('an admin is made a follower again, by number or LID', async () => {
  const { channel, inChannel } = await makeOwn()
  await channels.demoteAdmin({ ...inChannel, person: addressOf(ANA) }, world.ctx)
  expect(channel.admins).toEqual([BEN])
  await channels.demoteAdmin({ ...inChannel, person: lidOf(BEN) }, world.ctx)
  expect(channel.admins).toEqual([])
  expect(channel.followers).toEqual(expect.arrayContaining([ANA, BEN, CAY]))
})

it('a channel is handed over to an admin, and the account is an admin from then on', async () => {
  const { inChannel } = await makeOwn()
  await channels.changeOwner({ ...inChannel, person: addressOf(ANA) }, world.ctx)
  expect(await channels.get(inChannel, world.ctx)).toMatchObject({ role: 'admin' })
  const { admins } = await channels.listAdmins(inChannel, world.ctx)
  expect(admins.find(({ role }) => role === 'owner')?.jid).toBe(addressOf(ANA))
  expect(await reasonOf(channels.changeOwner({ ...inChannel, person: addressOf(BEN) }, world.ctx))).toBe(
    'NOT_CHANNEL_ADMIN',
  )
})

it('what cannot be done with admins is refused, and nothing is changed', async () => {
  const { channel, inChannel } = await makeOwn()
  const theirs = world.sandbox.channel({ name: 'Town hall', owner: CAY })
  await theirs.follow(ACCOUNT)
  const inTheirs = { clientId, channelJid: theirs.jid as Address }
  const nobody = addressOf('447700900869')
  world.sandbox.contact('447700900869').setRegistered(false)
  const asks = [
    [() => channels.listAdmins({ clientId, channelJid: NOBODY }, world.ctx), 'CHANNEL_NOT_FOUND'],
    [
      () => channels.demoteAdmin({ clientId, channelJid: NOBODY, person: addressOf(ANA) }, world.ctx),
      'CHANNEL_NOT_FOUND',
    ],
    [() => channels.listAdmins(inTheirs, world.ctx), 'NOT_CHANNEL_ADMIN'],
    [() => channels.changeOwner({ ...inTheirs, person: addressOf(ANA) }, world.ctx), 'NOT_CHANNEL_ADMIN'],
    [
      () => channels.demoteAdmin({ ...inChannel, person: addressOf(CAY) }, world.ctx),
      'PERSON_NOT_CHANNEL_ADMIN',
    ],
    [
      () => channels.changeOwner({ ...inChannel, person: addressOf(ACCOUNT) }, world.ctx),
      'PERSON_NOT_CHANNEL_ADMIN',
    ],
    [() => channels.demoteAdmin({ ...inChannel, person: nobody }, world.ctx), 'RECIPIENT_NOT_FOUND'],
    [
      () => channels.demoteAdmin({ ...inChannel, person: '18400203040506@lid' as Address }, world.ctx),
      'ACCOUNT_REFUSED',
    ],
  ] as const
  for (const [ask, reason] of asks) expect(await reasonOf(ask())).toBe(reason)
  expect(channel.admins).toEqual([ANA, BEN])
})
