import type { Bus } from '../../bus/port.ts'
import type { OwnerId } from '../../contract/handlers.ts'
import type { StatusCause } from '../../core/client/status-cause.ts'
import { missing, type Refusal, refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/connection-errors.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { NetworkConnector, NetworkTarget, ReadSession } from '../../network/port.ts'
import { KeyedCalls } from '../../platform/queue/keyed-calls.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { ClientService } from './service.ts'
import { createSessionCipher, type Session } from './session-file.ts'
import { type MovableClient, SessionStore } from './session-store.ts'

/** How long an export waits until the worker it stopped has let go. */
const LET_GO_MS = 10_000
const LET_GO_POLL_MS = 100

export interface SessionMoveDeps {
  db: Database
  bus: Bus
  box: SecretBox
  connector: Pick<NetworkConnector, 'isPaired' | 'readSession'>
  clients: Pick<ClientService, 'stop'>
  targetOf(network: 'sandbox' | 'whatsapp'): NetworkTarget
  newId(): string
  now(): number
  sleep(ms: number): Promise<unknown>
  /** The sentence that is stored beside a cause. */
  describeCause(cause: StatusCause): string
}

const refuseNoSession = (): Refusal => refusal('CONFLICT', 'NO_SESSION', {})

/** Two services mean the same network when its certificates have the same root. */
function toNetworkId(target: NetworkTarget): string {
  if (target.kind === 'whatsapp') return 'whatsapp'
  const root = sha256(`${target.rootKeyHex.toLowerCase()}/${target.rootSerial}`)
  return `root:${root.toString('hex').slice(0, 16)}`
}

const refuseRunning = (): Refusal => refusal('CONFLICT', 'WORKER_NOT_STOPPED', {})

const refuseElsewhere = (): Refusal => refusal('CONFLICT', 'SESSION_IN_USE', {})

const refuseExported = (): Refusal => refusal('CONFLICT', 'SESSION_EXPORTED', { while: 'importing' })

/** Reading one takes several hundred MB at most. One more than a single owner can hold. */
const READ_AT_ONCE = 2
const MAX_WAITING_OF_OWNER = 4

const refuseMany = (): Refusal => refusal('SERVICE_UNAVAILABLE', 'SESSIONS_BEING_MOVED', { by: 'owner' })

/** A session of another program cannot be used; what its reader found goes to the caller. */
const refuseForeign = ({ problem }: Extract<ReadSession, { kind: 'unusable' }>): Refusal =>
  refusal(
    problem.reason === 'SESSION_OTHER_NETWORK' ? 'CONFLICT' : 'BAD_REQUEST',
    problem.reason,
    problem.params,
    { path: 'file' },
  )

/** The identity of a device as the name of its session: it is imported once per database, however often its files are. */
const toImportId = (identity: string): string =>
  identity.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** A second client with the same exported state breaks the unique index; both commits may have been under way. */
const toElsewhere = (error: unknown): unknown => (isUniqueViolation(error) ? refuseElsewhere() : error)

/**
 * Moves sessions between services: out into an encrypted file, and in from one. The session is stopped before it
 * leaves and does not run here again before its owner takes it back, so that two places never run it by themselves.
 */
export class SessionMoves {
  readonly #deps: SessionMoveDeps
  readonly #db: Database
  readonly #bus: Bus
  readonly #clients: Pick<ClientService, 'stop'>
  readonly #store: SessionStore
  readonly #cipher = createSessionCipher()
  readonly #calls = new KeyedCalls(READ_AT_ONCE)

  constructor(deps: SessionMoveDeps) {
    this.#deps = deps
    this.#db = deps.db
    this.#bus = deps.bus
    this.#clients = deps.clients
    this.#store = new SessionStore(deps.box, deps.describeCause)
  }

  /** Whether there is anything that pairing would take the place of: a session, one that is away, or one on trial. */
  async hasSession(clientId: string, userId: OwnerId): Promise<boolean> {
    const client = await this.#store.read(this.#db, clientId, userId)
    if (!client) throw missing('client')
    return (
      client.exportedAt !== null || client.movedIn !== null || this.#readPaired(clientId, client) !== null
    )
  }

  async export(clientId: string, userId: OwnerId, passphrase: string): Promise<{ file: string }> {
    // Before anything is stopped: a client without a session is left as it is.
    await this.#db.transaction(async (tx) =>
      this.#requirePaired(clientId, await this.#lock(tx, clientId, userId)),
    )
    await this.#clients.stop(clientId, userId)
    const { file, epoch } = await this.#exportWhenReleased(clientId, userId, passphrase)
    // A host that was away while its lease ran out may still have the connection open.
    this.#bus.publish('worker.took', { clientId, epoch })
    this.#publishStatus(clientId, 'SESSION_EXPORTED')
    return { file }
  }

  async import(clientId: string, userId: OwnerId, file: string, passphrase: string): Promise<Session> {
    await this.#db.transaction(async (tx) =>
      this.#refuseOccupied(clientId, await this.#lock(tx, clientId, userId)),
    )
    const session = await this.#cipher.open(file, passphrase)
    const work = async (tx: Transaction): Promise<void> => {
      const client = await this.#lock(tx, clientId, userId)
      this.#refuseOccupied(clientId, client)
      this.#checkFits(session, client)
      if ((await this.#fence(tx, clientId, client)) === null) throw refuseRunning()
      if (await this.#store.isElsewhere(tx, clientId, session.exportId)) throw refuseElsewhere()
      await this.#store.write(tx, clientId, session)
    }
    await this.#db.transaction(work).catch((error: unknown) => {
      throw toElsewhere(error)
    })
    this.#publishStatus(clientId, 'STOPPED')
    return session
  }

  /**
   * Gives a client the session of another program. It becomes the client's when it has logged in once; a login that the
   * network refuses leaves nothing of it (`IMPORT_REFUSED`).
   */
  async moveIn(
    clientId: string,
    userId: OwnerId,
    file: Uint8Array,
    wanted?: string,
  ): Promise<Extract<ReadSession, { kind: 'session' }>> {
    if (this.#calls.countOf(userId) >= MAX_WAITING_OF_OWNER) throw refuseMany()
    const session = await this.#calls.run(userId, async () => {
      await this.#db.transaction(async (tx) =>
        this.#refuseInUse(clientId, await this.#lock(tx, clientId, userId)),
      )
      return this.#deps.connector.readSession(file, wanted)
    })
    if (session.kind === 'unusable') throw refuseForeign(session)
    const importId = toImportId(session.identity)
    const work = async (tx: Transaction): Promise<void> => {
      const client = await this.#lock(tx, clientId, userId)
      this.#refuseInUse(clientId, client)
      if ((await this.#fence(tx, clientId, client)) === null) throw refuseRunning()
      if (await this.#store.isElsewhere(tx, clientId, importId)) throw refuseElsewhere()
      await this.#store.writePending(tx, clientId, { ...session, importId })
    }
    await this.#db.transaction(work).catch((error: unknown) => {
      throw toElsewhere(error)
    })
    this.#publishStatus(clientId, 'IMPORT_PENDING')
    return session
  }

  async reclaim(clientId: string, userId: OwnerId): Promise<void> {
    const work = async (tx: Transaction): Promise<void> => {
      const { exportedAt, exportId } = await this.#lock(tx, clientId, userId)
      if (!exportedAt) throw refusal('CONFLICT', 'SESSION_NOT_EXPORTED', {})
      if (exportId && (await this.#store.isElsewhere(tx, clientId, exportId))) throw refuseElsewhere()
      await this.#store.markReclaimed(tx, clientId)
    }
    await this.#db.transaction(work).catch((error: unknown) => {
      throw toElsewhere(error)
    })
    this.#publishStatus(clientId, 'STOPPED')
  }

  async #lock(tx: Transaction, clientId: string, userId: OwnerId): Promise<MovableClient> {
    const client = await this.#store.lock(tx, clientId, userId)
    if (!client) throw missing('client')
    return client
  }

  /** What the client logs in with; null when it was never paired, is not any more, or an import has yet to log in. */
  #readPaired(clientId: string, { credentials, movedIn }: MovableClient): Uint8Array | null {
    if (movedIn === 'pending') return null
    const opened = credentials && this.#store.openCredentials(clientId, credentials)
    return opened && this.#deps.connector.isPaired(opened) ? opened : null
  }

  #requirePaired(clientId: string, client: MovableClient): Uint8Array {
    const credentials = this.#readPaired(clientId, client)
    if (credentials) return credentials
    throw refuseNoSession()
  }

  /** Null while a worker has the client; else the epoch before which nobody writes any more. */
  async #fence(tx: Transaction, clientId: string, client: MovableClient): Promise<number | null> {
    return client.workerDesiredState === 'running' ? null : this.#store.fence(tx, clientId)
  }

  async #exportOnce(
    clientId: string,
    userId: OwnerId,
    passphrase: string,
  ): Promise<{ file: string; epoch: number } | null> {
    return this.#db.transaction(async (tx) => {
      const client = await this.#lock(tx, clientId, userId)
      const credentials = this.#requirePaired(clientId, client)
      const epoch = await this.#fence(tx, clientId, client)
      if (epoch === null) return null
      // As long as it stays exported it is the same state, however often the file is asked for.
      const exportId = (client.exportedAt && client.exportId) ?? this.#deps.newId()
      const { phoneNumber, address, lid, pushName } = client
      const session: Session = {
        ...{ exportId, phoneNumber, address, lid, pushName, credentials },
        networkId: toNetworkId(this.#deps.targetOf(client.network)),
        exportedAt: new Date(this.#deps.now()).toISOString(),
        keys: await this.#store.readKeys(tx, clientId),
        journal: await this.#store.readJournal(tx, clientId),
      }
      const file = await this.#cipher.seal(session, passphrase)
      await this.#store.markExported(tx, clientId, exportId)
      return { file, epoch }
    })
  }

  async #exportWhenReleased(clientId: string, userId: OwnerId, passphrase: string) {
    const untilMs = this.#deps.now() + LET_GO_MS
    for (;;) {
      const done = await this.#exportOnce(clientId, userId, passphrase)
      if (done) return done
      if (this.#deps.now() > untilMs) throw refuseRunning()
      await this.#deps.sleep(LET_GO_POLL_MS)
    }
  }

  #publishStatus(clientId: string, code: 'SESSION_EXPORTED' | 'IMPORT_PENDING' | 'STOPPED'): void {
    this.#bus.publish('client.status', { clientId, status: 'stopped', code, cause: null })
  }

  #refuseOccupied(clientId: string, client: MovableClient): void {
    if (client.workerDesiredState === 'running') throw refuseRunning()
    if (!client.exportedAt && this.#readPaired(clientId, client))
      throw refusal('CONFLICT', 'SESSION_EXISTS', {})
  }

  /** An exported session lies here until it is taken back: one that may fail must not replace it. */
  #refuseInUse(clientId: string, client: MovableClient): void {
    this.#refuseOccupied(clientId, client)
    if (client.exportedAt) throw refuseExported()
  }

  #checkFits(session: Session, { network }: MovableClient): void {
    if (!this.#deps.connector.isPaired(session.credentials)) throw refuseNoSession()
    if (session.networkId !== toNetworkId(this.#deps.targetOf(network)))
      throw refusal('CONFLICT', 'SESSION_OTHER_NETWORK', { account: null })
  }
}
