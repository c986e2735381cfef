import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type FakeApi, KEY, startFakeApi } from '../../../test/support/fake-api.ts'
import type { CallContext } from '../../contract/handlers.ts'
import { readBody } from './body.ts'
import { SPOOLED_CHARS, Spooler } from './spool.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'parley-spool-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
let drafts = 0
const openDraft = async () => {
  const file = path.join(directory, String(drafts++))
  return { path: file, keep: async () => {}, drop: async () => rmSync(file, { force: true }) }
}

const LONG = randomBytes(SPOOLED_CHARS)

/** Feeds text in pieces of these sizes, over and over. */
async function spool(text: string, sizes: readonly number[] = [65_536]) {
  const spooler = new Spooler(openDraft)
  const bytes = Buffer.from(text)
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    await spooler.add(bytes.subarray(at, at + size))
    at += size
  }
  return spooler
}

describe('a long value of base64', () => {
  it.each([
    ['as it is', (text: string) => text],
    ['with its slashes escaped', (text: string) => text.replaceAll('/', '\\/')],
    [
      'in the form for addresses',
      (text: string) => text.replaceAll('/', '_').replaceAll('+', '-').replace(/=+$/, ''),
    ],
  ])('%s goes to a file, whatever the pieces it comes in', async (_, write) => {
    const text = `{"a":"x","message":{"image": { "base64" : "${write(LONG.toString('base64'))}","mimetype":"image/png"}}}`
    const first = drafts
    for (const sizes of [[65_536], [7, 100_001, 3], [text.length]]) {
      const spooler = await spool(text, sizes)
      const { message } = JSON.parse(spooler.rest().toString()) as { message: { image: { base64: string } } }
      const file = spooler.files.get(message.image.base64)
      expect(file?.sizeBytes).toBe(LONG.length)
      expect(Buffer.from(file?.sha256 ?? []).equals(createHash('sha256').update(LONG).digest())).toBe(true)
      expect(readFileSync(path.join(directory, String(drafts - 1))).equals(LONG)).toBe(true)
      await spooler.close()
    }
    expect(drafts - first).toBe(3)
    expect(readdirSync(directory)).toEqual([])
  })

  it('stands for itself by the same word each time, and by another beside another', async () => {
    const one = LONG.toString('base64')
    const text = `[{"base64":"${one}"},{"base64":"${one}"}]`
    const words = []
    for (const spooler of [await spool(text), await spool(text)]) {
      words.push(spooler.rest().toString())
      expect(spooler.files.size).toBe(2)
      await spooler.close()
    }
    expect(words[0]).toBe(words[1])
  })

  it.each([
    ['spaces', ' '],
    ['other signs', '*'],
    ['an end in its middle', '='],
    ['other escapes', '\\n'],
  ])('with %s is refused, and its file goes', async (_, sign) => {
    const text = LONG.toString('base64')
    const spooler = new Spooler(openDraft)
    const body = Buffer.from(`{"base64":"${text.slice(0, 300_000)}${sign}${text.slice(300_000)}"}`)
    await expect(
      (async () => {
        for (let at = 0; at < body.length; at += 65_536) await spooler.add(body.subarray(at, at + 65_536))
      })(),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await spooler.close()
    expect(readdirSync(directory)).toEqual([])
  })

  it('that is cut off leaves no file', async () => {
    const spooler = await spool(`{"base64":"${LONG.toString('base64')}`)
    await spooler.close()
    expect(readdirSync(directory)).toEqual([])
  })
})

it('every other JSON comes out as it went in, in whatever pieces', async () => {
  const long = 'x'.repeat(SPOOLED_CHARS + 10)
  const base64 = fc.constantFrom(
    { base64: 'AAAA' },
    { base64: 'a"b\\' },
    { text: 'base64' },
    { base64: { base64: '' } },
  )
  const value = fc.oneof(fc.jsonValue(), base64, fc.constant({ other: long }), fc.constant(['base64', long]))
  await fc.assert(
    fc.asyncProperty(
      value,
      fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1 }),
      async (json, sizes) => {
        const text = JSON.stringify(json, null, 1)
        const spooler = await spool(text, sizes)
        expect(spooler.rest().toString() === text).toBe(true)
        expect(spooler.files.size).toBe(0)
      },
    ),
    { numRuns: 60 },
  )
})

it('a body that is broken off while a piece is taken is over when that was taken', async () => {
  const steps: string[] = []
  const server = createServer((req) => {
    const add = async () => {
      asked.destroy()
      await new Promise((resolve) => req.once('close', resolve))
      await new Promise(setImmediate)
      steps.push('taken')
    }
    const end = () => {
      steps.push('over')
      server.close()
    }
    readBody(req, 1_000, { add, rest: () => Buffer.from('null') }).then(end, end)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked = request({ port, host: '127.0.0.1', method: 'POST' }).on('error', () => {})
  asked.write('{"a"')
  await once(server, 'close')
  expect(steps).toEqual(['taken', 'over'])
})

describe('a call with a file in its body', () => {
  let api: FakeApi | undefined
  afterEach(() => api?.close())

  it('hands the file to the operation, and deletes it after', async () => {
    let seen: { file: Buffer; word: string } | undefined
    const sendMessage = async (input: { message: { image?: unknown } }, ctx: CallContext) => {
      const { base64 } = input.message.image as { base64: string }
      expect(ctx.spooled?.get(base64)?.sizeBytes).toBe(LONG.length)
      seen = { file: readFileSync(path.join(directory, String(drafts - 1))), word: base64 }
      return { type: 'success', client: 'c', message: 'ok' } as const
    }
    api = await startFakeApi({ chat: { sendMessage: sendMessage as never } }, { openDraft })
    const image = { base64: LONG.toString('base64'), mimetype: 'image/png' }
    const input = {
      clientId: '01a1fe53-571b-7006-bf45-92b76271a3aa',
      target: '+44 7700 900123',
      message: { image },
    }
    const { status, body } = await api.call('chat.sendMessage', input, { headers: KEY })
    expect([status, body]).toMatchObject([200, { type: 'success' }])
    expect(seen?.file.equals(LONG)).toBe(true)
    expect(existsSync(path.join(directory, String(drafts - 1)))).toBe(false)
  })

  it('that is not base64 is refused with the reason, not cut off', async () => {
    api = await startFakeApi({}, { openDraft })
    const image = { base64: `${LONG.toString('base64')}***`, mimetype: 'image/png' }
    const input = { clientId: 'x', target: '+44 7700 900123', message: { image } }
    const { status, body } = await api.call('chat.sendMessage', input, { headers: KEY })
    expect([status, body]).toMatchObject([400, { code: 'BAD_REQUEST' }])
    expect(readdirSync(directory)).toEqual([])
  })
})
