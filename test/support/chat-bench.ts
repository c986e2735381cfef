import { createInProcessBus } from '../../src/bus/in-process.ts'
import { type CallContext, type OwnerId, toOwner } from '../../src/contract/handlers.ts'
import type { OutboxSettled } from '../../src/core/conversation/send-outcome.ts'
import type { Database } from '../../src/db/client.ts'
import { Chat, type ChatDeps, type Sender } from '../../src/features/conversations/index.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { storedWords } from '../../src/words/english.ts'
import {
  createFakeConnection,
  createManualTime,
  type FakeConnection,
  fakeConnector,
  type ManualTime,
} from './fake-network.ts'
import { insertClient, insertUser } from './fixtures.ts'

export const OWN_ADDRESS = '490000000@s.whatsapp.net'

/** One client with its owner and its API side in one process, on a fake connection and a clock of its own. */
export interface ChatBench {
  readonly chat: Chat
  readonly userId: OwnerId
  readonly clientId: string
  readonly time: ManualTime
  readonly settled: OutboxSettled[]
  connection: FakeConnection
  sender: Sender
  /** Whether outcomes of flows' messages count as awaited. */
  isAwaited: boolean
  /** A caller's context, with an idempotency key when given. */
  ctx(key?: string): CallContext
  disconnect(): void
  connect(): FakeConnection
  /** What kill -9 leaves: this process's memory is gone, the database stays, a new owner starts. */
  crashAndRestart(): Promise<void>
  close(): Promise<void>
}

export async function createChatBench(
  db: Database,
  options: { rate?: number; burst?: number; realTime?: boolean; personWrote?: ChatDeps['personWrote'] } = {},
): Promise<ChatBench> {
  const { rate = 1000, burst = 1000 } = options
  const userId = await insertUser(db.pool)
  const clientId = await insertClient(db.pool, { userId, address: OWN_ADDRESS })
  const client = { id: clientId, userId, address: OWN_ADDRESS, lid: null }
  const time = createManualTime()
  const settled: OutboxSettled[] = []
  let isConnected = true
  let stopServing: (() => Promise<void>) | undefined

  function start() {
    const bus = createInProcessBus({ now: time.nowMs })
    const timing = options.realTime ? {} : { sleep: time.sleep }
    const chat = new Chat({
      db,
      bus,
      words: storedWords,
      connector: fakeConnector,
      log: silentLog,
      clock: time,
      random: () => 0.5,
      ...(options.personWrote ? { personWrote: options.personWrote } : {}),
      ...timing,
    })
    const connection = () => (isConnected ? bench.connection : null)
    const sender = chat.createSender({
      client,
      rate,
      burst,
      connection,
      ackTimeoutMs: 1_000,
      isAwaited: () => bench.isAwaited,
      onOutboxSettled: async () => {},
      afterCommit: (outcome) => void settled.push(outcome),
    })
    stopServing = bus.serve(clientId, (command) =>
      chat.handleCommand({ client, sender, connection }, command),
    )
    return { chat, sender }
  }

  const bench = {
    isAwaited: true,
    userId,
    clientId,
    time,
    settled,
    connection: createFakeConnection(time.nowMs),
    ctx: (key?: string): CallContext => ({
      owner: toOwner(userId),
      principal: { userId, role: 'user', plan: 'free', via: 'key' },
      requestId: 'r',
      signal: new AbortController().signal,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    }),
    disconnect() {
      isConnected = false
    },
    connect() {
      isConnected = true
      bench.connection = createFakeConnection(time.nowMs)
      return bench.connection
    },
    async crashAndRestart() {
      await stopServing?.()
      bench.connect()
      Object.assign(bench, start())
    },
    async close() {
      await bench.sender.close()
      await bench.chat.close()
    },
  } as ChatBench
  Object.assign(bench, start())
  return bench
}

/** Resolves once `check` holds; fails after three quarters of a minute with what `describe` says. */
export async function until(
  check: () => boolean | Promise<boolean>,
  describe: () => unknown = () => '',
): Promise<void> {
  const deadline = Date.now() + 45_000
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`did not come true in time: ${JSON.stringify(describe())}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
