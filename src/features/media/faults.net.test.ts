import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { eventually } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { buildMp4 } from '../../../test/support/made-files.ts'
import {
  ACCOUNT,
  ANA,
  ANA_JID,
  type MediaNetwork,
  startMediaNetwork,
} from '../../../test/support/media-network.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { createDirectoryStore, type MediaStore } from './store/store.ts'

const database = useTestDatabase()
const VIDEO = buildMp4({ size: 200_000 })
const FILE = randomBytes(200_000)
/** More than a client tries: two rounds over the hosts it was told, and every further download. */
const ALWAYS = 100
/** Drafts that still find no room. */
let fullDrafts = 0
let network: MediaNetwork
let world: MediaNetwork['world']
let handlesBefore: string[]

/** A store whose disk is full for some drafts: most often the room ends in the middle of a file. */
function withFullDisk(directory: string): MediaStore {
  const store = createDirectoryStore(directory)
  return {
    ...store,
    async draft() {
      if (fullDrafts === 0) return store.draft()
      fullDrafts -= 1
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  }
}

/** The database's own: its pool opens another when two ask at once, and closes it half a minute later. */
function listDatabaseSockets(): string[] {
  const { port } = new URL(inject('testServer').url)
  const remote = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`
  const connections = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/self/net/${table}`, 'utf8').split('\n'),
  )
  return connections.flatMap((line) => {
    const [, , to = '', , , , , , , inode] = line.trim().split(/\s+/)
    return to.endsWith(remote) ? [`socket:[${inode}]`] : []
  })
}

