import type { Bus } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import type { AddressPolicy } from '../../core/address-policy.ts'
import type { ConversationEvent } from '../../core/conversation/flow-event.ts'
import type { OutboxSettled } from '../../core/conversation/send-outcome.ts'
import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Log } from '../../platform/logger.ts'
import type { Tracing } from '../../platform/tracing.ts'
import type { FlowCatalog, PhoneTests } from '../flows/index.ts'
import type { ChatAct, EffectPorts } from './effect-types.ts'

/** The client a host owns, as far as its lanes need it. Settings are read with each event, not from here. */
export interface LaneClient {
  id: string
}

export interface LaneRunnerOptions {
  client: LaneClient
  hostId: string
  /** Called after a commit that put messages into the outbox. */
  wakeOutbox(): void
  /** False while the connection is down: timers that talk to the contact are put off. Default: always connected. */
  isConnected?(): boolean
  /** Does something in a chat through the client's connection; rejects when that is not possible. Default: rejects. */
  act?(act: ChatAct): Promise<void>
  /** Lanes worked on at the same time. Default 8. */
  concurrency?: number
}

/**
 * Runs the lanes of one owned client: one event of a contact at a time and in order, contacts beside each other.
 * Everything it knows is in the database, so that it may be dropped and made anew at any moment.
 */
export interface LaneRunner {
  /** There may be open events of this contact. Cheap to call too often. */
  wake(contactJid: string): void
  /** Takes up every lane with open events and every timer that is overdue; at the start and every 30 s. */
  scan(): Promise<void>
  /** A contact (or every contact) changed outside of its lane: look at it again. */
  invalidate(contactJid?: string): void
  /** Resolves when no lane has work that can be done now. */
  idle(): Promise<void>
  /** Finishes the events being worked on, lets go of its claims and takes no more. */
  close(): Promise<void>
}

export interface IngestOptions {
  /** False only stores the events and leaves them all to the lane runner. Default true. */
  step?: boolean
}

/** What `ingest` left to do once the transaction has committed. */
export interface Ingested {
  /** Contacts with open events: wake their lanes. */
  openLanes: string[]
  /** The events were processed on the spot and wrote to the outbox: wake the sender. */
  hasSends: boolean
  /** Tells whoever watches what changed (`flow.state.changed`). */
  committed(): void
}

export interface RunsDeps {
  db: Database
  bus: Bus
  catalog: FlowCatalog
  /** The drafts that are tested on phones; without them nothing is. */
  drafts?: PhoneTests
  /** A fresh UUID at every call. */
  newId: () => string
  /** A message id as the network's own clients draw them; chosen in the transaction that plans the message. */
  newMessageId: () => string
  log: Log
  /** Those that flows may send files from. Default: public ones alone. */
  addresses?: AddressPolicy
  /** Default: none. */
  tracing?: Tracing | undefined
  /** Without them, effects are stored and left to another process. */
  effects?: EffectPorts
}

export interface Runs {
  handlers: Handlers['flows']['states']
  /** Starts a test of a draft on a phone. */
  testOnPhone: Handlers['flows']['testOnPhone']
  contactHandlers: Pick<Handlers['contacts'], 'get' | 'update'>
  /**
   * Stores events of one client once, in the order given. Lanes that are idle are stepped on the spot, in the same
   * transaction; the rest stays open for the lane runner. After the commit, do what the answer says. When it throws,
   * repeat the transaction with `step: false`: an event that cannot be processed must not keep its message out.
   */
  ingest(tx: Transaction, events: readonly ConversationEvent[], options?: IngestOptions): Promise<Ingested>
  createLaneRunner(options: LaneRunnerOptions): LaneRunner
  /** False when nothing waits for this outcome: then `onSendSettled` would change nothing. Ask once for each outcome. */
  isSendAwaited(settled: OutboxSettled): boolean
  /** In the transaction that stores a send's outcome: starts the clock of an ask, or tells the run it failed. */
  onSendSettled(tx: Transaction, settled: OutboxSettled): Promise<void>
  /**
   * The client's connection is open: waits whose time ended while it was away, or ends within a minute, get a minute.
   * Call it before anything else is done with the connection, then `scan` the lanes.
   */
  onClientConnected(clientId: string): Promise<void>
  /**
   * A person wrote to the contact from the inbox, which takes the chat over. `to` is any address of the contact; an
   * `eventId` that was told before changes nothing.
   */
  personWrote(
    clientId: string,
    to: string,
    written: { eventId: string; text: string; source: 'dashboard' | 'api' },
  ): Promise<void>
  /**
   * `contactJid` is any address of the contact. Blacklisting removes the contact's active runs with all they caused and answers their ids;
   * favourite is a label.
   */
  setContactFlag(
    clientId: string,
    contactJid: string,
    flag: 'blacklist' | 'favourite',
    value: boolean,
  ): Promise<{ cancelledRunIds: string[] }>
  tasks: RunTasks
}

/** Jobs of the queue by name. `flow_timer` {timerId}; `flow_schedule` {flowId, nodeId}; `flow_retention` {} once an hour. */
export interface RunTasks {
  flow_schedule(payload: unknown): Promise<void>
  flow_timer(payload: unknown): Promise<void>
  flow_retention(): Promise<void>
}
