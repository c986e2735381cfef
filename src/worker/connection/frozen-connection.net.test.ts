import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { pairNetworkClient, testConnector, toTarget } from '../../../test/support/network-client.ts'
import { silentLog } from '../../platform/logger.ts'
import { ConnectionSupervisor } from './connection-supervisor.ts'

const ACCOUNT = '447700900100'

let sandbox: Sandbox
let supervisor: ConnectionSupervisor | undefined

beforeEach(async () => {
  sandbox = await startTestNetwork()
})

afterEach(async () => {
  await supervisor?.close()
  await sandbox.close()
})

test('a connection whose server keeps the socket and answers nothing is found out and replaced by one that works', async () => {
  const paired = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  await paired.connection.close()
  const codes: string[] = []
  supervisor = new ConnectionSupervisor({
    clientId: 'frozen',
    target: toTarget(sandbox),
    connector: testConnector(),
    credentials: paired.credentials,
    log: silentLog,
    now: Date.now,
    random: () => 0,
    readSentMessage: async () => null,
    onEvents: async () => {},
    onStatus: ({ code }) => codes.push(code),
    ...{ onQr() {}, onPaired() {}, onOpen() {}, onLost() {}, onEnd() {} },
    mayOpen: () => true,
    liveness: { silenceMs: 200, probeTimeoutMs: 6_000, lookEveryMs: 50 },
  })
  supervisor.connect()
  const first = await sandbox.waitFor(() => supervisor?.current() ?? undefined, 90_000)
  // Answered probes leave it alone.
  await sandbox.waitFor(() => sandbox.requests().length > 0)
  expect(supervisor.current()).toBe(first)
  sandbox.faults.set(ACCOUNT, { freeze: true })
  await sandbox.waitFor(() => codes.includes('CONNECTION_LOST'), 90_000)
  sandbox.faults.set(ACCOUNT, { freeze: false })
  const second = await sandbox.waitFor(() => supervisor?.current() ?? undefined, 90_000)
  expect(second.socketId).not.toBe(first.socketId)
  await second.probe(10_000)
})
