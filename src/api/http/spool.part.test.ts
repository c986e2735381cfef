import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type FakeApi, KEY, startFakeApi } from '../../../test/support/fake-api.ts'
import type { CallContext } from '../../contract/handlers.ts'
import { LIFTED_CHARS, Lifter } from './spool.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'parley-lift-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
let drafts = 0
const openDraft = async () => {
  const file = path.join(directory, String(drafts++))
  return { path: file, keep: async () => {}, drop: async () => rmSync(file, { force: true }) }
}

const LONG = randomBytes(LIFTED_CHARS)

/** Feeds text in pieces of these sizes, over and over. */
async function lift(text: string, sizes: readonly number[] = [65_536]) {
  const lifter = new Lifter(openDraft)
  const bytes = Buffer.from(text)
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    await lifter.add(bytes.subarray(at, at + size))
    at += size
  }
  return lifter
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
      const lifter = await lift(text, sizes)
      const { message } = JSON.parse(lifter.rest().toString()) as { message: { image: { base64: string } } }
      const file = lifter.files.get(message.image.base64)
      expect(file?.sizeBytes).toBe(LONG.length)
      expect(Buffer.from(file?.sha256 ?? []).equals(createHash('sha256').update(LONG).digest())).toBe(true)
      expect(readFileSync(path.join(directory, String(drafts - 1))).equals(LONG)).toBe(true)
      await lifter.close()
    }
    expect(drafts - first).toBe(3)
    expect(readdirSync(directory)).toEqual([])
  })

  it('stands for itself by the same word each time, and by another beside another', async () => {
    const one = LONG.toString('base64')
    const text = `[{"base64":"${one}"},{"base64":"${one}"}]`
    const words = []
    for (const lifter of [await lift(text), await lift(text)]) {
      words.push(lifter.rest().toString())
      expect(lifter.files.size).toBe(2)
      await lifter.close()
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
    const lifter = new Lifter(openDraft)
    const body = Buffer.from(`{"base64":"${text.slice(0, 300_000)}${sign}${text.slice(300_000)}"}`)
    await expect(
      (async () => {
        for (let at = 0; at < body.length; at += 65_536) await lifter.add(body.subarray(at, at + 65_536))
      })(),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await lifter.close()
    expect(readdirSync(directory)).toEqual([])
  })

  it('that is cut off leaves no file', async () => {
    const lifter = await lift(`{"base64":"${LONG.toString('base64')}`)
    await lifter.close()
    expect(readdirSync(directory)).toEqual([])
  })
})

it('every other JSON comes out as it went in, in whatever pieces', async () => {
  const long = 'x'.repeat(LIFTED_CHARS + 10)
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
        const lifter = await lift(text, sizes)
        expect(lifter.rest().toString() === text).toBe(true)
        expect(lifter.files.size).toBe(0)
      },
    ),
    { numRuns: 60 },
  )
})

describe('a call with a file in its body', () => {
  let api: FakeApi | undefined
  afterEach(() => api?.close())

  it('hands the file to the operation, and deletes it after', async () => {
    let seen: { file: Buffer; word: string } | undefined
    const sendMessage = async (input: { message: { image?: unknown } }, ctx: CallContext) => {
      const { base64 } = input.message.image as { base64: string }
      expect(ctx.lifted?.get(base64)?.sizeBytes).toBe(LONG.length)
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
