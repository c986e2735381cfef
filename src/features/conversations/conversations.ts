import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Bus, BusCommand } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import type { Address } from '../../core/addresses.ts'
import type { MessageKey } from '../../core/conversation/message.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ChatMessage, NetworkConnection, NetworkConnector, NetworkEvent } from '../../network/port.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/logger.ts'
import { Batcher, type BatcherOptions } from '../../platform/queue/batcher.ts'
import { createContactCache } from '../contacts/index.ts'
import { cleanUpKeys } from '../idempotency/index.ts'
import type { Downloader, Media } from '../media/index.ts'
import { ChatService, FETCH_FILE_COMMAND, SEND_COMMAND } from './operations/ask-owner.ts'
import { type ChatHandlers, createChatHandlers } from './operations/chat.ts'
import { createContactHandlers } from './operations/contacts.ts'
import { createDirectCommands } from './operations/owner-commands.ts'
import { createProfilePictures } from './operations/profile-pictures.ts'
import { Recipients } from './reach/recipients.ts'
import { createEarlyReceipts } from './receive/early-receipts.ts'
import { createMergedContacts } from './receive/merged-contacts.ts'
import { type Applied, applyEvents } from './receive/receive.ts'
import { createChatTimers } from './records/chat-timers.ts'
import { createDeliveryWatch } from './records/delivery-watch.ts'
import { completeKeys } from './records/message-keys.ts'
import type { OwnedClient } from './records/owned-client.ts'
import type { ReachOutNews } from './records/reach-out-news.ts'
import type { SendCommand, WrittenByPerson } from './records/send-command.ts'
import { readNewestMessage, readSentBytes, type StoredSend } from './records/stored-message.ts'
import { type Claim, claimOutboxRows } from './send/outbox-sql.ts'
import type { OutboxDeps } from './send/send-row.ts'
import { insertPending, type MessageOutcome, type PendingMessage, settleMessages } from './send/send-sql.ts'
import { Sender } from './send/sender.ts'
import type { SenderOptions } from './send/sender-options.ts'
import { settleStaleSends } from './send/stale-sends.ts'

/** How often a busy client's lastActivityAt is written. */
const TOUCH_EVERY_MS = 5_000

/** Every send waits for these writes: one statement for many under load, none later than alone at rest. */
const AS_THEY_COME = {
  maxBatch: 128,
  gather: 'turn',
  onFailure: 'split',
} as const satisfies Partial<BatcherOptions<never, never>>

const TOUCH = statement<never>(
  'chat_touch',
  'update client set last_activity_at = greatest(last_activity_at, $2) where id = $1',
)

/** What a command of another process finds at the owner. */
export interface ChatRuntime {
  client: OwnedClient
  sender: Sender
  connection(): NetworkConnection | null
}

/** The chat feature of one process: its API side and the owner's side. */
export interface Chat {
  handlers: ChatHandlers
  contactHandlers: Pick<Handlers['contacts'], 'check' | 'profilePicture'>
  /** Stores network events in the caller's transaction; call `committed()` of the answer after the commit. */
  applyEvents(tx: Transaction, client: OwnedClient, events: readonly NetworkEvent[]): Promise<Applied>
  /** One per owned client. What an earlier owner left unsettled is settled first. */
  createSender(options: SenderOptions): Sender
  /** Commands `handleCommand` answers; the host routes them here. */
  commandNames: readonly string[]
  handleCommand(runtime: ChatRuntime, command: BusCommand, commandId: string): Promise<unknown>
  /** A message this client sent, for a device that could not decrypt it (OpenOptions.readSentMessage). */
  readSentMessage(clientId: string, messageId: string): Promise<Uint8Array | null>
  /** The newest message of a conversation that the network has too; nothing when there is none. */
  readNewestMessage(clientId: string, chat: Address): Promise<ChatMessage[]>
  /** The same keys with the author in those of groups; throws MESSAGE_NOT_FOUND for one that is not stored. */
  completeKeys(
    clientId: string,
    keys: readonly MessageKey[],
    connection: NetworkConnection | null,
  ): Promise<MessageKey[]>
  /**
   * Settles sends that no sender will bring to an end any more, of whatever client. Run it each minute, on any host;
   * `onOutboxSettled` is that of SenderOptions.
   */
  settleStale(onOutboxSettled: SenderOptions['onOutboxSettled']): Promise<void>
  /** Removes idempotency keys older than 24 h and sent ids older than 7 days. Run it hourly. */
  cleanUp(): Promise<void>
  /** Waits for small writes behind (last activity). */
  close(): Promise<void>
}

