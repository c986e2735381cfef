import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Contact, Sandbox } from '../../sandbox/index.ts'
import { startTestNetwork } from '../../sandbox/testing/network.ts'
import { createFeatureHandlers } from '../../src/bin/features.ts'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import { FlowDocument } from '../../src/contract/flows/exchange.ts'
import { type CallContext, type Handlers, toOwner } from '../../src/contract/handlers.ts'
import type { Database } from '../../src/db/client.ts'
import { startJobs } from '../../src/db/jobs/jobs.ts'
import { createDirectoryStore } from '../../src/features/media/index.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { createOutboundHttp } from '../../src/platform/outbound-http.ts'
import { eventually } from './chat-network.ts'
import { insertClient, insertUser } from './fixtures.ts'
import type { ShortNode } from './flow-world.ts'
import { testConnector, toTarget } from './network-client.ts'
import { awaitState } from './service-process.ts'
import { createWorkerStack } from './worker-stack.ts'

/** A request that a flow's http node made. */
export interface SeenCall {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface StoredRun {
  id: string
  flowId: string
  state: string
  error: string | null
  context: { vars: Record<string, unknown>; last: unknown }
}

/**
 * Live flows of a paired client on the real connector, with the queue that brings timers and schedules, and a receiver on
 * this machine that their http nodes call.
 */
export interface FlowNetwork {
  sandbox: Sandbox
  account: string
  clientId: string
  handlers: Handlers
  ctx: CallContext
  calls: SeenCall[]
  /** Where http nodes call the receiver. */
  receiver: string
  publish(nodes: ShortNode[], edges: [string, string, string][], extra?: object): Promise<string>
  contact(number: string, name?: string): Contact
  /** The newest run of a flow once it is in this state. */
  run(flowId: string, state: string): Promise<StoredRun>
  call(path: string): Promise<SeenCall>
  close(): Promise<void>
}

async function startReceiver(calls: SeenCall[]) {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      calls.push({ path: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks) })
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { server, url: `http://receiver.test:${(server.address() as AddressInfo).port}` }
}

export async function startFlowNetwork(db: Database, account: string): Promise<FlowNetwork> {
  const calls: SeenCall[] = []
  const { server, url: receiver } = await startReceiver(calls)
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-flow-files-'))
  const sandbox = await startTestNetwork()
  const bus = createInProcessBus({ now: Date.now })
  const stack = createWorkerStack({
    ...{ db, bus, log: silentLog, connector: testConnector(), hostId: 'host', target: toTarget(sandbox) },
    ackTimeoutMs: 20_000,
    files: { store: createDirectoryStore(directory), retentionDays: 30, ffmpegPath: null },
    outbound: createOutboundHttp({ allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] }),
  })
  stack.host.start()
  const jobs = await startJobs(db, { ...stack.features.runs.tasks }, { pollIntervalMs: 200 })
  const handlers = createFeatureHandlers(stack.features) as unknown as Handlers
  const userId = await insertUser(db.pool)
  const ctx: CallContext = {
    owner: toOwner(userId),
    principal: { userId, role: 'user', plan: 'pro', via: 'key' },
    requestId: 'r',
    signal: new AbortController().signal,
  }
  const clientId = await insertClient(db.pool, { userId, desired: 'running' })
  await db.pool.query(
    'update client set send_rate_per_second = 100, send_burst = 100, human_handoff_duration_sec = 0 where id = $1',
    [clientId],
  )
  bus.publish('worker.wanted', { clientId })
  const qr = await awaitState('a QR', async () => {
    const { data } = await handlers.server.qr({ clientId }, ctx)
    return typeof data === 'string' && data
  })
  await sandbox.scan(qr, { phone: account })
  await awaitState(
    'the client to be connected',
    async () => (await handlers.worker.status({ clientId }, ctx)).code === 'CONNECTED',
  )
  return {
    ...{ sandbox, account, clientId, handlers, ctx, calls, receiver },
    async publish(nodes, edges, extra = {}) {
      const { service } = stack.features.flows
      const document = FlowDocument.parse({
        ...{ version: 1, name: 'Test', clientId },
        nodes: nodes.map(([id, type, data]) => ({ id, type, data, position: { x: 0, y: 0 } })),
        edges: edges.map(([source, sourceHandle, target], n) => ({
          ...{ id: `e${n}`, source, sourceHandle, target },
        })),
        ...extra,
      })
      const flow = await service.import(userId, document)
      await service.publish(flow.id, userId)
      return flow.id
    },
    contact: (number, name = 'Ana') => sandbox.contact(number, { name }),
    run: (flowId, state) =>
      eventually(`a run that is ${state}`, async () => {
        const { rows } = await db.pool.query(
          `select id, flow_id as "flowId", state, error, context from flow_state where flow_id = $1
           order by created_at desc limit 1`,
          [flowId],
        )
        return rows[0]?.state === state && { ...rows[0], context: JSON.parse(rows[0].context) }
      }),
    call: (wanted) =>
      eventually(`a call of ${wanted}`, async () => calls.find((call) => call.path === wanted)),
    async close() {
      await jobs.stop()
      await stack.stop()
      await sandbox.close()
      server.closeAllConnections()
      server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
