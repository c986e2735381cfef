import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { startTestNetwork } from '../../sandbox/testing/network.ts'
import { createFeatureHandlers } from '../../src/bin/features.ts'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import { type Handlers, toOwner } from '../../src/contract/handlers.ts'
import type { WebVersion } from '../../src/core/client/web-version.ts'
import { createWebVersionStore } from '../../src/features/server/index.ts'
import { BUILT_IN_VERSION, createBaileysConnector } from '../../src/network/baileys/index.ts'
import { readVersionPage } from '../../src/network/version-page.ts'
import { WebVersions } from '../../src/network/web-versions.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { createOutboundHttp } from '../../src/platform/outbound-http.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient, insertUser } from '../support/fixtures.ts'
import { toTarget } from '../support/network-client.ts'
import { awaitState } from '../support/service-process.ts'
import { createWorkerStack } from '../support/worker-stack.ts'

const database = useTestDatabase()
const REVISION = BUILT_IN_VERSION.version[2]
const after = (revisions: number): WebVersion => [2, 3000, REVISION + revisions]

let sandbox: Sandbox
let accounts = 0
const closers: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  sandbox = await startTestNetwork()
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  await sandbox.close()
})

/** A worker whose clients tell what the network's page says, or what is pinned. */
async function startWorker(pinned?: WebVersion) {
  const bus = createInProcessBus({ now: Date.now })
  const store = createWebVersionStore(database())
  const http = createOutboundHttp({ allow: ['127.0.0.1'] })
  const versions = new WebVersions({
    builtIn: BUILT_IN_VERSION,
    pinned,
    ask: (signal) => readVersionPage(http, sandbox.versionPageUrl, signal),
    store: { read: () => store.read('sandbox'), write: (state) => store.write('sandbox', state) },
    now: Date.now,
    log: silentLog,
  })
  const connector = createBaileysConnector({ log: silentLog, versionOf: () => versions })
  const parts = { db: database(), bus, log: silentLog, connector, hostId: 'host', target: toTarget(sandbox) }
  const stack = createWorkerStack(parts)
  stack.host.start()
  closers.push(
    async () => versions.close(),
    () => stack.stop(),
  )
  const handlers = createFeatureHandlers(stack.features)
  const userId = await insertUser(database().pool)
  const ctx: Parameters<Handlers['worker']['status']>[1] = {
    owner: toOwner(userId),
    principal: { userId, role: 'user', plan: 'pro', via: 'key' },
    requestId: 'r',
    signal: new AbortController().signal,
  }
  const clientId = await insertClient(database().pool, { userId, desired: 'running' })
  bus.publish('worker.wanted', { clientId })
  const statusOf = async () => handlers.worker?.status?.({ clientId }, ctx)
  return {
    versions,
    store,
    history: async () => (await handlers.clients?.history?.({ id: clientId, limit: 20 }, ctx)) ?? [],
    awaitCode: (code: string) =>
      awaitState(`the client to be ${code}`, async () => {
        const status = await statusOf()
        return status?.code === code && status
      }),
    async pair(): Promise<string> {
      const qr = await awaitState('a QR', async () => {
        const { data } = (await handlers.server?.qr?.({ clientId }, ctx)) ?? {}
        return typeof data === 'string' && data
      })
      accounts += 1
      const phone = `4477006${String(accounts).padStart(5, '0')}`
      await sandbox.scan(qr, { phone })
      return phone
    },
  }
}

test('a network that takes only newer versions than the library’s pairs clients, as its page is read before', async () => {
  sandbox.setVersions({ oldest: after(1), newest: after(2) })
  const worker = await startWorker()
  await worker.pair()
  await worker.awaitCode('CONNECTED')
  expect(worker.versions.state).toMatchObject({ version: after(2), source: 'page', problem: null })
  const stored = () => worker.store.read('sandbox')
  await awaitState('the version to be stored', async () => (await stored())?.version[2] === after(2)[2])
})

test('a client whose version the network refuses from now on is back after a look at the page, without a person', async () => {
  const worker = await startWorker()
  const phone = await worker.pair()
  await worker.awaitCode('CONNECTED')
  const logins = () => sandbox.phone(phone).devices[0]?.logins ?? 0
  const before = logins()
  sandbox.setVersions({ oldest: after(1_000_000), newest: after(1_000_000) })
  sandbox.faults.cut(phone)
  await awaitState('another login', async () => logins() > before)
  await worker.awaitCode('CONNECTED')
  expect(worker.versions.state).toMatchObject({ version: after(1_000_000), source: 'page' })
  const refused = (await worker.history()).find(({ rawCode }) => rawCode === 405)
  expect(refused?.detail).toContain(`opened again with 2.3000.${REVISION + 1_000_000}.`)
})

test('a version that an operator chose stays, and its client says that the network refuses it', async () => {
  sandbox.setVersions({ oldest: after(1), newest: after(1) })
  const worker = await startWorker(after(0))
  await worker.awaitCode('OUTDATED')
  const refused = await awaitState('the refusal in the history', async () =>
    (await worker.history()).find(({ rawCode }) => rawCode === 405),
  )
  expect(refused.detail).toContain(`version 2.3000.${REVISION} of WhatsApp Web`)
  expect(refused.detail).toContain('WEB_VERSION')
  expect(worker.versions.state).toMatchObject({ version: after(0), source: 'pinned', newest: after(1) })
})
