import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { nextNumber, pairClient, pinRoot, type TestClient, until } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

const DAY_MS = 86_400_000

let account: string
let sandbox: Sandbox
let client: TestClient
const levels: unknown[] = []

beforeEach(async () => {
  account = nextNumber()
  levels.length = 0
  sandbox = await startTestNetwork()
  pinRoot(sandbox)
  client = await pairClient(sandbox, account)
  client.socket.ev.on('message-capping.update', ({ capping_status }) => levels.push(capping_status))
})
afterEach(async () => {
  await client.end()
  await sandbox.close()
})

const write = async (number: string): Promise<string | undefined> =>
  (await client.acked(await client.send(`${number}@s.whatsapp.net`, { text: 'hello' }))).error

const limit = (total: number, used = 0) =>
  sandbox.phone(account).limitNewChats({ total, used, cycleEndMs: Date.now() + 30 * DAY_MS })

test('an account without a limit begins as many chats as it likes, and is told so when it asks', async () => {
  expect(await client.socket.fetchNewChatMessageCap()).toMatchObject({ total_quota: -1, used_quota: 0 })
  for (let i = 0; i < 3; i += 1) expect(await write(nextNumber())).toBeUndefined()
  expect(levels).toEqual([])
})

test('chats with strangers are counted, each person once, and beyond the quota such messages are refused', async () => {
  limit(10, 7)
  await until('the news', () => levels.length === 1)
  const first = nextNumber()
  expect(await write(first)).toBeUndefined()
  expect(await write(first)).toBeUndefined()
  expect(await client.socket.fetchNewChatMessageCap()).toMatchObject({
    ...{ total_quota: 10, used_quota: 8, capping_status: 'FIRST_WARNING' },
    cycle_end_timestamp: expect.stringMatching(/^\d{10}$/),
  })
  expect(await write(nextNumber())).toBeUndefined()
  expect(await write(nextNumber())).toBeUndefined()
  expect(await write(nextNumber())).toBe('475')
  // Nor to whom was written before and who never answered.
  expect(await write(first)).toBe('475')
  await until('all news', () => levels.length === 4)
  expect(levels).toEqual(['NONE', 'FIRST_WARNING', 'SECOND_WARNING', 'CAPPED'])
})

test('who wrote first is written to beyond the quota', async () => {
  const friend = nextNumber()
  await sandbox.contact(friend).sendText(account, 'hello')
  await client.receivedText('hello')
  limit(5, 5)
  expect(await write(friend)).toBeUndefined()
  expect(await write(nextNumber())).toBe('475')
})

test('without a limit any more, strangers are written to again', async () => {
  limit(5, 5)
  const stranger = nextNumber()
  expect(await write(stranger)).toBe('475')
  sandbox.phone(account).limitNewChats(null)
  expect(await write(stranger)).toBeUndefined()
  await until('the news', () => levels.length === 2)
})
