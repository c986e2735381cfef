import type { Bus, BusCommand } from '../bus/port.ts'
import { isConnectedCode } from '../core/client/client-status.ts'
import type { Database } from '../db/client.ts'
import { findLidsByHash } from '../features/contacts/index.ts'
import { type Chat, ClientConversations, type Runs } from '../features/conversations/index.ts'
import { appendEvent } from '../features/events/index.ts'
import { type HostedPresence, PRESENCE_COMMAND, type PresenceOpener } from '../features/presence/index.ts'
import type { ProxyService } from '../features/proxies/index.ts'
import type {
  NetworkConnector,
  NetworkEvent,
  NetworkTarget,
  OwnAddresses,
  PasskeyAssertion,
} from '../network/port.ts'
import type { Log } from '../platform/logger.ts'
import type { ClientMeter, WorkerMeter } from './client-meter.ts'
import {
  createAddressWriter,
  createStatusWriter,
  type OwnedClientRow,
  readOwnedClient,
  type StatusBoard,
  type StatusChange,
  type StoredSession,
  writeTakenSession,
} from './client-record.ts'
import { ConnectionSupervisor, type SupervisorOptions } from './connection/connection-supervisor.ts'
import { StoredCredentials } from './lease/credential-store.ts'
import type { GroupCommitter } from './lease/group-commit.ts'
import type { AcquiredLease, Lease } from './lease/lease.ts'
import { checkByFile } from './proxy-check.ts'

/** How long a stopping client may go on handing over sends that are already in flight. */
const DRAIN_MS = 5000
/** How often a running client looks for work that no wake-up announced. */
const SCAN_EVERY_MS = 30_000

export interface RuntimeDeps {
  db: Database
  bus: Bus
  connector: NetworkConnector
  chat: Chat
  runs: Runs
  presence: PresenceOpener
  proxies: Pick<ProxyService, 'accessOf' | 'noteFile'>
  committer: GroupCommitter
  hostId: string
  log: Log
  now: () => number
  random: () => number
  ackTimeoutMs: number
  meter: Pick<WorkerMeter, 'ofClient'>
  statuses: StatusBoard
  /** Whether this host certainly still owns the client; while it is not sure, nothing is begun. */
  isSure(clientId: string): boolean
  targetOf(network: OwnedClientRow['network']): NetworkTarget
}

/** A client that was taken: what this host holds it by, and what was read of it then. */
export interface TakenClient {
  lease: AcquiredLease
  row: OwnedClientRow
  stored?: StoredSession | undefined
}

/** It gave up its connection for good. */
type RuntimeEnd = (how: 'end' | 'abandon', code: StatusChange['code']) => void

/** Everything one owned client needs while this host holds its lease: its connection and its conversations. */
export class ClientRuntime {
  readonly lease: Lease
  readonly #deps: RuntimeDeps
  readonly #log: Log
  readonly #client: OwnedClientRow
  readonly #meter: ClientMeter
  readonly #status: ReturnType<typeof createStatusWriter>
  readonly #writeAddresses: ReturnType<typeof createAddressWriter>
  readonly #supervisor: ConnectionSupervisor
  readonly #conversations: ClientConversations
  readonly #presence: HostedPresence
  readonly #up = Promise.withResolvers<void>()
  #scanTimer: NodeJS.Timeout | undefined

