import { randomUUID } from 'node:crypto'
import {
  type AuthenticationCreds,
  type BinaryNode,
  getBinaryNodeChildren,
  initAuthCreds,
  type ConnectionState as LibraryUpdate,
  type proto,
  type WAMessage,
  type WASocket,
} from 'baileys'
import type { SendOutcome } from '../../core/conversation/send-outcome.ts'
import {
  type ConnectionState,
  type JournalEntry,
  LeaseLostError,
  type NetworkConnection,
  type NetworkEvent,
  type NetworkGroups,
  type NetworkMedia,
  type NetworkPairing,
  type OpenOptions,
  type OutgoingMessage,
} from '../port.ts'
import { toPerson } from '../translate/people.ts'
import type { StanzaAttrs } from '../translate/wire.ts'
import { AccountActs } from './account/account-acts.ts'
import { AnnouncedVersion } from './announced-version.ts'
import { CLOSED_BY_HOST, type ClosedState, toClosedState } from './close-reasons.ts'
import type { ConnectionDeps } from './connection-deps.ts'
import { createArrivalOrder } from './inbound/arrival-order.ts'
import { createEventDelivery, type EventDelivery, endDelivery } from './inbound/event-delivery.ts'
import { Inbound, isBetweenOwnDevices } from './inbound/inbound.ts'
import { createInboundJournal, type InboundJournal, isForPhoneOnly } from './inbound/inbound-journal.ts'
import { passOnLibraryEvents } from './inbound/library-events.ts'
import { keepOrderOfMessages } from './inbound/message-order.ts'
import { listenToNotices } from './inbound/notices.ts'
import { toOwnAddresses } from './inbound/own-addresses.ts'
import { createReceiptListener, type ReceiptListener } from './inbound/receipt-listener.ts'
import { answerStanzas } from './inbound/stanza-answers.ts'
import { createRecentIds } from './keys/bounded-cache.ts'
import { keysOfLogin } from './keys/login-keys.ts'
import { makeFirstPreKeys, needsFirstPreKeys } from './keys/pre-keys.ts'
import { createKeyedLock, SignalKeys } from './keys/signal-keys.ts'
import { decodeCredentials, encodeCredentials } from './keys/value-codec.ts'
import { createLibraryLog } from './library-log.ts'
import { openLibrarySocket } from './library-socket.ts'
import { BaileysMedia } from './media/media.ts'
import { Acknowledgements } from './outbound/acknowledgements.ts'
import { createChatChanges } from './outbound/chats/chat-changes.ts'
import { createCommitBarrier } from './outbound/commit-barrier.ts'
import { createDeviceCache, createDeviceLists, forgetOldLists } from './outbound/device-lists.ts'
import { GroupActs } from './outbound/group-acts.ts'
import { GroupCache, nameIn } from './outbound/group-cache.ts'
import { createGroupKeys } from './outbound/group-keys.ts'
import { watchNewChats } from './outbound/new-chats.ts'
import { findPicture } from './outbound/pictures.ts'
import { checkNumbers, makeCallLink, markRead, probe } from './outbound/queries.ts'
import { MessageSender } from './outbound/send.ts'
import { listenForPairing, type Pairing } from './pairing/pairing.ts'
import { toBrowser } from './socket-config.ts'
import { endPendingQueries, readCloseError } from './socket-end.ts'
import { openTransport, type Transport } from './transport.ts'

/** How long the server may take from the first byte to a QR or a login. */
const CONNECT_TIMEOUT_MS = 20_000
const MAX_UNENCRYPTED = 1000
/** An idle connection of which nothing is cached, with all its client needs in the host; measured by `bench/fleet.ts`. */
const BASE_BYTES = 150_000

/** One connection of one client, from `connecting` to `closed`. */
export class BaileysConnection implements NetworkConnection {
  readonly socketId = randomUUID()
  readonly media: NetworkMedia
  readonly groups: NetworkGroups
  private readonly account = new AccountActs(
    () => this.openSocket(),
    (event) => this.events.push(event),
  )
  readonly profile = this.account.profile
  readonly persons = this.account.persons
  readonly channels = this.account.channels
  readonly presence = this.account.presence
  readonly statuses = this.account.statuses
  readonly chats = createChatChanges(() => [this.openSocket(), this.openTransport()])
  private readonly deps: ConnectionDeps
  private readonly options: OpenOptions
  private readonly events: EventDelivery
  private readonly acknowledgements: Acknowledgements
  private readonly inbound: Inbound
  private readonly groupCache: GroupCache
  private readonly receipts: ReceiptListener
  private readonly version: AnnouncedVersion
  private readonly unencrypted = createRecentIds(MAX_UNENCRYPTED)
  private readonly forLibrary: { entry: JournalEntry; message: proto.IWebMessageInfo }[] = []
  /** Known once the store was read; made new for a client that never paired. */
  private credentials: AuthenticationCreds | null = null
  private keys: SignalKeys | null = null
  private socket: WASocket | null = null
  private way: Transport | undefined
  private sender: MessageSender | null = null
  private isLoggedIn = false
  private linking: Pairing | null = null
  private readonly arrivals = createArrivalOrder(this.socketId)
  private connectTimer: NodeJS.Timeout | undefined
  private finishing: Promise<void> | null = null

