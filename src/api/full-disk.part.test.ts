import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type FakeApi, KEY, startFakeApi } from '../../test/support/fake-api.ts'
import { Refusal } from '../core/errors.ts'
import { findStorageFull } from '../platform/storage-full.ts'

const FILE = JSON.stringify({ message: { image: { base64: 'A'.repeat(3_000_000) } } })

let api: FakeApi
afterEach(() => api.close())

const noRoom = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))

const explain = (error: unknown): Refusal | null =>
  findStorageFull(error) === null
    ? null
    : new Refusal('SERVICE_UNAVAILABLE', 'Full.', { data: { reason: 'FILES_FULL' } })

test('a body that finds no room on the disk is refused with the reason', async () => {
  api = await startFakeApi(undefined, { openDraft: noRoom, explain })
  const { status, body } = await api.call('chat.sendMessage', JSON.parse(FILE), { headers: KEY })
  expect({ status, body }).toMatchObject({ status: 503, body: { data: { reason: 'FILES_FULL' } } })
})

test('the rest of such a body passes by, and the connection can be used for the next call', async () => {
  api = await startFakeApi(undefined, { openDraft: noRoom, explain })
  const socket = connect(Number(new URL(api.origin).port), '127.0.0.1')
  let text = ''
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('close', () => reject(new Error('the connection was cut')))
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece
      if (text.includes('"status":"ok"')) resolve()
    })
  })
  socket.write(
    `POST /api/rpc/api-reference/chat/sendMessage HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY['x-api-key']}\r\n` +
      `content-type: application/json\r\ncontent-length: ${FILE.length}\r\n\r\n${FILE}` +
      'GET /health HTTP/1.1\r\nhost: x\r\n\r\n',
  )
  await answered
  expect(text).toMatch(/^HTTP\/1.1 503/)
  socket.removeAllListeners('close').destroy()
})
