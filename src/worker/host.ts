import { NotOwnedError } from '../bus/port.ts'
import type { StatusCode } from '../core/client/client-status.ts'
import { refusal } from '../core/errors.ts'
import { toAwayRefusal } from '../db/connection-errors.ts'
import type { ProxyService } from '../features/proxies/index.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { type ClaimQueue, createClaimQueue } from './claim-queue.ts'
import { createStatusBoard, readIdlest, readTakenClient, writeDesiredState } from './client-record.ts'
import { type ClientRuntime, createClientRuntime, type RuntimeDeps } from './client-runtime.ts'
import { createGroupCommitter, type GroupCommitter } from './lease/group-commit.ts'
import { createLeaseTable, LEASE_SECONDS } from './lease/lease.ts'
import { createLeaseRenewer } from './lease/lease-renewer.ts'
import { createMembership } from './membership.ts'
import { createProxyWatch } from './proxy-check.ts'
import { createSchedule } from './schedule.ts'

/** How often a host looks for clients that should run and have no owner, jittered so that hosts do not look together. */
const CLAIM_EVERY_MS = 2_000
/** One look takes so many; when there are more, it looks again as soon as these are being claimed. */
const MAX_CLAIMS = 100
const CLAIMING_FAILED = 'claiming clients failed'
/** A client that is not open after this long no longer holds back the next one. */
const OPEN_SLOT_MS = 5_000
/** How often a host compares its load with the others'. */
const REBALANCE_EVERY_MS = 10_000
/** A client that was given away is left to the others for this long. */
const GIVEN_AWAY_MS = 15_000
/** A host that has more than another leaves it this head start when a client is wanted. */
const HEAD_START_MS = 150

export interface WorkerHost {
  start(): void
  /** Gives all clients to other hosts: in-flight sends end, connections close, leases are released. */
  stop(): Promise<void>
  ownedCount(): number
}

interface Owned {
  runtime: ClientRuntime
  unserve: () => Promise<void>
}

const toHeld = ({ runtime }: Owned) => ({ ...runtime.lease, memoryBytes: runtime.memoryBytes() })

/** `stop` ends in order and releases the lease; `drop` ends at once, for another host may own the client. */
type Release = { how: 'stop'; unlink?: boolean } | { how: 'drop' }

export interface HostDeps extends Omit<RuntimeDeps, 'committer' | 'isSure' | 'proxies' | 'statuses'> {
  proxies: ProxyService
  /** Seals what is stored of credentials and keys. */
  box: SecretBox
  /** How long a client waits for its owner's next sign of life before another host may take it; 30 unless said. */
  leaseSeconds?: number
  /** Turns failures of parts into refusals that travel; by default those of a database that is away. */
  explain?(error: unknown): Error | null
  /** Milliseconds of a clock that never goes back and does not stop while the process is paused. */
  monotonicMs(): number
}

/** How long a restart waits for other work on its client. */
const BUSY_WAIT_MS = 8_000
/** How often a host sees that its clients go the way they should, and looks at proxies that are due. */
const PROXIES_EVERY_MS = 30_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Work on one client at a time; a second request while one is under way is left to the next claim round. */
function createExclusive() {
  const busy = new Set<string>()
  return async (clientId: string, work: () => Promise<void>): Promise<boolean> => {
    if (busy.has(clientId)) return false
    busy.add(clientId)
    try {
      await work()
      return true
    } finally {
      busy.delete(clientId)
    }
  }
}

async function writeStatus(
  { statuses }: RuntimeDeps,
  clientId: string,
  code: StatusCode,
  detail: string | null = null,
): Promise<void> {
  await statuses.write({ clientId, code, detail, rawCode: null })
}

function createCommitter({ db, hostId, log, box, meter }: HostDeps): GroupCommitter {
  const onFenced = (): void => meter.writesFenced(1)
  return createGroupCommitter({ pool: db.pool, owner: hostId, log, box, onFenced })
}

