import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { LinkedDevice } from '../../sandbox/index.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { insertKeys } from './cluster.ts'
import { createFleetCalls, type FleetCalls } from './fleet-calls.ts'
import { installLeaseAudit } from './lease-audit.ts'
import type { NatsServer } from './nats-protocol-server.ts'
import { startNatsServer } from './nats-server.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'
import { awaitState, createWorkplace, type ServiceProcess, type Workplace } from './service-process.ts'

/** A client of the fleet and how to call for it. */
export interface FleetAccount {
  readonly key: string
  readonly clientId: string
  readonly number: string
}

/**
 * Many processes of the service on one PostgreSQL and one NATS of their own, which may be stopped, and on a sandbox
 * network of its own process, which sees everything that reaches a phone.
 */
export interface Fleet {
  readonly sandbox: SandboxProcess
  readonly nats: NatsServer
  readonly postgres: OwnPostgres
  readonly database: Database
  readonly apis: ServiceProcess[]
  readonly workers: ServiceProcess[]
  readonly calls: FleetCalls
  readonly accounts: FleetAccount[]
  start(role: 'api' | 'worker'): Promise<ServiceProcess>
  /** What a process calls itself to the database. */
  nameOf(process: ServiceProcess): string
  /** Resolves when every client is connected and owned; answers after how many milliseconds. */
  awaitAllBack(withinMs: number): Promise<number>
  /** The same, and each device named by its number has logged in more often than that. */
  awaitMoved(before: ReadonlyMap<string, number>, withinMs: number): Promise<number>
  /** How often each account's device logged in so far, by its number; of all or of those that a process owns. */
  readLogins(process?: ServiceProcess): Promise<Map<string, number>>
  /** The linked device of each account. */
  readDevices(): Promise<Map<string, LinkedDevice>>
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

function buildEnvironment(
  sandbox: SandboxProcess,
  nats: NatsServer,
  leaseSeconds: number,
): Record<string, string> {
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
  const [postgres, nats, sandbox] = [
    await startOwnPostgres(),
    await startNatsServer(),
    await startSandboxProcess(),
  ]
  const place = createWorkplace(buildEnvironment(sandbox, nats, options.leaseSeconds))
  const mediaCa = path.join(place.dataDir, 'media-ca.pem')
  writeFileSync(mediaCa, sandbox.mediaCaPem)
  const database = await openDatabase({ databaseUrl: postgres.url, migrate: false, poolSize: 4 })
  await installLeaseAudit(database.pool)
  const starter = createStarter(place, postgres.url, mediaCa)
  const apis: ServiceProcess[] = []
  const workers: ServiceProcess[] = []
  const calls = createFleetCalls(() => apis.map(({ url }) => url))
  const fleet: Fleet = {
    ...{ sandbox, nats, postgres, database, apis, workers, calls, ...starter },
    accounts: [],
    awaitAllBack: (withinMs) => awaitMoved(fleet, new Map(), withinMs),
    awaitMoved: (before, withinMs) => awaitMoved(fleet, before, withinMs),
    readLogins: (process) => readLogins(fleet, process),
    readDevices: () => readDevices(fleet),
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
function createStarter(
  place: Workplace,
  databaseUrl: string,
  mediaCa: string,
): Pick<Fleet, 'start' | 'nameOf'> {
  let started = 0
  const names = new Map<ServiceProcess, string>()
  return {
    async start(role) {
      started += 1
      const name = `${role}-${started}`
      const url = new URL(databaseUrl)
      url.searchParams.set('application_name', name)
      const env = { DATABASE_URL: url.toString(), NETWORK_MEDIA_CA: mediaCa }
      const made = await place.start({ args: [role], env })
      names.set(made, name)
      return made
    },
    nameOf: (process) => names.get(process) ?? '',
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
  // Its cases are played at the first client's: they are the same for all, and take most of a publication.
  const published = at === 0 ? flow : { ...flow, testCases: [] }
  const { id: flowId } = await calls.insist(key, 'flows.import', { ...published, clientId })
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

async function readDevices({ sandbox }: Pick<Fleet, 'sandbox'>): Promise<Map<string, LinkedDevice>> {
  const accounts = await sandbox.accounts()
  return new Map(accounts.flatMap(({ number, devices: [device] }) => (device ? [[number, device]] : [])))
}

/** Each process names itself to the database, where the audit notes who took a lease last. */
async function readLogins(fleet: Fleet, process?: ServiceProcess): Promise<Map<string, number>> {
  const devices = await readDevices(fleet)
  const { rows } = await fleet.database.pool.query<{ clientId: string; process: string }>(
    'select client_id as "clientId", process from audit_owner',
  )
  const owners = new Map(rows.map((row) => [row.clientId, row.process]))
  const name = process && fleet.nameOf(process)
  const chosen = fleet.accounts.filter(({ clientId }) => !name || owners.get(clientId) === name)
  return new Map(chosen.map(({ number }) => [number, devices.get(number)?.logins ?? 0]))
}

async function awaitMoved(
  { sandbox, database, accounts }: Fleet,
  before: ReadonlyMap<string, number>,
  withinMs: number,
): Promise<number> {
  const startedAtMs = performance.now()
  await awaitState(
    'all clients to be back',
    async () => {
      // The database may be away at the moment, which is one way of not being back.
      const found = await database.pool.query<{ n: number }>(CONNECTED).catch(() => null)
      if (found?.rows[0]?.n !== accounts.length) return false
      const devices = await readDevices({ sandbox })
      return accounts.every(({ number }) => {
        const device = devices.get(number)
        return device?.online === true && device.logins > (before.get(number) ?? 0)
      })
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
