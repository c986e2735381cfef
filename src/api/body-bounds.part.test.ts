import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeApi, KEY, startFakeApi } from '../../test/support/fake-api.ts'
import { API_PREFIX } from '../contract/operation.ts'
import type { Callers } from './index.ts'

const MIB = 1_048_576
const directory = mkdtempSync(path.join(tmpdir(), 'parley-bounds-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
let drafts = 0
const openDraft = async () => {
  const file = path.join(directory, String(drafts++))
  return { path: file, keep: async () => {}, drop: async () => rmSync(file, { force: true }) }
}

const message = { type: 'success', client: 'c', message: 'ok' } as const
let api: FakeApi
beforeEach(async () => {
  api = await startFakeApi({ chat: { sendMessage: (async () => message) as never } }, { openDraft })
})
afterEach(() => api.close())

const sendRaw = (operation: string, rawBody: string) => api.call(operation, {}, { headers: KEY, rawBody })

/** A call to send this as the message. */
const toSend = (inner: string): string =>
  `{"clientId":"01a1fe53-571b-7006-bf45-92b76271a3aa","target":"+44 7700 900123","message":${inner}}`

const wide = (bytes: number): string => `{"text":"x","mentions":[${'"1",'.repeat(bytes / 4)}"1"]}`

describe('what is not a file in a body', () => {
  it.each([
    ['many small values', wide(4 * MIB)],
    ['one long text', `{"text":"${'x'.repeat(2 * MIB)}"}`],
    ['blanks', `{"text":"x"${' '.repeat(2 * MIB)}}`],
    ['a field of another name', `{"image":{"base64 ":"${'A'.repeat(2 * MIB)}"}}`],
    ['many fields base64 of nothing', `{"text":"x","mentions":[${'{"base64":""},'.repeat(90_000)}1]}`],
  ])('is refused above 1 MiB, be it %s, with what to do', async (_, inner) => {
    const { status, body } = await sendRaw('chat.sendMessage', toSend(inner))
    expect([status, body]).toMatchObject([413, { code: 'PAYLOAD_TOO_LARGE', data: { maxBytes: MIB } }])
    expect(body).toHaveProperty('message', expect.stringMatching(/1 MiB without the files in base64.*URL/))
    expect(readdirSync(directory)).toEqual([])
  })

  it('does not count the file beside it', async () => {
    const file = randomBytes(3 * MIB).toString('base64')
    const image = `{"image":{"base64":"${file}","mimetype":"image/png"},"caption":"${'x'.repeat(2_000)}"}`
    const { status, body } = await sendRaw('chat.sendMessage', toSend(image))
    expect([status, body]).toEqual([200, message])
  })

  it('is bounded beside an exported session too', async () => {
    const file = 'A'.repeat(2 * MIB)
    const { status } = await sendRaw('clients.importSession', `{"file":"${file}","id":"${'x'.repeat(MIB)}"}`)
    expect(status).toBe(413)
    const fits = await sendRaw('clients.importSession', `{"file":"${file}"}`)
    expect(fits.status).toBe(400)
    expect(fits.text).not.toContain('MiB')
  })

  it('is refused with thousands of short files', async () => {
    const short = `{"base64":"${'A'.repeat(200_000)}"},`
    const { status, body } = await sendRaw('chat.sendMessage', toSend(`{"mentions":[${short.repeat(100)}1]}`))
    expect([status, body]).toMatchObject([413, { message: expect.stringContaining('Send fewer files') }])
  })
})

describe('values and keys of a body', () => {
  it.each([
    ['chat.sendMessage', toSend(wide(401_000))],
    ['flows.import', `{"nodes":[${'[],'.repeat(60_000)}[]]}`],
    ['server.ping', `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ])('are refused for %s above 100,000', async (operation, rawBody) => {
    const { status, body } = await sendRaw(operation, rawBody)
    expect([status, body]).toMatchObject([
      400,
      { code: 'BAD_REQUEST', message: expect.stringContaining('more than 100000 values and keys') },
    ])
  })

  it('are not counted inside of texts', async () => {
    const { status } = await sendRaw('chat.sendMessage', toSend(`{"text":"${',:[{'.repeat(60_000)}"}`))
    expect(status).toBe(400)
    const { text: answer } = await sendRaw('chat.sendMessage', toSend(`{"text":"${',:[{'.repeat(10_000)}"}`))
    expect(answer).not.toContain('values and keys')
  })
})

describe('a key without the scope', () => {
  it('is refused before its body is sent', async () => {
    const callers: Callers = {
      checkKey: async () => ({
        kind: 'granted',
        principal: {
          ...{ userId: 'u', role: 'user', plan: 'free', via: 'key', scopes: ['flows:read'] },
          ...{ workspaceId: 'u', workspaceRole: 'owner' },
        },
        limit: { tier: 'free', limit: 9, remaining: 8, resetAt: new Date(), resetInSec: 1 },
      }),
      checkSession: async () => null,
      isLiveKey: async () => true,
    }
    const limited = await startFakeApi({}, { openDraft, callers })
    const headers = { ...KEY, 'content-type': 'application/json', 'content-length': String(60 * MIB) }
    const url = `${limited.origin}${API_PREFIX}/chat/sendMessage`
    const sent = request(url, { method: 'POST', headers })
    sent.on('error', () => {}).flushHeaders()
    const answer = await new Promise<Parameters<typeof text>[0]>((resolve) => sent.once('response', resolve))
    expect(JSON.parse(await text(answer))).toMatchObject({
      code: 'FORBIDDEN',
      data: { reason: 'SCOPE_MISSING', scope: 'chat:write' },
    })
    sent.destroy()
    await limited.close()
  })
})
