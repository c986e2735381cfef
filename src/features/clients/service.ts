import type { Bus, BusReply } from '../../bus/port.ts'
import type { OwnerId } from '../../contract/handlers.ts'
import { describeStatus } from '../../core/client/client-status.ts'
import type { StatusCause } from '../../core/client/status-cause.ts'
import { missing, type Refusal, refusal, toRefusal } from '../../core/errors.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type ClientStore, createClientStore } from './store.ts'

/** How long worker.start waits for a host to take the client before it says nobody did. */
const START_WAIT_MS = 10_000
const START_POLL_MS = 25
/** How often it looks whether the worker came and went in the meantime. */
const ENDED_POLL_MS = 250
const COMMAND_TIMEOUT_MS = 20_000

/** What the owner answers to `worker.state` and `worker.start`. */
export interface WorkerSnapshot {
  code: string
  cause: StatusCause | null
  socketId: string | null
  qr: string | null
  qrExpiresAtMs: number | null
  pairingCode: PairingCode | null
  passkey: PasskeyRequest | null
}

/** What the network asks of the account's passkey, as the owner answers it. */
interface PasskeyRequest {
  waitsFor: 'signature' | 'phone' | 'comparison'
  options: ({ challenge: string } & Record<string, unknown>) | null
  code: string | null
  expiresAtMs: number
}

/** A code to type into a phone, as the owner answers it. */
interface PairingCode {
  code: string
  phoneNumber: string
  expiresAtMs: number
}

export interface ClientServiceDeps {
  store: ClientStore
  bus: Bus
  newId: () => string
  now: () => number
  /** Refuses a network this service has no server for; answers nothing when it has. */
  checkNetwork(network: 'sandbox' | 'whatsapp'): void
}

/** Turns a reply into its result; errors of the owner become refusals here. Null when nobody owns the client. */
function toResult<T>(reply: BusReply): T | null {
  switch (reply.kind) {
    case 'ok':
      return reply.result as T
    case 'no_owner':
      return null
    case 'error':
      throw toRefusal(reply.error)
    case 'unknown':
      throw refusal('GATEWAY_TIMEOUT', 'WORKER_UNSURE', {})
  }
}

/** The session left on purpose; whether no other place runs it is for its owner to say. */
const refuseExported = (): Refusal => refusal('CONFLICT', 'SESSION_EXPORTED', { while: 'starting' })

/** Life of clients and their workers, for API and command line alike. */
export class ClientService {
  readonly #deps: ClientServiceDeps
  readonly #store: ClientStore
  readonly #bus: Bus

  constructor(deps: ClientServiceDeps) {
    this.#deps = deps
    this.#store = deps.store
    this.#bus = deps.bus
  }

  async read(clientId: string, userId: OwnerId) {
    const client = await this.#store.read(clientId, userId)
    if (!client) throw missing('client')
    return client
  }

