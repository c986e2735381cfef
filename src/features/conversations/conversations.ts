import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Bus, BusCommand } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import type { Address } from '../../core/addresses.ts'
import type { MessageKey } from '../../core/conversation/message.ts'
import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ChatMessage, NetworkConnection, NetworkConnector, NetworkEvent } from '../../network/port.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/logger.ts'
import { Batcher, type BatcherOptions } from '../../platform/queue/batcher.ts'
import { createContactCache } from '../contacts/index.ts'
import { PRESENCE_NOTED, type PresenceNote } from '../events/index.ts'
import { cleanUpKeys } from '../idempotency/index.ts'
import type { Downloader, Media } from '../media/index.ts'
import { ContactPictures, forgetOldPictures } from '../pictures/index.ts'
import { ActivityWriter } from './activity-writer.ts'
import { assignUnchosen } from './assign/unchosen.ts'
import { ChatService, FETCH_FILE_COMMAND, SEND_COMMAND } from './operations/ask-owner.ts'
import { type ChatHandlers, createChatHandlers } from './operations/chat.ts'
import { createContactHandlers, type NetworkContactOperation } from './operations/contacts.ts'
import { wakeConversations } from './operations/desk/desk.ts'
import type { ChatWords } from './operations/details.ts'
import { Usernames } from './operations/network/usernames.ts'
import { createDirectCommands } from './operations/owner-commands.ts'
import { AUDIENCE_COMMAND, Statuses } from './operations/statuses/statuses.ts'
import { Recipients } from './reach/recipients.ts'
import { createAudienceCommand } from './reach/status-audience.ts'
import { createEarlyChanges, dropOldChanges } from './receive/early/early-changes.ts'
import { EarlyReceipts } from './receive/early/early-receipts.ts'
import { endLostCalls, type StoreEvents } from './receive/happenings/lost-calls.ts'
import { createMergedContacts } from './receive/merged-contacts.ts'
import { type Applied, type ApplyDeps, applyEvents, applyPlainReceipts } from './receive/receive.ts'
import { type ChatTimers, createChatTimers } from './records/chat-timers.ts'
import { createDeliveryWatch, type DeliveryWatch } from './records/delivery-watch.ts'
import type { SendClaim } from './records/hand-over.ts'
import { completeKeys } from './records/message-keys.ts'
import { expireHistoryRequests } from './records/network/history-requests.ts'
import { readSentFor } from './records/network/status-posts.ts'
import type { Holding, OwnedClient } from './records/owned-client.ts'
import type { SendCommand, WrittenByPerson } from './records/send-command.ts'
import { readNewestMessage, readSentBytes, type StoredSend } from './records/stored-message.ts'
import { claimOutboxRows } from './send/outbox/outbox-sql.ts'
import type { OutboxDeps } from './send/outbox/send-row.ts'
import { settleStaleSends } from './send/outbox/stale-sends.ts'
import { PendingMessages, type PiggybackSource } from './send/pending-messages.ts'
import { type MessageOutcome, settleMessages } from './send/send-sql.ts'
import { Sender } from './send/sender.ts'
import type { SenderOptions } from './send/sender-options.ts'

/** Every send waits for these writes. Under load one statement writes many; at rest none waits for others. */
const AS_THEY_COME = {
  maxBatch: 128,
  gather: 'turn',
  onFailure: 'split',
} as const satisfies Partial<BatcherOptions<never, never>>

/** What a command of another process finds at the owner. */
export interface ChatRuntime {
  client: OwnedClient
  sender: Sender
  connection(): NetworkConnection | null
}

