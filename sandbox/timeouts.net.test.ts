import { afterEach, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { nextNumber, pairClient, pinRoot, type TestClient, until } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

let sandbox: Sandbox
let client: TestClient

afterEach(async () => {
  await client.end()
  await sandbox.close()
})

test('who never answers a ping loses the connection, and it is on record: the library answers none', async () => {
  sandbox = await startTestNetwork({ timeouts: { pingMs: 300 } })
  pinRoot(sandbox)
  client = await pairClient(sandbox, nextNumber())
  expect(await client.closed()).toBe(428)
  expect(sandbox.problems()).toMatchObject([{ rule: 'ping' }])
})

test('a connection on which nothing is said is ended', async () => {
  sandbox = await startTestNetwork({ timeouts: { idleMs: 3_000 } })
  pinRoot(sandbox)
  const account = nextNumber()
  client = await pairClient(sandbox, account)
  await until('the network to be told nothing', () => sandbox.phone(account).devices[0]?.online === false)
  expect(await client.closed()).toBe(428)
})

test('a stanza that is never acknowledged ends the stream, and waits for the next connection', async () => {
  sandbox = await startTestNetwork({ timeouts: { answerMs: 3_000 } })
  pinRoot(sandbox)
  const account = nextNumber()
  client = await pairClient(sandbox, account)
  const status = { tag: 'status', attrs: { id: 'S1', from: 's.whatsapp.net' } }
  await sandbox.phone(account).push(status)
  // The library has no handler for it, and takes the end for a bad session (500).
  expect(await client.closed()).toBe(500)
  expect(sandbox.problems()).toMatchObject([{ rule: 'unanswered', stanza: status }])
  expect(sandbox.phone(account).devices[0]?.waiting).toBe(1)
})
