import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Bus, BusCommand } from '../../bus/port.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import type { NetworkConnector } from '../../network/port.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/logger.ts'
import { createContactCache } from '../contacts/index.ts'
import { applyEvents } from './apply-events.ts'
import { createBatcher } from './batcher.ts'
import { createEarlyReceipts } from './early-receipts.ts'
import { createChatHandlers } from './handlers.ts'
import { cleanUpKeys } from './idempotency-store.ts'
import { createRecipients } from './recipients.ts'
import { notConnected } from './refusals.ts'
import { insertPending, settleMessages } from './send-store.ts'
import { createSender } from './sender.ts'
import { createChatService, READ_COMMAND, type ReadCommand, type ReadReply, SEND_COMMAND } from './service.ts'
import { markStoredRead, readSentBytes } from './stored-message.ts'
import type { Chat, ChatRuntime, SendCommand, Sender } from './types.ts'

/** How often a busy client's lastActivityAt is written. */
const TOUCH_EVERY_MS = 5_000

const TOUCH = statement<never>(
  'chat_touch',
  'update client set last_activity_at = greatest(last_activity_at, $2) where id = $1',
)

export interface ChatDeps {
  db: Database
  bus: Bus
  connector: Pick<NetworkConnector, 'prepare' | 'newMessageId' | 'toJson' | 'readVote'>
  log: Log
  clock: Clock
  /** Both are for tests; by default real time and chance. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>
  random?(): number
}

/** Writes a client's last activity, at most once in a while and without anybody waiting for it. */
function createActivityWriter({ db, log, clock }: ChatDeps) {
  const touchedAt = new Map<string, number>()
  const writing = new Set<Promise<void>>()
  return {
    touch(clientId: string): void {
      const now = clock.nowMs()
      if (now - (touchedAt.get(clientId) ?? 0) < TOUCH_EVERY_MS) return
      touchedAt.set(clientId, now)
      const write = db
        .query(TOUCH, [clientId, clock.now()])
        .then(
          () => undefined,
          (err: unknown) => log.warn({ err, clientId }, 'last activity could not be written'),
        )
        .finally(() => writing.delete(write))
      writing.add(write)
    },
    forget: (clientId: string): void => void touchedAt.delete(clientId),
    idle: async (): Promise<void> => void (await Promise.all(writing)),
  }
}

/** The chat feature of one process. */
export function createChat(deps: ChatDeps): Chat {
  const { db, bus, connector, log, clock } = deps
  const nowMs = () => clock.nowMs()
  const contacts = createContactCache()
  const early = createEarlyReceipts()
  const recipients = createRecipients({ db, contacts, nowMs })
  const activity = createActivityWriter(deps)
  const senders = new Map<string, Sender>()
  const service = createChatService({
    db,
    bus,
    newMessageId: () => connector.newMessageId(),
    newId,
    nowMs,
  })

  const outboxDeps = {
    db,
    connector,
    recipients,
    log,
    nowMs,
    pending: createBatcher((messages: Parameters<typeof insertPending>[1]) => insertPending(db, messages)),
    outcomes: createBatcher((outcomes: Parameters<typeof settleMessages>[1]) => settleMessages(db, outcomes)),
    sleep: deps.sleep ?? ((ms: number, signal: AbortSignal) => sleepFor(ms, undefined, { signal })),
    random: deps.random ?? Math.random,
  }

  function forgetClient(clientId: string): void {
    contacts.forgetClient(clientId)
    early.forgetClient(clientId)
    recipients.forgetClient(clientId)
    activity.forget(clientId)
  }

  async function read(runtime: ChatRuntime, { keys }: ReadCommand): Promise<ReadReply> {
    const connection = runtime.connection()
    if (!connection) throw notConnected()
    try {
      await connection.markRead(keys)
    } catch (err) {
      log.warn({ err, clientId: runtime.client.id }, 'messages could not be marked as read')
      return { error: 'READ_FAILED: the network did not take the read receipts.' }
    }
    const ids = keys.map(({ id }) => id)
    await markStoredRead(db, runtime.client.id, ids)
    return { error: null }
  }

  const commands: Record<string, (runtime: ChatRuntime, input: unknown) => Promise<unknown>> = {
    [SEND_COMMAND]: (runtime, input) => {
      activity.touch(runtime.client.id)
      return runtime.sender.send(input as SendCommand)
    },
    [READ_COMMAND]: (runtime, input) => read(runtime, input as ReadCommand),
  }

  const applyDeps = {
    contacts,
    early,
    now: nowMs,
    touch: activity.touch,
    readVote: connector.readVote,
    confirm: (clientId: string, ids: readonly string[], atSec: number) =>
      senders.get(clientId)?.confirm(ids, atSec),
  }

  return {
    handlers: createChatHandlers({ db, service, nowMs }),
    applyEvents: (tx, client, events) => applyEvents(applyDeps, tx, client, events),
    createSender(options) {
      const { id } = options.client
      // What another owner did meanwhile is in the database, not in our caches.
      forgetClient(id)
      const sender = createSender(outboxDeps, {
        ...options,
        afterCommit(settled) {
          activity.touch(id)
          options.afterCommit?.(settled)
        },
      })
      const owned: Sender = {
        ...sender,
        async close() {
          await sender.close()
          if (senders.get(id) !== owned) return
          senders.delete(id)
          forgetClient(id)
        },
      }
      senders.set(id, owned)
      return owned
    },
    commandNames: Object.keys(commands),
    async handleCommand(runtime, { name, input }: BusCommand) {
      const command = commands[name]
      if (!command) throw new Error(`chat has no command ${name}`)
      return command(runtime, input)
    },
    readSentMessage: (clientId, messageId) => readSentBytes(db, clientId, messageId),
    cleanUp: () => cleanUpKeys(db),
    close: activity.idle,
  }
}
