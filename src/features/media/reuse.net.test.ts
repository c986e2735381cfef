import { proto } from 'baileys'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageInput } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { buildMp4, buildWav } from '../../../test/support/made-files.ts'
import {
  ACCOUNT,
  ANA,
  ANA_JID,
  type MediaNetwork,
  startMediaNetwork,
} from '../../../test/support/media-network.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const BEN = '447700900202'
const BEN_JID = `${BEN}@s.whatsapp.net` as Address
const CARD = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTEL;waid=447700900300:+44 7700 900300\nEND:VCARD'

let network: MediaNetwork
let world: MediaNetwork['world']
let address: Record<'image' | 'video' | 'sound' | 'list' | 'sticker', string>

beforeAll(async () => {
  network = await startMediaNetwork(database())
  world = network.world
  const paint = sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
  address = {
    image: network.serve('a.jpg', await paint.jpeg().toBuffer()),
    video: network.serve('a.mp4', buildMp4()),
    sound: network.serve('a.wav', buildWav({ seconds: 1 })),
    list: network.serve('l.csv', Buffer.from('a,b\n')),
    sticker: network.serve('s.webp', await paint.webp().toBuffer()),
  }
})
afterAll(() => network.close())

const blobs = () => world.sandbox.media.blobs().length

async function forward(messageId: string, from: Address = ANA_JID) {
  const { clientId, ctx } = world
  const input = { clientId, target: BEN_JID, messageId, sourceJid: from }
  const { res, error } = await world.chat.handlers.forwardMessage(input, ctx)
  expect(error).toBeUndefined()
  return world.sandbox.contact(BEN).waitForMessage(({ id }) => id === res?.key.id)
}

/** The content of a message without the envelopes around it. */
function contentOf(raw: string): Record<string, unknown> {
  const message = proto.Message.toObject(proto.Message.decode(Buffer.from(raw, 'base64')), { bytes: String })
  const inner = message.documentWithCaptionMessage?.message ?? message
  const [field = ''] = Object.keys(inner).filter((name) => name !== 'messageContextInfo')
  const content = inner[field]
  return typeof content === 'string' ? { text: content } : { ...content, contextInfo: undefined }
}

describe('a forwarded message', () => {
  it.each<[string, () => MessageInput]>([
    ['text', () => ({ text: 'pass it on' })],
    ['image with a caption', () => ({ image: address.image, caption: 'look' })],
    ['video', () => ({ video: address.video })],
    ['video note', () => ({ video: address.video, ptv: true })],
    ['voice note', () => ({ audio: address.sound, ptt: true })],
    ['document with a caption', () => ({ document: address.list, caption: 'the list' })],
    ['sticker', () => ({ sticker: address.sticker })],
    ['location', () => ({ location: { degreesLatitude: 1, degreesLongitude: 2, name: 'Pier' } })],
    ['contact', () => ({ contacts: { contacts: [{ vcard: CARD }] } })],
    ['poll', () => ({ poll: { name: 'Lunch?', values: ['a', 'b'], selectableCount: 1 } })],
  ])('of a %s says the same, marked as forwarded, and nothing is uploaded', async (_, message) => {
    const sent = await network.deliver(message())
    const before = blobs()
    const forwarded = await forward(sent.received.id)
    expect(forwarded.forwarded).toBe(true)
    expect(contentOf(forwarded.raw)).toEqual(contentOf(sent.received.raw))
    const bytes = await sent.received.media?.bytes()
    expect((await forwarded.media?.bytes())?.equals(bytes ?? Buffer.alloc(0))).toBe(bytes && true)
    expect(blobs()).toBe(before)
  })

  it('that a contact sent goes on as it came', async () => {
    const bytes = buildMp4({ size: 9_000 })
    const ana = world.sandbox.contact(ANA)
    const id = await ana.sendMedia(ACCOUNT, { kind: 'video', bytes, caption: 'mine' })
    await world.shows(ANA_JID, (message) => message.id === id)
    const before = blobs()
    const forwarded = await forward(id)
    expect((await forwarded.media?.bytes())?.equals(bytes)).toBe(true)
    expect(forwarded).toMatchObject({ text: 'mine', forwarded: true })
    expect(blobs()).toBe(before)
  })
})

