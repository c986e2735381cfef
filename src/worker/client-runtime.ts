import type { Bus, BusCommand } from '../bus/port.ts'
import type { Address } from '../core/addresses.ts'
import { isConnectedCode } from '../core/client/client-status.ts'
import type { ColdPause, NewChatQuota } from '../core/new-chats.ts'
import type { Database } from '../db/client.ts'
import {
  type Chat,
  type ChatActParts,
  type LaneRunner,
  performChatAct,
  type Runs,
  type Sender,
} from '../features/conversations/index.ts'
import { appendEvent } from '../features/events/index.ts'
import type { ProxyService } from '../features/proxies/index.ts'
import type {
  NetworkConnection,
  NetworkConnector,
  NetworkEvent,
  NetworkTarget,
  OwnAddresses,
  PasskeyAssertion,
} from '../network/port.ts'
import type { Log } from '../platform/logger.ts'
import type { WorkerMeter } from './client-meter.ts'
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
import { type ConnectionSupervisor, createConnectionSupervisor } from './connection/connection-supervisor.ts'
import { createCredentialStore } from './lease/credential-store.ts'
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
  proxies: Pick<ProxyService, 'accessOf' | 'noteFile'>
  committer: GroupCommitter
  hostId: string
  log: Log
  now: () => number
  random: () => number
  ackTimeoutMs: number
  meter: WorkerMeter
  statuses: StatusBoard
  /** Whether this host certainly still owns the client; while it is not sure, nothing is begun. */
  isSure(clientId: string): boolean
  targetOf(network: OwnedClientRow['network']): NetworkTarget
}

export interface ClientRuntime {
  readonly lease: Lease
  start(): void
  /** Resolves when it is no longer starting for the first time, however that went. */
  readonly up: Promise<void>
  handle(command: BusCommand, commandId: string): Promise<unknown>
  /** Closes the connection and what hangs on it; `unlink` also removes the device from the account. */
  stop(options?: { unlink?: boolean }): Promise<void>
  /** Another host may own the client: its connection ends at once, and what waits here is left to the other one. */
  drop(): Promise<void>
  /** Whether the client can change hands without anybody noticing: connected, and nothing waits to be sent. */
  isIdle(): boolean
  isConnected(): boolean
  /** What it takes in memory, about; null before it ever connected. */
  memoryBytes(): number | null
  /** The proxy its connection goes through; null for none, undefined while that is not chosen. */
  routeId(): string | null | undefined
}

type RuntimeEnd = (how: 'end' | 'abandon', code: StatusChange['code']) => void

/** An echo of our own message or a receipt for it shows that the network has it, whatever became of its acknowledgement. */
function confirmSends(sender: Sender, events: readonly NetworkEvent[]): void {
  for (const event of events) {
    if (event.kind === 'receipt' && event.receipt.kind !== 'error')
      sender.confirm(event.receipt.ids, event.receipt.atSec)
    if (event.kind === 'message' && event.message.key.fromMe)
      sender.confirm([event.message.key.id], event.message.atSec)
  }
}

const runInBackground =
  (log: Log) =>
  (work: Promise<unknown>, what: string): void =>
    void work.catch((error: unknown) => log.error({ err: error }, what))

interface Tell {
  /** A flow's message was given up, about which its run may have something to do, or contacts became one. */
  lanesChanged(): void
  /** Nothing is sent to strangers until then. */
  restricted(pause: ColdPause | null): void
}

function openSender(
  { chat, runs, ackTimeoutMs }: RuntimeDeps,
  client: OwnedClientRow,
  connection: () => NetworkConnection | null,
  tell: Tell & { newChats(quota: NewChatQuota): void },
): Sender {
  return chat.createSender({
    client,
    rate: client.sendRatePerSecond,
    burst: client.sendBurst,
    connection,
    ackTimeoutMs,
    onRestricted: tell.restricted,
    onNewChats: tell.newChats,
    isAwaited: (settled) => runs.isSendAwaited(settled),
    onOutboxSettled: (tx, settled) => runs.onSendSettled(tx, settled),
    afterCommit: (settled) => {
      if (settled.outcome === 'failed') tell.lanesChanged()
    },
    onContactsMerged: tell.lanesChanged,
  })
}

