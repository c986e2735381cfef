import type { ProxyService } from '../features/proxies/index.ts'
import { ClaimQueue } from './claim-queue.ts'
import { readIdlest } from './client-record.ts'
import { Membership } from './membership.ts'
import { OwnedClients, type OwnedClientsDeps } from './owned-clients.ts'
import { createProxyWatch } from './proxy-check.ts'
import { createSchedule, type Schedule } from './schedule.ts'

/** How often a host looks for clients that should run and have no owner, jittered so that hosts do not look together. */
const CLAIM_EVERY_MS = 2_000
/** One look takes so many; when there are more, it looks again as soon as these are being claimed. */
const MAX_CLAIMS = 100
const CLAIMING_FAILED = 'claiming clients failed'
/** How often a host compares its load with the others'. */
const REBALANCE_EVERY_MS = 10_000
/** A client that was given away is left to the others for this long. */
const GIVEN_AWAY_MS = 15_000
/** A host that has more than another leaves it this head start when a client is wanted. */
const HEAD_START_MS = 150
/** How often a host sees that its clients go the way they should, and looks at proxies that are due. */
const PROXIES_EVERY_MS = 30_000

export interface HostDeps extends Omit<OwnedClientsDeps, 'proxies' | 'notifyFormerOwner'> {
  proxies: ProxyService
}

/** Owns clients by lease and runs them: claims what should run, renews, and lets go of what was lost or stopped. */
export class WorkerHost {
  readonly #deps: HostDeps
  readonly #clients: OwnedClients
  readonly #membership: Membership
  readonly #queue: ClaimQueue
  readonly #schedule: Schedule
  readonly #proxyWatch: ReturnType<typeof createProxyWatch>
  /** Until when clients that were given away are left to others. */
  readonly #givenAwayMs = new Map<string, number>()
  #unsubscribe: (() => void)[] = []
  #isStopping = false
  /** There are more than the last look brought; another one follows when more than so many are owned. */
  #moreAboveOwned = Number.POSITIVE_INFINITY

  constructor(deps: HostDeps) {
    const { bus, hostId, proxies, monotonicMs, log } = deps
    this.#deps = deps
    this.#clients = new OwnedClients({
      ...deps,
      notifyFormerOwner: (lease) => this.#membership.notifyFormerOwner(lease),
    })
    this.#membership = new Membership({ bus, hostId, owned: () => this.ownedCount(), nowMs: monotonicMs })
    this.#queue = new ClaimQueue({
      claim: (clientId) => this.#clients.claim(clientId),
      waitUntilUp: (clientId) => this.#clients.waitUntilUp(clientId),
      onEmpty: () => this.#claimMore(),
    })
    this.#schedule = createSchedule(deps)
    this.#proxyWatch = createProxyWatch({
      proxies,
      owned: this.#clients.all(),
      restart: (clientId) => this.#clients.restart(clientId),
      log,
    })
  }

  start(): void {
    const { bus } = this.#deps
    this.#unsubscribe = [
      bus.subscribe('worker.wanted', (payload) => this.#onWanted(payload)),
      bus.subscribe('worker.took', (payload) => this.#onTook(payload)),
      bus.subscribe('proxy.changed', this.#proxyWatch.onWanted),
    ]
    this.#membership.start()
    this.#clients.start()
    this.#schedule.repeat(CLAIM_EVERY_MS, CLAIMING_FAILED, () => this.#claimRound())
    this.#schedule.repeat(PROXIES_EVERY_MS, 'proxies could not be looked at', () => this.#proxyWatch.look())
    this.#schedule.repeat(REBALANCE_EVERY_MS, 'clients could not be moved', () => this.#rebalance())
  }

  /** Gives all clients to other hosts: in-flight sends end, connections close, leases are released. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#clients.stopTaking()
    for (const leave of this.#unsubscribe) leave()
    this.#schedule.stop()
    await this.#queue.stop()
    const others = this.#membership.others()
    this.#membership.leave()
    const handOver = async (clientId: string, at: number): Promise<void> => {
      const to = others[at % others.length]
      await this.#clients.release(clientId, { how: 'stop' })
      if (to !== undefined) this.#deps.bus.publish('worker.wanted', { clientId, to })
    }
    await Promise.allSettled([...this.#clients.all().keys()].map(handOver))
    await this.#clients.close()
  }

  ownedCount(): number {
    return this.#clients.all().size
  }

  async #claimRound(): Promise<void> {
    const nowMs = this.#deps.now()
    for (const [id, untilMs] of this.#givenAwayMs) if (untilMs < nowMs) this.#givenAwayMs.delete(id)
    const owned = this.#clients.all()
    const exclude = [...owned.keys(), ...this.#queue.waiting(), ...this.#givenAwayMs.keys()]
    const wanted = await this.#clients.leases.readWanted(MAX_CLAIMS, exclude)
    this.#moreAboveOwned = wanted.length === MAX_CLAIMS ? owned.size : Number.POSITIVE_INFINITY
    if (!this.#isStopping) this.#queue.add(wanted)
  }

  /** Only when the last look brought any: clients that cannot be started are left to the next round. */
  #claimMore(): void {
    if (this.ownedCount() <= this.#moreAboveOwned) return
    this.#claimRound().catch((error: unknown) => this.#deps.log.error({ err: error }, CLAIMING_FAILED))
  }

  /** Asked for by a person, or given away by another host: the one it was meant for, or who has fewer, goes first. */
  #onWanted({ clientId, to }: Record<string, unknown>): void {
    if (this.#isStopping || typeof clientId !== 'string') return
    if (typeof to === 'string') {
      if (to === this.#deps.hostId) this.#queue.add([clientId])
      return
    }
    if (this.#givenAwayMs.has(clientId)) return
    if (this.#membership.hasFreerHost())
      this.#schedule.after(HEAD_START_MS, () => this.#queue.claimNow(clientId))
    else this.#queue.claimNow(clientId)
  }

  #onTook({ clientId, epoch }: Record<string, unknown>): void {
    const id = String(clientId)
    const lease = this.#clients.all().get(id)?.runtime.lease
    if (lease && typeof epoch === 'number' && lease.epoch < epoch) void this.#clients.dropLost(id)
  }

  async #rebalance(): Promise<void> {
    const { db, log } = this.#deps
    const move = this.#membership.planMove()
    if (!move || this.#isStopping) return
    const owned = [...this.#clients.all()]
    const idle = owned.filter(([, { runtime }]) => runtime.isIdle()).map(([clientId]) => clientId)
    const moved = await readIdlest(db.pool, idle, move.clients)
    if (moved.length > 0) log.info({ clients: moved.length, to: move.to }, 'clients move to a freer host')
    for (const clientId of moved) if (!this.#isStopping) await this.#giveAway(clientId, move.to)
  }

  async #giveAway(clientId: string, to: string): Promise<void> {
    const { bus, now } = this.#deps
    this.#givenAwayMs.set(clientId, now() + GIVEN_AWAY_MS)
    await this.#clients.giveUp(clientId)
    bus.publish('worker.wanted', { clientId, to })
  }
}
