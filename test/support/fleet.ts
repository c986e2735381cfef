import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Sandbox, startSandbox } from '../../sandbox/index.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { insertKeys } from './cluster.ts'
import { createFleetCalls, type FleetCalls } from './fleet-calls.ts'
import { installLeaseAudit } from './lease-audit.ts'
import { type NatsServer, startNatsServer } from './nats-server.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { awaitState, createWorkplace, type ServiceProcess, type Workplace } from './service-process.ts'

/** A client of the fleet and how to call for it. */
export interface FleetAccount {
  readonly key: string
  readonly clientId: string
  readonly number: string
}

/**
 * Many processes of the service on one PostgreSQL and one NATS of their own, which may be stopped, and a sandbox network
 * within the test, which sees everything that reaches a phone.
 */
export interface Fleet {
  readonly sandbox: Sandbox
  readonly nats: NatsServer
  readonly postgres: OwnPostgres
  readonly database: Database
  readonly apis: ServiceProcess[]
  readonly workers: ServiceProcess[]
  readonly calls: FleetCalls
  readonly accounts: FleetAccount[]
  start(role: 'api' | 'worker'): Promise<ServiceProcess>
  /** Resolves when every client is connected, owned, and alone on its device; answers after how many milliseconds. */
  awaitAllBack(withinMs: number): Promise<number>
  /** How many clients each live owner has, fewest first. */
  readOwners(): Promise<number[]>
  remove(): Promise<void>
}

export interface FleetOptions {
  processes: number
  clients: number
  leaseSeconds: number
  flow: Record<string, unknown>
}

const PAIR_AT_ONCE = 6

function buildEnvironment(sandbox: Sandbox, nats: NatsServer, leaseSeconds: number): Record<string, string> {
  return {
    DATABASE_POOL_SIZE: '10',
    NATS_URL: nats.url,
    LEASE_SECONDS: String(leaseSeconds),
    MASTER_KEY: randomBytes(32).toString('hex'),
    NETWORK_URL: sandbox.wsUrl,
    NETWORK_ROOT_KEY: sandbox.rootKeyHex,
    NETWORK_ROOT_SERIAL: String(sandbox.rootSerial),
  }
}

export async function createFleet(options: FleetOptions): Promise<Fleet> {
  const [postgres, nats, sandbox] = [await startOwnPostgres(), await startNatsServer(), await startSandbox()]
  const place = createWorkplace(buildEnvironment(sandbox, nats, options.leaseSeconds))
  const mediaCa = path.join(place.dataDir, 'media-ca.pem')
  writeFileSync(mediaCa, sandbox.mediaCaPem)
  const database = await openDatabase({ databaseUrl: postgres.url, migrate: false, poolSize: 4 })
  await installLeaseAudit(database.pool)
  const start = createStarter(place, postgres.url, mediaCa)
  const apis: ServiceProcess[] = []
  const workers: ServiceProcess[] = []
  const calls = createFleetCalls(() => apis.map(({ url }) => url))
  const fleet: Fleet = {
    ...{ sandbox, nats, postgres, database, apis, workers, calls, start },
    accounts: [],
    awaitAllBack: (withinMs) => awaitAllBack(fleet, withinMs),
    readOwners: () => readOwners(database),
    async remove() {
      await place.remove()
      await sandbox.close()
      await nats.stop()
      await database.close()
      await postgres.remove()
    },
  }
  await populate(fleet, options)
  return fleet
}

/** Each process names itself to the database, so that it can be seen there which of them wrote. */
function createStarter(place: Workplace, databaseUrl: string, mediaCa: string): Fleet['start'] {
  let started = 0
  return (role) => {
    started += 1
    const url = new URL(databaseUrl)
    url.searchParams.set('application_name', `${role}-${started}`)
    return place.start({ args: [role], env: { DATABASE_URL: url.toString(), NETWORK_MEDIA_CA: mediaCa } })
  }
}

async function populate(fleet: Fleet, { processes, clients, flow }: FleetOptions): Promise<void> {
  for (let n = 0; n < processes; n += 1) {
    fleet.workers.push(await fleet.start('worker'))
    fleet.apis.push(await fleet.start('api'))
  }
  const { keys } = await insertKeys(fleet.database, 'pro', clients)
  const waiting = [...keys.entries()]
  const pairNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      fleet.accounts.push(await makeAccount(fleet, next[1], next[0], flow))
    }
  }
  await Promise.all(Array.from({ length: PAIR_AT_ONCE }, pairNext))
}

async function makeAccount(
  { calls, sandbox, database }: Fleet,
  key: string,
  at: number,
  flow: Record<string, unknown>,
): Promise<FleetAccount> {
  const { id } = await calls.insist(key, 'clients.create', { name: 'Shop', network: 'sandbox' })
  const clientId = String(id)
  await calls.insist(key, 'clients.update', { id: clientId, sendRatePerSecond: 50, sendBurst: 50 })
  const { id: flowId } = await calls.insist(key, 'flows.import', { ...flow, clientId })
  await calls.insist(key, 'flows.publish', { id: flowId })
  await calls.insist(key, 'worker.start', { clientId })
  const qr = await awaitState('a pairing string', async () => {
    const { data } = await calls.insist(key, 'server.qr', { clientId })
    if (typeof data === 'string') return data
    // A key has a thousand calls an hour.
    await new Promise((resolve) => setTimeout(resolve, 300))
    return null
  })
  const number = `4477003${String(at).padStart(5, '0')}`
  await sandbox.scan(qr, { phone: number })
  await awaitState('the client to be connected', async () => {
    const { rows } = await database.pool.query<{ status: string }>(
      'select live_status as status from client where id = $1',
      [clientId],
    )
    return rows[0]?.status === 'connected'
  })
  return { key, clientId, number }
}

const CONNECTED = `
select count(*)::int as n from client c join client_lease l on l.client_id = c.id
where c.live_status = 'connected' and l.owner is not null and l.expires_at > now()`

async function awaitAllBack({ sandbox, database, accounts }: Fleet, withinMs: number): Promise<number> {
  const startedAtMs = performance.now()
  await awaitState(
    'all clients to be back',
    async () => {
      const isOnline = ({ number }: FleetAccount) => sandbox.phone(number).devices[0]?.online === true
      if (!accounts.every(isOnline)) return false
      // The database may be away at the moment, which is one way of not being back.
      const found = await database.pool.query<{ n: number }>(CONNECTED).catch(() => null)
      return found?.rows[0]?.n === accounts.length
    },
    withinMs,
  )
  return Math.round(performance.now() - startedAtMs)
}

async function readOwners(database: Database): Promise<number[]> {
  const { rows } = await database.pool.query<{ clients: number }>(
    `select count(*)::int as clients from client_lease
     where owner is not null and expires_at > now() group by owner order by 1`,
  )
  return rows.map((row) => row.clients)
}