/** The client's settings were changed by somebody else. */
async function reloadClient(
  db: Database,
  client: OwnedClientRow,
  sender: Sender,
  lanes: LaneRunner,
): Promise<void> {
  const fresh = await readOwnedClient(db.pool, client.id)
  if (!fresh) return
  Object.assign(client, fresh)
  sender.setRate(fresh.sendRatePerSecond, fresh.sendBurst)
  lanes.invalidate()
}

/** Commands of other processes that are not the chat's. */
function createCommands(
  supervisor: ConnectionSupervisor,
  lanes: LaneRunner,
  { proxies: { noteFile } }: Pick<RuntimeDeps, 'proxies'>,
  reload: () => Promise<void>,
) {
  const commands: Record<string, (input: unknown) => unknown> = {
    'worker.state': () => supervisor.snapshot(),
    'worker.start': () => {
      if (!supervisor.snapshot().socketId) supervisor.connect()
      return supervisor.snapshot()
    },
    'worker.pairingCode': (input) =>
      supervisor.requestPairingCode((input as { phoneNumber: string }).phoneNumber),
    'worker.passkey.answer': async (input) => {
      await supervisor.answerPasskey(input as PasskeyAssertion)
      return { taken: true }
    },
    'worker.passkey.confirm': async () => {
      await supervisor.confirmPasskey()
      return { taken: true }
    },
    'client.changed': reload,
    'proxy.check': (input) =>
      checkByFile(supervisor.current, (input as { proxyId: string }).proxyId, noteFile),
    'runs.wake': (input) => lanes.wake((input as { contactJid: string }).contactJid),
    'runs.invalidate': (input) => lanes.invalidate((input as { contactJid?: string }).contactJid),
  }
  return commands
}

/** True when the event is in the journal, on disk, until the transaction that stores it. */
function isJournaled(event: NetworkEvent): boolean {
  const { journalId = null } = event.kind === 'message' ? event.message : 'journalId' in event ? event : {}
  return journalId !== null
}

/**
 * Messages, and all they cause that can be decided at once, are one transaction. When a flow's step fails it is repeated
 * without stepping: the messages are stored in any case, and the lane runner deals with the failure. What is in the
 * journal need not wait for the disk: a crash brings the journal back together with what was to be stored, and nothing
 * this caused leaves before the keys it is encrypted with are on disk, and with them all that was committed earlier. The
 * rest is on the disk when this resolves, but its rows do not wait for that: a receipt often comes while its message is
 * being settled.
 */
async function storeEvents(
  { db, chat, runs, log }: Pick<RuntimeDeps, 'db' | 'chat' | 'runs' | 'log'>,
  client: OwnedClientRow,
  events: readonly NetworkEvent[],
) {
  const flush = events.every(isJournaled) ? 'never' : 'after'
  const store = (step: boolean) =>
    db.transaction(
      async (tx) => {
        const applied = await chat.applyEvents(tx, client, events)
        return { applied, ingested: await runs.ingest(tx, applied.events, { step }) }
      },
      { flush },
    )
  try {
    return await store(true)
  } catch (error) {
    log.warn({ err: error }, 'messages could not be stored with what they cause, and are stored without')
    return store(false)
  }
}