describe('the caption of a message', () => {
  const edit = (id: string, text: string) => {
    const { clientId, ctx } = world
    const key = { remoteJid: ANA_JID, id, fromMe: true }
    return world.chat.handlers.editMessage({ clientId, target: ANA_JID, key, text }, ctx)
  }

  it.each<[string, () => MessageInput]>([
    ['image', () => ({ image: address.image, caption: 'befor' })],
    ['video', () => ({ video: address.video, caption: 'befor' })],
    ['document', () => ({ document: address.list, caption: 'befor' })],
  ])('of a %s is edited without a new upload, and the file stays', async (type, message) => {
    const { received } = await network.deliver(message())
    const before = blobs()
    expect((await edit(received.id, 'before')).error).toBeUndefined()
    const ana = world.sandbox.contact(ANA)
    await ana.waitForMessage((found) => found.type === 'edit' && found.targetId === received.id)
    expect(
      await world.shows(ANA_JID, ({ id, text }) => id === received.id && text === 'before'),
    ).toMatchObject({ type })
    expect(blobs()).toBe(before)
    const { mediaId } = await network.download(received.id)
    expect((await network.readFile(mediaId))?.length).toBeGreaterThan(0)
  })

  it('is not edited after its time, nor where there is none, and nothing is sent', async () => {
    const { received } = await network.deliver({ image: address.image, caption: 'old' })
    await database().pool.query('update message set at_sec = at_sec - 901 where id = $1', [received.id])
    await expect(edit(received.id, 'new')).rejects.toMatchObject({ data: { reason: 'EDIT_WINDOW_PAST' } })
    const sticker = await network.deliver({ sticker: address.sticker })
    await expect(edit(sticker.received.id, 'new')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await world.shows(ANA_JID, ({ id }) => id === received.id)).toMatchObject({ text: 'old' })
  })
})

describe('a file that is kept', () => {
  it('is sent by its id by every client of its owner, as a flow does too', async () => {
    const bytes = buildMp4({ size: 9_000 })
    const { id } = await network.media.assets.handlers.upload(
      { file: { base64: bytes.toString('base64'), mimetype: 'video/mp4' }, fileName: 'tour.mp4' },
      world.ctx,
    )
    const { received } = await network.deliver({ video: { mediaId: id }, caption: 'the tour' })
    expect((await received.media?.bytes())?.equals(bytes)).toBe(true)
    expect((await network.readFile(id))?.equals(bytes)).toBe(true)
    expect(await network.readFile(id, 'somebody else')).toBeNull()
    expect(network.drafts()).toEqual([])
  })

  it('that is not there is refused before anything is sent', async () => {
    const unknown = { video: { mediaId: '01890000-0000-7000-8000-000000000000' } }
    await expect(network.deliver(unknown)).rejects.toMatchObject({ data: { reason: 'MEDIA_NOT_FOUND' } })
  })
})

describe('a message that may be viewed once', () => {
  it.each<[string, () => MessageInput]>([
    ['image', () => ({ image: address.image, viewOnce: true })],
    ['video', () => ({ video: address.video, viewOnce: true })],
    ['voice note', () => ({ audio: address.sound, ptt: true, viewOnce: true })],
  ])('is sent as such: %s', async (_, message) => {
    const { received, content } = await network.deliver(message())
    const inner = content.viewOnceMessage?.message
    expect(
      inner?.imageMessage?.viewOnce ?? inner?.videoMessage?.viewOnce ?? inner?.audioMessage?.viewOnce,
    ).toBe(true)
    await received.media?.verify()
    expect((await readRefusal(forward(received.id))).message).toContain('viewed once')
  })

  it('and that a contact sent is told as one to be opened on the phone, and nobody is asked for its content', async () => {
    const contact = world.sandbox.contact(ANA)
    const bytes = buildMp4({ size: 7_000 })
    const id = await contact.sendMedia(ACCOUNT, { kind: 'video', bytes, viewOnce: true })
    expect(await world.shows(ANA_JID, (message) => message.id === id)).toMatchObject({
      ...{ type: 'viewOnce', text: null, fromMe: false },
    })
    await expect(network.download(id)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const { problems, phone } = world.sandbox
    expect(problems().filter(({ rule }) => rule === 'view-once')).toEqual([])
    expect(contact.receipts.filter((receipt) => receipt.id === id && receipt.type === 'retry')).toEqual([])
    await world.sandbox.allSeen()
    expect(phone(ACCOUNT).inbox.find((message) => message.id === id)).toMatchObject({ viewOnce: true })
  })
})
