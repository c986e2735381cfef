import { type BusCommand, NotOwnedError } from '../bus/port.ts'
import type { StatusCode } from '../core/client/client-status.ts'
import { type StatusCause, toThrownCause } from '../core/client/status-cause.ts'
import { refusal } from '../core/errors.ts'
import { toAwayRefusal } from '../db/connection-errors.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { WorkerMeter } from './client-meter.ts'
import { createStatusBoard, readTakenClient, type StatusBoard, writeDesiredState } from './client-record.ts'
import { ClientRuntime, type RuntimeDeps } from './client-runtime.ts'
import { createGroupCommitter, type GroupCommitter } from './lease/group-commit.ts'
import { type AcquiredLease, createLeaseTable, LEASE_SECONDS, type LeaseTable } from './lease/lease.ts'
import { LeaseRenewer } from './lease/lease-renewer.ts'

/** A client that is not open after this long no longer holds back the next one. */
const OPEN_SLOT_MS = 5_000
/** How long a restart waits for other work on its client. */
const BUSY_WAIT_MS = 8_000

export interface Owned {
  runtime: ClientRuntime
  unserve: () => Promise<void>
}

/** `stop` ends in order and releases the lease; `drop` ends at once, for another host may own the client. */
type Release = { how: 'stop'; unlink?: boolean } | { how: 'drop' }

export interface OwnedClientsDeps extends Omit<RuntimeDeps, 'committer' | 'isSure' | 'statuses' | 'meter'> {
  meter: WorkerMeter
  /** Seals what is stored of credentials and keys. */
  box: SecretBox
  /** The sentence that is stored beside a cause. */
  describeCause(cause: StatusCause): string
  /** How long a client waits for its owner's next sign of life before another host may take it; 30 unless said. */
  leaseSeconds?: number
  /** Turns failures of parts into refusals that travel; by default those of a database that is away. */
  explain?(error: unknown): Error | null
  /** Milliseconds of a clock that never goes back and does not stop while the process is paused. */
  monotonicMs(): number
  /** Called with a lease that was taken, before anything is done with it. */
  notifyFormerOwner(lease: AcquiredLease): Promise<void>
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The clients of a host: each is owned by a lease, runs until it is released, and answers commands meanwhile. */
export class OwnedClients {
  readonly leases: LeaseTable
  readonly #deps: OwnedClientsDeps
  readonly #runtimeDeps: RuntimeDeps
  readonly #committer: GroupCommitter
  readonly #statuses: StatusBoard
  readonly #renewer: LeaseRenewer
  readonly #owned = new Map<string, Owned>()
  readonly #ending = new Map<string, Promise<void>>()
  /** Clients that are being worked on. */
  readonly #busy = new Set<string>()
  #isStopping = false

