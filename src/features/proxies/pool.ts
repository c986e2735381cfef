import type { ProxyFailure } from '../../core/client/proxy-failure.ts'
import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProxyAccess, ProxyError, ProxyRoute } from '../../network/port.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { assignLeastLoaded } from './assign.ts'
import {
  LIST_CLIENTS_OF,
  LIST_POOL,
  LOCK_POOL,
  LOG_FAILED,
  LOOK_AT_OTHERS,
  MARK_FAILED,
  NOTE_FAILURE,
  NOTE_WORKED,
  type NotedFailure,
  type ProxyRow,
  READ_OWNER,
  READ_ROUTE,
  READ_WAY,
  WRITE_ASSIGNMENTS,
} from './store.ts'

export interface PoolDeps {
  /** What a proxy did wrong, in the language of the interface. */
  describeFailure(failure: ProxyFailure): string
  db: Database
  box: SecretBox
  /** Clients whose way changed while they may be connected over the old one. */
  onMoved(clientIds: readonly string[]): void
}

/** A failure that may be this machine's or the network's counts from the third in a row, others from the second. */
const SUSPECTED_AFTER = 3
const FAILED_AFTER = 2
const SUSPECTED = new Set<string>(['no_route', 'target_unreachable'])

export const passwordContext = (proxyId: string): string => `proxy:${proxyId}`

/** The route with its password opened; throws when the master key it was sealed with is not there. */
export function toRoute(box: SecretBox, row: ProxyRow): ProxyRoute {
  const { id, protocol, host, port, user, sealed } = row
  const password = sealed === null ? '' : box.open(sealed, passwordContext(id))
  return { id, protocol, host, port, user, password, isOwn: row.ownerId !== null }
}

/** Gives clients the least loaded proxies of the pool. The caller holds the pool's lock. */
export async function assignFromPool(
  tx: Transaction,
  clientIds: readonly string[],
): Promise<Map<string, string>> {
  if (clientIds.length === 0) return new Map()
  const pool = await tx.query(LIST_POOL)
  const members = pool.map(({ id, state, clients, workedAt }) => ({
    ...{ id, clients, isFailed: state === 'failed', hasWorked: workedAt !== null },
  }))
  const given = assignLeastLoaded(clientIds, members)
  await tx.query(WRITE_ASSIGNMENTS, [given.map((one) => one.clientId), given.map((one) => one.proxyId)])
  return new Map(given.map(({ clientId, proxyId }) => [clientId, proxyId]))
}

/** Tells admins of the proxy, and owners of what it means for their clients. */
export async function logFailed(
  tx: Transaction,
  { id, host, port, isOwn }: Pick<ProxyRoute, 'id' | 'host' | 'port' | 'isOwn'>,
  { fault, failure }: ProxyError,
  { moved, describeFailure }: { moved: ReadonlyMap<string, string> } & Pick<PoolDeps, 'describeFailure'>,
): Promise<void> {
  const own = isOwn ? await tx.queryOne(READ_OWNER, [id]) : undefined
  const recipients = own ? { [own.ownerId]: null } : Object.fromEntries(moved)
  const movedIds = JSON.stringify([...moved.keys()])
  await tx.query(LOG_FAILED, [
    ...[id, host, port, fault, describeFailure(failure)],
    JSON.stringify(recipients),
    movedIds,
  ])
}

function isFailure(fault: ProxyError['fault'], noted: NotedFailure): boolean {
  if (fault === 'media') return noted.failures >= FAILED_AFTER && noted.othersCarryFiles
  if (SUSPECTED.has(fault)) return noted.failures >= SUSPECTED_AFTER && noted.othersWork
  // What never worked has nobody who would miss its address, and a wrong password stays wrong.
  return noted.state === 'untried' || fault === 'refuses_credentials' || noted.failures >= FAILED_AFTER
}

/** Which proxy each client goes through: sticky, moved when it fails. */
export class ProxyPool {
  readonly #db: Database
  readonly #box: SecretBox
  readonly #onMoved: PoolDeps['onMoved']
  readonly #describeFailure: PoolDeps['describeFailure']

  constructor({ db, box, onMoved, describeFailure }: PoolDeps) {
    this.#describeFailure = describeFailure
    this.#db = db
    this.#box = box
    this.#onMoved = onMoved
  }

  async worked(route: ProxyRoute, carriedFile: boolean): Promise<void> {
    await this.#db.query(NOTE_WORKED, [route.id, carriedFile])
  }

  accessOf(clientId: string): ProxyAccess {
    return {
      choose: () => this.#choose(clientId),
      failed: (route, error) => this.failed(route, error),
      worked: async (route) => void (await this.#db.query(NOTE_WORKED, [route.id, false])),
    }
  }

  async failed(route: ProxyRoute, error: ProxyError): Promise<void> {
    const moved = await this.#noteFailure(route, error)
    if (moved.length > 0) this.#onMoved(moved)
  }

  async #noteFailure(route: ProxyRoute, error: ProxyError): Promise<string[]> {
    return this.#db.transaction(async (tx) => {
      await tx.query(LOCK_POOL)
      const noted = await tx.queryOne(NOTE_FAILURE, [
        route.id,
        error.fault,
        this.#describeFailure(error.failure),
        JSON.stringify(error.failure),
      ])
      if (!noted) return []
      if (!isFailure(error.fault, noted)) {
        await tx.query(LOOK_AT_OTHERS, [route.id])
        return []
      }
      await tx.query(MARK_FAILED, [route.id])
      const moved = route.isOwn ? new Map<string, string>() : await moveClients(tx, route.id)
      if (noted.state !== 'failed' || moved.size > 0)
        await logFailed(tx, route, error, { moved, describeFailure: this.#describeFailure })
      return [...moved.keys()]
    })
  }

  /** One from the pool, where there is a pool and the client has none that works. */
  async #assignOne(clientId: string): Promise<ProxyRow | null> {
    await this.#db.transaction(async (tx) => {
      await tx.query(LOCK_POOL)
      const current = await tx.queryOne(READ_ROUTE, [clientId])
      if (current && current.state !== 'failed') return
      const pool = await tx.query(LIST_POOL)
      if (current && !pool.some(({ state }) => state !== 'failed')) return
      await assignFromPool(tx, [clientId])
    })
    return (await this.#db.queryOne(READ_ROUTE, [clientId])) ?? null
  }

  async #choose(clientId: string): Promise<ProxyRoute | null> {
    const way = await this.#db.queryOne(READ_WAY, [clientId])
    let row: ProxyRow | null = way && way.id !== null ? way : null
    const isSettled = row !== null && (row.ownerId !== null || row.state !== 'failed')
    if (!isSettled && way?.hasPool) row = await this.#assignOne(clientId)
    return row && toRoute(this.#box, row)
  }
}

/** Moves the clients of a failed proxy; those that nothing sounder is left for keep theirs. */
async function moveClients(tx: Transaction, proxyId: string): Promise<Map<string, string>> {
  const clients = await tx.query(LIST_CLIENTS_OF, [[proxyId]])
  const pool = await tx.query(LIST_POOL)
  if (!pool.some(({ state }) => state !== 'failed')) return new Map()
  return assignFromPool(
    tx,
    clients.map(({ id }) => id),
  )
}
