import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseBuffer } from 'music-metadata'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageInput } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { buildMp4, buildWav } from '../../../test/support/made-files.ts'
import { ANA_JID, type MediaNetwork, startMediaNetwork } from '../../../test/support/media-network.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { TONE_FLAC, TONE_MP3, TONE_VORBIS } from '../../../test/support/tones.ts'

const database = useTestDatabase()
let network: MediaNetwork
/** Stands for ffmpeg: says what it was asked instead of doing it. */
let thumbnail: Buffer

const paint = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 90, alpha } } })

beforeAll(async () => {
  network = await startMediaNetwork(database())
  thumbnail = await paint(72, 40).flatten().jpeg().toBuffer()
})
afterAll(() => network.close())

const describePicture = async (bytes: Uint8Array | null | undefined) => {
  const { format, width, height, pages } = await sharp(bytes ?? new Uint8Array()).metadata()
  return { format, width, height, ...(pages ? { pages } : {}) }
}

describe('pictures', () => {
  it('say their size as shown, also when the camera was turned, and bring a small JPEG of their shape', async () => {
    const jpeg = await paint(400, 200).flatten().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { received, content } = await network.deliver({ image: network.serve('turned.jpg', jpeg) })
    expect(await received.media?.bytes()).toEqual(jpeg)
    const { imageMessage } = content
    expect(imageMessage).toMatchObject({ mimetype: 'image/jpeg', width: 200, height: 400 })
    expect(await describePicture(imageMessage?.jpegThumbnail)).toEqual({
      format: 'jpeg',
      width: 36,
      height: 72,
    })
  })

  it('are what they are, whatever they are called', async () => {
    const png = await paint(30, 20).png().toBuffer()
    const image = network.serve('really.jpg', png, 'image/jpeg')
    const { received, content } = await network.deliver({ image, mimetype: 'image/png; q=1' })
    expect(content.imageMessage).toMatchObject({ width: 30, height: 20 })
    expect(await received.media?.bytes()).toEqual(png)
    await expect(network.deliver({ video: image })).rejects.toMatchObject({ data: { found: 'image/png' } })
  })

  it('in a format that phones do not show become JPEG', async () => {
    const tiff = await paint(120, 80).flatten().tiff().toBuffer()
    const { received, content } = await network.deliver({ image: network.serve('scan.tif', tiff) })
    expect(content.imageMessage).toMatchObject({ mimetype: 'image/jpeg', width: 120, height: 80 })
    expect(await describePicture(await received.media?.bytes())).toMatchObject({ format: 'jpeg', width: 120 })
    expect(network.drafts()).toEqual([])
  })

  it('that are damaged, or enormous once opened, go without a small picture', async () => {
    const jpeg = await paint(900, 600).flatten().jpeg().toBuffer()
    const cut = jpeg.subarray(0, 1_000)
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    for (const [name, bytes, width] of [
      ['cut.jpg', cut, 900],
      ['bomb.png', bomb, 9_000],
    ] as const) {
      const { received, content } = await network.deliver({ image: network.serve(name, bytes) })
      expect(content.imageMessage?.width).toBe(width)
      expect(content.imageMessage?.jpegThumbnail?.length ?? 0).toBe(0)
      expect(await received.media?.bytes()).toEqual(bytes)
    }
  })
})

describe('stickers', () => {
  it('are made of any picture: WebP of 512 by 512, clear around it', async () => {
    const png = await paint(300, 100, 1).png().toBuffer()
    const { received, content } = await network.deliver({ sticker: network.serve('s.png', png) })
    expect(content.stickerMessage).toMatchObject({ mimetype: 'image/webp', width: 512, height: 512 })
    expect(content.stickerMessage?.isAnimated ?? false).toBe(false)
    const webp = (await received.media?.bytes()) ?? Buffer.alloc(0)
    expect(await describePicture(webp)).toMatchObject({ format: 'webp', width: 512, height: 512 })
    const corner = await sharp(webp)
      .ensureAlpha()
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect(corner[3]).toBe(0)
    expect(network.drafts()).toEqual([])
  })

  it('of a moving picture go on moving', async () => {
    const frames = Buffer.concat([Buffer.alloc(64 * 64 * 3, 10), Buffer.alloc(64 * 64 * 3, 240)])
    const gif = await sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
      .gif()
      .toBuffer()
    const { received, content } = await network.deliver({ sticker: network.serve('s.gif', gif) })
    expect(content.stickerMessage).toMatchObject({ isAnimated: true })
    expect(await describePicture(await received.media?.bytes())).toMatchObject({ format: 'webp', pages: 2 })
  })

  it('that are WebP already are sent byte for byte', async () => {
    const webp = await paint(512, 512).webp().toBuffer()
    const { received, content } = await network.deliver({ sticker: network.serve('s.webp', webp) })
    expect(await received.media?.bytes()).toEqual(webp)
    expect(content.stickerMessage).toMatchObject({ width: 512, height: 512 })
  })
})

