import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Sandbox, startSandbox } from '../../sandbox/index.ts'
import { type ApiClient, createApiClient } from '../../src/bin/demo/api-client.ts'
import { openDatabase } from '../../src/db/client.ts'
import { createClientStore } from '../../src/features/clients/index.ts'
import { createKeyService, createKeyStore } from '../../src/features/keys/index.ts'
import { createUserService, createUserStore } from '../../src/features/users/index.ts'
import { newId } from '../../src/platform/ids.ts'
import { type Subject, startSubject } from './subject.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const PHONE = { floor: '5511900000001', parley: '5511900000002' }

/** The floor and Parley side by side on one sandbox network, each in a process of its own. */
export interface Stage {
  readonly sandbox: Sandbox
  readonly floor: Subject
  readonly parley: Subject
  /** The accounts' numbers, for contacts to write to. */
  readonly numbers: typeof PHONE
  readonly clientId: string
  readonly api: ApiClient
  /** Keys of the account's owner; each may make 1,000 calls an hour. */
  readonly keys: readonly string[]
  close(): Promise<void>
}

/** An account with clients that are not paired yet, and keys of it. */
export async function prepareClients(
  dataDir: string,
  clientCount: number,
  keyCount: number,
): Promise<{ clientIds: string[]; keys: string[] }> {
  const db = await openDatabase({ dataDir, mode: 'admin', poolSize: 2 })
  try {
    const email = `bench-${randomInt(1e9)}@example.org`
    const user = await createUserService(createUserStore(db)).create({
      email,
      password: 'bench bench bench',
      plan: 'pro',
    })
    const keyService = createKeyService(createKeyStore(db))
    const keys: string[] = []
    const keyOwner = { userId: user.id, workspaceId: user.id }
    for (let n = 0; n < keyCount; n += 1) keys.push((await keyService.create(keyOwner, `bench ${n}`)).key)
    const clientIds: string[] = []
    for (let n = 0; n < clientCount; n += 1) {
      const id = newId()
      await createClientStore(db).insert({
        id,
        owner: user.id,
        userId: user.id,
        name: 'Bench',
        network: 'sandbox',
      })
      clientIds.push(id)
    }
    // Pacing is not what is measured: the bucket is made larger than the interface lets people make it.
    await db.pool.query('update client set send_rate_per_second = 1000000, send_burst = 1000000')
    return { clientIds, keys }
  } finally {
    await db.close()
  }
}

export async function prepareAccount(
  dataDir: string,
  keyCount: number,
): Promise<{ clientId: string; keys: string[] }> {
  const { clientIds, keys } = await prepareClients(dataDir, 1, keyCount)
  return { clientId: clientIds[0] ?? '', keys }
}

export async function pairParley(
  api: ApiClient,
  clientId: string,
  sandbox: Sandbox,
  phone = PHONE.parley,
): Promise<void> {
  await api.call('worker.start', { clientId })
  let scanned = false
  for (;;) {
    const { data } = await api.call<{ data: string | boolean }>('server.qr', { clientId })
    if (typeof data === 'string' && !scanned) {
      scanned = true
      await sandbox.scan(data, { phone })
    }
    const { status } = await api.call<{ status: string }>('worker.status', { clientId })
    if (status === 'connected') return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export async function openStage(options: { keyCount: number }): Promise<Stage> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  const sandbox = await startSandbox({})
  const env = {
    NETWORK_URL: sandbox.wsUrl,
    NETWORK_ROOT_KEY: sandbox.rootKeyHex,
    NETWORK_ROOT_SERIAL: String(sandbox.rootSerial),
    DATA_DIR: dataDir,
    PORT: '0',
  }
  const floor = await startSubject(path.join(ROOT, 'bench/support/floor-process.ts'), [], {
    ...env,
    FLOOR_SCAN_URL: sandbox.httpUrl,
    FLOOR_PHONE: PHONE.floor,
  })
  const parley = await startSubject(path.join(ROOT, 'src/bin/parley.ts'), ['start'], env, dataDir)
  const { clientId, keys } = await prepareAccount(dataDir, options.keyCount)
  const api = createApiClient({ url: () => parley.url, key: keys[0] ?? '', onAway: () => undefined })
  await pairParley(api, clientId, sandbox)
  return {
    sandbox,
    floor,
    parley,
    numbers: PHONE,
    clientId,
    api,
    keys,
    async close() {
      await parley.stop()
      await floor.stop()
      await sandbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
