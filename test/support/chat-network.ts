import type { Sandbox } from '../../sandbox/index.ts'
import { startTestNetwork } from '../../sandbox/testing/network.ts'
import { createAccountHandlers } from '../../src/bin/accounts/account-features.ts'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import { type Handlers, type OwnerId, toOwner } from '../../src/contract/handlers.ts'
import type { Address } from '../../src/core/addresses.ts'
import type { ConversationEvent } from '../../src/core/conversation/flow-event.ts'
import type { Database } from '../../src/db/client.ts'
import { findLidsByHash } from '../../src/features/contacts/index.ts'
import { Chat, type ChatDeps, type Sender } from '../../src/features/conversations/index.ts'
import type { NetworkEvent } from '../../src/network/port.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { storedWords } from '../../src/words/english.ts'
import { insertClient, insertUser } from './fixtures.ts'
import { type NetworkClient, pairNetworkClient, testConnector } from './network-client.ts'

export type MessageInput = Parameters<Handlers['chat']['sendMessage']>[0]['message']
type Page = Awaited<ReturnType<Handlers['chat']['getConversationMessages']>>

/** The chat feature on the real connector, paired with an account of a sandbox of its own. */
export interface ChatNetwork {
  sandbox: Sandbox
  chat: Chat
  groups: Handlers['groups']
  profile: Handlers['profile']
  channels: Handlers['channels']
  whatsappLabels: Handlers['whatsappLabels']
  network: NetworkClient
  sender: Sender
  clientId: string
  userId: OwnerId
  ctx: Parameters<Handlers['chat']['sendMessage']>[1]
  /** Stores what the network told, as a host does. */
  store(batch: readonly NetworkEvent[]): Promise<void>
  /** What flows were told. */
  events: ConversationEvent[]
  send(message: MessageInput, target: Address): ReturnType<Handlers['chat']['sendMessage']>
  page(jid: Address): Promise<Page['messages']>
  /** Waits until a message of the conversation satisfies the check. */
  shows(
    jid: Address,
    check: (message: Page['messages'][number]) => boolean,
  ): Promise<Page['messages'][number]>
  /** A message as it is stored: bytes, votes, reactions. */
  stored(id: string): Promise<{
    bytes: Buffer
    votes: Record<string, string[]> | null
    reactions: Record<string, string> | null
    seq: string
    type: string
  }>
  close(): Promise<void>
}

const WAIT_MS = 90_000

/** Waits for a state of the database instead of a time. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | null | false>,
): Promise<T> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`waited ${WAIT_MS} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export async function startChatNetwork(
  db: Database,
  account: string,
  extra: Partial<ChatDeps> = {},
  beforePairing: (sandbox: Sandbox) => Promise<unknown> = async () => {},
  connector = testConnector(),
): Promise<ChatNetwork> {
  const sandbox = await startTestNetwork()
  await beforePairing(sandbox)
  // The history is what the phone has seen.
  await sandbox.allSeen()
  const userId = await insertUser(db.pool)
  const clientId = await insertClient(db.pool, { userId })
  const client = { id: clientId, userId, address: `${account}@s.whatsapp.net`, lid: null as string | null }
  const bus = createInProcessBus({ now: Date.now })
  const ofChat = { db, bus, words: storedWords, connector, log: silentLog, clock: systemClock, ...extra }
  const chat = new Chat(ofChat)
  const newMessageId = () => connector.newMessageId()
  const ofAccounts = createAccountHandlers({ db, bus, newMessageId, nowMs: Date.now, media: extra.media })
  const events: ConversationEvent[] = []
  async function store(batch: readonly NetworkEvent[]): Promise<void> {
    const applied = await db.transaction(async (tx) => {
      const found = await chat.applyEvents(tx, client, batch)
      // Before the commit: whoever sees a message in the tables finds here what flows were told.
      events.push(...found.events)
      return found
    })
    applied.committed()
  }
  const network = await pairNetworkClient(sandbox, {
    phone: account,
    connector,
    clientId,
    readSentMessage: (id, by) => chat.readSentMessage(clientId, id, by),
    findLidsByHash: (hash) => findLidsByHash(db, clientId, hash),
    onEvents: store,
  })
  client.lid = network.state('open')?.me.lid ?? null
  const connection = () => network.connection
  const options = { client, rate: 1000, burst: 1000, connection, ackTimeoutMs: 30_000 }
  const sender = chat.createSender({ ...options, isAwaited: () => true, onOutboxSettled: async () => {} })
  const runtime = { client, sender, connection }
  const unserve = bus.serve(clientId, (command) => chat.handleCommand(runtime, command))
  const ctx = {
    owner: toOwner(userId),
    principal: { userId, role: 'user' as const, plan: 'free' as const, via: 'key' as const },
    requestId: 'r',
    signal: new AbortController().signal,
  }
  const page = async (jid: Address) =>
    (await chat.handlers.getConversationMessages({ clientId, jid, limit: 200, direction: 'before' }, ctx))
      .messages
  return {
    sandbox,
    chat,
    ...ofAccounts,
    store,
    network,
    sender,
    clientId,
    userId,
    ctx,
    events,
    page,
    send: (message, target) => chat.handlers.sendMessage({ clientId, target, message }, ctx),
    shows: (jid, check) => eventually('a message', async () => (await page(jid)).find(check)),
    async stored(id) {
      const { rows } = await db.pool.query('select * from message where client_id = $1 and id = $2', [
        clientId,
        id,
      ])
      return rows[0]
    },
    async close() {
      await unserve()
      await network.connection.close()
      await sender.close()
      await chat.close()
      await sandbox.close()
    },
  }
}
