import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type MessageInput } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { buildNoisyMp4, buildNoisyOgg, PNG, WEBP } from '../../../test/support/made-files.ts'
import {
  ACCOUNT,
  ANA,
  ANA_JID as JID,
  type MediaNetwork,
  startMediaNetwork,
} from '../../../test/support/media-network.ts'
import type { Address } from '../../core/addresses.ts'
import { newId } from '../../platform/ids.ts'

const database = useTestDatabase()

const MP4 = buildNoisyMp4(90_000)
const OGG = buildNoisyOgg()
const TEXT = Buffer.from('just some words\n'.repeat(2000))
const FILES: Record<string, Buffer> = {
  'a.png': PNG,
  'a.mp4': MP4,
  'a.ogg': OGG,
  'a.webp': WEBP,
  'notes.txt': TEXT,
}

let network: MediaNetwork
let world: MediaNetwork['world']
let base: string
const drafts = () => network.drafts()
const download: MediaNetwork['download'] = (id) => network.download(id)
const readFile: MediaNetwork['readFile'] = (...which) => network.readFile(...which)

beforeAll(async () => {
  network = await startMediaNetwork(database())
  world = network.world
  for (const [name, bytes] of Object.entries(FILES)) network.serve(name, bytes)
  const moved = network.serveWith('moved', (_, res) =>
    res.writeHead(302, { location: 'http://169.254.169.254/x' }).end(),
  )
  base = new URL(moved).origin
})
afterAll(() => network.close())

const outgoing: [string, () => MessageInput, Buffer, object][] = [
  [
    'an image',
    () => ({ image: `${base}/a.png`, caption: 'look' }),
    PNG,
    { kind: 'image', mimetype: 'image/png' },
  ],
  [
    'a video',
    () => ({ video: { url: `${base}/a.mp4` }, caption: 'watch' }),
    MP4,
    { kind: 'video', mimetype: 'video/mp4' },
  ],
  [
    'a voice note',
    () => ({ audio: { url: `${base}/a.ogg` }, ptt: true }),
    OGG,
    { mimetype: expect.stringMatching(/^audio\/ogg/) },
  ],
  [
    'a document',
    () => ({ document: `${base}/notes.txt` }),
    TEXT,
    { kind: 'document', fileName: 'notes.txt' },
  ],
  ['a sticker', () => ({ sticker: `${base}/a.webp` }), WEBP, { kind: 'sticker', mimetype: 'image/webp' }],
  [
    'bytes of the call',
    () => ({ document: { base64: TEXT.toString('base64'), mimetype: 'text/plain' }, fileName: 'a.txt' }),
    TEXT,
    { fileName: 'a.txt', mimetype: 'text/plain' },
  ],
  ['a view-once image', () => ({ image: `${base}/a.png`, viewOnce: true }), PNG, { kind: 'image' }],
]

