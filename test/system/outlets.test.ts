import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from '../../src/bin/demo/api-client.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { createRandom } from '../simulation/random.ts'
import { createKillableServer } from '../support/killable-server.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

/** FULL=1 is the whole of it: ten thousand events and a receiver that is down for ten minutes. */
const IS_FULL = process.env.FULL === '1'
const EVENTS = IS_FULL ? 10_000 : 160
const CHATS = IS_FULL ? 500 : 40
const DOWN_MS = IS_FULL ? 600_000 : 1_000
const WITHIN_MS = IS_FULL ? 3_000_000 : 240_000
const BATCH = 20

const random = createRandom(5)
const place = createWorkplace({ OUTBOUND_ALLOW: '127.0.0.1' })
const seenByWebhook = createMemory()
const seenByStream = createMemory()
let service: ServiceProcess
let db: Database
let api: ApiClient
let key: string
let clientId: string
let userId: string

/** What a receiver has that keeps the first of each id: the numbers of each conversation, in the order they came. */
function createMemory() {
  const ids = new Set<string>()
  const chats = new Map<string, number[]>()
  let repeats = 0
  return {
    count: () => ids.size,
    chats,
    /** For whoever reads the run: how much came, how often again, and in how many conversations something is out of order. */
    describe: () => ({
      events: ids.size,
      repeats,
      conversations: chats.size,
      outOfOrder: [...chats.values()].filter((numbers) => numbers.some((number, n) => number !== n)).length,
    }),
    take(id: string, data: { chat: string; n: number }) {
      if (ids.has(id)) {
        repeats += 1
        return
      }
      ids.add(id)
      chats.set(data.chat, [...(chats.get(data.chat) ?? []), data.n])
    },
  }
}

function expectEachInOrder(memory: ReturnType<typeof createMemory>): void {
  expect(memory.count()).toBe(EVENTS)
  expect(memory.chats.size).toBe(CHATS)
  const whole = Array.from({ length: EVENTS / CHATS }, (_, n) => n)
  for (const numbers of memory.chats.values()) expect(numbers).toEqual(whole)
}

/** Answers every second attempt with 500 and can be killed. */
function createReceiver() {
  let refused = 0
  const server = createKillableServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const { id, data } = JSON.parse(body)
    if (random.chance(0.5)) {
      refused += 1
      return void res.writeHead(500).end()
    }
    seenByWebhook.take(id, data)
    // Sometimes it has the event, and dies before it can say so.
    if (random.chance(0.02)) return void res.destroy()
    res.writeHead(204).end()
  })
  return {
    url: () => `http://127.0.0.1:${server.port()}/hook`,
    refused: () => refused,
    start: server.start,
    kill: server.kill,
  }
}
const receiver = createReceiver()
let isOver = false

/** Reads the stream as a browser does, and is cut again and again after some bytes. Answers how often. */
async function followStream(): Promise<number> {
  let lastId = '0'
  let cuts = 0
  while (seenByStream.count() < EVENTS && !isOver) {
    const bytes = random.int(200, IS_FULL ? 100_000 : 2_000)
    lastId = await readStream(lastId, bytes).catch(() => lastId)
    cuts += 1
    if (cuts > 5) await sleep(IS_FULL ? 2_000 : 20)
  }
  return cuts
}

async function readStream(after: string, bytes: number): Promise<string> {
  const headers = { 'x-api-key': key, 'last-event-id': after }
  const request = get(`${service.url}${API_PREFIX}/events/stream?events=${EVENT_NAME}`, { headers })
  const res = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
  if (res.statusCode !== 200) throw new Error(`the stream answered ${res.statusCode}`)
  let text = ''
  let last = after
  let left = bytes
  try {
    for await (const chunk of res.setEncoding('utf8')) {
      text += chunk
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        last = takeFrame(frame) ?? last
        left -= frame.length
        // What else came is lost with the connection, as it is when a network fails.
        if (left < 0 || seenByStream.count() >= EVENTS || isOver) return last
      }
    }
  } catch {
    // Cut by the other side; the place is known.
  } finally {
    request.destroy()
  }
  return last
}

function takeFrame(frame: string): string | undefined {
  const lines = frame.split('\n')
  const data = lines.find((line) => line.startsWith('data: {"id"'))
  if (data !== undefined) {
    const event = JSON.parse(data.slice('data: '.length))
    seenByStream.take(event.id, event.data)
  }
  return lines.find((line) => line.startsWith('id: '))?.slice('id: '.length)
}

const EVENT_NAME = 'message.received'

/** Stored as the service stores them, a batch at a time, while they are being carried. */
async function logEvents(): Promise<void> {
  for (let from = 0; from < EVENTS; from += BATCH) {
    await db.pool.query(
      `insert into event_log (user_id, client_id, name, chat, data)
       select $1, $2, $3, 'chat' || (n % $6), jsonb_build_object('n', n / $6, 'chat', 'chat' || (n % $6))
       from generate_series($4::int, $5::int - 1) as n order by n`,
      [userId, clientId, EVENT_NAME, from, from + BATCH, CHATS],
    )
    await sleep(10)
  }
}

beforeAll(async () => {
  service = await place.start()
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
  key = await place.prepare('key', 'create', '--email', email, '--name', 'test')
  api = createApiClient({ url: () => service.url, key, onAway: () => undefined })
  ;({ id: clientId, userId } = await api.call<{ id: string; userId: string }>('clients.create', {
    name: 'Shop',
  }))
  db = await openDatabase({ dataDir: place.dataDir, mode: 'admin', migrate: false, poolSize: 2 })
  await receiver.start()
})

afterAll(async () => {
  isOver = true
  await receiver.kill()
  await db.close()
  await place.remove()
})

/** Down for long, then the service killed, then the receiver killed again. */
async function carryAll(logging: Promise<void>): Promise<void> {
  const until = (share: number) =>
    awaitState(`${share} of the events`, async () => seenByWebhook.count() >= EVENTS * share, WITHIN_MS)
  await until(0.1)
  await receiver.kill()
  await sleep(DOWN_MS)
  await receiver.start()
  await until(0.4)
  await service.kill()
  service = await place.start()
  await until(0.6)
  await receiver.kill()
  await receiver.start()
  await logging
  await until(1)
}

test(
  'a receiver that is down for long, answers half of the time with 500 and is killed twice gets every event in order, and so does a stream that is cut, over a killed service',
  async () => {
    const startedAt = performance.now()
    await api.call('webhooks.create', { url: receiver.url(), names: [EVENT_NAME] })
    const following = followStream()
    try {
      await carryAll(logEvents())
    } finally {
      // A stream that does not end by itself has lost something; what it has is checked all the same.
      await awaitState('the stream', async () => seenByStream.count() >= EVENTS).catch(() => {})
      isOver = true
      const figures = { webhook: seenByWebhook.describe(), stream: seenByStream.describe() }
      const seconds = Math.round((performance.now() - startedAt) / 1_000)
      console.info(
        JSON.stringify({ ...figures, refused: receiver.refused(), cuts: await following, seconds }),
      )
    }
    expectEachInOrder(seenByStream)
    expectEachInOrder(seenByWebhook)
    expect(receiver.refused()).toBeGreaterThan(EVENTS / 4)
    expect(await following).toBeGreaterThan(5)
  },
  WITHIN_MS * 1.2,
)