  async start(clientId: string, userId: OwnerId): Promise<WorkerSnapshot & { socketId: string }> {
    const live = await this.#store.readLive(clientId, userId)
    if (!live) throw missing('client')
    this.#deps.checkNetwork(live.network)
    if (!(await this.#store.writeDesired(clientId, userId, 'running'))) throw refuseExported()
    this.#bus.publish('worker.wanted', { clientId })
    const snapshot = await this.#waitForOwner(clientId, userId)
    return { ...snapshot, socketId: snapshot.socketId ?? '' }
  }

  list(userId: OwnerId, search: string | undefined) {
    return this.#store.list(userId, search ?? null)
  }

  async create(input: Omit<Parameters<ClientStore['insert']>[0], 'id'>) {
    this.#deps.checkNetwork(input.network)
    const created = await this.#store.insert({ ...input, id: this.#deps.newId() })
    if (!created) throw new Error('an inserted client was not returned')
    return created
  }

  async update(clientId: string, userId: OwnerId, settings: Parameters<ClientStore['update']>[2]) {
    const updated = await this.#store.update(clientId, userId, settings)
    if (!updated) throw missing('client')
    await this.#command(clientId, 'client.changed')
    return updated
  }

  async delete(clientId: string, userId: OwnerId): Promise<void> {
    await this.#stop(clientId, userId, 'worker.stop')
    if (!(await this.#store.delete(clientId, userId))) throw missing('client')
    this.#bus.publish('client.deleted', { clientId })
  }

  /** For a workspace that goes: what is stopped may be started again until the rows are gone. */
  async stopAll(userId: OwnerId): Promise<void> {
    for (const { id } of await this.list(userId, undefined)) await this.#stop(id, userId, 'worker.stop')
  }

  /** In the transaction that deletes their workspace, one at a time, as each may have years of messages; answers their ids. */
  async deleteAll(tx: Transaction, userId: OwnerId): Promise<string[]> {
    const store = createClientStore(tx)
    const ids = (await store.list(userId, null)).map(({ id }) => id)
    for (const id of ids) await store.delete(id, userId)
    return ids
  }

  /** Once the rows are gone for good. */
  announceDeleted(clientIds: readonly string[]): void {
    for (const clientId of clientIds) this.#bus.publish('client.deleted', { clientId })
  }

  async writeMainMenuFlow(clientId: string, userId: OwnerId, flowId: string | null) {
    const updated = await this.#store.updateMainMenuFlow(clientId, userId, flowId)
    if (!updated) throw missing('client')
    await this.#command(clientId, 'client.changed')
    return updated
  }

  stop(clientId: string, userId: OwnerId) {
    return this.#stop(clientId, userId, 'worker.stop')
  }

  logout(clientId: string, userId: OwnerId) {
    return this.#stop(clientId, userId, 'worker.logout')
  }

  async restart(clientId: string, userId: OwnerId) {
    await this.read(clientId, userId)
    const restarted = await this.#command<WorkerSnapshot>(clientId, 'worker.restart')
    return restarted?.socketId ? { ...restarted, socketId: restarted.socketId } : this.start(clientId, userId)
  }

  async requestPairingCode(clientId: string, userId: OwnerId, phoneNumber: string) {
    await this.start(clientId, userId)
    const given = await this.#command<PairingCode>(clientId, 'worker.pairingCode', { phoneNumber })
    if (given) return given
    throw refusal('SERVICE_UNAVAILABLE', 'WORKER_CHANGED_HANDS', {})
  }

  /** `null` as the assertion confirms the comparison of codes. */
  async takePasskey(clientId: string, userId: OwnerId, assertion: object | null): Promise<void> {
    await this.read(clientId, userId)
    const name = assertion ? 'worker.passkey.answer' : 'worker.passkey.confirm'
    if ((await this.#command<{ taken: true }>(clientId, name, assertion ?? {})) !== null) return
    throw refusal('CONFLICT', 'NO_PASSKEY_ASKED', { worker: 'stopped' })
  }

  async listLive(userId: OwnerId) {
    return (await this.#store.listLive(userId)).map((live) => ({
      ...live,
      code: live.liveCode,
      text: describeStatus(live.liveCode),
    }))
  }

  async history(clientId: string, userId: OwnerId, limit: number) {
    await this.read(clientId, userId)
    const changes = await this.#store.listChanges(clientId, limit)
    return changes.map((change) => ({ ...change, text: describeStatus(change.code) }))
  }

  /** The owner's word where there is one, else what was last stored; null when it is not the caller's. */
  async status(clientId: string, userId: OwnerId) {
    const live = await this.#store.readLive(clientId, userId)
    if (!live) throw missing('client')
    const snapshot = await this.#command<WorkerSnapshot>(clientId, 'worker.state')
    const code = snapshot?.code ?? live.liveCode
    const { qr = null, qrExpiresAtMs = null, pairingCode = null, passkey = null } = snapshot ?? {}
    return { ...live, code, qr, qrExpiresAtMs, pairingCode, passkey, text: describeStatus(code) }
  }

  async #command<T>(clientId: string, name: string, input: unknown = {}): Promise<T | null> {
    return toResult<T>(
      await this.#bus.request(
        clientId,
        { name, input },
        { commandId: this.#deps.newId(), timeoutMs: COMMAND_TIMEOUT_MS },
      ),
    )
  }

  async #refuseEnded(clientId: string, userId: OwnerId): Promise<void> {
    const live = await this.#store.readLive(clientId, userId)
    if (live?.workerDesiredState !== 'stopped') return
    throw refusal('CONFLICT', 'WORKER_ENDED', {})
  }

  async #waitForOwner(clientId: string, userId: OwnerId): Promise<WorkerSnapshot> {
    const until = this.#deps.now() + START_WAIT_MS
    let lookAt = this.#deps.now() + ENDED_POLL_MS
    for (;;) {
      const snapshot = await this.#command<WorkerSnapshot>(clientId, 'worker.start')
      if (snapshot?.socketId) return snapshot
      if (this.#deps.now() > lookAt) {
        await this.#refuseEnded(clientId, userId)
        lookAt = this.#deps.now() + ENDED_POLL_MS
      }
      if (this.#deps.now() > until) break
      await new Promise((resolve) => setTimeout(resolve, START_POLL_MS))
    }
    throw refusal('SERVICE_UNAVAILABLE', 'NO_WORKER', {})
  }

  async #stop(clientId: string, userId: OwnerId, how: 'worker.stop' | 'worker.logout'): Promise<void> {
    await this.read(clientId, userId)
    await this.#store.writeDesired(clientId, userId, 'stopped')
    const stopped = await this.#command(clientId, how)
    if (stopped === null && how === 'worker.stop') await this.#store.writeStopped(clientId)
    if (stopped === null && how === 'worker.logout') throw refusal('CONFLICT', 'WORKER_NOT_RUNNING', {})
  }
}
