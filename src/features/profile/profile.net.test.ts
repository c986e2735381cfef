import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { drawPicture } from '../../../test/support/draw-picture.ts'
import { readRefusal } from '../../../test/support/refusals.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900420'
const ANA = '447700900421'

let world: ChatNetwork
let clientId: string
let profile: ChatNetwork['profile']
beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
  ;({ clientId, profile } = world)
  world.sandbox.contact(ANA)
})
afterAll(() => world.close())

const seenByAna = () => world.sandbox.contact(ANA).profileOf(ACCOUNT)
const phone = () => world.sandbox.phone(ACCOUNT)
const refusalOf = async (refused: Promise<unknown>) => (await readRefusal(refused)).data

/** The data of the events about the profile, without their time. */
async function readEvents(): Promise<Record<string, unknown>[]> {
  const { rows } = await database().pool.query<{ data: Record<string, unknown> }>(
    `select data from event_log where client_id = $1 and name = 'profile.updated' order by seq`,
    [clientId],
  )
  return rows.map(({ data: { timestamp, ...rest } }) => {
    expect(timestamp).toBeGreaterThan(1_600_000_000)
    return rest
  })
}

describe('the profile of an account', () => {
  it('gets a name and a text, which others see, and loses the text', async () => {
    const update = () => profile.update({ clientId, name: 'The shop', about: 'Open from 9' }, world.ctx)
    // The phone shares the key to what it keeps a moment after the pairing.
    await expect.poll(() => update().then(() => 'done', String)).toBe('done')
    expect(await profile.get({ clientId }, world.ctx)).toEqual({
      name: 'The shop',
      about: 'Open from 9',
      pictureUrl: null,
    })
    expect(seenByAna()).toMatchObject({ name: 'The shop', about: 'Open from 9' })
    await profile.update({ clientId, about: '' }, world.ctx)
    expect(await profile.get({ clientId }, world.ctx)).toMatchObject({ name: 'The shop', about: null })
  })

  it('gets a picture of another format, and loses it', async () => {
    const taken: Buffer[] = []
    const stop = world.sandbox.intercept((stanza) => {
      const [picture] = Array.isArray(stanza.content) ? stanza.content : []
      if (stanza.attrs.xmlns === 'w:profile:picture' && stanza.attrs.type === 'set' && picture)
        taken.push(Buffer.from(picture.content as Uint8Array))
      return undefined
    })
    await profile.setPicture({ clientId, picture: await drawPicture('png') }, world.ctx)
    stop()
    expect(await sharp(taken[0]).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 40 })
    expect((await profile.get({ clientId }, world.ctx)).pictureUrl).toContain('https://')
    expect(seenByAna().pictureId).not.toBeNull()
    await profile.setPicture({ clientId, picture: null }, world.ctx)
    expect((await profile.get({ clientId }, world.ctx)).pictureUrl).toBeNull()
  })

  it('is refused what is no picture before the network is asked', async () => {
    const picture = Buffer.from('no picture').toString('base64')
    expect(await refusalOf(profile.setPicture({ clientId, picture }, world.ctx))).toMatchObject({
      reason: 'PICTURE_NOT_TAKEN',
    })
  })
})

describe('privacy', () => {
  it('is as it was set, and others see no more than that', async () => {
    await profile.update({ clientId, about: 'Hello' }, world.ctx)
    const changed = { about: 'contacts', groupsAdd: 'contacts_except', callsAdd: 'known' } as const
    await profile.updatePrivacy(
      { clientId, ...changed, online: 'same_as_last_seen', readReceipts: false, expirationSec: 86_400 },
      world.ctx,
    )
    expect(await profile.getPrivacy({ clientId }, world.ctx)).toEqual({
      ...changed,
      lastSeen: 'everyone',
      online: 'same_as_last_seen',
      picture: 'everyone',
      readReceipts: false,
      messages: 'everyone',
      expirationSec: 86_400,
    })
    expect(seenByAna().about).toBeNull()
    await phone().saveContact(ANA, { fullName: 'Ana' })
    expect(seenByAna().about).toBe('Hello')
    await profile.updatePrivacy({ clientId, about: 'nobody' }, world.ctx)
    expect(seenByAna().about).toBeNull()
    // The account itself still reads what it says.
    expect(await profile.get({ clientId }, world.ctx)).toMatchObject({ about: 'Hello' })
  })
})

describe('a change at the phone', () => {
  it('is told once, each in its order, and what the client changes itself is no event', async () => {
    const before = (await readEvents()).length
    expect(before).toBe(0)
    await phone().setProfile({ about: 'On holiday' })
    await phone().setProfile({ picture: Buffer.from(await drawPicture('jpeg'), 'base64') })
    await phone().setPrivacy({ last: 'none', readreceipts: 'all' })
    await eventually('three events', async () => (await readEvents()).length >= 3)
    await phone().setProfile({ name: 'The new shop' })
    await eventually('the name', async () => (await readEvents()).length >= 4)
    expect(await readEvents()).toEqual([
      { change: 'about', about: 'On holiday' },
      { change: 'picture' },
      { change: 'privacy', privacy: { lastSeen: 'nobody', readReceipts: true } },
      { change: 'name', name: 'The new shop' },
    ])
    expect(await profile.get({ clientId }, world.ctx)).toMatchObject({
      name: 'The new shop',
      about: 'On holiday',
    })
  })
})

describe('the network', () => {
  it('that refuses one change is told with its code and with what was done before', async () => {
    const stop = world.sandbox.intercept((stanza) =>
      stanza.attrs.xmlns === 'status'
        ? {
            tag: 'iq',
            attrs: { id: stanza.attrs.id ?? '', type: 'error', from: '@s.whatsapp.net' },
            content: [{ tag: 'error', attrs: { code: '406', text: 'not-acceptable' } }],
          }
        : undefined,
    )
    const refused = profile.update({ clientId, name: 'Before', about: 'After' }, world.ctx)
    expect(await refusalOf(refused)).toMatchObject({
      reason: 'ACCOUNT_REFUSED',
      params: { networkCode: 406 },
      networkCode: 406,
      done: ['name'],
    })
    stop()
  })
})