  constructor(deps: RuntimeDeps, taken: TakenClient, onEnd: RuntimeEnd) {
    const { lease, row } = taken
    const { clientId } = lease
    this.lease = lease
    this.#deps = deps
    this.#log = deps.log.child({ clientId })
    this.#client = { ...row }
    this.#meter = deps.meter.ofClient(clientId)
    this.#status = createStatusWriter(deps.statuses, clientId, lease.epoch)
    this.#writeAddresses = createAddressWriter(deps.db.pool, row)
    this.#conversations = new ClientConversations(
      { ...deps, log: this.#log },
      {
        client: this.#client,
        epoch: lease.epoch,
        connection: () => (deps.isSure(clientId) ? this.#supervisor.current() : null),
        onRestricted: (pause) => this.#supervisor.restrict(pause),
        onNewChats: (quota) => this.#meter.setNewChats(quota),
        onContactsMerged: (merged) => this.#presence.merge(merged),
      },
    )
    this.#supervisor = new ConnectionSupervisor(this.#buildSupervisorOptions(taken, onEnd))
    this.#presence = deps.presence.open({
      client: this.#client,
      connection: () => this.#supervisor.current(),
    })
  }

  /** Resolves when it is no longer starting for the first time, however that went. */
  get up(): Promise<void> {
    return this.#up.promise
  }

  start(): void {
    this.#supervisor.connect()
    this.#writeStatus({ code: 'STARTING', cause: null, rawCode: null })
    this.#conversations.scan()
    this.#scanTimer = setInterval(() => this.#conversations.scan(), SCAN_EVERY_MS)
  }

  /** Commands of other processes. */
  async handle(command: BusCommand): Promise<unknown> {
    const { input } = command
    switch (command.name) {
      case 'worker.state':
        return this.#supervisor.snapshot()
      case 'worker.start':
        if (!this.#supervisor.snapshot().socketId) this.#supervisor.connect()
        return this.#supervisor.snapshot()
      case 'worker.pairingCode':
        return this.#supervisor.requestPairingCode((input as { phoneNumber: string }).phoneNumber)
      case 'worker.passkey.answer':
        await this.#supervisor.answerPasskey(input as PasskeyAssertion)
        return { taken: true }
      case 'worker.passkey.confirm':
        await this.#supervisor.confirmPasskey()
        return { taken: true }
      case 'client.changed':
        return this.#reload()
      case 'proxy.check':
        return this.#checkProxy((input as { proxyId: string }).proxyId)
      case PRESENCE_COMMAND:
        return this.#presence.handle(input)
      default:
        return this.#conversations.handle(command)
    }
  }

  /** Closes the connection and what hangs on it; `unlink` also removes the device from the account. */
  async stop({ unlink = false } = {}): Promise<void> {
    this.#endStart()
    await this.#conversations.drain(this.#deps.now() + DRAIN_MS)
    await this.#presence.close()
    if (unlink) await this.#supervisor.logout()
    else await this.#supervisor.close()
    await this.#conversations.close()
    this.#meter.remove()
    await this.#status.settled()
    await this.#deps.committer.drain()
  }

  /** Another host may own the client: its connection ends at once, and what waits here is left to the other one. */
  async drop(): Promise<void> {
    this.#endStart()
    await this.#supervisor.close()
    await this.#presence.close()
    await this.#conversations.close()
    this.#meter.remove()
  }

  /** Whether the client can change hands without anybody noticing: connected, and nothing waits to be sent. */
  isIdle(): boolean {
    return isConnectedCode(this.#supervisor.snapshot().code) && this.#conversations.queueLength() === 0
  }

  isConnected(): boolean {
    return this.#supervisor.current() !== null
  }

  /** What it takes in memory, about; null before it ever connected. */
  memoryBytes(): number | null {
    return this.#meter.readMemory()
  }

  /** The proxy its connection goes through; null for none, undefined while that is not chosen. */
  routeId(): string | null | undefined {
    return this.#supervisor.routeId()
  }

  #buildSupervisorOptions({ lease, stored }: TakenClient, onEnd: RuntimeEnd): SupervisorOptions {
    const { db, chat, connector, committer, proxies, now, random, isSure, targetOf } = this.#deps
    const { clientId } = lease
    return {
      clientId,
      now,
      random,
      log: this.#log,
      connector: { open: (options) => this.#meter.measure(connector.open(options)) },
      credentials: new StoredCredentials({ pool: db.pool, committer, lease, stored }),
      target: targetOf(this.#client.network),
      proxy: proxies.accessOf(clientId),
      mayOpen: () => isSure(clientId),
      tookOver: lease.takenFrom !== null,
      movedIn: () => this.#client.movedIn,
      readSentMessage: (id, _chat, by) => chat.readSentMessage(clientId, id, by),
      findLidsByHash: (hash) => findLidsByHash(db, clientId, hash),
      onEvents: (events) => this.#ingest(events),
      onStatus: (change) => {
        this.#up.resolve()
        this.#writeStatus(change)
      },
      onQr: (qr) => this.#announceQr(qr),
      onPaired: (me) => this.#takeAddresses(me),
      onOpen: (me) => this.#onOpen(me),
      onLost: (reason) => {
        this.#meter.lost(reason)
        this.#presence.lost()
        this.#conversations.lost()
      },
      onPresence: (news) => this.#presence.take(news),
      onEnd,
    }
  }

  async #ingest(events: readonly NetworkEvent[]): Promise<void> {
    await this.#conversations.ingest(events)
    this.#meter.stored(events)
    this.#presence.noteEvents(events)
  }

  #onOpen(me: OwnAddresses): void {
    const client = this.#client
    this.#meter.setConnected(true)
    this.#presence.opened()
    this.#takeAddresses(me)
    if (client.movedIn === 'pending') {
      client.movedIn = 'taken'
      const written = writeTakenSession(this.#deps.db.pool, this.lease)
      this.#inBackground(written, 'the login of an imported session could not be noted')
    }
    const resumed = this.#conversations.resume(this.#supervisor.current())
    this.#inBackground(resumed, 'work that waited could not be taken up')
  }

  #takeAddresses(me: OwnAddresses): void {
    Object.assign(this.#client, { address: me.address, lid: me.lid })
    this.#inBackground(this.#writeAddresses(me), 'own addresses could not be stored')
  }

  #announceQr(qr: string): void {
    const { id: clientId, userId } = this.#client
    const event = { userId, clientId, name: 'client.qr', data: { qr } } as const
    this.#inBackground(appendEvent(this.#deps.db, event), 'a code to pair with could not be told')
  }

  #writeStatus(change: StatusChange): void {
    this.#inBackground(this.#status.write(change), 'status could not be stored')
  }

  /** The client's settings were changed by somebody else. */
  async #reload(): Promise<void> {
    const fresh = await readOwnedClient(this.#deps.db.pool, this.#client.id)
    if (!fresh) return
    Object.assign(this.#client, fresh)
    this.#conversations.reload()
    this.#presence.reload()
  }

  #checkProxy(proxyId: string): ReturnType<typeof checkByFile> {
    const { proxies } = this.#deps
    return checkByFile(
      () => this.#supervisor.current(),
      proxyId,
      (route, failure) => proxies.noteFile(route, failure),
    )
  }

  /** Whoever waits for it to come up need wait no longer, and it looks for no more work. */
  #endStart(): void {
    this.#up.resolve()
    clearInterval(this.#scanTimer)
  }

  #inBackground(work: Promise<unknown>, whenItFails: string): void {
    void work.catch((error: unknown) => this.#log.error({ err: error }, whenItFails))
  }
}