  constructor(deps: ConnectionDeps, options: OpenOptions) {
    this.deps = deps
    this.options = options
    this.version = new AnnouncedVersion(deps.versionOf(options.target))
    this.media = new BaileysMedia(() => this.openSocket(), {
      agentOf: () => this.openTransport().mediaAgent,
      idleMs: deps.mediaIdleMs,
    })
    this.groupCache = new GroupCache((group) => this.openSocket().groupMetadata(group), deps.now)
    this.groups = new GroupActs(() => this.openSocket(), this.groupCache)
    this.inbound = new Inbound(() => this.ownPerson())
    this.events = createEventDelivery({
      deliver: (events) => options.handlers.onEvents(events),
      retryAfterMs: deps.eventRetryDelaysMs,
      onFailed: (error) => this.breakDown(error),
    })
    this.acknowledgements = new Acknowledgements({
      now: deps.now,
      onLate: (event) => this.events.push(event),
      askRestriction: async () => void (await this.socket?.fetchAccountReachoutTimelock()),
    })
    this.receipts = createReceiptListener({
      ...{ acknowledgements: this.acknowledgements, groups: this.groupCache, me: () => this.ownPerson() },
      push: (receipt) => this.events.add({ kind: 'receipt', receipt }),
    })
  }

  /** Begins. Everything that follows is told through the handlers, failures included. */
  start(): void {
    queueMicrotask(() => {
      this.publishState({ kind: 'connecting' })
      this.connect().catch((error: unknown) => this.breakDown(error))
    })
  }

  send(message: OutgoingMessage): Promise<SendOutcome> {
    if (this.sender && this.isOpen()) return this.sender.send(message)
    return Promise.resolve({ kind: 'not_sent', reason: 'not_connected' })
  }

  markRead: NetworkConnection['markRead'] = async (keys) => markRead(this.openSocket(), keys)

  sendPresence: NetworkConnection['sendPresence'] = (presence, to) => this.presence.show(presence, to)

  checkNumbers: NetworkConnection['checkNumbers'] = async (phoneNumbers) =>
    checkNumbers(this.openSocket(), phoneNumbers)

  profilePicture: NetworkConnection['profilePicture'] = async (of, size, timeoutMs) =>
    findPicture(this.openSocket(), of, size, timeoutMs)

  createCallLink: NetworkConnection['createCallLink'] = async (call, startSec, timeoutMs) =>
    makeCallLink(this.openSocket(), call, startSec, timeoutMs)

  groupTimerSec: NetworkConnection['groupTimerSec'] = async (group) =>
    (await this.groupCache.find(group)).ephemeralDuration ?? 0

  memberAddress: NetworkConnection['memberAddress'] = async (group, person) =>
    nameIn(this.openSocket(), this.groupCache, group, person)

  memoryBytes = () => BASE_BYTES + (this.keys?.memoryBytes() ?? 0)

  probe: NetworkConnection['probe'] = async (timeoutMs) => probe(this.openSocket(), timeoutMs)

  async logout(): Promise<void> {
    await this.keys?.settled()
    if (this.isOpen()) await this.socket?.logout()
    await this.finish(toClosedState({ code: 401, message: '', attrs: {} }))
  }

  close = (): Promise<void> => this.finish(CLOSED_BY_HOST)

  private isOpen(): boolean {
    return this.isLoggedIn && this.finishing === null && this.socket?.ws.isOpen === true
  }

  private openSocket(): WASocket {
    if (!this.socket || !this.isOpen()) throw new Error('the client is not connected; try again once it is')
    return this.socket
  }

  get route() {
    return this.way?.route
  }

  private openTransport(): Transport {
    if (!this.way) throw new Error('the client is not connected; try again once it is')
    return this.way
  }

  private ownPerson() {
    return toPerson(this.credentials?.me?.id, this.credentials?.me?.lid)
  }

