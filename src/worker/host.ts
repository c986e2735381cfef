import type { StatusCode } from '../core/client-status.ts'
import { Refusal } from '../core/errors.ts'
import { createStatusWriter, readOwnedClient, writeDesiredState } from './client-record.ts'
import { type ClientRuntime, createClientRuntime, type RuntimeDeps } from './client-runtime.ts'
import { createGroupCommitter } from './group-commit.ts'
import { createLeaseTable, LEASE_RENEW_MS } from './lease.ts'

/** How often a host looks for clients that should run and have no owner. */
const CLAIM_EVERY_MS = 5000
/** How many clients a host brings up at the same time; more only steal each other's processor (research/floor.md, 3). */
const CLAIM_AT_ONCE = 5
/** A client that is not open after this long no longer holds back the next one. */
const OPEN_SLOT_MS = 5000
/** Renewals that fail for this long mean the leases may be gone: stop writing before another host starts. */
const RENEW_GIVE_UP_MS = 25_000

export interface WorkerHost {
  start(): void
  /** Gives all clients back: in-flight sends end, connections close, leases are released. */
  stop(): Promise<void>
  ownedCount(): number
}

interface Owned {
  runtime: ClientRuntime
  unserve: () => Promise<void>
}

export type HostDeps = Omit<RuntimeDeps, 'committer'>

/** Owns clients by lease and runs them: claims what should run, renews, and lets go of what was lost or stopped. */
export function createWorkerHost(hostDeps: HostDeps): WorkerHost {
  const { db, bus, log, hostId } = hostDeps
  const committer = createGroupCommitter({ pool: db.pool, owner: hostId, log })
  const deps: RuntimeDeps = { ...hostDeps, committer }
  const leases = createLeaseTable({ pool: db.pool, owner: hostId })
  const owned = new Map<string, Owned>()
  const busy = new Set<string>()
  const timers: NodeJS.Timeout[] = []
  let unsubscribe: () => void = () => undefined
  let lastRenewedMs = deps.now()
  let stopping = false
  let claiming: Promise<void> | null = null

  /** Work on one client at a time; a second request while one is under way is left to the next claim round. */
  async function exclusively(clientId: string, work: () => Promise<void>): Promise<void> {
    if (busy.has(clientId)) return
    busy.add(clientId)
    try {
      await work()
    } finally {
      busy.delete(clientId)
    }
  }

  async function own(clientId: string): Promise<void> {
    if (owned.has(clientId) || stopping) return
    const lease = await leases.acquire(clientId)
    if (!lease) return
    const row = await readOwnedClient(db.pool, clientId)
    if (!row) return leases.release(lease)
    const runtime = createClientRuntime(
      deps,
      lease,
      row,
      (how, code) => void handleEnd(clientId, runtime, how, code),
    )
    const unserve = bus.serve(clientId, (command, commandId) =>
      handleCommand(clientId, runtime, command, commandId),
    )
    owned.set(clientId, { runtime, unserve })
    try {
      runtime.start()
    } catch (error) {
      log.error({ clientId, err: error }, 'client could not be started')
      const detail = error instanceof Error ? error.message : String(error)
      await letGo(clientId, {})
      await writeStatus(clientId, 'START_FAILED', detail)
    }
  }

  async function writeStatus(
    clientId: string,
    code: StatusCode,
    detail: string | null = null,
  ): Promise<void> {
    await createStatusWriter({ pool: db.pool, bus, clientId }).write({ code, detail, rawCode: null })
  }

  async function letGo(clientId: string, options: { unlink?: boolean; keepLease?: boolean }): Promise<void> {
    const entry = owned.get(clientId)
    if (!entry) return
    owned.delete(clientId)
    await entry.unserve()
    try {
      await entry.runtime.stop({ unlink: options.unlink ?? false })
    } finally {
      if (!options.keepLease) await leases.release(entry.runtime.lease)
    }
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
      await letGo(clientId, { keepLease: how === 'abandon' })
      log.info({ clientId, code, how }, 'client was given up')
    } catch (error) {
      log.error({ clientId, err: error }, 'client could not be given up cleanly')
    }
  }

  async function stopClient(clientId: string, unlink: boolean): Promise<{ stopped: true }> {
    await exclusively(clientId, async () => {
      await writeDesiredState(db.pool, clientId, 'stopped')
      await letGo(clientId, { unlink })
      await writeStatus(clientId, unlink ? 'LOGGED_OUT' : 'STOPPED')
    })
    return { stopped: true }
  }

  function handleCommand(
    clientId: string,
    runtime: ClientRuntime,
    command: { name: string; input: unknown },
    commandId: string,
  ): Promise<unknown> {
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
    await exclusively(clientId, async () => {
      await letGo(clientId, {})
      await own(clientId)
    })
    const entry = owned.get(clientId)
    if (!entry)
      throw new Refusal(
        'SERVICE_UNAVAILABLE',
        'The worker could not be restarted here. Try again in a few seconds.',
        {
          data: { reason: 'WORKER_NOT_STARTED' },
        },
      )
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
  async function waitForSlot(clientId: string): Promise<void> {
    const until = deps.now() + OPEN_SLOT_MS
    while (!stopping && owned.has(clientId) && deps.now() < until) {
      const snapshot = (await owned
        .get(clientId)
        ?.runtime.handle({ name: 'worker.state', input: {} }, '')) as { code: string }
      if (snapshot.code !== 'STARTING') return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async function claimRound(): Promise<void> {
    for (;;) {
      const wanted = await leases.readWanted(CLAIM_AT_ONCE * 20, [...owned.keys()])
      if (stopping || wanted.length === 0) return
      const queue = wanted.values()
      const lane = async (): Promise<void> => {
        for (const clientId of queue) {
          await claimOne(clientId)
          await waitForSlot(clientId)
        }
      }
      await Promise.all(Array.from({ length: CLAIM_AT_ONCE }, lane))
      if (wanted.length < CLAIM_AT_ONCE * 20) return
    }
  }

  function claim(): void {
    if (stopping || claiming) return
    claiming = claimRound()
      .catch((error: unknown) => log.error({ err: error }, 'claiming clients failed'))
      .finally(() => {
        claiming = null
      })
  }

  async function renew(): Promise<void> {
    const held = [...owned.values()].map((entry) => entry.runtime.lease)
    try {
      const lost = await leases.renew(held)
      lastRenewedMs = deps.now()
      for (const clientId of lost) {
        log.warn({ clientId }, 'lease was lost')
        await letGo(clientId, { keepLease: true })
      }
    } catch (error) {
      log.error({ err: error }, 'leases could not be renewed')
      if (deps.now() - lastRenewedMs < RENEW_GIVE_UP_MS) return
      for (const clientId of [...owned.keys()]) await letGo(clientId, { keepLease: true })
    }
  }

  return {
    start() {
      unsubscribe = bus.subscribe('worker.wanted', ({ clientId }) => void claimOne(String(clientId)))
      timers.push(setInterval(claim, CLAIM_EVERY_MS))
      timers.push(setInterval(() => void renew(), LEASE_RENEW_MS))
      claim()
    },
    async stop() {
      stopping = true
      unsubscribe()
      for (const timer of timers) clearInterval(timer)
      await claiming
      await Promise.all([...owned.keys()].map((clientId) => letGo(clientId, {})))
      await committer.drain()
    },
    ownedCount: () => owned.size,
  }
}
