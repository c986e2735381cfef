import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from '../../src/bin/demo/api-client.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const WITHIN_MS = 240_000
/** As often as a reading may begin (`reading.ts`). */
const MAX_ATTEMPTS = 3
const env = { OUTBOUND_ALLOW: '127.0.0.1', LOG_LEVEL: 'error' }

const place = createWorkplace()
let service: ServiceProcess
let api: ApiClient
/** Never answers, so that a reading is under way until its process dies. */
const server = http.createServer()

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service = await place.start({ env })
  const email = 'owner@example.org'
  await place.prepare(
    'user',
    'create',
    '--email',
    email,
    '--password',
    'correct horse battery',
    '--plan',
    'pro',
  )
  const key = await place.prepare('key', 'create', '--email', email, '--name', 'test')
  api = createApiClient({ url: () => service.url, key, onAway: () => undefined })
})
afterAll(async () => {
  await place.remove()
  server.closeAllConnections()
  server.close()
})

interface State {
  state: string
  problem: string | null
  pieces: number
}

const read = async (id: string) =>
  (await api.call<{ document: State }>('knowledge.get', { id, limit: 1 })).document

async function awaitDocument(id: string, what: string, holds: (state: State) => boolean): Promise<State> {
  await awaitState(what, async () => holds(await read(id)), WITHIN_MS)
  return read(id)
}

async function restart(): Promise<void> {
  await service.kill()
  service = await place.start({ env })
}

/** Takes a few seconds to be read, which is longer than it takes to see that it is being read. */
const BOOK = Array.from(
  { length: 60_000 },
  (_, n) => `Line ${n} of a book about parcels and bread number${n}.`,
)

test('a document whose reading died with its process is read after all, and its pieces are there once', {
  timeout: 2 * WITHIN_MS,
}, async () => {
  const file = { base64: Buffer.from(BOOK.join('\n\n')).toString('base64'), mimetype: 'text/plain' }
  const { id } = await api.call<{ id: string }>('knowledge.add', { file, fileName: 'book.txt' })
  await awaitDocument(id, 'the reading', ({ state }) => state === 'reading')
  await restart()
  const { problem, pieces } = await awaitDocument(id, 'its end', ({ state }) => state === 'ready')
  expect(problem).toBeNull()
  const { used } = await api.call<{ used: { pieces: number } }>('knowledge.list', {})
  expect(used.pieces).toBe(pieces)
  const found = await api.call<{ pieces: { text: string }[] }>('knowledge.search', {
    question: 'number31415',
  })
  expect(found.pieces).toHaveLength(1)
  expect(found.pieces[0]?.text).toContain('number31415')
})

test('a document that takes its process down each time is given up, and the others are read', {
  timeout: 3 * WITHIN_MS,
}, async () => {
  const { port } = server.address() as AddressInfo
  let asked = 0
  // Before it is added: the first question may come before the answer to that.
  server.on('request', () => {
    asked += 1
  })
  const { id } = await api.call<{ id: string }>('knowledge.addUrl', { url: `http://127.0.0.1:${port}/` })
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    await awaitState(`attempt ${attempt}`, async () => asked >= attempt, WITHIN_MS)
    await restart()
  }
  const { problem } = await awaitDocument(id, 'its end', ({ state }) => state === 'failed')
  expect([problem, asked]).toEqual(['INTERRUPTED', MAX_ATTEMPTS])
  const file = { base64: Buffer.from('We open at 8.').toString('base64'), mimetype: 'text/plain' }
  const other = await api.call<{ id: string }>('knowledge.add', { file })
  await awaitDocument(other.id, 'the other one', ({ state }) => state === 'ready')
})