export interface ChatDeps {
  db: Database
  bus: Bus
  connector: Pick<NetworkConnector, 'prepare' | 'newMessageId' | 'toJson' | 'readVote' | 'readFile'>
  words: ChatWords
  log: Log
  clock: Clock
  /** Files of messages; without it they are neither sent nor taken. */
  media?: Media
  /** Called by the owner of a client when a message that a person, not a program, wrote to a contact was or may have been sent. */
  personWrote?(clientId: string, contactJid: string, written: WrittenByPerson): Promise<void>
  /** Stores what happened to a client for its flows; their owner takes it up with its next look. */
  storeEvents?: StoreEvents
  /** Both are for tests; by default real time and chance. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>
  random?(): number
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

/** Stores the outcomes of sends, and notifies those who read the event log. */
const createOutcomes = ({ db, bus, words }: ChatDeps) =>
  new Batcher<MessageOutcome, StoredSend | undefined>({
    ...AS_THEY_COME,
    async write(outcomes) {
      const settled = await settleMessages(db, words, outcomes)
      bus.publish('events.logged', {})
      return settled
    },
  })

function createOutboxDeps(
  deps: ChatDeps,
  known: Pick<OutboxDeps, 'recipients' | 'pending' | 'timers'>,
  sleep: NonNullable<ChatDeps['sleep']>,
): OutboxDeps {
  const { db, connector, media, words, log, clock, random, personWrote } = deps
  return {
    db,
    words,
    connector,
    ...known,
    ...(media ? { media } : {}),
    ...(personWrote ? { personWrote } : {}),
    log,
    nowMs: () => clock.nowMs(),
    outcomes: createOutcomes(deps),
    claims: new Batcher<SendClaim, number | null>({
      ...AS_THEY_COME,
      write: (claims) => claimOutboxRows(db, claims),
    }),
    sleep,
    random: random ?? Math.random,
  }
}

/** The contacts and recipients of this process, and the messages that are being stored for them. */
function createPeople({ db, log, clock }: ChatDeps, senderOf: (clientId: string) => Sender | undefined) {
  const contacts = createContactCache()
  const pending = new PendingMessages(db)
  const people = createMergedContacts({ db, log, contacts, stored: () => pending.idle(), senderOf })
  const nowMs = () => clock.nowMs()
  const recipients = new Recipients({ db, contacts, nowMs, noteMerged: people.note })
  const usernames = new Usernames({ db, contacts, nowMs, noteMerged: people.note })
  return { contacts, pending, people, recipients, usernames }
}

type OwnerCommand = (runtime: ChatRuntime, input: unknown) => Promise<unknown>

/** The chat feature of one process: its API side and the owner's side. */
export class Chat {
  readonly handlers: ChatHandlers
  readonly statusHandlers: Handlers['status']
  readonly contactHandlers: Pick<Handlers['contacts'], NetworkContactOperation>
  /** Messages that are being stored may go with a commit of keys. */
  readonly pendingMessages: PiggybackSource
  readonly #deps: ChatDeps
  readonly #people: ReturnType<typeof createPeople>
  readonly #early = new EarlyReceipts()
  readonly #earlyChanges = createEarlyChanges()
  readonly #timers: ChatTimers
  readonly #deliveries: DeliveryWatch
  readonly #activity: ActivityWriter
  readonly #outboxDeps: OutboxDeps
  readonly #applyDeps: ApplyDeps
  readonly #commands: Readonly<Record<string, OwnerCommand>>
  /** Both by client, of those that this process owns. */
  readonly #senders = new Map<string, Sender>()
  readonly #downloaders = new Map<string, Downloader>()

  constructor(deps: ChatDeps) {
    const { db, bus, words, connector, clock, media } = deps
    const sleep = deps.sleep ?? sleepReally
    const nowMs = () => clock.nowMs()
    this.#deps = deps
    this.#people = createPeople(deps, (clientId) => this.#senders.get(clientId))
    this.#timers = createChatTimers(db)
    this.#deliveries = createDeliveryWatch({ db, sleep })
    this.#activity = new ActivityWriter(deps)
    const { recipients, pending } = this.#people
    this.pendingMessages = pending
    this.#outboxDeps = createOutboxDeps(deps, { recipients, pending, timers: this.#timers }, sleep)
    this.#applyDeps = this.#createApplyDeps()
    this.#commands = this.#createCommands()
    const newMessageId = () => connector.newMessageId()
    const service = new ChatService({ db, bus, words, newMessageId, newId, nowMs })
    const notePresence = (note: PresenceNote) => bus.publish(PRESENCE_NOTED, { ...note })
    const ofTeam = { bus, announce: () => bus.publish('events.logged', {}), notePresence, newId }
    this.handlers = createChatHandlers({ db, service, words, nowMs, connector, media, ...ofTeam })
    this.contactHandlers = createContactHandlers({ db, service })
    this.statusHandlers = new Statuses({ db, bus, service, words, nowMs, connector, media, newId }).handlers
  }