export interface ChatDeps {
  db: Database
  bus: Bus
  connector: Pick<NetworkConnector, 'prepare' | 'newMessageId' | 'toJson' | 'readVote' | 'readFile'>
  log: Log
  clock: Clock
  /** Files of messages; without it they are neither sent nor taken. */
  media?: Media
  /** Called by the owner of a client when a message that a person, not a program, wrote to a contact was or may have been sent. */
  personWrote?(clientId: string, contactJid: string, written: WrittenByPerson): Promise<void>
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

interface SenderWithFilesOptions extends SenderOptions {
  files: Downloader | undefined
  /** It takes no more. */
  onEnding(): void
  onClosed(): void
}

/** The files of a client's messages are downloaded for as long as it has a sender. */
class SenderWithFiles extends Sender {
  readonly #options: SenderWithFilesOptions

  constructor(deps: OutboxDeps, options: SenderWithFilesOptions) {
    super(deps, options)
    this.#options = options
  }

  override resume(): void {
    super.resume()
    this.#options.files?.wake()
  }

  override drain(deadlineMs: number): Promise<void> {
    this.#options.onEnding()
    return super.drain(deadlineMs)
  }

  override async close(): Promise<void> {
    const { files, onEnding, onClosed } = this.#options
    onEnding()
    await files?.close()
    await super.close()
    onClosed()
  }
}

const sleepReally = (ms: number, signal: AbortSignal): Promise<void> => sleepFor(ms, undefined, { signal })

/** Writes what became of sends, and says that there is news. */
const createOutcomes = ({ db, bus }: ChatDeps) =>
  new Batcher<MessageOutcome, StoredSend | undefined>({
    ...AS_THEY_COME,
    async write(outcomes) {
      const settled = await settleMessages(db, outcomes)
      bus.publish('events.logged', {})
      return settled
    },
  })

function createOutboxDeps(
  deps: ChatDeps,
  known: Pick<OutboxDeps, 'recipients' | 'pending' | 'timers'>,
  sleep: NonNullable<ChatDeps['sleep']>,
): OutboxDeps {
  const { db, connector, media, log, clock, random, personWrote } = deps
  return {
    db,
    connector,
    ...known,
    ...(media ? { media } : {}),
    ...(personWrote ? { personWrote } : {}),
    log,
    nowMs: () => clock.nowMs(),
    outcomes: createOutcomes(deps),
    claims: new Batcher<Claim, number | null>({
      ...AS_THEY_COME,
      write: (claims) => claimOutboxRows(db, claims),
    }),
    sleep,
    random: random ?? Math.random,
  }
}

function createUpkeep({ db, log, clock, media }: ChatDeps): Pick<Chat, 'settleStale' | 'cleanUp'> {
  return {
    settleStale: (onSettled) => settleStaleSends({ db, log, nowMs: () => clock.nowMs() }, onSettled),
    cleanUp: async () => void (await Promise.all([cleanUpKeys(db), media?.cleanUp()])),
  }
}

/** Who is who for the clients of this process, and what is being stored for them. */
function createPeople({ db, log, clock }: ChatDeps, senderOf: (clientId: string) => Sender | undefined) {
  const contacts = createContactCache()
  const pending = new Batcher<PendingMessage, boolean>({
    ...AS_THEY_COME,
    write: (messages) => insertPending(db, messages),
  })
  const people = createMergedContacts({ db, log, contacts, stored: () => pending.idle(), senderOf })
  const nowMs = () => clock.nowMs()
  const recipients = new Recipients({ db, contacts, nowMs, noteMerged: people.note })
  return { contacts, pending, people, recipients }
}

/** The chat feature of one process. */
export function createChat(deps: ChatDeps): Chat {
  const { db, bus, connector, log, media } = deps
  const nowMs = () => deps.clock.nowMs()
  const early = createEarlyReceipts()
  const timers = createChatTimers(db)
  const senders = new Map<string, Sender>()
  const { contacts, people, recipients, pending } = createPeople(deps, (clientId) => senders.get(clientId))
  const activity = createActivityWriter(deps)
  const downloaders = new Map<string, Downloader>()
  const newMessageId = () => connector.newMessageId()
  const service = new ChatService({ db, bus, newMessageId, newId, nowMs })

  const sleep = deps.sleep ?? sleepReally
  const deliveries = createDeliveryWatch({ db, sleep })

  const outboxDeps = createOutboxDeps(deps, { recipients, pending, timers }, sleep)

  function forgetClient(clientId: string): void {
    contacts.forgetClient(clientId)
    early.forgetClient(clientId)
    recipients.forgetClient(clientId)
    timers.forgetClient(clientId)
    activity.forget(clientId)
  }

  const commands: Record<string, (runtime: ChatRuntime, input: unknown) => Promise<unknown>> = {
    [SEND_COMMAND]: (runtime, input) => {
      activity.touch(runtime.client.id)
      return runtime.sender.send(input as SendCommand)
    },
    [FETCH_FILE_COMMAND]: async ({ client }, input) => {
      await downloaders.get(client.id)?.fetch((input as { seq: number }).seq)
      return {}
    },
    ...createDirectCommands({ db, log, deliveries, pictures: createProfilePictures(nowMs) }),
  }

  const applyDeps = {
    contacts,
    early,
    timers,
    now: nowMs,
    touch: activity.touch,
    readVote: connector.readVote,
    noteMerged: people.note,
    ...(media ? { noteFiles: media.note } : {}),
    filesNoted: (clientId: string) => downloaders.get(clientId)?.wake(),
    confirm: (clientId: string, ids: readonly string[], atSec: number) =>
      senders.get(clientId)?.confirm(ids, atSec),
    delivered: deliveries.tell,
    reachOut: (clientId: string, news: ReachOutNews) => senders.get(clientId)?.noteReachOut(news),
  }

  return {
    handlers: createChatHandlers({ db, service, nowMs, connector, media }),
    contactHandlers: createContactHandlers({ db, service }),
    applyEvents: (tx, client, events) => applyEvents(applyDeps, tx, client, events),
    createSender(options) {
      const { id } = options.client
      // What another owner did meanwhile is in the database, not in our caches.
      forgetClient(id)
      const files = media?.createDownloader({ clientId: id, connection: options.connection })
      const owned: Sender = new SenderWithFiles(outboxDeps, {
        ...options,
        files,
        afterCommit(settled) {
          activity.touch(id)
          bus.publish('events.logged', {})
          options.afterCommit?.(settled)
        },
        onEnding: () => deliveries.forgetClient(id),
        onClosed() {
          if (downloaders.get(id) === files) downloaders.delete(id)
          if (senders.get(id) !== owned) return
          senders.delete(id)
          forgetClient(id)
        },
      })
      senders.set(id, owned)
      people.gather(id)
      if (files) downloaders.set(id, files)
      return owned
    },
    commandNames: Object.keys(commands),
    async handleCommand(runtime, { name, input }: BusCommand) {
      const command = commands[name]
      if (!command) throw new Error(`chat has no command ${name}`)
      return command(runtime, input)
    },
    readSentMessage: (clientId, messageId) => readSentBytes(db, clientId, messageId),
    readNewestMessage: (clientId, of) => readNewestMessage(db, clientId, of),
    completeKeys: (clientId, keys, connection) => completeKeys({ db, connection }, clientId, keys),
    ...createUpkeep(deps),
    close: async () => void (await Promise.all([activity.idle(), people.idle()])),
  }
}