describe('files that are sent', () => {
  it.each(outgoing)(
    '%s reaches the contact byte for byte, and no copy is left behind',
    async (_, message, bytes, shown) => {
      const ana = world.sandbox.contact(ANA)
      const result = await world.send(message(), JID)
      expect(result.error).toBeUndefined()
      const received = await ana.waitForMessage(({ id }) => id === result.res?.key.id)
      expect(received.media).toMatchObject(shown)
      expect(await received.media?.bytes()).toEqual(bytes)
      expect(drafts()).toEqual([])
      expect(ana.errors).toEqual([])
    },
  )

  it('carry their dimensions and a small picture', async () => {
    const { res } = await world.send({ image: `${base}/a.png` }, JID)
    expect(res?.message).toMatchObject({
      imageMessage: { width: 1, height: 1, jpegThumbnail: expect.any(String) },
    })
  })

  it('can be fetched back, and sent again by their id', async () => {
    const ana = world.sandbox.contact(ANA)
    const { res } = await world.send({ image: `${base}/a.png` }, JID)
    const { mediaId, sizeBytes } = await download(res?.key.id ?? '')
    expect(sizeBytes).toBe(PNG.length)
    expect(await readFile(mediaId)).toEqual(PNG)
    expect(await readFile(mediaId, 'somebody else')).toBeNull()
    const again = await world.send({ image: { mediaId }, caption: 'again' }, JID)
    const received = await ana.waitForMessage(({ id }) => id === again.res?.key.id)
    expect(await received.media?.bytes()).toEqual(PNG)
  })

  it.each([
    ['that are not of their kind', () => ({ video: `${base}/a.png` }), 'MEDIA_TYPE_MISMATCH'],
    ['that are not there', () => ({ image: `${base}/none.png` }), 'MEDIA_NOT_FETCHED'],
    ['inside private networks', () => ({ image: 'http://10.0.0.1/a.png' }), 'MEDIA_ADDRESS_REFUSED'],
    ['that redirect into private networks', () => ({ image: `${base}/moved` }), 'MEDIA_ADDRESS_REFUSED'],
    ['nobody has stored', () => ({ image: { mediaId: newId() } }), 'MEDIA_NOT_FOUND'],
  ] as [string, () => MessageInput, string][])(
    '%s are refused and nothing is left',
    async (_, message, reason) => {
      await expect(world.send(message(), JID)).rejects.toMatchObject({ data: { reason } })
      expect(drafts()).toEqual([])
    },
  )

  it('are refused when the media server does not take them, and certainly not sent', async () => {
    world.sandbox.media.set({ refuseUploads: { status: 500, count: 10 } })
    await expect(world.send({ image: `${base}/a.png` }, JID)).rejects.toMatchObject({
      data: { reason: 'MEDIA_UPLOAD_FAILED' },
    })
    world.sandbox.media.clear()
    expect(drafts()).toEqual([])
  })

  it('go out as one album, in order, and one that fails does not keep the others', async () => {
    const ana = world.sandbox.contact(ANA)
    const album = [
      { image: `${base}/a.png`, caption: 'one' },
      { video: `${base}/none.mp4` },
      { video: `${base}/a.mp4` },
    ]
    const { clientId, ctx } = world
    const result = await world.chat.handlers.sendAlbum({ clientId, target: JID, album }, ctx)
    expect(result).toMatchObject({ type: 'error', error: expect.stringMatching(/^ALBUM_INCOMPLETE/) })
    const parent = result.res?.key.id
    expect(result.res).toMatchObject({
      items: [
        { status: expect.stringMatching(/_ACK$/), key: { remoteJid: JID } },
        { status: 'ERROR', error: expect.stringContaining('404') },
        { status: expect.stringMatching(/_ACK$/) },
      ],
    })
    expect(await ana.waitForMessage(({ id }) => id === parent)).toMatchObject({
      album: { images: 1, videos: 2 },
    })
    const items = (result.res as unknown as { items: { key: { id: string } | null }[] }).items
    const last = await ana.waitForMessage(({ id }) => id === items[2]?.key?.id)
    expect(last.albumId).toBe(parent)
    expect(await last.media?.bytes()).toEqual(MP4)
  })

  it('are forwarded without a new upload, and get another caption', async () => {
    const ana = world.sandbox.contact(ANA)
    const ben = world.sandbox.contact('447700900202')
    const { res } = await world.send({ image: `${base}/a.png`, caption: 'befor' }, JID)
    const blobs = world.sandbox.media.blobs().length
    const { clientId, ctx } = world
    const target = '447700900202@s.whatsapp.net' as Address
    const id = res?.key.id ?? ''
    await world.chat.handlers.forwardMessage({ clientId, target, messageId: id, sourceJid: JID }, ctx)
    const forwarded = await ben.waitForMessage(({ forwarded }) => forwarded === true)
    expect(await forwarded.media?.bytes()).toEqual(PNG)
    expect(world.sandbox.media.blobs()).toHaveLength(blobs)
    const key = { remoteJid: JID, id, fromMe: true }
    await world.chat.handlers.editMessage({ clientId, target: JID, key, text: 'before' }, ctx)
    await ana.waitForMessage(({ type, targetId }) => type === 'edit' && targetId === id)
    expect((await world.stored(id)).type).toBe('image')
    expect(await world.shows(JID, (m) => m.id === id && m.text === 'before')).toBeTruthy()
    expect(await readFile((await download(id)).mediaId)).toEqual(PNG)
    const deleted = await world.chat.handlers.deleteMessage({ clientId, target: JID, key }, ctx)
    expect(deleted.type).toBe('success')
    await world.shows(JID, (m) => m.id === id && m.type === 'revoked')
  })
})

const state = async (messageId: string) => {
  const { rows } = await database().pool.query(
    'select f.state from media f join message m on m.seq = f.message_seq where m.id = $1',
    [messageId],
  )
  return rows[0]?.state
}

describe('files that arrive', () => {
  it.each([
    ['image', PNG],
    ['video', MP4],
    ['ptt', OGG],
    ['document', TEXT],
    ['sticker', WEBP],
  ] as const)('as %s are downloaded at receipt and read byte for byte', async (kind, bytes) => {
    const id = await world.sandbox.contact(ANA).sendMedia(ACCOUNT, { kind, bytes, caption: 'see' })
    await eventually('the file', async () => (await state(id)) === 'stored')
    const file = await download(id)
    expect(file.sizeBytes).toBe(bytes.length)
    expect(await readFile(file.mediaId)).toEqual(bytes)
    expect(drafts()).toEqual([])
  })

  it('are asked of the phone again when the media server has them no more', async () => {
    const ana = world.sandbox.contact(ANA)
    world.sandbox.media.set({ refuseDownloads: { status: 410, count: 1 } })
    const id = await ana.sendMedia(ACCOUNT, { kind: 'image', bytes: PNG })
    await eventually('the file', async () => (await state(id)) === 'stored')
    expect(await readFile((await download(id)).mediaId)).toEqual(PNG)
  })

  it('that were changed on the way are not kept, and their message is', async () => {
    const id = await world.sandbox
      .contact(ANA)
      .sendMedia(ACCOUNT, { kind: 'image', bytes: PNG, corrupt: 'mac' })
    await eventually('the verdict', async () => (await state(id)) === 'failed')
    await expect(download(id)).rejects.toMatchObject({ data: { reason: 'MEDIA_NOT_AVAILABLE' } })
    expect(await world.shows(JID, (m) => m.id === id)).toMatchObject({ type: 'image' })
    expect(drafts()).toEqual([])
  })

  it('are deleted when their time is over', async () => {
    const id = await world.sandbox.contact(ANA).sendMedia(ACCOUNT, { kind: 'image', bytes: PNG })
    await eventually('the file', async () => (await state(id)) === 'stored')
    const { mediaId } = await download(id)
    await database().pool.query("update media set expires_at = now() - interval '1 s' where id = $1", [
      mediaId,
    ])
    await network.media.cleanUp()
    expect(await readFile(mediaId)).toBeNull()
    expect(readdirSync(path.join(network.directory, world.clientId))).not.toContain(mediaId)
  })
})
