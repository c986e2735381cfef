import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeApi, KEY, startFakeApi } from '../../../test/support/fake-api.ts'
import { answerFile, FILES_PATH, type FoundFile } from './files.ts'

const BYTES = Buffer.from('0123456789abcdef')
const files = new Map<string, Omit<FoundFile, 'open'>>()
let opened = 0
let api: FakeApi

beforeAll(async () => {
  api = await startFakeApi(
    {},
    {
      limit: 1_000,
      openFile: async (id, userId) => {
        const file = userId === 'u1' && id !== 'theirs' ? files.get(id) : undefined
        if (!file) return null
        const open: FoundFile['open'] = async (range) => {
          opened += 1
          if (id === 'vanished') return null
          return Readable.from([range ? BYTES.subarray(range.start, range.end + 1) : BYTES])
        }
        return { ...file, open }
      },
    },
  )
})
afterAll(() => api.close())

function get(mimetype: string, headers: Record<string, string> = {}, extra: Partial<FoundFile> = {}) {
  const id = `f${files.size}`
  files.set(id, { mimetype, fileName: 'a.x', sizeBytes: BYTES.length, etag: 'abc', ...extra })
  return fetch(`${api.origin}${FILES_PATH}${id}`, { headers: { ...KEY, ...headers } })
}

describe('a file', () => {
  it.each(['image/png', 'video/mp4', 'audio/ogg; codecs=opus'])(
    'of type %s is shown as that',
    async (type) => {
      const answer = await get(type)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('content-disposition')).toMatch(/^inline;/)
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES)
    },
  )

  it.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'application/pdf',
    'text/javascript',
    'image/png\r\nset-cookie: a=b',
    'video/mp4; charset=utf-7',
    'IMAGE/PNG"',
    '',
  ])('that says it is %j is only ever saved', async (type) => {
    const answer = await get(type)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it('cannot run as a page, whatever it is', async () => {
    const { headers } = await get('image/png')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('cache-control')).toBe('private, no-cache')
  })

  it.each(["it's (1)*.png", 'a"b\r\nx: y.png', '日本.png', '\ud800.png', 'x'.repeat(255)])(
    'keeps the name %j',
    async (fileName) => {
      const { headers } = await get('image/png', {}, { fileName })
      const name = /^inline; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(
        headers.get('content-disposition') ?? '',
      )?.[1]
      expect(decodeURIComponent(name ?? '')).toBe(fileName.toWellFormed())
    },
  )

  it('of somebody else, or that went meanwhile, is as missing as one that never was', async () => {
    const file = { mimetype: 'image/png', fileName: null, sizeBytes: 1, etag: 'x' }
    for (const id of ['theirs', 'vanished']) files.set(id, file)
    for (const id of ['theirs', 'vanished', 'none']) {
      const answer = await fetch(`${api.origin}${FILES_PATH}${id}`, { headers: KEY })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('is for its owner only, and by GET', async () => {
    await get('image/png')
    const address = `${api.origin}${FILES_PATH}f0`
    expect((await fetch(address)).status).toBe(401)
    expect((await fetch(address, { headers: { 'x-api-key': 'none' } })).status).toBe(401)
    expect((await fetch(address, { headers: { cookie: 'session=good' } })).status).toBe(200)
    expect((await fetch(address, { method: 'POST', headers: KEY })).status).toBe(405)
  })
})

describe('a part of a file', () => {
  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/16'],
    ['bytes=10-', 'abcdef', 'bytes 10-15/16'],
    ['bytes=-2', 'ef', 'bytes 14-15/16'],
    ['bytes=-99', '0123456789abcdef', 'bytes 0-15/16'],
    ['bytes=15-99', 'f', 'bytes 15-15/16'],
  ])('%s is answered alone', async (range, text, contentRange) => {
    const answer = await get('video/mp4', { range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(contentRange)
    expect(answer.headers.get('content-length')).toBe(String(text.length))
    expect(await answer.text()).toBe(text)
  })

  it.each(['bytes=16-', 'bytes=99-100', 'bytes=-0'])(
    '%s is outside, and how long the file is is said',
    async (range) => {
      const answer = await get('video/mp4', { range })
      expect(answer.status).toBe(416)
      expect(answer.headers.get('content-range')).toBe('bytes */16')
    },
  )

  it.each(['bytes=3-1', 'bytes=-', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=a-b'])(
    '%s gets the whole file',
    async (range) => {
      const answer = await get('video/mp4', { range })
      expect([answer.status, (await answer.text()).length]).toEqual([200, 16])
    },
  )

  it('is given only while it is still the same file, when that is asked', async () => {
    expect((await get('video/mp4', { range: 'bytes=0-1', 'if-range': '"abc"' })).status).toBe(206)
    expect((await get('video/mp4', { range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200)
  })
})

it('a file that was opened for somebody who had hung up is let go', async () => {
  const file = Readable.from([BYTES])
  const server = createServer((req, res) => {
    const open = async () => {
      asked.destroy()
      await once(res, 'close')
      return file
    }
    const found = { mimetype: 'image/png', fileName: null, sizeBytes: BYTES.length, etag: 'abc', open }
    void answerFile(req, res, found).finally(() => server.close())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked = request({ port, host: '127.0.0.1' }).on('error', () => {})
  asked.end()
  await once(server, 'close')
  expect(file.destroyed).toBe(true)
})

describe('a caller that has the file already', () => {
  it.each(['"abc"', '"x", W/"abc"', '*'])('and says so by %s is not sent it again', async (tag) => {
    const before = opened
    const answer = await get('image/png', { 'if-none-match': tag })
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', '"abc"'])
    expect(opened).toBe(before)
  })

  it('by its head alone opens nothing', async () => {
    await get('image/png')
    const before = opened
    const answer = await fetch(`${api.origin}${FILES_PATH}f0`, { method: 'HEAD', headers: KEY })
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '16'])
    expect(opened).toBe(before)
  })

  it('in another form is sent the new one', async () => {
    expect((await get('image/png', { 'if-none-match': '"old"' })).status).toBe(200)
  })
})
