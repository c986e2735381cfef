import { randomBytes, randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { createClientStore } from '../../src/features/clients/index.ts'
import { SessionStore } from '../../src/features/clients/session-store.ts'
import { createUserService, createUserStore } from '../../src/features/users/index.ts'
import { newId } from '../../src/platform/ids.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { describeStatusCause } from '../../src/words/english.ts'
import { CLAIM_AT_ONCE } from '../../src/worker/claim-queue.ts'
import { type SandboxProcess, startSandboxProcess } from '../../test/support/sandbox-process.ts'
import { type FleetAccount, pairAccounts } from './fleet-accounts.ts'
import { type Memory, readIdleMemory } from './read-memory.ts'
import { type Subject, startSubject } from './subject.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const LOOK_EVERY_MS = 50
const GIVE_UP_MS = 300_000

export const AT_ONCE = CLAIM_AT_ONCE

/** The same paired devices for two subjects, which are connected one after the other. */
export interface FleetStage {
  /** Starts the bare library; it opens that many at once, the others when it is told to. */
  startFloor(open: number): Promise<Subject>
  openOthers(floor: Subject): void
  /** Starts the service with whatever was wanted last. */
  startParley(): Promise<Subject>
  /** How many clients should run, whether the service is there or not. */
  want(clients: number): Promise<void>
  /** Resolves when so many devices are logged in: milliseconds from the first beyond `from` until then, and from the call. */
  awaitOnline(count: number, from?: number): Promise<{ spanMs: number; totalMs: number }>
  /** Waits until the subject has nothing to do, collects its garbage and reads what it holds. */
  readMemory(subject: Subject): Promise<Memory>
  close(): Promise<void>
}

async function putIn(db: Database, accounts: readonly FleetAccount[], masterKey: string): Promise<void> {
  const sessions = new SessionStore(createSecretBox([Buffer.from(masterKey, 'hex')]), describeStatusCause)
  const user = await createUserService(createUserStore(db)).create({
    email: `bench-${randomInt(1e9)}@example.org`,
    password: 'bench bench bench',
    plan: 'pro',
  })
  for (const { number, credentials, keys } of accounts) {
    const id = newId()
    await createClientStore(db).insert({
      id,
      owner: user.id,
      userId: user.id,
      name: 'Bench',
      network: 'sandbox',
    })
    await db.transaction((tx) =>
      sessions.write(tx, id, {
        ...{ exportId: newId(), networkId: '', exportedAt: '', journal: [], lid: null, pushName: null },
        ...{ phoneNumber: `+${number}`, address: `${number}@s.whatsapp.net` },
        credentials: Buffer.from(credentials, 'base64'),
        keys: keys.map(([type, key, value]) => ({ type, id: key, value: Buffer.from(value, 'base64') })),
      }),
    )
  }
}

const WANT = `
update client set worker_desired_state = case when place <= $1 then 'running' else 'stopped' end
from (select id, row_number() over (order by id) as place from client) as numbered where numbered.id = client.id`

async function awaitOnline(sandbox: SandboxProcess, count: number, from: number) {
  const sinceMs = performance.now()
  let firstMs: number | undefined
  for (;;) {
    const accounts = await sandbox.accounts()
    const online = accounts.filter(({ devices: [device] }) => device?.online).length
    const nowMs = performance.now()
    if (online > from) firstMs ??= nowMs
    if (online >= count) return { spanMs: nowMs - (firstMs ?? nowMs), totalMs: nowMs - sinceMs }
    if (nowMs - sinceMs > GIVE_UP_MS) throw new Error(`${online} of ${count} clients came up`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** KEEP names a directory in which the paired devices stay for the next run. */
export async function openFleetStage(clients: number): Promise<FleetStage> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  const keep = process.env.KEEP ?? dataDir
  mkdirSync(keep, { recursive: true })
  const sandbox = await startSandboxProcess(path.join(keep, 'network'))
  const accountsFile = path.join(keep, 'accounts.jsonl')
  const accounts = await pairAccounts(sandbox, accountsFile, clients)
  const memoryFile = path.join(dataDir, 'memory.json')
  const masterKey = randomBytes(32).toString('hex')
  const env = {
    NETWORK_URL: sandbox.wsUrl,
    NETWORK_ROOT_KEY: sandbox.rootKeyHex,
    NETWORK_ROOT_SERIAL: String(sandbox.rootSerial),
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'memory-in-process.ts')).href}`,
    MEMORY_FILE: memoryFile,
  }
  const parleyEnv = { ...env, DATA_DIR: path.join(dataDir, 'parley'), MASTER_KEY: masterKey, PORT: '0' }
  const db = await openDatabase({ dataDir: parleyEnv.DATA_DIR, mode: 'admin', poolSize: 2 })
  await putIn(db, accounts, masterKey)
  return {
    startFloor: (open) =>
      startSubject(path.join(ROOT, 'bench/support/floor-fleet-process.ts'), [], {
        ...env,
        FLOOR_FILE: accountsFile,
        FLOOR_CLIENTS: String(clients),
        FLOOR_OPEN: String(open),
        FLOOR_AT_ONCE: String(AT_ONCE),
      }),
    openOthers: (floor) => void process.kill(floor.pid, 'SIGHUP'),
    startParley: () =>
      startSubject(path.join(ROOT, 'src/bin/parley.ts'), ['start'], parleyEnv, parleyEnv.DATA_DIR),
    want: async (wanted) => void (await db.pool.query(WANT, [wanted])),
    awaitOnline: (count, from = 0) => awaitOnline(sandbox, count, from),
    readMemory: (subject) => readIdleMemory(subject, memoryFile),
    async close() {
      await db.close()
      await sandbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