describe('videos', () => {
  it('say their pixels and seconds; what the caller says goes before', async () => {
    const video = network.serve('v.mp4', buildMp4({ isTurned: true, seconds: 75 }))
    const { content } = await network.deliver({ video, gifPlayback: true })
    expect(content.videoMessage).toMatchObject({
      mimetype: 'video/mp4',
      width: 360,
      height: 640,
      seconds: 75,
      gifPlayback: true,
    })
    const delivered = await network.deliver({ video, width: 10, height: 20, seconds: 3 })
    expect(delivered.content.videoMessage).toMatchObject({ width: 10, height: 20, seconds: 3 })
  })

  it('go as video notes when asked', async () => {
    const { received, content } = await network.deliver({
      video: network.serve('v.mp4', buildMp4()),
      ptv: true,
    })
    expect(content.ptvMessage).toMatchObject({ seconds: 12, width: 640 })
    expect(received.media?.kind).toBe('ptv')
  })

  it('without a picture are refused as video, and videos as audio', async () => {
    const sound = network.serve('sound.mp4', buildMp4({ tracks: ['soun'] }))
    await expect(network.deliver({ video: sound })).rejects.toMatchObject({
      data: { reason: 'MEDIA_TYPE_MISMATCH' },
    })
    const { content } = await network.deliver({ audio: sound })
    expect(content.audioMessage).toMatchObject({ mimetype: 'audio/mp4', seconds: 12 })
    const video = network.serve('v.mp4', buildMp4())
    await expect(network.deliver({ audio: video })).rejects.toMatchObject({
      data: { reason: 'MEDIA_TYPE_MISMATCH' },
    })
  })

  it('bring a small picture where ffmpeg is there, and go without where it fails', async () => {
    const picture = path.join(network.directory, 'small.jpg')
    writeFileSync(picture, thumbnail)
    const program = path.join(network.directory, 'ffmpeg.cjs')
    const script = `const fs = require('node:fs')
const file = process.argv[process.argv.indexOf('-i') + 1]
if (fs.readFileSync(file).includes('bad1')) process.exit(1)
process.stdout.write(fs.readFileSync('${picture}'))`
    writeFileSync(program, `#!${process.execPath}\n${script}\n`, { mode: 0o755 })
    const other = await startMediaNetwork(database(), { ffmpegPath: program })
    try {
      const { content } = await other.deliver({ video: other.serve('v.mp4', buildMp4()) })
      expect(content.videoMessage?.jpegThumbnail).toEqual(thumbnail)
      const bad = await other.deliver({ video: other.serve('bad.mp4', buildMp4({ brand: 'bad1' })) })
      expect(bad.content.videoMessage).toMatchObject({ seconds: 12 })
      expect(bad.content.videoMessage?.jpegThumbnail?.length ?? 0).toBe(0)
    } finally {
      await other.close()
    }
  })
})