/** Owns clients by lease and runs them: claims what should run, renews, and lets go of what was lost or stopped. */
export function createWorkerHost(hostDeps: HostDeps): WorkerHost {
  const { db, bus, log, hostId, leaseSeconds = LEASE_SECONDS } = hostDeps
  const committer = createCommitter(hostDeps)
  const leases = createLeaseTable({ pool: db.pool, owner: hostId, leaseSeconds })
  const [owned, exclusively] = [new Map<string, Owned>(), createExclusive()]
  const [ending, givenAwayMs] = [new Map<string, Promise<void>>(), new Map<string, number>()]
  const schedule = createSchedule(hostDeps)
  let [unsubscribe, stopping, moreAboveOwned] = [[] as (() => void)[], false, Number.POSITIVE_INFINITY]
  const renewer = createLeaseRenewer({
    held: () => [...owned.values()].map(toHeld),
    onLost: (clientIds) => void Promise.all(clientIds.map(dropLost)),
    ...{ leases, log, leaseSeconds },
    monotonicMs: hostDeps.monotonicMs,
  })
  const statuses = createStatusBoard({ pool: db.pool, bus })
  const deps: RuntimeDeps = { ...hostDeps, committer, statuses, isSure: (id) => renewer.isSure(id) }
  const membership = createMembership({ bus, hostId, owned: () => owned.size, nowMs: hostDeps.monotonicMs })
  const queue: ClaimQueue = createClaimQueue({ claim: claimOne, waitUntilUp, onEmpty: claimMore })
  const proxyWatch = createProxyWatch({ proxies: hostDeps.proxies, owned, restart: restartClient, log })
  async function own(clientId: string): Promise<void> {
    await ending.get(clientId)
    if (owned.has(clientId) || stopping) return
    const lease = await renewer.acquire(clientId)
    if (!lease) return
    await membership.notifyFormerOwner(lease)
    // Late, so that one that is stopped meanwhile is seen: until it is served here, nobody can tell this host.
    const taken = await readTakenClient(db.pool, clientId)
    if (!taken || stopping) return leases.release(lease)
    const runtime = createClientRuntime(
      deps,
      lease,
      taken.row,
      (how, code) => void handleEnd(clientId, runtime, how, code),
      taken.stored,
    )
    const unserve = bus.serve(clientId, (command, commandId) =>
      handleCommand(clientId, runtime, command, commandId).catch((error: unknown) => {
        throw (hostDeps.explain ?? toAwayRefusal)(error) ?? error
      }),
    )
    owned.set(clientId, { runtime, unserve })
    deps.meter.setOwned(owned.size)
    try {
      runtime.start()
    } catch (error) {
      log.error({ clientId, err: error }, 'client could not be started')
      const detail = error instanceof Error ? error.message : String(error)
      await release(clientId, { how: 'stop' })
      await writeStatus(deps, clientId, 'START_FAILED', detail)
    }
  }

  async function release(clientId: string, options: Release): Promise<void> {
    const entry = owned.get(clientId)
    if (!entry) return
    owned.delete(clientId)
    deps.meter.setOwned(owned.size)
    const ended = endRuntime(entry, options)
    const settled = ended.catch(() => undefined)
    ending.set(clientId, settled)
    void settled.then(() => {
      if (ending.get(clientId) === settled) ending.delete(clientId)
    })
    await ended
  }

  async function endRuntime({ runtime, unserve }: Owned, options: Release): Promise<void> {
    await unserve()
    if (options.how === 'drop') return runtime.drop()
    try {
      await runtime.stop({ unlink: options.unlink ?? false })
    } finally {
      await leases.release(runtime.lease)
    }
  }

  async function dropLost(clientId: string): Promise<void> {
    log.warn({ clientId }, 'lease was lost')
    deps.meter.leasesLost(1)
    await release(clientId, { how: 'drop' }).catch((error: unknown) =>
      log.error({ clientId, err: error }, 'a lost client could not be ended cleanly'),
    )
  }

  async function handleEnd(
    clientId: string,
    runtime: ClientRuntime,
    how: 'end' | 'abandon',
    code: StatusCode,
  ): Promise<void> {
    if (owned.get(clientId)?.runtime !== runtime) return
    try {
      if (how === 'end') await writeDesiredState(db.pool, clientId, 'stopped')
      await release(clientId, { how: how === 'abandon' ? 'drop' : 'stop' })
      log.info({ clientId, code, how }, 'client was given up')
    } catch (error) {
      log.error({ clientId, err: error }, 'client could not be given up cleanly')
    }
  }

  async function stopClient(clientId: string, unlink: boolean): Promise<{ stopped: true }> {
    await exclusively(clientId, async () => {
      await writeDesiredState(db.pool, clientId, 'stopped')
      await release(clientId, { how: 'stop', unlink })
      await writeStatus(deps, clientId, unlink ? 'LOGGED_OUT' : 'STOPPED')
    })
    return { stopped: true }
  }

  async function handleCommand(
    clientId: string,
    runtime: ClientRuntime,
    command: { name: string; input: unknown },
    commandId: string,
  ): Promise<unknown> {
    if (!renewer.isSure(clientId)) throw new NotOwnedError(clientId)
    switch (command.name) {
      case 'worker.stop':
        return stopClient(clientId, false)
      case 'worker.logout':
        return stopClient(clientId, true)
      case 'worker.restart':
        return restartClient(clientId)
      default:
        return runtime.handle(command, commandId)
    }
  }

  async function restartClient(clientId: string): Promise<unknown> {
    const untilMs = deps.now() + BUSY_WAIT_MS
    const again = async (): Promise<void> => {
      await release(clientId, { how: 'stop' })
      await own(clientId)
    }
    let isDone = false
    while (!isDone && deps.now() < untilMs) {
      isDone = await exclusively(clientId, again)
      if (!isDone) await pause(20)
    }
    const entry = owned.get(clientId)
    if (!entry || !isDone) throw refusal('SERVICE_UNAVAILABLE', 'WORKER_NOT_STARTED', {})
    return entry.runtime.handle({ name: 'worker.state', input: {} }, 'restart')
  }

  async function claimOne(clientId: string): Promise<void> {
    try {
      await exclusively(clientId, () => own(clientId))
    } catch (error) {
      log.error({ clientId, err: error }, 'client could not be claimed')
    }
  }

  /** Resolves when the client is open, or after its slot's time: the next one may start. */
  async function waitUntilUp(clientId: string): Promise<void> {
    let limit: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, OPEN_SLOT_MS)
    })
    await Promise.race([owned.get(clientId)?.runtime.up, late])
    clearTimeout(limit)
  }

  async function claimRound(): Promise<void> {
    for (const [id, untilMs] of givenAwayMs) if (untilMs < deps.now()) givenAwayMs.delete(id)
    const exclude = [...owned.keys(), ...queue.waiting(), ...givenAwayMs.keys()]
    const wanted = await leases.readWanted(MAX_CLAIMS, exclude)
    moreAboveOwned = wanted.length === MAX_CLAIMS ? owned.size : Number.POSITIVE_INFINITY
    if (!stopping) queue.add(wanted)
  }

  /** Only when the last look brought any: clients that cannot be started are left to the next round. */
  function claimMore(): void {
    if (owned.size > moreAboveOwned)
      claimRound().catch((error: unknown) => log.error({ err: error }, CLAIMING_FAILED))
  }

  /** Asked for by a person, or given away by another host: the one it was meant for, or who has fewer, goes first. */
  function handleWanted({ clientId, to }: Record<string, unknown>): void {
    if (stopping || typeof clientId !== 'string') return
    if (typeof to === 'string') {
      if (to === hostId) queue.add([clientId])
      return
    }
    if (givenAwayMs.has(clientId)) return
    if (membership.hasFreerHost()) schedule.after(HEAD_START_MS, () => queue.claimNow(clientId))
    else queue.claimNow(clientId)
  }

  function handleTook({ clientId, epoch }: Record<string, unknown>): void {
    const id = String(clientId)
    const lease = owned.get(id)?.runtime.lease
    if (lease && typeof epoch === 'number' && lease.epoch < epoch) void dropLost(id)
  }

  async function giveAway(clientId: string, to: string | undefined): Promise<void> {
    givenAwayMs.set(clientId, deps.now() + GIVEN_AWAY_MS)
    await exclusively(clientId, () => release(clientId, { how: 'stop' }))
    bus.publish('worker.wanted', to === undefined ? { clientId } : { clientId, to })
  }

  async function rebalance(): Promise<void> {
    const move = membership.planMove()
    if (!move || stopping) return
    const idle = [...owned].filter(([, { runtime }]) => runtime.isIdle()).map(([clientId]) => clientId)
    const moved = await readIdlest(db.pool, idle, move.clients)
    if (moved.length > 0) log.info({ clients: moved.length, to: move.to }, 'clients move to a freer host')
    for (const clientId of moved) if (!stopping) await giveAway(clientId, move.to)
  }

  function start(): void {
    unsubscribe = [bus.subscribe('worker.wanted', handleWanted), bus.subscribe('worker.took', handleTook)]
    unsubscribe.push(bus.subscribe('proxy.changed', proxyWatch.hear))
    membership.start()
    renewer.start()
    schedule.repeat(CLAIM_EVERY_MS, CLAIMING_FAILED, claimRound)
    schedule.repeat(PROXIES_EVERY_MS, 'proxies could not be looked at', () => proxyWatch.look())
    schedule.repeat(REBALANCE_EVERY_MS, 'clients could not be moved', rebalance)
  }

  async function stop(): Promise<void> {
    stopping = true
    for (const leave of unsubscribe) leave()
    schedule.stop()
    await queue.stop()
    const others = membership.others()
    membership.leave()
    const handOver = async (clientId: string, at: number): Promise<void> => {
      const to = others[at % others.length]
      await release(clientId, { how: 'stop' })
      if (to !== undefined) bus.publish('worker.wanted', { clientId, to })
    }
    await Promise.allSettled([...owned.keys()].map(handOver))
    await Promise.all(ending.values())
    renewer.stop()
    await committer.drain()
  }

  return { start, stop, ownedCount: () => owned.size }
}