/** Everything one owned client needs while this host holds its lease: connection, sender, lanes, ingest. */
export function createClientRuntime(
  deps: RuntimeDeps,
  lease: AcquiredLease,
  row: OwnedClientRow,
  onEnd: RuntimeEnd,
  stored?: StoredSession,
): ClientRuntime {
  const [{ db, chat, runs, bus }, { clientId }] = [deps, lease]
  const [log, client] = [deps.log.child({ clientId }), { ...row }]
  const [meter, background] = [deps.meter.ofClient(clientId), runInBackground(log)]
  const status = createStatusWriter(deps.statuses, clientId, lease.epoch)
  const [writeAddresses, up] = [createAddressWriter(db.pool, row), Promise.withResolvers<void>()]
  let [scanTimer, announced]: [NodeJS.Timeout?, NetworkConnection?] = []
  const current = (): NetworkConnection | null => (deps.isSure(clientId) ? supervisor.current() : null)
  const lanes = runs.openLanes({
    client,
    hostId: deps.hostId,
    isConnected: () => announced !== undefined && announced === current(),
    wakeOutbox: () => sender.wakeOutbox(),
    act: (act) => {
      const readNewestMessage = (of: Address) => chat.readNewestMessage(clientId, of)
      const completeKeys: ChatActParts['completeKeys'] = (keys, by) => chat.completeKeys(clientId, keys, by)
      const chats = { readNewestMessage, completeKeys }
      const parts = { connection: current(), sender, connector: deps.connector, ...chats }
      return performChatAct(parts, act).catch((error: unknown) => {
        log.warn({ err: error, action: act.action }, 'a chat action failed')
        throw error
      })
    },
  })
  const tell: Tell = { lanesChanged: () => scan(), restricted: (pause) => supervisor.restrict(pause) }
  const sender = openSender(deps, client, current, { ...tell, newChats: meter.setNewChats })
  const scan = (): void => background(lanes.scan(), 'open lanes could not be scanned')
  async function ingest(events: readonly NetworkEvent[]): Promise<void> {
    const { applied, ingested } = await storeEvents({ db, chat, runs, log }, client, events)
    meter.stored(events)
    bus.publish('events.logged', {})
    applied.committed()
    ingested.committed()
    for (const contactJid of ingested.openLanes) lanes.wake(contactJid)
    if (ingested.hasSends) sender.wakeOutbox()
    confirmSends(sender, events)
  }
  function takeAddresses(me: OwnAddresses): void {
    Object.assign(client, { address: me.address, lid: me.lid })
    background(writeAddresses(me), 'own addresses could not be stored')
  }
  const supervisor = createConnectionSupervisor({
    ...deps,
    connector: { open: (options) => meter.measure(deps.connector.open(options)) },
    clientId,
    log,
    credentials: createCredentialStore({ pool: db.pool, committer: deps.committer, lease, stored }),
    target: deps.targetOf(client.network),
    proxy: deps.proxies.accessOf(clientId),
    readSentMessage: (id) => chat.readSentMessage(clientId, id),
    onEvents: ingest,
    onStatus: (change) => {
      up.resolve()
      background(status.write(change), 'status could not be stored')
    },
    onQr: (qr) => {
      const event = { userId: client.userId, clientId, name: 'client.qr', data: { qr } }
      background(appendEvent(db, event), 'a code to pair with could not be told')
    },
    onPaired: takeAddresses,
    onLost: (reason) => meter.lost(reason),
    ...{ onOpen: handleOpen, onEnd },
    ...{ mayOpen: () => deps.isSure(clientId), tookOver: lease.takenFrom !== null },
    movedIn: () => client.movedIn,
  })
  /** Timers fire again only once their runs know that the client was away: else they would take the contact's last minute. */
  async function takeUpWork(): Promise<void> {
    const connection = supervisor.current()
    await runs.onClientConnected(clientId).finally(() => {
      announced = connection ?? undefined
    })
    sender.resume()
    await lanes.scan()
  }
  function handleOpen(me: OwnAddresses): void {
    meter.setConnected(true)
    takeAddresses(me)
    if (client.movedIn === 'pending') {
      client.movedIn = 'taken'
      background(writeTakenSession(db.pool, lease), 'the login of an imported session could not be noted')
    }
    background(takeUpWork(), 'work that waited could not be taken up')
  }

  const commands = createCommands(supervisor, lanes, deps, () => reloadClient(db, client, sender, lanes))
  function start(): void {
    supervisor.connect()
    background(status.write({ code: 'STARTING', detail: null, rawCode: null }), 'status could not be stored')
    scan()
    scanTimer = setInterval(scan, SCAN_EVERY_MS)
  }
  async function handle(command: BusCommand, commandId: string): Promise<unknown> {
    const own = commands[command.name]
    if (own) return own(command.input)
    return chat.handleCommand({ client, sender, connection: current }, command, commandId)
  }
  async function stop({ unlink = false } = {}): Promise<void> {
    up.resolve()
    clearInterval(scanTimer)
    await sender.drain(deps.now() + DRAIN_MS)
    await lanes.close()
    if (unlink) await supervisor.logout()
    else await supervisor.close()
    await sender.close()
    meter.remove()
    await status.settled()
    await deps.committer.drain()
  }
  async function drop(): Promise<void> {
    up.resolve()
    clearInterval(scanTimer)
    await supervisor.close()
    await lanes.close()
    await sender.close()
    meter.remove()
  }

  return {
    ...{ lease, start, handle, stop, drop, memoryBytes: meter.readMemory, up: up.promise },
    isIdle: () => isConnectedCode(supervisor.snapshot().code) && sender.queueLength() === 0,
    ...{ isConnected: () => supervisor.current() !== null, routeId: supervisor.routeId },
  }
}