  private publishState(state: ConnectionState): void {
    try {
      this.options.handlers.onState(state)
    } catch (error) {
      this.deps.log.error({ clientId: this.options.clientId, err: error }, 'state handler failed')
    }
  }

  private async connect(): Promise<void> {
    const { credentials: store } = this.options
    const stored = await store.readCredentials()
    const credentials = stored ? decodeCredentials(stored) : initAuthCreds()
    this.credentials = credentials
    const keys = new SignalKeys({
      store,
      encodeCredentials: () => encodeCredentials(credentials),
      storedCredentials: stored,
      onBroken: (error) => this.breakDown(error),
    })
    this.keys = keys
    if (credentials.me) await keys.preload(keysOfLogin(credentials))
    const journal = createInboundJournal({
      keys,
      onEntry: (entry, attrs) => this.handOn(entry, attrs),
      onDuplicate: (attrs) => this.deps.log.debug({ messageId: attrs.id }, 'message came again'),
      whenWritable: () => this.events.whenWritable(),
    })
    const unprocessed = await store.readJournal()
    journal.noteStored(unprocessed)
    for (const entry of unprocessed) {
      const forLibrary = this.inbound.toLibraryMessage(entry)
      if (forLibrary) this.forLibrary.push({ entry, message: forLibrary })
      else this.events.pushAll(this.inbound.fromStoredEntry(entry))
    }
    if (needsFirstPreKeys(credentials)) await makeFirstPreKeys(credentials, keys)
    await this.version.choose()
    if (this.finishing) return
    this.way = await openTransport(this.options, this.deps.openTunnel, ({ failure }) => {
      const cause = { code: 'PROXY_FAILED', params: { failure } } as const
      void this.finish({ kind: 'closed', reason: 'proxy_failed', cause, rawCode: null })
    })
    if (this.finishing) return this.way.close()
    if (this.options.mayConnect?.() === false) throw new Error('it may belong to another worker by now')
    this.openConnection(credentials, keys, journal)
  }

  /** What is between own devices stays in the journal until the library, which handles one message at a time, has it. */
  private handOn(entry: JournalEntry, attrs: StanzaAttrs): void {
    const deliver = (): void =>
      this.events.pushAll(this.inbound.fromEntry(entry, attrs, this.arrivals.of(attrs)))
    if (!isBetweenOwnDevices(attrs) || !this.socket) deliver()
    else void this.socket.messageMutex.mutex(() => Promise.resolve(deliver()))
  }

  /** Gives the library what a kill kept it from taking in. */
  private async catchUp(socket: WASocket): Promise<void> {
    for (const { entry, message } of this.forLibrary.splice(0)) {
      await socket.upsertMessage(message as WAMessage, 'append').catch((error: unknown) => {
        this.deps.log.warn({ clientId: this.options.clientId, err: error }, 'stored device message failed')
      })
      this.events.pushAll(this.inbound.fromStoredEntry(entry))
    }
  }

  private openConnection(credentials: AuthenticationCreds, keys: SignalKeys, journal: InboundJournal): void {
    const { options, deps, groupCache: groups } = this
    const deviceCache = createDeviceCache()
    const log = createLibraryLog(deps.log, options.clientId)
    const { socket, sessions } = openLibrarySocket({
      ...{ open: options, credentials, keys, journal, ...deps, log, groups, deviceCache },
      ...{ way: this.openTransport(), unencrypted: this.unencrypted, version: this.version.current() },
    })
    this.socket = socket
    if (!credentials.me) this.linking = this.listenForPairing(socket, credentials, keys)
    this.connectTimer = setTimeout(() => this.lose(408, 'the server did not answer'), CONNECT_TIMEOUT_MS)
    const inOrderOfChat = createKeyedLock()
    const groupKeys = createGroupKeys({ socket, keys, inOrderOfChat })
    this.sender = new MessageSender({
      ...{ groupKeys, inOrderOfChat },
      socket,
      keys,
      sessions,
      acknowledgements: this.acknowledgements,
      barrier: createCommitBarrier(socket, () => keys.pendingCommit()),
      devices: createDeviceLists(socket, deviceCache),
      membersOf: async (group) => (await groups.find(group)).participants.map(({ id }) => id),
      isOpen: () => this.isOpen(),
    })
    const inOrder = keepOrderOfMessages(socket)
    answerStanzas({ socket, keys, sessions, groupKeys, log: deps.log, open: options })
    forgetOldLists(socket, deviceCache, groups)
    const push = (event: NetworkEvent) => this.events.push(this.inbound.heard(event))
    const isOwnName = (name: string) => this.profile.isOwnName(name)
    const ofConnection = { socket, keys, log, journal, inOrder, way: this.way }
    listenToNotices({ ...options, ...ofConnection, push, isOwnName })
    this.account.listen(socket, keys, (news) => options.handlers.onPresence?.(news))
    this.listenToStanzas(socket, journal)
    this.listenToLibrary(socket, keys)
    watchNewChats({ socket, events: this.events, isOpen: () => this.isOpen(), log: deps.log })
  }