  /** Stores network events in the caller's transaction; call `committed()` of the answer after the commit. */
  applyEvents(
    tx: Transaction,
    client: OwnedClient,
    events: readonly NetworkEvent[],
    holding: Holding | null = null,
  ): Promise<Applied> {
    return applyEvents(this.#applyDeps, tx, client, events, holding)
  }

  /** The same for receipts of chats of two (`isPlainReceipt`), without a transaction. */
  applyReceipts(client: OwnedClient, events: readonly NetworkEvent[]): Promise<Pick<Applied, 'committed'>> {
    return applyPlainReceipts(this.#applyDeps, this.#deps.db, client, events)
  }

  /** One per owned client. What an earlier owner left unsettled is settled first. */
  createSender(options: SenderOptions): Sender {
    const { media, bus } = this.#deps
    const { id } = options.client
    // What another owner did meanwhile is in the database, not in our caches.
    this.#forgetClient(id)
    const files = media?.createDownloader({ clientId: id, connection: options.connection })
    const sender: Sender = new SenderWithFiles(this.#outboxDeps, {
      ...options,
      files,
      afterCommit: (settled) => {
        this.#activity.touch(id)
        bus.publish('events.logged', {})
        options.afterCommit?.(settled)
      },
      onEnding: () => this.#deliveries.forgetClient(id),
      onClosed: () => {
        if (this.#downloaders.get(id) === files) this.#downloaders.delete(id)
        if (this.#senders.get(id) !== sender) return
        this.#senders.delete(id)
        this.#forgetClient(id)
      },
    })
    this.#senders.set(id, sender)
    this.#people.people.gather(id)
    if (files) this.#downloaders.set(id, files)
    return sender
  }

  /** Commands of other processes to the owner of a client. */
  async handleCommand(runtime: ChatRuntime, { name, input }: BusCommand): Promise<unknown> {
    const command = this.#commands[name]
    if (!command) throw new Error(`chat has no command ${name}`)
    return command(runtime, input)
  }

  /** A message this client sent, for a device that could not decrypt it (OpenOptions.readSentMessage). */
  readSentMessage(clientId: string, id: string, by: Address | null = null): Promise<Uint8Array | null> {
    return by ? readSentFor(this.#deps.db, clientId, id, by) : readSentBytes(this.#deps.db, clientId, id)
  }

  /** The newest message of a conversation that the network has too; nothing when there is none. */
  readNewestMessage(clientId: string, chat: Address): Promise<ChatMessage[]> {
    return readNewestMessage(this.#deps.db, clientId, chat)
  }

  /** The same keys with the author in those of groups; throws MESSAGE_NOT_FOUND for one that is not stored. */
  completeKeys(
    clientId: string,
    keys: readonly MessageKey[],
    connection: NetworkConnection | null,
  ): Promise<MessageKey[]> {
    return completeKeys({ db: this.#deps.db, connection }, clientId, keys)
  }

  /**
   * Settles sends that no sender will bring to an end any more, of whatever client. Run it each minute, on any host;
   * `onOutboxSettled` is that of SenderOptions.
   */
  settleStale(onOutboxSettled: SenderOptions['onOutboxSettled']): Promise<void> {
    const { db, log, words, clock } = this.#deps
    return settleStaleSends({ db, log, words, nowMs: () => clock.nowMs() }, onOutboxSettled)
  }

  /**
   * What was snoozed until now waits for a person, and what waits for a member of a department is given to one, where one can have it
   * now, and calls whose end was never told are over. Run it each minute, on any host.
   */
  async wakeSnoozed(): Promise<void> {
    await wakeConversations(this.#deps.db)
    await endLostCalls(this.#deps.db, this.#deps.storeEvents ?? (async () => {}))
    await expireHistoryRequests(this.#deps.db)
    await assignUnchosen(this.#deps.db)
  }

  /**
   * Removes idempotency keys older than 24 h, sent ids older than 7 days, files whose time is over, and what waited too long for its
   * message. Run it hourly.
   */
  async cleanUp(): Promise<void> {
    const { db, media } = this.#deps
    await Promise.all([cleanUpKeys(db), media?.cleanUp(), forgetOldPictures(db), dropOldChanges(db)])
  }

  /** Waits for small writes behind (last activity). */
  async close(): Promise<void> {
    await Promise.all([this.#activity.idle(), this.#people.people.idle()])
  }

  #forgetClient(clientId: string): void {
    this.#people.contacts.forgetClient(clientId)
    this.#people.recipients.forgetClient(clientId)
    this.#people.usernames.forgetClient(clientId)
    this.#early.forgetClient(clientId)
    this.#earlyChanges.forgetClient(clientId)
    this.#timers.forgetClient(clientId)
    this.#activity.forget(clientId)
  }

  #createApplyDeps(): ApplyDeps {
    const { connector, words, clock, media } = this.#deps
    return {
      words,
      contacts: this.#people.contacts,
      early: this.#early,
      earlyChanges: this.#earlyChanges,
      timers: this.#timers,
      now: () => clock.nowMs(),
      touch: (clientId) => this.#activity.touch(clientId),
      readVote: (vote, about, voters) => connector.readVote(vote, about, voters),
      noteMerged: (clientId, merged) => this.#people.people.note(clientId, merged),
      ...(media ? { noteFiles: (tx, id, files) => media.note(tx, id, files) } : {}),
      filesNoted: (clientId) => this.#downloaders.get(clientId)?.wake(),
      confirm: (clientId, ids, atSec) => this.#senders.get(clientId)?.confirm(ids, atSec),
      delivered: (clientId, ids) => this.#deliveries.notify(clientId, ids),
      reachOut: (clientId, news) => this.#senders.get(clientId)?.noteReachOut(news),
    }
  }

  #createCommands(): Record<string, OwnerCommand> {
    const { db, log, clock, connector, media } = this.#deps
    const { usernames } = this.#people
    const pictures = new ContactPictures({ db, log, media, nowMs: () => clock.nowMs() })
    return {
      [SEND_COMMAND]: (runtime, input) => {
        this.#activity.touch(runtime.client.id)
        return runtime.sender.send(input as SendCommand)
      },
      [FETCH_FILE_COMMAND]: async ({ client }, input) => {
        await this.#downloaders.get(client.id)?.fetch((input as { seq: number }).seq)
        return {}
      },
      [AUDIENCE_COMMAND]: createAudienceCommand(db),
      ...createDirectCommands({
        ...{ db, log, connector, media, pictures, usernames },
        deliveries: this.#deliveries,
        nowMs: () => clock.nowMs(),
      }),
    }
  }
}
