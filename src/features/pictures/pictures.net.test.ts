import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Contact } from '../../../sandbox/index.ts'
import { eventually } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { drawPicture } from '../../../test/support/draw-picture.ts'
import { type MediaNetwork, startMediaNetwork } from '../../../test/support/media-network.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { Address } from '../../core/addresses.ts'
import { silentLog } from '../../platform/logger.ts'
import { ContactPictures } from './contact-pictures.ts'

const database = useTestDatabase()
const query = (text: string, ...values: unknown[]) => database().pool.query(text, values)

let network: MediaNetwork
let world: MediaNetwork['world']
let clientId: string
let first: Buffer
let second: Buffer
let made = 0
let contact: Contact
let jid: Address

beforeAll(async () => {
  network = await startMediaNetwork(database())
  ;({ world } = network)
  ;({ clientId } = world)
  first = Buffer.from(await drawPicture('jpeg'), 'base64')
  second = Buffer.from(await drawPicture('jpeg', 30, 30), 'base64')
})
afterAll(() => network.close())

const arrives = (who: string) =>
  eventually('the contact', async () => (await query('select from contact where id = $1', who)).rowCount)

/** Somebody who wrote to the account. */
beforeEach(async () => {
  made += 1
  contact = world.sandbox.contact(String(447_700_905_000 + made))
  jid = `${contact.number}@s.whatsapp.net` as Address
  await contact.sendText('447700900100', 'Hello')
  await arrives(jid)
})

const find = (of: Address = jid, size: 'preview' | 'full' = 'preview') =>
  world.chat.contactHandlers.profilePicture({ clientId, jid: of, size }, world.ctx)
const asked = () =>
  world.sandbox.requests().filter(({ xmlns, type }) => xmlns === 'w:profile:picture' && type === 'get').length
const countTold = async () =>
  (await query(`select from event_log where chat = $1 and data ? 'picture'`, jid)).rowCount ?? 0
/** They have another picture, or none, and the account was told. */
async function change(picture: Buffer | null): Promise<void> {
  const before = await countTold()
  await contact.setPicture(picture)
  await eventually('the notice', async () => (await countTold()) > before)
}
const refusalOf = async (refused: Promise<unknown>) => (await readRefusal(refused)).data
const idOf = (fileUrl: string | null) => fileUrl?.split('/').at(-1) ?? ''
const bytesOf = (fileUrl: string | null) => network.readFile(idOf(fileUrl))
const rowOf = async (of: string = jid) =>
  (await query('select state, file_id, due_at <= now() as due from picture where jid = $1', of)).rows[0]
/** Deletes files whose time is over, and answers which are left. */
async function sweep(): Promise<string[]> {
  await network.media.cleanUp()
  return readdirSync(path.join(network.directory, clientId))
}