  private listenToStanzas(socket: WASocket, journal: InboundJournal): void {
    socket.ws.prependListener('CB:message', (node: BinaryNode) => {
      journal.noteStanza(node)
      const isMissing = !getBinaryNodeChildren(node, 'enc').length && !isForPhoneOnly(node)
      if (isMissing) this.unencrypted.note(node.attrs.id ?? '')
    })
    this.receipts.listen(socket)
    this.arrivals.listen(socket, (attrs, order) => this.acknowledgements.handle(attrs, order))
    socket.ws.on('CB:success', () => clearTimeout(this.connectTimer))
  }

  private listenToLibrary(socket: WASocket, keys: SignalKeys): void {
    const { ev } = socket
    ev.on('creds.update', () => keys.credentialsChanged())
    ev.on('connection.update', (update) => this.handleUpdate(update))
    passOnLibraryEvents(ev, this.inbound, this.events)
  }

  private handleUpdate(update: Partial<LibraryUpdate>): void {
    const { reachoutTimeLock } = update
    if (reachoutTimeLock) this.events.push(this.acknowledgements.takeTimeLock(reachoutTimeLock))
    if (update.connection === 'close') {
      void this.finish(toClosedState(readCloseError(update.lastDisconnect?.error)))
      return
    }
    if (this.finishing) return
    if (update.isNewLogin)
      void this.keys
        ?.settled()
        .then(() => this.publishState({ kind: 'paired', me: toOwnAddresses(this.credentials?.me) }))
    if (update.connection === 'open') {
      this.isLoggedIn = true
      this.receipts.loggedIn()
      this.persons.loggedIn()
      this.way?.worked()
      this.publishState({ kind: 'open', me: toOwnAddresses(this.credentials?.me) })
      if (this.socket) void this.catchUp(this.socket)
    }
  }

  private listenForPairing(socket: WASocket, credentials: AuthenticationCreds, keys: SignalKeys): Pairing {
    return listenForPairing({
      ...{ ...this.deps, socket, credentials, keys, browser: toBrowser(this.deps.linkedDevice) },
      onState: (state) => {
        clearTimeout(this.connectTimer)
        this.way?.worked()
        if (!this.finishing) this.publishState(state)
      },
      onUsedUp: () => this.lose(408, 'QR refs attempts ended'),
      onPasskeyFailed: (cause) =>
        void this.finish({ kind: 'closed', reason: 'passkey_failed', cause, rawCode: null }),
      onFailed: (error) => this.breakDown(error),
    })
  }

  get pairing(): NetworkPairing | null {
    return this.finishing || this.credentials?.me ? null : this.linking
  }

  private lose(code: number, message: string): void {
    void this.finish(toClosedState({ code, message, attrs: {} }))
  }

  /** The connection cannot go on: the store or the host failed, or another worker owns the client. */
  private breakDown(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    const isLost = error instanceof LeaseLostError
    if (!isLost) this.deps.log.warn({ clientId: this.options.clientId, err: error }, 'connection broke down')
    void this.finish({
      kind: 'closed',
      reason: isLost ? 'lease_lost' : 'connection_lost',
      cause: isLost ? { code: 'LEASE_LOST', params: {} } : { code: 'BROKE_DOWN', params: { error: message } },
      rawCode: null,
    })
  }

  private finish(state: ClosedState): Promise<void> {
    this.finishing ??= this.end(state)
    return this.finishing
  }

  private async end(state: ClosedState): Promise<void> {
    clearTimeout(this.connectTimer)
    this.linking?.stop()
    const { socket } = this
    if (socket) {
      void socket.end(undefined).catch(() => {})
      endPendingQueries(socket)
    }
    this.way?.close()
    this.acknowledgements.connectionLost()
    await this.keys?.settled()
    this.keys?.close()
    await this.receipts.ended()
    await endDelivery(this.events)
    if (state.reason === 'logged_out') await this.options.credentials.clear().catch(() => {})
    this.publishState(await this.version.judge(state))
  }
}