  constructor(deps: OwnedClientsDeps) {
    const { db, bus, log, hostId, box, monotonicMs, leaseSeconds = LEASE_SECONDS } = deps
    this.#deps = deps
    this.leases = createLeaseTable({ pool: db.pool, owner: hostId, leaseSeconds, log })
    this.#committer = createGroupCommitter({
      pool: db.pool,
      owner: hostId,
      log,
      box,
      piggyback: deps.chat.pendingMessages,
      onFenced: () => deps.meter.writesFenced(1),
    })
    this.#statuses = createStatusBoard({ pool: db.pool, bus, describeCause: deps.describeCause })
    this.#renewer = new LeaseRenewer({
      leases: this.leases,
      log,
      leaseSeconds,
      monotonicMs,
      held: () =>
        [...this.#owned.values()].map(({ runtime }) => ({
          ...runtime.lease,
          memoryBytes: runtime.memoryBytes(),
        })),
      onLost: (clientIds) => void Promise.all(clientIds.map((clientId) => this.dropLost(clientId))),
    })
    this.#runtimeDeps = {
      ...deps,
      committer: this.#committer,
      statuses: this.#statuses,
      isSure: (clientId) => this.#renewer.isSure(clientId),
    }
  }

  all(): ReadonlyMap<string, Owned> {
    return this.#owned
  }

  start(): void {
    this.#renewer.start()
  }

  /** Takes no more. What is owned goes on until it is released. */
  stopTaking(): void {
    this.#isStopping = true
  }

  /** Resolves when all that was released has ended. */
  async close(): Promise<void> {
    await Promise.all(this.#ending.values())
    this.#renewer.stop()
    await this.#committer.drain()
  }

  /** Takes the client and runs it when it is free and should run. While other work on it is under way it does nothing. Never rejects. */
  async claim(clientId: string): Promise<void> {
    try {
      await this.#exclusively(clientId, () => this.#own(clientId))
    } catch (error) {
      this.#deps.log.error({ clientId, err: error }, 'client could not be claimed')
    }
  }

  /** Resolves when the client is open, or after its slot's time: the next one may start. */
  async waitUntilUp(clientId: string): Promise<void> {
    let limit: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, OPEN_SLOT_MS)
    })
    await Promise.race([this.#owned.get(clientId)?.runtime.up, late])
    clearTimeout(limit)
  }

  /** Ends it in order, for another host to take. While other work on it is under way it does nothing. */
  async giveUp(clientId: string): Promise<void> {
    await this.#exclusively(clientId, () => this.release(clientId, { how: 'stop' }))
  }

  async release(clientId: string, options: Release): Promise<void> {
    const entry = this.#owned.get(clientId)
    if (!entry) return
    this.#owned.delete(clientId)
    this.#deps.meter.setOwned(this.#owned.size)
    const ended = this.#end(entry, options)
    const settled = ended.catch(() => undefined)
    this.#ending.set(clientId, settled)
    void settled.then(() => {
      if (this.#ending.get(clientId) === settled) this.#ending.delete(clientId)
    })
    await ended
  }

  /** Another host owns it by now. */
  async dropLost(clientId: string): Promise<void> {
    const { log, meter } = this.#deps
    log.warn({ clientId }, 'lease was lost')
    meter.leasesLost(1)
    await this.release(clientId, { how: 'drop' }).catch((error: unknown) =>
      log.error({ clientId, err: error }, 'a lost client could not be ended cleanly'),
    )
  }

  /** Answers its state after the restart; refuses when it could not be taken again here. */
  async restart(clientId: string): Promise<unknown> {
    const { now } = this.#deps
    const untilMs = now() + BUSY_WAIT_MS
    const again = async (): Promise<void> => {
      await this.release(clientId, { how: 'stop' })
      await this.#own(clientId)
    }
    let isDone = false
    while (!isDone && now() < untilMs) {
      isDone = await this.#exclusively(clientId, again)
      if (!isDone) await pause(20)
    }
    const entry = this.#owned.get(clientId)
    if (!entry || !isDone) throw refusal('SERVICE_UNAVAILABLE', 'WORKER_NOT_STARTED', {})
    return entry.runtime.handle({ name: 'worker.state', input: {} })
  }

  async #own(clientId: string): Promise<void> {
    const { db, notifyFormerOwner } = this.#deps
    await this.#ending.get(clientId)
    if (this.#owned.has(clientId) || this.#isStopping) return
    const lease = await this.#renewer.acquire(clientId)
    if (!lease) return
    await notifyFormerOwner(lease)
    // Late, so that one that is stopped meanwhile is seen: until it is served here, nobody can tell this host.
    const taken = await readTakenClient(db.pool, clientId)
    if (!taken || this.#isStopping) return this.leases.release(lease)
    const runtime = new ClientRuntime(
      this.#runtimeDeps,
      { lease, ...taken },
      (how, code) => void this.#onEnd(clientId, runtime, how, code),
    )
    await this.#run(clientId, runtime)
  }

  async #run(clientId: string, runtime: ClientRuntime): Promise<void> {
    const { bus, log, meter, explain = toAwayRefusal } = this.#deps
    const unserve = bus.serve(clientId, (command) =>
      this.#handleCommand(clientId, runtime, command).catch((error: unknown) => {
        throw explain(error) ?? error
      }),
    )
    this.#owned.set(clientId, { runtime, unserve })
    meter.setOwned(this.#owned.size)
    try {
      runtime.start()
    } catch (error) {
      log.error({ clientId, err: error }, 'client could not be started')
      await this.release(clientId, { how: 'stop' })
      await this.#writeStatus(clientId, 'START_FAILED', toThrownCause(error))
    }
  }

  async #end({ runtime, unserve }: Owned, options: Release): Promise<void> {
    await unserve()
    if (options.how === 'drop') return runtime.drop()
    try {
      await runtime.stop({ unlink: options.unlink ?? false })
    } finally {
      await this.leases.release(runtime.lease)
    }
  }

  async #onEnd(
    clientId: string,
    runtime: ClientRuntime,
    how: 'end' | 'abandon',
    code: StatusCode,
  ): Promise<void> {
    const { db, log } = this.#deps
    if (this.#owned.get(clientId)?.runtime !== runtime) return
    try {
      if (how === 'end') await writeDesiredState(db.pool, clientId, 'stopped')
      await this.release(clientId, { how: how === 'abandon' ? 'drop' : 'stop' })
      log.info({ clientId, code, how }, 'client was given up')
    } catch (error) {
      log.error({ clientId, err: error }, 'client could not be given up cleanly')
    }
  }

  async #handleCommand(clientId: string, runtime: ClientRuntime, command: BusCommand): Promise<unknown> {
    if (!this.#renewer.isSure(clientId)) throw new NotOwnedError(clientId)
    switch (command.name) {
      case 'worker.stop':
        return this.#stop(clientId, false)
      case 'worker.logout':
        return this.#stop(clientId, true)
      case 'worker.restart':
        return this.restart(clientId)
      default:
        return runtime.handle(command)
    }
  }

  async #stop(clientId: string, unlink: boolean): Promise<{ stopped: true }> {
    await this.#exclusively(clientId, async () => {
      await writeDesiredState(this.#deps.db.pool, clientId, 'stopped')
      await this.release(clientId, { how: 'stop', unlink })
      await this.#writeStatus(clientId, unlink ? 'LOGGED_OUT' : 'STOPPED')
    })
    return { stopped: true }
  }

  /** Work on one client at a time; a second request while one is under way is left to the next claim round. */
  async #exclusively(clientId: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#busy.has(clientId)) return false
    this.#busy.add(clientId)
    try {
      await work()
      return true
    } finally {
      this.#busy.delete(clientId)
    }
  }

  async #writeStatus(clientId: string, code: StatusCode, cause: StatusCause | null = null): Promise<void> {
    await this.#statuses.write({ clientId, code, cause, rawCode: null })
  }
}
