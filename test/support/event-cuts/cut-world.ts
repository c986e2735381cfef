import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { createFeatureHandlers } from '../../../src/bin/features.ts'
import { type Handlers, toOwner } from '../../../src/contract/handlers.ts'
import type { Database } from '../../../src/db/client.ts'
import type { CredentialStore, NetworkConnector } from '../../../src/network/port.ts'
import { silentLog } from '../../../src/platform/logger.ts'
import { createOutboundHttp } from '../../../src/platform/outbound-http.ts'
import { eventually } from '../chat-network.ts'
import { insertClient, insertUser } from '../fixtures.ts'
import { testConnector, toTarget } from '../network-client.ts'
import { createWebhookReceiver } from '../webhook-receiver.ts'
import { createSharedBus } from '../worker-hosts.ts'
import { createWorkerStack } from '../worker-stack.ts'

/** An event as a receiver got it. */
export interface Told {
  seq: number
  name: string
  data: Record<string, unknown>
}

export type CutWorld = Awaited<ReturnType<typeof startCutWorld>>

/** Keeps connections in the making from the network while it is shut. */
function createGate(inner: NetworkConnector) {
  let opened = Promise.resolve()
  let open = () => {}
  const wait = (store: CredentialStore): CredentialStore =>
    new Proxy(store, {
      get(target, key) {
        if (key === 'readCredentials') return () => opened.then(() => target.readCredentials())
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return {
    connector: {
      ...inner,
      open: (options) => inner.open({ ...options, credentials: wait(options.credentials) }),
    } satisfies NetworkConnector,
    shut() {
      const { promise, resolve } = Promise.withResolvers<void>()
      opened = promise
      open = resolve
    },
    open: () => open(),
  }
}

type Context = Parameters<Handlers['webhooks']['create']>[1]

/** A webhook and a stream that get all. */
async function subscribe(
  features: ReturnType<typeof createWorkerStack>['features'],
  handlers: Handlers,
  ctx: Context,
) {
  const { userId } = ctx.principal
  const receiver = createWebhookReceiver()
  await receiver.start()
  await handlers.webhooks.create({ url: receiver.url() }, ctx)
  features.webhooks.runner.start()
  const streamed: Told[] = []
  const streamEnd = new AbortController()
  const streaming = features.events.stream({
    ...{ userId, workspaceId: userId, after: 0, filter: {}, signal: streamEnd.signal },
    isStillAllowed: async () => true,
    async write(text) {
      for (const [, data = ''] of text.matchAll(/^id: .*\nevent: .*\ndata: (.+)$/gm)) {
        const { id, name, data: told } = JSON.parse(data)
        streamed.push({ seq: Number(id), name, data: told })
      }
    },
  })
  const posted = (): Told[] =>
    receiver.got.map(({ id, type, body }) => ({
      ...{ seq: Number(id), name: type },
      data: JSON.parse(body).data,
    }))
  return {
    streamed,
    posted,
    async close(): Promise<void> {
      streamEnd.abort()
      await streaming
      await features.webhooks.runner.stop()
      await receiver.kill()
    },
  }
}

/**
 * A paired client on a sandbox, with a webhook and a stream that get all that is told of it. A second host of the same service
 * can take it over.
 */
export async function startCutWorld(db: Database, account: string) {
  const sandbox = await startTestNetwork()
  const busOf = createSharedBus()
  const gate = createGate(testConnector([100, 100, 100]))
  const outbound = createOutboundHttp({ allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] })
  const startHost = (hostId: string) => {
    const bus = busOf()
    const parts = { db, bus, log: silentLog, connector: gate.connector, hostId, outbound, random: () => 0 }
    const stack = createWorkerStack({ ...parts, target: toTarget(sandbox), ackTimeoutMs: 20_000 })
    stack.host.start()
    return { bus, stack }
  }
  const first = startHost('one')
  const hosts = [first]
  const { bus } = first
  const { features } = first.stack
  const handlers = createFeatureHandlers(features) as unknown as Handlers
  const userId = await insertUser(db.pool)
  const ctx = {
    owner: toOwner(userId),
    principal: { userId, role: 'user' as const, plan: 'pro' as const, via: 'key' as const },
    requestId: 'r',
    signal: new AbortController().signal,
  }
  const clientId = await insertClient(db.pool, { userId, desired: 'running' })

  await db.pool.query('update client set human_handoff_duration_sec = 0 where id = $1', [clientId])

  const subscribers = await subscribe(features, handlers, ctx)
  const phone = sandbox.phone(account)
  const isThere = () => phone.devices.some(({ online }) => online)
  const awaitConnected = () =>
    eventually(
      'the client',
      async () => isThere() && (await handlers.worker.status({ clientId }, ctx)).code === 'CONNECTED',
    )
  bus.publish('worker.wanted', { clientId })
  const qr = await eventually('a QR', async () => {
    const { data } = await handlers.server.qr({ clientId }, ctx)
    return typeof data === 'string' && data
  })
  await sandbox.scan(qr, { phone: account })
  await awaitConnected()

  return {
    ...{ db, sandbox, account, phone, clientId, userId, handlers, ctx, awaitConnected, isThere },
    jidOf: (number: string) => `${number}@s.whatsapp.net`,
    /** What each receiver got so far. */
    told: (): Readonly<Record<'stream' | 'webhook', readonly Told[]>> => ({
      stream: subscribers.streamed,
      webhook: subscribers.posted(),
    }),
    /** Up to where all is told so far. */
    lastSeq: () => subscribers.streamed.at(-1)?.seq ?? 0,
    /** What is posted in the channel from now on is told. */
    awaitMark: (channel: string) =>
      eventually('its mark', async () => {
        const { rowCount } = await db.pool.query(
          'select from channel_mark where client_id = $1 and channel = $2',
          [clientId, channel],
        )
        return rowCount === 1
      }),
    /** Nothing waits at the network for the client, on its way or not. */
    awaitTaken: () =>
      eventually('what waited', async () => phone.devices.every(({ waiting }) => waiting === 0)),
    /** Ends the connection and keeps it off until `restore`. */
    async cut(): Promise<void> {
      gate.shut()
      sandbox.faults.cut(account, undefined, 503)
      await eventually('the cut', async () => !isThere())
    },
    async restore(): Promise<void> {
      gate.open()
      await awaitConnected()
    },
    /** Another host has the client from now on. */
    async takeOver(): Promise<void> {
      await db.pool.query(
        `update client_lease set expires_at = now() - interval '1 second' where client_id = $1`,
        [clientId],
      )
      const next = startHost('two')
      hosts.push(next)
      next.bus.publish('worker.wanted', { clientId })
      await eventually('the other host', async () => {
        const { rows } = await db.pool.query('select owner from client_lease where client_id = $1', [
          clientId,
        ])
        return rows[0]?.owner === 'two'
      })
    },
    async close(): Promise<void> {
      gate.open()
      await subscribers.close()
      for (const host of hosts.toReversed()) await host.stack.stop()
      await sandbox.close()
    },
  }
}
