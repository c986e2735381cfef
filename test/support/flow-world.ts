import { FlowDocument } from '../../src/contract/flows/exchange.ts'
import type { OwnerId } from '../../src/contract/handlers.ts'
import type { Database } from '../../src/db/client.ts'
import {
  type DurableProcess,
  type DurableProcessOptions,
  startDurableProcess,
  type WireMessage,
} from './durable-host.ts'
import { insertClient, insertUser } from './fixtures.ts'

/** A client with its person, the network's view of what it sends, and as many worker processes as a test starts. */
export interface FlowWorld {
  userId: OwnerId
  clientId: string
  wire: WireMessage[]
  start(
    options?: Pick<DurableProcessOptions, 'hostId' | 'onStatement' | 'isConnected' | 'act' | 'effects'>,
  ): Promise<DurableProcess>
  /** What the contact's screen shows: every message id once. */
  shownTo(jid: string): string[]
  close(): Promise<void>
}

export async function createFlowWorld(database: Database): Promise<FlowWorld> {
  const userId = await insertUser(database.pool)
  const clientId = await insertClient(database.pool, { userId })
  const wire: WireMessage[] = []
  const processes: DurableProcess[] = []
  return {
    userId,
    clientId,
    wire,
    async start(options = {}) {
      const process = await startDurableProcess({ url: database.url, clientId, wire, ...options })
      processes.push(process)
      return process
    },
    shownTo(jid) {
      const mine = wire.filter((message) => message.jid === jid)
      const ids = new Set<string>()
      return mine
        .filter(({ messageId }) => !ids.has(messageId) && ids.add(messageId))
        .map((item) => item.text)
    },
    async close() {
      await Promise.all(processes.map((process) => process.close()))
    },
  }
}

export type ShortNode = [id: string, type: string, data: Record<string, unknown>]

/** Imports and publishes a flow; edges are `[source, handle, target]`. */
export async function publishFlow(
  process: DurableProcess,
  { userId, clientId }: Pick<FlowWorld, 'userId' | 'clientId'>,
  nodes: ShortNode[],
  edges: [string, string, string][],
  extra: object = {},
): Promise<string> {
  const document = FlowDocument.parse({
    version: 1,
    name: 'Test',
    clientId,
    nodes: nodes.map(([id, type, data]) => ({ id, type, data, position: { x: 0, y: 0 } })),
    edges: edges.map(([source, sourceHandle, target], n) => ({ id: `e${n}`, source, sourceHandle, target })),
    ...extra,
  })
  const flow = await process.flows.service.import(userId, document)
  await process.flows.service.publish(flow.id, userId)
  return flow.id
}

/** Publishes a flow that asks for a name at `hello` and greets by it; `extra` are parts of its document. Answers its id. */
export function publishGreeting(
  process: DurableProcess,
  world: Pick<FlowWorld, 'userId' | 'clientId'>,
  extra: object = {},
): Promise<string> {
  return publishFlow(
    process,
    world,
    [
      ['t', 'trigger.keyword', { values: ['hello'] }],
      ['q', 'ask', { prompt: 'Name?', saveAs: 'name' }],
      ['s', 'send.text', { text: 'Hi {{ vars.name }}' }],
    ],
    [
      ['t', 'out', 'q'],
      ['q', 'reply', 's'],
    ],
    extra,
  )
}

/** Publishes a flow that, once `go` was said, repeats what it is told, message after message, for ever. */
export const publishEcho = (
  process: DurableProcess,
  world: Pick<FlowWorld, 'userId' | 'clientId'>,
): Promise<string> =>
  publishFlow(
    process,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['q', 'ask', { prompt: 'Say', saveAs: 'x' }],
      ['s', 'send.text', { text: 'got {{ vars.x }}' }],
    ],
    [
      ['t', 'out', 'q'],
      ['q', 'reply', 's'],
      ['s', 'out', 'q'],
    ],
    { settings: { typeAhead: true } },
  )
