import type { Bus } from '../../bus/port.ts'
import type { OwnerId } from '../../contract/handlers.ts'
import type { ProxyFailure } from '../../core/client/proxy-failure.ts'
import { missing, refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { NetworkConnector, NetworkTarget, ProxyError, ProxyRoute } from '../../network/port.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { type ParsedProxy, type ProxyEntry, parseEntries, parseProxy, type RejectedEntry } from './entries.ts'
import { type PoolDeps, ProxyPool, passwordContext, toRoute } from './pool.ts'
import { createFirstTry, createReach, type Reach } from './reach.ts'
import { createRestarts, type RestartDeps, type WorkerChanges } from './restarts.ts'
import { listUnknown, type SeedDeps, settleClients, writeSeed } from './seed.ts'
import {
  CLAIM_UNUSED,
  CLAIM_USED,
  HAS_POOL,
  LIST_CLIENTS_OF,
  LIST_POOL,
  LIST_ROUTES,
  LOCK_POOL,
  type ProxyRow,
  READ_NETWORK,
  READ_OWN,
  READ_PROXY,
  REMOVE_OWN,
  REMOVE_PROXIES,
  WRITE_OWN,
} from './store.ts'

export interface ProxyServiceDeps extends SeedDeps, RestartDeps, Omit<PoolDeps, 'onMoved'> {
  connector: Pick<NetworkConnector, 'tryProxy'>
  /** The network that proxies are tried against when no client shows how they do. */
  mainTarget(): NetworkTarget
  ownsClient(clientId: string, userId: OwnerId): Promise<boolean>
}

export interface SeedResult {
  seeded: number
  rejected: RejectedEntry[]
  workers: WorkerChanges
  stats: { proxyId: string; clientCount: number }[]
}

const UNUSED_AT_ONCE = 5

/** The pool of proxies, clients' own proxies, and which works: for API and workers alike. */
export class ProxyService {
  readonly #deps: ProxyServiceDeps
  readonly #db: Database
  readonly #bus: Bus
  readonly #box: SecretBox
  readonly #newId: () => string
  readonly #restart: ReturnType<typeof createRestarts>
  readonly #reach: Reach
  readonly #tryOnce: ReturnType<typeof createFirstTry>
  readonly #pool: ProxyPool

  /** Passed on by itself, so it is no method. */
  readonly noteFile = async (route: ProxyRoute, problem: ProxyError | null): Promise<void> => {
    if (problem) await this.#pool.failed(route, problem)
    else await this.#pool.worked(route, true)
  }

  constructor(deps: ProxyServiceDeps) {
    this.#deps = deps
    this.#db = deps.db
    this.#bus = deps.bus
    this.#box = deps.box
    this.#newId = deps.newId
    const { connector } = deps
    this.#restart = createRestarts(deps)
    this.#reach = createReach(connector, deps.mainTarget)
    this.#tryOnce = createFirstTry(this.#reach)
    this.#pool = new ProxyPool({
      db: this.#db,
      box: this.#box,
      describeFailure: deps.describeFailure,
      onMoved: (clientIds) => this.#bus.publish('proxy.changed', { clientIds }),
    })
  }

  async seed(entries: readonly ProxyEntry[]): Promise<SeedResult> {
    const { accepted, rejected } = parseEntries(entries)
    const tried = await this.#tryOnce(await listUnknown(this.#deps, accepted))
    const { moved, left } = await writeSeed(this.#deps, accepted, tried)
    const workers = await this.#restart(moved)
    workers.failed.push(
      ...left.map(({ clientId, problem: { failure } }) => ({
        clientId,
        failure: { code: 'PROXY_FAILED', params: { failure } } as const,
      })),
    )
    return { seeded: accepted.length, rejected, workers, stats: await this.#readStats() }
  }

  /** Refuses what would leave clients without a proxy, unless that is what is wanted. */
  async remove(ids: readonly string[], allowDirect: boolean) {
    const { removed, clients } = await this.#db.transaction(async (tx) => {
      await tx.query(LOCK_POOL)
      const users = await tx.query(LIST_CLIENTS_OF, [ids])
      const gone = await tx.query(REMOVE_PROXIES, [ids])
      const isEmpty = !(await tx.queryOne(HAS_POOL))?.yes
      if (isEmpty && users.length > 0 && !allowDirect)
        throw refusal(
          'CONFLICT',
          'CLIENTS_WOULD_GO_DIRECT',
          { clients: users.length },
          { data: { clients: users.length } },
        )
      const settled = isEmpty ? [] : (await settleClients(tx, new Set())).moved
      const running = users.filter(({ isRunning }) => isRunning).map(({ id }) => id)
      return { removed: gone.map(({ id }) => id), clients: [...new Set([...running, ...settled])] }
    })
    return { removed, workers: await this.#restart(clients) }
  }

  async test(id: string) {
    const row = await this.#db.queryOne(READ_PROXY, [id])
    if (!row || row.ownerId !== null) throw refusal('NOT_FOUND', 'PROXY_UNKNOWN', {})
    const { problem, latencyMs } = await this.#check(row)
    const media = problem ? null : await this.#askForFile(id)
    return {
      id,
      works: problem === null && media !== 'failed',
      latencyMs,
      media: media ?? ('not_tried' as const),
      fault: problem?.fault ?? (media === 'failed' ? ('media' as const) : null),
      failure: problem?.failure ?? (media === 'failed' ? TEST_FILE_LOST : null),
    }
  }

  async setOwn(clientId: string, userId: OwnerId, entry: ProxyEntry | null) {
    if (!(await this.#deps.ownsClient(clientId, userId))) throw missing('client')
    const read = entry && parseProxy(entry)
    if (read && !read.ok)
      throw refusal('BAD_REQUEST', 'PROXY_INVALID', { problem: read.problem }, { path: 'proxy' })
    const parsed = read?.proxy ?? null
    if (parsed && (await this.#db.queryOne(READ_NETWORK, [clientId]))?.network === 'sandbox')
      throw refusal('UNPROCESSABLE_CONTENT', 'SANDBOX_USES_NO_PROXY', {})
    await this.#writeOwn(clientId, parsed)
    const [changed] = await this.#db.query(LIST_ROUTES, [[clientId]])
    this.#bus.publish('proxy.changed', { clientIds: [changed?.clientId ?? clientId] })
    return this.readOwn(clientId, userId)
  }

  async readOwn(clientId: string, userId: OwnerId) {
    if (!(await this.#deps.ownsClient(clientId, userId))) throw missing('client')
    const row = await this.#db.queryOne(READ_OWN, [clientId])
    const [chosen] = await this.#db.query(LIST_ROUTES, [[clientId]])
    return {
      own: row
        ? {
            protocol: row.protocol,
            host: row.host,
            port: String(row.port),
            user: row.user,
            state: row.state,
            problem: row.problem,
            failure: row.failure,
          }
        : null,
      usesPool: !row && (chosen?.proxyId ?? null) !== null,
    }
  }

  list() {
    return this.#db.query(LIST_POOL)
  }

  accessOf(clientId: string) {
    return this.#pool.accessOf(clientId)
  }

  /** Proxies of these connected clients that are due for a look, with a client to look through. */
  claimUsed(clientIds: readonly string[], limit: number) {
    return this.#db.query(CLAIM_USED, [clientIds, limit])
  }

  listRoutes(clientIds: readonly string[]) {
    return this.#db.query(LIST_ROUTES, [clientIds])
  }

  /** Looks at a few proxies that no connected client shows the state of. */
  async checkUnused(): Promise<void> {
    await Promise.all((await this.#db.query(CLAIM_UNUSED, [UNUSED_AT_ONCE])).map((row) => this.#check(row)))
  }

  async #readStats(): Promise<SeedResult['stats']> {
    return (await this.#db.query(LIST_POOL)).map(({ id, clients }) => ({ proxyId: id, clientCount: clients }))
  }

  /** Clients that had to do without one get what works now. */
  async #settleOnSound(): Promise<void> {
    const { moved } = await this.#db.transaction(async (tx) => {
      await tx.query(LOCK_POOL)
      return settleClients(tx, new Set(), { toSoundOnly: true })
    })
    if (moved.length > 0) this.#bus.publish('proxy.changed', { clientIds: moved })
  }

  async #check(row: ProxyRow): Promise<{ problem: ProxyError | null; latencyMs: number }> {
    const startedAt = performance.now()
    const route = toRoute(this.#box, row)
    const problem = await this.#reach(route)
    const latencyMs = Math.round(performance.now() - startedAt)
    if (problem) await this.#pool.failed(route, problem)
    else await this.#pool.worked(route, false)
    if (!problem && row.state !== 'working') await this.#settleOnSound()
    return { problem, latencyMs }
  }

  /** Whether a file goes through it and comes back, for one of its clients; null when none is connected. */
  async #askForFile(proxyId: string): Promise<'passed' | 'failed' | null> {
    for (const { id, isRunning } of await this.#db.query(LIST_CLIENTS_OF, [[proxyId]])) {
      if (!isRunning) continue
      const command = { name: 'proxy.check', input: { proxyId } }
      const reply = await this.#bus.request(id, command, {
        commandId: this.#newId(),
        timeoutMs: FILE_WITHIN_MS,
      })
      if (reply.kind === 'ok' && reply.result !== null) return reply.result as 'passed' | 'failed'
    }
    return null
  }

  async #writeOwn(clientId: string, own: ParsedProxy | null): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.query(REMOVE_OWN, [clientId])
      if (!own) return
      const id = this.#newId()
      const sealed = own.password === '' ? null : this.#box.seal(own.password, passwordContext(id))
      await tx.query(WRITE_OWN, [id, clientId, own.protocol, own.host, own.port, own.user, sealed])
    })
  }
}

const FILE_WITHIN_MS = 45_000
const TEST_FILE_LOST: ProxyFailure = { code: 'TEST_FILE_LOST', params: {} }
