import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { createKeyService, createKeyStore } from '../../src/features/keys/index.ts'
import { inOwnWorkspace, insertUser } from './fixtures.ts'
import type { NatsServer } from './nats-protocol-server.ts'
import { startNatsServer } from './nats-server.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { createWorkplace, type ServiceProcess, type Workplace } from './service-process.ts'

/** What many processes of the service share: a database, a bus, and a sandbox network of its own process. */
export interface Cluster {
  readonly place: Workplace
  readonly nats: NatsServer
  readonly database: Database
  /** Where the sandbox network's own commands find it. */
  readonly sandboxDir: string
  start(role: 'api' | 'worker'): Promise<ServiceProcess>
  remove(): Promise<void>
}

export async function createCluster(env: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const postgres = await startOwnPostgres()
  const databaseUrl = postgres.url
  const nats = await startNatsServer()
  const network = createWorkplace()
  await network.start({ args: ['sandbox'] })
  const { wsUrl, rootKeyHex, rootSerial } = JSON.parse(
    readFileSync(path.join(network.dataDir, 'sandbox.json'), 'utf8'),
  ) as { wsUrl: string; rootKeyHex: string; rootSerial: number }
  const place = createWorkplace({
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '10',
    NATS_URL: nats.url,
    MASTER_KEY: randomBytes(32).toString('hex'),
    NETWORK_URL: wsUrl,
    NETWORK_ROOT_KEY: rootKeyHex,
    NETWORK_ROOT_SERIAL: String(rootSerial),
    NETWORK_MEDIA_CA: path.join(network.dataDir, 'sandbox-media-ca.pem'),
    ...env,
  })
  const database = await openDatabase({ databaseUrl, migrate: false, poolSize: 4 })
  return {
    place,
    nats,
    database,
    sandboxDir: network.dataDir,
    start: (role) => place.start({ args: [role] }),
    async remove() {
      await place.remove()
      await network.remove()
      await nats.stop()
      await database.close()
      await postgres.remove()
    },
  }
}

/** A person with as many keys as asked for. */
export async function insertKeys(
  database: Database,
  plan: 'free' | 'pro',
  count: number,
): Promise<{ revoke(): Promise<void>; keys: string[] }> {
  const userId = await insertUser(database.pool, { plan })
  const service = createKeyService(createKeyStore(database))
  const made = await Promise.all(
    Array.from({ length: count }, () => service.create(inOwnWorkspace(userId), 'test')),
  )
  return {
    keys: made.map(({ key }) => key),
    async revoke() {
      for (const { id } of made) await service.revoke(inOwnWorkspace(userId), id)
    },
  }
}
