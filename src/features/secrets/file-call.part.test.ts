import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { HttpRequest } from '../../core/flow/index.ts'
import type { OutboundRequest, StreamedBody } from '../../platform/outbound-http.ts'
import { callWithSecrets, type FileReader } from './secret-call.ts'

const BYTES = Buffer.from('%PDF-1.7 an invoice')
const FILE = { mediaId: '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f' }
const SECRETS = new Map([['shop', { value: 's"ecret', hosts: ['shop.example'] }]])

async function call(request: Omit<HttpRequest, 'method' | 'headers'>, sizeBytes = BYTES.length) {
  const sent: OutboundRequest[] = []
  const files: FileReader = {
    openToPost: async () => ({
      ...{ kind: 'ready', mimetype: 'application/pdf', fileName: 'a.pdf' },
      body: { sizeBytes, open: async () => Readable.from([BYTES], { objectMode: false }) },
    }),
  }
  const http = {
    async request(made: OutboundRequest) {
      sent.push(made)
      return { status: 200, headers: {}, url: made.url, body: Buffer.from('') }
    },
  }
  const secrets = { read: async () => SECRETS }
  const bounds = {
    timeoutMs: 5_000,
    maxBodyBytes: 1_000,
    signal: new AbortController().signal,
    mayRepeat: false,
  }
  const made: HttpRequest = {
    method: 'POST',
    headers: [{ name: 'content-type', value: 'text/plain' }],
    ...request,
  }
  const answer = await callWithSecrets({ http, secrets, files }, { userId: 'u', request: made, ...bounds })
  return { answer, sent: sent[0] }
}

const readBody = async (sent: OutboundRequest | undefined): Promise<Buffer> =>
  buffer(await (sent as { body: StreamedBody }).body.open())

const form = {
  ...{ url: 'https://shop.example/', body: null },
  file: {
    ...FILE,
    place: {
      kind: 'part' as const,
      name: 'invoice',
      fields: [{ name: 'token', value: [{ secret: 'shop', as: 'raw' as const }] }],
    },
  },
}

test('secrets stand in the fields of a form, whose type is its own', async () => {
  const { sent } = await call(form)
  const types = sent?.headers?.filter(({ name }) => name.toLowerCase() === 'content-type') ?? []
  expect(types).toHaveLength(1)
  const body = await readBody(sent)
  const read = await new Response(body, { headers: { 'content-type': types[0]?.value ?? '' } }).formData()
  expect(read.get('token')).toBe('s"ecret')
  expect(await (read.get('invoice') as File).text()).toBe(BYTES.toString())
})

test('a secret in a field goes to its hosts only, and a file that is too large goes nowhere', async () => {
  const elsewhere = await call({ ...form, url: 'https://other.example/' })
  expect([elsewhere.answer, elsewhere.sent]).toEqual([
    { failure: { code: 'SECRET_HELD', params: { secret: 'shop' } } },
    undefined,
  ])
  const tooLarge = await call(form, 65 * 1_024 * 1_024)
  expect([tooLarge.answer, tooLarge.sent]).toMatchObject([{ failure: { code: 'FILE_TOO_LARGE' } }, undefined])
})

test('a file as base64 leaves the secrets in its JSON whole', async () => {
  const body = ['{"token":"', { secret: 'shop', as: 'json' as const }, '","file":"file:e1"}']
  const { sent } = await call({
    ...{ url: form.url, body },
    file: { ...FILE, place: { kind: 'base64', mark: 'file:e1' } },
  })
  const written = await readBody(sent)
  expect(JSON.parse(written.toString())).toEqual({ token: 's"ecret', file: BYTES.toString('base64') })
})