describe('the picture of a contact', () => {
  it('is asked for once, in both sizes, and a small one is kept here', async () => {
    await change(first)
    const found = await find()
    expect(found).toMatchObject({ jid, state: 'found', url: expect.stringContaining('stp=dst-jpg_s96x96') })
    expect(await bytesOf(found.fileUrl)).toEqual(first)
    const full = await find(jid, 'full')
    expect(full).toMatchObject({ id: found.id, fileUrl: found.fileUrl })
    expect(full.url).not.toContain('stp=')
    const before = asked()
    await Promise.all([find(), find(jid, 'full'), find()])
    expect(asked()).toBe(before)
    // Nobody else's caller has it.
    expect(await network.readFile(idOf(found.fileUrl), 'somebody else')).toBeNull()
  })

  it('that is not there, or not shown, is not asked for again either', async () => {
    expect(await find()).toMatchObject({ state: 'none', url: null, fileUrl: null })
    const hidden = world.sandbox.contact('447700905900')
    hidden.setPrivacy({ profile: 'none' })
    const of = '447700905900@s.whatsapp.net' as Address
    expect(await find(of)).toMatchObject({ state: 'hidden', url: null, fileUrl: null })
    const before = asked()
    await Promise.all([find(), find(of)])
    expect(asked()).toBe(before)
  })

  it('that becomes another is had when somebody looks, and the one before is deleted', async () => {
    await change(first)
    const before = await find()
    await change(second)
    expect((await rowOf()).due).toBe(true)
    const calls = asked()
    const after = await find()
    expect(asked()).toBe(calls + 1)
    expect(after.id).not.toBe(before.id)
    expect(await bytesOf(after.fileUrl)).toEqual(second)
    const left = await sweep()
    expect(left).toContain(idOf(after.fileUrl))
    expect(left).not.toContain(idOf(before.fileUrl))
  })

  it('that is removed is gone at once and deleted, and the network is not asked', async () => {
    await change(first)
    const before = await find()
    await change(null)
    expect((await rowOf()).state).toBe('none')
    const calls = asked()
    expect(await find()).toMatchObject({ state: 'none', fileUrl: null })
    expect(asked()).toBe(calls)
    expect(await sweep()).not.toContain(idOf(before.fileUrl))
  })

  it('is known after a restart, and to whoever takes the number over', async () => {
    await change(first)
    const { id, fileUrl } = await find()
    const deps = { db: database(), log: silentLog, nowMs: Date.now, media: network.media }
    const next = new ContactPictures(deps)
    const calls = asked()
    const found = await next.find(
      clientId,
      { jid, of: jid, size: 'preview', keeps: true },
      world.network.connection,
    )
    expect(found).toMatchObject({ state: 'found', pictureId: id, fileId: idOf(fileUrl) })
    expect(asked()).toBe(calls)
  })

  it('is asked for again after some days, and kept where it is the same', async () => {
    await change(first)
    const { fileUrl } = await find()
    await query(`update picture set due_at = now() - interval '1 second' where jid = $1`, jid)
    const calls = asked()
    expect((await find()).fileUrl).toBe(fileUrl)
    expect(asked()).toBe(calls + 1)
    expect((await rowOf()).due).toBe(false)
    expect(await sweep()).toContain(idOf(fileUrl))
  })
})