describe('sound', () => {
  it.each([
    ['WAV', () => buildWav({ seconds: 2 }), 2],
    ['MP3', () => TONE_MP3, 1],
    ['FLAC', () => TONE_FLAC, 1],
    ['Ogg Vorbis', () => TONE_VORBIS, 1],
  ] as [string, () => Buffer, number][])('in %s becomes a voice note', async (_, make, seconds) => {
    const audio = network.serve('sound', make())
    const { received, content } = await network.deliver({ audio, ptt: true })
    const { audioMessage } = content
    expect(audioMessage).toMatchObject({ ptt: true, mimetype: 'audio/ogg; codecs=opus', seconds })
    expect(audioMessage?.waveform).toHaveLength(64)
    const { format } = await parseBuffer((await received.media?.bytes()) ?? Buffer.alloc(0))
    expect(format).toMatchObject({ container: 'Ogg', codec: 'Opus', numberOfChannels: 1, sampleRate: 48_000 })
    expect(network.drafts()).toEqual([])
  })

  it('that is a voice note already keeps its bytes and gets its waveform', async () => {
    const first = await network.deliver({
      audio: network.serve('sound.wav', buildWav({ seconds: 3 })),
      ptt: true,
    })
    const note = (await first.received.media?.bytes()) ?? Buffer.alloc(0)
    const { received, content } = await network.deliver({ audio: network.serve('note.ogg', note), ptt: true })
    expect(await received.media?.bytes()).toEqual(note)
    expect(content.audioMessage).toMatchObject({ seconds: 3, ptt: true })
    expect(Math.max(...(content.audioMessage?.waveform ?? []))).toBe(100)
  })

  it('that cannot become one is refused with what could be done, never sent under a false name', async () => {
    const m4a = network.serve('memo.m4a', buildMp4({ tracks: ['soun'], brand: 'M4A ' }))
    const before = network.world.sandbox.media.blobs().length
    expect(await readRefusal(network.deliver({ audio: m4a, ptt: true }))).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: expect.stringContaining('FFMPEG_PATH'),
      data: { reason: 'VOICE_NOTE_NOT_CONVERTIBLE' },
    })
    const cut = network.serve('cut.wav', buildWav().subarray(0, 30))
    await expect(network.deliver({ audio: cut, ptt: true })).rejects.toMatchObject({
      data: { reason: 'VOICE_NOTE_NOT_CONVERTIBLE' },
    })
    expect(network.world.sandbox.media.blobs()).toHaveLength(before)
    expect(network.drafts()).toEqual([])
    const { content } = await network.deliver({ audio: m4a })
    expect(content.audioMessage).toMatchObject({ mimetype: 'audio/x-m4a', seconds: 12 })
    expect(content.audioMessage?.ptt ?? false).toBe(false)
  })
})

describe('documents', () => {
  it.each<[string, () => MessageInput, object]>([
    [
      'the caller',
      () => ({ document: network.serve('x', randomBytes(9)), fileName: 'a b.bin' }),
      { fileName: 'a b.bin' },
    ],
    [
      'the address, its type the server',
      () => ({ document: network.serve('plan', randomBytes(9), 'application/dxf') }),
      { fileName: 'plan', mimetype: 'application/dxf' },
    ],
    [
      'the address, its type the ending',
      () => ({ document: network.serve('l.csv', Buffer.from('a,b')) }),
      { fileName: 'l.csv', mimetype: 'text/csv' },
    ],
    [
      'the content, when nothing names it',
      () => ({
        document: { base64: Buffer.from('%PDF-1.7\n').toString('base64'), mimetype: 'application/pdf' },
      }),
      { fileName: 'file.pdf', mimetype: 'application/pdf' },
    ],
  ])('have the name given by %s', async (_, message, shown) => {
    const { content } = await network.deliver(message())
    expect(content.documentMessage).toMatchObject(shown)
    expect(content.documentMessage?.title).toBe(content.documentMessage?.fileName)
  })

  it('with a caption carry it', async () => {
    const document = network.serve('l.csv', Buffer.from('a,b'))
    const { content } = await network.deliver({ document, caption: 'the list' })
    expect(content.documentWithCaptionMessage?.message?.documentMessage).toMatchObject({
      caption: 'the list',
    })
  })
})

describe('what does not fit together', () => {
  it.each<[string, MessageInput]>([
    ['message.ptt', { image: 'http://127.0.0.1/x', ptt: true }],
    ['message.ptv', { image: 'http://127.0.0.1/x', ptv: true }],
    ['message.viewOnce', { sticker: 'http://127.0.0.1/x', viewOnce: true }],
    ['message.gifPlayback', { audio: 'http://127.0.0.1/x', gifPlayback: true }],
  ])('%s is refused by its name', async (field, message) => {
    await expect(network.world.send(message, ANA_JID)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { path: field },
    })
  })
})
