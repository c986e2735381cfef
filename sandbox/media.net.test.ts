import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { downloadMediaMessage, type WAMessage, type WASocket } from 'baileys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MediaContent, Sandbox } from './index.ts'
import { nextNumber, pairClient, pinRoot, type TestClient, trustMedia, until } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

let account: string
let contactNumber: string
let contactJid: string
let sandbox: Sandbox
let client: TestClient

beforeEach(async () => {
  account = nextNumber()
  contactNumber = nextNumber()
  contactJid = `${contactNumber}@s.whatsapp.net`
  sandbox = await startTestNetwork()
  pinRoot(sandbox)
  trustMedia(sandbox)
  client = await pairClient(sandbox, account)
})

afterEach(async () => {
  await client.end()
  await sandbox.close()
})

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A message of the contact with media, once the client has it. */
const received = (id: string): Promise<WAMessage> =>
  until(`the message ${id}`, () => client.messages.find(({ message }) => message.key.id === id)?.message)

const download = (message: WAMessage): Promise<Buffer> => downloadMediaMessage(message, 'buffer', {})

type Content = Parameters<WASocket['sendMessage']>[1]
const file = randomBytes(100_003)
const thumbnail = { jpegThumbnail: '' }

const outgoing: [string, Content, object][] = [
  [
    'image',
    { image: file, caption: 'look', ...thumbnail },
    { text: 'look', media: { mimetype: 'image/jpeg' } },
  ],
  [
    'video',
    { video: file, caption: 'move', ...thumbnail },
    { text: 'move', media: { mimetype: 'video/mp4' } },
  ],
  ['gif', { video: file, gifPlayback: true, ...thumbnail }, {}],
  ['ptv', { video: file, ptv: true, ...thumbnail }, {}],
  ['audio', { audio: file, mimetype: 'audio/mpeg', seconds: 3 }, { media: { mimetype: 'audio/mpeg' } }],
  ['ptt', { audio: file, ptt: true, seconds: 3, waveform: new Uint8Array(64) } as Content, {}],
  [
    'document',
    { document: file, mimetype: 'application/pdf', fileName: 'a.pdf', caption: 'read' },
    { text: 'read', media: { mimetype: 'application/pdf', fileName: 'a.pdf' } },
  ],
  ['sticker', { sticker: file }, { media: { mimetype: 'image/webp' } }],
]

test.each(outgoing)(
  'a client sends %s, and the contact downloads, decrypts and checks it',
  async (kind, content, more) => {
    const id = await client.send(contactJid, content)
    const contact = sandbox.contact(contactNumber)
    const message = await contact.waitForMessage((each) => each.id === id)
    expect(message).toMatchObject({ type: kind, ...more })
    expect(message.media).toMatchObject({ kind, size: file.length, sha256: sha256(file) })
    expect(await message.media!.bytes()).toEqual(file)
  },
)

const incoming: MediaContent[] = [
  { kind: 'image', bytes: file, caption: 'look', width: 10, height: 20 },
  { kind: 'video', bytes: file, seconds: 3 },
  { kind: 'gif', bytes: file },
  { kind: 'ptv', bytes: file },
  { kind: 'audio', bytes: file, mimetype: 'audio/mp4' },
  { kind: 'ptt', bytes: file, waveform: new Uint8Array([1, 2, 3]) },
  { kind: 'document', bytes: file, fileName: 'a.pdf', mimetype: 'application/pdf', caption: 'read' },
  { kind: 'sticker', bytes: Buffer.alloc(0) },
]

test.each(incoming)('a contact sends $kind, and the client downloads it byte-equal', async (content) => {
  const id = await sandbox.contact(contactNumber).sendMedia(account, content)
  const message = await received(id)
  expect(await download(message)).toEqual(content.bytes)
  await sandbox.allSeen()
  expect(await sandbox.phone(account).inbox[0]!.media!.bytes()).toEqual(content.bytes)
})

/** Pseudo-random bytes of any size, a few at a time. */
function* produce(size: number, block = randomBytes(64 * 1024)): Generator<Buffer> {
  for (let left = size; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length))
}

