import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { nextNumber, pairClient, pinRoot, TestClient } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

/** What the library pins. */
const PINNED = 1_043_857_760

let sandbox: Sandbox
let client: TestClient

beforeEach(async () => {
  sandbox = await startTestNetwork()
  pinRoot(sandbox)
})
afterEach(async () => {
  await client.end()
  await sandbox.close()
})

test('who tells a version that the real network is known to have refused is refused, and gets no QR', async () => {
  client = new TestClient(sandbox, undefined, { version: [2, 3000, 1_035_920_091] })
  expect(await client.closed()).toBe(405)
  expect(client.qrs).toEqual([])
})

test('a login is judged as a pairing is, and a version that was taken may be refused the next time', async () => {
  const account = nextNumber()
  client = await pairClient(sandbox, account)
  sandbox.setVersions({ oldest: [2, 3000, PINNED + 1] })
  expect(sandbox.phone(account).devices[0]?.online).toBe(true)
  sandbox.faults.cut(account)
  await client.closed()
  client = new TestClient(sandbox, client.credentials)
  expect(await client.closed()).toBe(405)
  client = new TestClient(sandbox, client.credentials, { version: [2, 3000, PINNED + 1] })
  await client.opened()
})

test('the page says the newest version as the real one does, and what is set over HTTP', async () => {
  client = new TestClient(sandbox)
  // How rc14's `fetchLatestWaWebVersion` reads it.
  const read = async () =>
    /\\?"client_revision\\?":\s*(\d+)/.exec(await (await fetch(sandbox.versionPageUrl)).text())?.[1]
  expect(await read()).toBe('1044017588')
  const set = (versions: object) =>
    fetch(`${sandbox.httpUrl}/versions`, { method: 'POST', body: JSON.stringify(versions) })
  expect((await set({ newest: '2.3000.1044017599' })).status).toBe(200)
  expect(await read()).toBe('1044017599')
  expect((await set({ oldest: 'newest' })).status).toBe(400)
})