/** Open files and sockets of this process; what the test runner holds stays the same. */
function handles(): string[] {
  const ofDatabase = listDatabaseSockets()
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`)
      return /socket|parley-media|sandbox-media/.test(target) && !ofDatabase.includes(target) ? [target] : []
    } catch {
      return []
    }
  })
}

beforeAll(async () => {
  network = await startMediaNetwork(database(), {
    mediaIdleMs: 700,
    timing: { transferMs: 4_000, retryAfterMs: [10], retryFullMs: 10 },
    store: withFullDisk,
  })
  world = network.world
  // Connections that are kept open for the next one are opened before anything is counted.
  await network.deliver({ video: network.serve('video.mp4', VIDEO) })
  const id = await world.sandbox.contact(ANA).sendMedia(ACCOUNT, { kind: 'document', bytes: FILE })
  await eventually('the file', async () => (await stateOf(id)).state === 'stored')
})
afterAll(() => network.close())

beforeEach(() => {
  handlesBefore = handles()
})
afterEach(async () => {
  world.sandbox.media.clear()
  expect(network.drafts()).toEqual([])
  await eventually('closed files and sockets', async () => handles().length <= handlesBefore.length)
  // The client goes on, and nothing it was sent could not be read.
  await network.deliver({ text: 'still there' })
  expect(world.sandbox.contact(ANA).errors).toEqual([])
})

async function stateOf(messageId: string): Promise<{ state: string | null; error: string | null }> {
  const { rows } = await database().pool.query(
    'select f.state, f.error from media f join message m on m.seq = f.message_seq where m.id = $1',
    [messageId],
  )
  return rows[0] ?? { state: null, error: null }
}

describe('a file on its way out', () => {
  it.each([
    ['refused with 500', { refuseUploads: { status: 500, count: ALWAYS } }],
    ['refused with 401', { refuseUploads: { status: 401, count: ALWAYS } }],
    ['refused with 413', { refuseUploads: { status: 413, count: ALWAYS } }],
    ['cut off', { cutUploads: ALWAYS }],
    ['taken and never answered', { stallUploads: ALWAYS }],
  ])('that is %s is certainly not sent, and that is said', async (_, fault) => {
    const before = (await world.page(ANA_JID)).length
    world.sandbox.media.set(fault)
    expect(await readRefusal(network.deliver({ video: network.serve('video.mp4', VIDEO) }))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      data: { reason: 'MEDIA_UPLOAD_FAILED' },
      message: expect.stringContaining('Nothing was sent'),
    })
    expect((await world.page(ANA_JID)).length).toBe(before)
  })

  it('that is given up while it is encrypted leaves nothing open, and nothing on the disk', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'parley-media-given-up-'))
    const file = path.join(directory, 'video.mp4')
    await writeFile(file, VIDEO)
    const given = { media: 'video', path: file, signal: AbortSignal.abort() } as const
    await expect(world.network.connection.media.upload(given)).rejects.toThrow('aborted')
    expect(handles().filter((target) => target.startsWith(directory))).toEqual([])
    expect(await readdir(directory)).toEqual(['video.mp4'])
    await rm(directory, { recursive: true })
  })

  it.each([
    ['refused', { refuseUploads: { status: 401, count: 1 } }],
    ['cut off', { cutUploads: 1 }],
    ['not answered', { stallUploads: 1 }],
  ])('that is %s once is sent at the second attempt', async (_, fault) => {
    world.sandbox.media.set(fault)
    const { received } = await network.deliver({ video: network.serve('video.mp4', VIDEO) })
    expect((await received.media?.bytes())?.equals(VIDEO)).toBe(true)
  })

  it.each<[string, string, Parameters<MediaNetwork['serveWith']>[1]]>([
    [
      'is cut off',
      'MEDIA_NOT_FETCHED',
      (_, res) => {
        res
          .writeHead(200, { 'content-length': VIDEO.length })
          .write(VIDEO.subarray(0, 1_000), () => res.destroy())
      },
    ],
    [
      'stops in the middle',
      'MEDIA_NOT_FETCHED',
      (_, res) => {
        res.writeHead(200, { 'content-length': VIDEO.length }).write(VIDEO.subarray(0, 1_000))
      },
    ],
    ['never begins', 'MEDIA_NOT_FETCHED', () => {}],
    [
      'says it is too large',
      'MEDIA_TOO_LARGE',
      (_, res) => {
        res.writeHead(200, { 'content-length': 101 * 1024 ** 2 }).write('x')
      },
    ],
    ['is refused', 'MEDIA_NOT_FETCHED', (_, res) => res.writeHead(500).end('no')],
    [
      'redirects without end',
      'MEDIA_NOT_FETCHED',
      (_, res) => res.writeHead(302, { location: '/fault' }).end(),
    ],
  ])('whose address %s is not sent', async (_, reason, answer) => {
    const video = network.serveWith('fault', answer)
    await expect(network.deliver({ video })).rejects.toMatchObject({ data: { reason } })
  })
})

describe('a file on its way in', () => {
  /** Taken in with its message whatever becomes of the file; answers the message's id. */
  async function receive(
    fault: Parameters<typeof world.sandbox.media.set>[0],
    corrupt?: 'mac' | 'hash' | 'enc-hash',
  ) {
    world.sandbox.media.set(fault)
    const content = { kind: 'document', bytes: FILE, fileName: 'a.bin' } as const
    const id = await world.sandbox
      .contact(ANA)
      .sendMedia(ACCOUNT, { ...content, ...(corrupt ? { corrupt } : {}) })
    expect(await world.shows(ANA_JID, (message) => message.id === id)).toMatchObject({ type: 'document' })
    return id
  }

  const settled = (id: string) =>
    eventually('an outcome', async () => {
      const row = await stateOf(id)
      return row.state !== null && row.state !== 'waiting' && row
    })

  async function expectStored(id: string): Promise<void> {
    const { mediaId } = await network.download(id)
    expect((await network.readFile(mediaId))?.equals(FILE)).toBe(true)
  }

  it.each([
    ['cut in the middle', { cutDownloads: 1 }],
    ['stalled', { stallDownloads: 1 }],
    ['refused with 503', { refuseDownloads: { status: 503, count: 1 } }],
  ])('that is %s for a while is had in the end', async (_, fault) => {
    const id = await receive(fault)
    expect(await settled(id)).toMatchObject({ state: 'stored' })
    await expectStored(id)
  })

  it('that finds no room on the disk is had as soon as there is some, however often it was tried', async () => {
    fullDrafts = 5
    const id = await receive({})
    expect(await settled(id)).toMatchObject({ state: 'stored' })
    expect(fullDrafts).toBe(0)
    await expectStored(id)
  })

  it.each([
    ['cut each time', { cutDownloads: ALWAYS }],
    ['stalled each time', { stallDownloads: ALWAYS }],
    ['refused each time', { refuseDownloads: { status: 503, count: ALWAYS } }],
    ['slower than it may take', { bytesPerSecond: 10_000 }],
    ['changed on the way', { corruptDownloads: ALWAYS }],
  ])('that is %s is given up, and had when it is asked for later', async (_, fault) => {
    const id = await receive(fault)
    // Asking for it waits for the attempts that are under way.
    await expect(network.download(id)).rejects.toMatchObject({ data: { reason: 'MEDIA_NOT_AVAILABLE' } })
    world.sandbox.media.clear()
    await expectStored(id)
  })

  it('that moves slowly but moves is had', async () => {
    const id = await receive({ bytesPerSecond: 150_000 })
    expect((await settled(id)).state).toBe('stored')
  })

  it.each([404, 410, 403])('that the media server answers %i for is asked of the phone', async (status) => {
    const id = await receive({ refuseDownloads: { status, count: 1 } })
    expect((await settled(id)).state).toBe('stored')
    await expectStored(id)
  })

  it('that neither the media server nor the phone has any more is gone, and that is said', async () => {
    const id = await receive({ cutDownloads: ALWAYS })
    await settled(id)
    world.sandbox.media.clear()
    expect(world.sandbox.media.expire({ lost: true })).toBeGreaterThan(0)
    await expect(network.download(id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      data: { reason: 'MEDIA_GONE' },
    })
  })

  it.each(['mac', 'hash', 'enc-hash'] as const)('with a wrong %s is not kept', async (corrupt) => {
    const id = await receive({}, corrupt)
    expect(await settled(id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('does not fit'),
    })
    await expect(network.download(id)).rejects.toMatchObject({ data: { reason: 'MEDIA_NOT_AVAILABLE' } })
  })

  it('that is larger than it may be is not taken: by what it says, and by what it is', async () => {
    const ana = world.sandbox.contact(ANA)
    const id = await receive({})
    await settled(id)
    const { bytes } = await world.stored(id)
    const options = { maxBytes: 1_000, signal: new AbortController().signal }
    await expect(async () => {
      for await (const _ of world.network.connection.media.download(bytes, options));
    }).rejects.toMatchObject({ code: 'too_large' })
    const content = { kind: 'image', bytes: FILE } as const
    const before = await ana.sendMedia(ACCOUNT, content)
    await settled(before)
    await database().pool.query(
      `update media set state = 'failed', size_bytes = 104857601 where message_seq = (select seq from message where id = $1)`,
      [before],
    )
    // What was noted of it is what its sender said: asked again, it is said again.
    await expectStatedSize(before)
  })

  async function expectStatedSize(id: string): Promise<void> {
    const { rows } = await database().pool.query(
      'select size_bytes::int as size from media where message_seq = (select seq from message where id = $1)',
      [id],
    )
    expect(rows[0].size).toBe(104_857_601)
    expect(await readRefusal(network.download(id))).toMatchObject({
      message: expect.stringContaining('larger than 104857600'),
    })
  }
})