async function digest(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

test('fifty megabytes go both ways with the memory of a few chunks', async () => {
  const size = 50_000_000
  const block = randomBytes(64 * 1024)
  async function* slow() {
    yield* produce(size, block)
  }
  const contact = sandbox.contact(contactNumber)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const id = await contact.sendMedia(account, { kind: 'video', stream: slow() })
  const message = await received(id)
  const stream = (await downloadMediaMessage(message, 'stream', {})) as Readable
  const hash = await digest(stream)
  expect(hash).toBe(Buffer.from(message.message!.videoMessage!.fileSha256!).toString('hex'))
  const forwarded = await client.send(contactJid, { video: { stream: Readable.from(slow()) }, ...thumbnail })
  const back = await contact.waitForMessage((each) => each.id === forwarded)
  await back.media!.verify()
  expect(back.media).toMatchObject({ size, sha256: hash })
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
})

test('media whose file has expired is uploaded again by the phone when the client asks', async () => {
  const id = await sandbox.contact(contactNumber).sendMedia(account, { kind: 'image', bytes: file })
  const message = await received(id)
  await sandbox.allSeen()
  expect(sandbox.media.expire({ messageId: id })).toBe(1)
  await expect(download(message)).rejects.toMatchObject({ output: { statusCode: 410 } })
  // The client learns the media host with its first media_conn; before that it asks the real network's.
  await client.socket.refreshMediaConn()
  const renewed = await client.socket.updateMediaMessage(message)
  expect(await download(renewed)).toEqual(file)
})

test('a phone that has lost the file says so', async () => {
  const id = await sandbox.contact(contactNumber).sendMedia(account, { kind: 'image', bytes: file })
  const message = await received(id)
  await sandbox.allSeen()
  sandbox.media.expire({ messageId: id, lost: true })
  await expect(client.socket.updateMediaMessage(message)).rejects.toMatchObject({
    output: { statusCode: 404 },
  })
})

test('an upload that is refused once fails, and the next one succeeds', async () => {
  sandbox.media.set({ refuseUploads: { status: 503, count: 1 } })
  await expect(client.send(contactJid, { image: file, ...thumbnail })).rejects.toThrow('Media upload failed')
  sandbox.media.set({ cutUploads: 1 })
  await expect(client.send(contactJid, { image: file, ...thumbnail })).rejects.toThrow('Media upload failed')
  const id = await client.send(contactJid, { image: file, ...thumbnail })
  await sandbox.contact(contactNumber).waitForMessage((each) => each.id === id)
  await sandbox.allSeen()
  expect(sandbox.contact(contactNumber).inbox).toHaveLength(1)
})

test('an upload that is never answered runs into the timeout of the client', async () => {
  sandbox.media.set({ stallUploads: 1 })
  const sending = client.socket.sendMessage(
    contactJid,
    { image: file, ...thumbnail },
    { mediaUploadTimeoutMs: 200 },
  )
  await expect(sending).rejects.toThrow('Media upload failed')
})

test('an upload needs the auth that media_conn gave, and the hash of its bytes as its name', async () => {
  const post = (auth: string, name: string) =>
    fetch(`${sandbox.mediaUrl}/mms/image/${name}?auth=${encodeURIComponent(auth)}&token=${name}`, {
      method: 'POST',
      body: file,
    })
  const name = createHash('sha256').update(file).digest('base64url')
  expect((await post('nobody', name)).status).toBe(401)
  const { auth } = await client.socket.refreshMediaConn(true)
  expect((await post(auth, 'wrong')).status).toBe(400)
  const taken = await post(auth, name)
  expect(await taken.json()).toMatchObject({ direct_path: expect.stringMatching(/^\/v\/.*\?/) })
  expect((await fetch(`${sandbox.mediaUrl}/v/t62.7118-24/none.enc`)).status).toBe(404)
})

test('downloads can be refused, cut, spoilt and slow', async () => {
  const id = await sandbox.contact(contactNumber).sendMedia(account, { kind: 'image', bytes: file })
  const message = await received(id)
  sandbox.media.set({ refuseDownloads: { status: 404, count: 1 } })
  await expect(download(message)).rejects.toMatchObject({ output: { statusCode: 404 } })
  sandbox.media.set({ cutDownloads: 1 })
  const url = message.message!.imageMessage!.url!
  await expect(fetch(url).then((response) => response.arrayBuffer())).rejects.toThrow()
  sandbox.media.set({ corruptDownloads: 1 })
  expect(await download(message)).not.toEqual(file)
  sandbox.media.set({ bytesPerSecond: 400_000 })
  const before = Date.now()
  expect(await download(message)).toEqual(file)
  expect(Date.now() - before).toBeGreaterThan(150)
  sandbox.media.clear()
  sandbox.media.set({ stallDownloads: 1 })
  const stalled = fetch(url, { signal: AbortSignal.timeout(200) }).then((response) => response.arrayBuffer())
  await expect(stalled).rejects.toThrow()
})

test.each([
  ['mac', 'authentication code'],
  ['hash', "media's digest"],
  ['enc-hash', 'encrypted digest'],
] as const)('media sent with a wrong %s is told from good media', async (corrupt, complaint) => {
  const contact = sandbox.contact(contactNumber)
  await contact.sendMedia(account, { kind: 'image', bytes: file, corrupt })
  const { media } = await sandbox.phone(account).waitForMessage(({ type }) => type === 'image')
  await expect(media!.bytes()).rejects.toThrow(complaint)
})