describe('what fails', () => {
  it('a link that leads nowhere leaves what was said, and is tried again some minutes later', async () => {
    await change(first)
    world.sandbox.media.set({ refuseDownloads: { status: 503, count: 1 } })
    expect(await find()).toMatchObject({ state: 'found', fileUrl: null })
    const calls = asked()
    expect(await find()).toMatchObject({ state: 'found', fileUrl: null })
    expect(asked()).toBe(calls)
    await query(`update picture set due_at = now() where jid = $1`, jid)
    expect(await bytesOf((await find()).fileUrl)).toEqual(first)
  })

  it('what is too large, cut off or no picture is not kept', async () => {
    const start = Buffer.from([0xff, 0xd8, 0xff])
    await change(Buffer.concat([start, Buffer.alloc(300_000)]))
    expect(await find()).toMatchObject({ state: 'found', fileUrl: null })
    const other = world.sandbox.contact('447700905901')
    await other.setPicture(first)
    await other.sendText('447700900100', 'Hello')
    await arrives('447700905901@s.whatsapp.net')
    world.sandbox.media.set({ corruptDownloads: 1 })
    expect(await find('447700905901@s.whatsapp.net' as Address)).toMatchObject({ fileUrl: null })
    expect(network.drafts()).toEqual([])
  })

  it('no answer is no word on the picture: what was known stays, and it is asked again later', async () => {
    await change(first)
    const { fileUrl } = await find()
    await query(`update picture set due_at = now() where jid = $1`, jid)
    const stop = world.sandbox.intercept(({ attrs, tag }) =>
      attrs.xmlns === 'w:profile:picture'
        ? {
            tag: 'iq',
            attrs: { id: attrs.id ?? '', type: 'error', from: '@s.whatsapp.net' },
            content: [{ tag: 'error', attrs: { code: '500', text: tag } }],
          }
        : undefined,
    )
    expect(await refusalOf(find())).toMatchObject({ reason: 'NO_ANSWER_IN_TIME' })
    stop()
    expect(await rowOf()).toMatchObject({ state: 'found', file_id: idOf(fileUrl), due: false })
  })

  it('a stranger’s picture is told and not kept, until they are a contact', async () => {
    const stranger = world.sandbox.contact('447700905902')
    const of = '447700905902@s.whatsapp.net' as Address
    await stranger.setPicture(first)
    expect(await find(of)).toMatchObject({ state: 'found', url: expect.any(String), fileUrl: null })
    await stranger.sendText('447700900100', 'Hello')
    await arrives(of)
    await query(`update picture set due_at = due_at - interval '10 minutes' where jid = $1`, of)
    expect(await bytesOf((await find(of)).fileUrl)).toEqual(first)
  })

  it('a picture that is removed while it is asked for is not shown', async () => {
    await change(first)
    const { connection } = world.network
    const asking = {
      media: connection.media,
      async profilePicture(...of: Parameters<typeof connection.profilePicture>) {
        const said = await connection.profilePicture(...of)
        await change(null)
        return said
      },
    } as typeof connection
    const pictures = new ContactPictures({ ...{ db: database(), log: silentLog }, nowMs: Date.now })
    const found = await pictures.find(clientId, { jid, of: jid, size: 'preview', keeps: true }, asking)
    expect(found).toMatchObject({ state: 'none', pictureId: null, fileId: null })
  })

  it('a picture that is asked for again is due until the answer is here, for whoever reads it meanwhile', async () => {
    await change(first)
    const before = await find()
    await change(second)
    const { connection } = world.network
    let meanwhile: unknown
    const asking = {
      media: connection.media,
      async profilePicture(...of: Parameters<typeof connection.profilePicture>) {
        meanwhile = await rowOf()
        return connection.profilePicture(...of)
      },
    } as typeof connection
    const { media } = network
    const pictures = new ContactPictures({ db: database(), log: silentLog, nowMs: Date.now, media })
    await pictures.find(clientId, { jid, of: jid, size: 'preview', keeps: true }, asking)
    expect(meanwhile).toEqual({ state: 'found', file_id: idOf(before.fileUrl), due: true })
    expect((await rowOf()).due).toBe(false)
  })

  it('who asks for many is told to wait, and still told what is known', async () => {
    await change(first)
    const known = await find()
    await query(
      `insert into picture (client_id, jid, state, asked_at, due_at)
       select $1, n || '@s.whatsapp.net', 'none', now(), now() + interval '1 day' from generate_series(1, 60) as n`,
      clientId,
    )
    const calls = asked()
    expect(await refusalOf(find('447700905903@s.whatsapp.net' as Address))).toMatchObject({
      reason: 'PICTURES_ASKED_TOO_OFTEN',
    })
    expect(await find()).toEqual(known)
    expect(asked()).toBe(calls)
    await query(`update picture set asked_at = now() - interval '11 minutes' where state = 'none'`)
    expect(await find('447700905903@s.whatsapp.net' as Address)).toMatchObject({ state: 'none' })
    await query(`delete from picture where jid ~ '^[0-9]{1,2}@'`)
  })
})

describe('other pictures', () => {
  it('of a group is kept, and asked for again when somebody changed it', async () => {
    const group = world.sandbox.group({ subject: 'Ours', participants: ['447700900100', contact.number] })
    await group.setPicture(first)
    const of = group.jid as Address
    const before = await find(of)
    expect(await bytesOf(before.fileUrl)).toEqual(first)
    await group.setPicture(second)
    await eventually('the notice', async () => (await rowOf(of)).due)
    expect(await bytesOf((await find(of)).fileUrl)).toEqual(second)
    await group.setPicture(null)
    await eventually('the notice', async () => (await rowOf(of)).state === 'none')
  })

  it('of the account itself is kept, and asked for again when its phone changed it', async () => {
    const phone = world.sandbox.phone('447700900100')
    await phone.setProfile({ picture: first })
    const of = '447700900100@s.whatsapp.net' as Address
    await query('update client set address = $2 where id = $1', clientId, of)
    expect(await bytesOf((await find(of)).fileUrl)).toEqual(first)
    await phone.setProfile({ picture: second })
    await eventually('the notice', async () => (await rowOf(of)).due)
    expect(await bytesOf((await find(of)).fileUrl)).toEqual(second)
    // What it sets itself it is not told.
    await world.profile.setPicture({ clientId, picture: null }, world.ctx)
    expect(await find(of)).toMatchObject({ state: 'none', fileUrl: null })
  })
})
