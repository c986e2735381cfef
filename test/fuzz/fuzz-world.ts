import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { ApiClient } from '../../src/bin/demo/api-client.ts'
import { readSandboxAddress } from '../../src/bin/networks/sandbox-address.ts'
import { openDatabase } from '../../src/db/client.ts'
import { createKeyService, createKeyStore } from '../../src/features/keys/index.ts'
import { createUserService, createUserStore } from '../../src/features/users/index.ts'
import { newContact, pairAccount } from '../support/account.ts'
import { inOwnWorkspace } from '../support/fixtures.ts'
import { createWorkplace, type ServiceProcess, type Workplace } from '../support/service-process.ts'
import type { KnownThings } from './known-ids.ts'

const BOOKING = path.join(import.meta.dirname, '../../examples/flows/appointment-booking.json')
const PASSWORD = 'correct horse battery'
/** A key of the `pro` tier may be used so often in an hour. */
const CALLS_OF_A_KEY = 900
const FILE_BYTES = 3_000_000

/** A service with people, keys, a paired client and a flow, all of it on loopback. */
export interface FuzzWorld {
  readonly service: ServiceProcess
  readonly place: Workplace
  readonly things: KnownThings
  /** Credentials as headers: keys of the owner and of strangers, keys of an admin, and sessions. */
  readonly owners: readonly Credentials[]
  readonly strangers: readonly Credentials[]
  readonly admins: readonly Credentials[]
  readonly sessions: readonly Credentials[]
  /** Puts right what random calls have spoiled, so that later ones still reach deep. */
  restore(): Promise<void>
  close(): Promise<void>
}

export type Credentials = readonly (readonly [string, string])[]

/** Answers what webhooks and media calls come for, one time in three with a fault. */
async function startReceiver() {
  let count = 0
  const server = createServer((req, res) => {
    req.resume()
    count += 1
    if (req.url === '/slow') return
    res.writeHead(count % 3 === 0 ? 500 : 200, { 'content-type': 'image/png' }).end('not a picture')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Made beside the running service, as the command line makes them, but all at once. */
async function createPeople(place: Workplace, keys: number) {
  const db = await openDatabase({
    dataDir: place.dataDir,
    mode: 'admin',
    applicationName: 'fuzz',
    poolSize: 2,
  })
  try {
    const users = createUserService(createUserStore(db))
    const keyService = createKeyService(createKeyStore(db))
    const make = async (email: string, admin: boolean, count: number) => {
      const { id } = await users.create({ email, password: PASSWORD, plan: 'pro', admin })
      const made = []
      for (let n = 0; n < count; n += 1)
        made.push((await keyService.create(inOwnWorkspace(id), `fuzz ${n}`)).key)
      return made
    }
    const ownerRow = await db.pool.query<{ user_id: string }>('select user_id from api_key limit 1')
    const owned: string[] = []
    for (let n = 0; n < keys; n += 1)
      owned.push((await keyService.create(inOwnWorkspace(ownerRow.rows[0]?.user_id ?? ''), `fuzz ${n}`)).key)
    return {
      owned,
      stranger: await make('stranger@example.org', false, 2),
      admin: await make('admin@example.org', true, Math.ceil(keys / 4)),
    }
  } finally {
    await db.close()
  }
}

async function signIn(url: string, email: string): Promise<Credentials> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  if (!response.ok || cookie === '') throw new Error(`sign-in answered ${response.status}`)
  return [
    ['cookie', cookie],
    ['origin', url],
  ]
}

const toKeyHeader = (key: string): Credentials => [['x-api-key', key]]

async function fillConversation(
  api: ApiClient,
  clientId: string,
  write: (text: string) => Promise<void>,
  contact: string,
) {
  for (const text of ['hello', 'appointment', '👋 \u202e']) await write(text)
  const messageIds: string[] = []
  for (const text of ['one', 'two']) {
    const sent = await api.call<{ res?: { key?: { id: string } } }>('chat.sendMessage', {
      clientId,
      target: contact,
      message: { text },
    })
    if (sent.res?.key) messageIds.push(sent.res.key.id)
  }
  return messageIds
}

/** Starts a network of its own and answers the settings that lead there, for clients of either kind. */
async function startNetwork(network: Workplace): Promise<Record<string, string>> {
  await network.start({ args: ['sandbox'] })
  const { wsUrl, rootKeyHex, rootSerial } = readSandboxAddress(network.dataDir)
  return { NETWORK_URL: wsUrl, NETWORK_ROOT_KEY: rootKeyHex, NETWORK_ROOT_SERIAL: String(rootSerial) }
}

async function publishBooking(api: ApiClient, clientId: string): Promise<string> {
  const booking = JSON.parse(readFileSync(BOOKING, 'utf8')) as object
  const { id } = await api.call<{ id: string }>('flows.import', { ...booking, clientId })
  await api.call('flows.publish', { id })
  return id
}

async function keepFile(api: ApiClient): Promise<string> {
  const file = { base64: randomBytes(FILE_BYTES).toString('base64'), mimetype: 'application/zip' }
  return (await api.call<{ id: string }>('assets.upload', { file })).id
}

export async function openFuzzWorld(
  requests: number,
  serviceEnv: Readonly<Record<string, string>> = {},
): Promise<FuzzWorld> {
  const place = createWorkplace({ LOG_LEVEL: 'error', OUTBOUND_ALLOW: '127.0.0.1' })
  const network = createWorkplace()
  const receiver = await startReceiver()
  const close = async () => {
    receiver.close()
    await place.remove()
    await network.remove()
  }
  try {
    const env = await startNetwork(network)
    const service = await place.start({ env: { ...env, ...serviceEnv } })
    const { api, clientId, number } = await pairAccount(place, () => service.url, network.dataDir)
    const other = await api.call<{ id: string }>('clients.create', {
      name: 'Never paired',
      network: 'sandbox',
    })
    const flowId = await publishBooking(api, clientId)
    const fileId = await keepFile(api)
    const contact = newContact(network.dataDir)
    const messageIds = await fillConversation(
      api,
      clientId,
      (text) => contact.sendText(number, text),
      contact.number,
    )
    const people = await createPeople(place, Math.ceil(requests / CALLS_OF_A_KEY))
    return {
      service,
      place,
      things: {
        clientIds: [clientId, clientId, other.id],
        contacts: [
          contact.number,
          `${contact.number.slice(1)}@s.whatsapp.net`,
          number,
          '12025550199@s.whatsapp.net',
        ],
        messageIds,
        flowIds: [flowId],
        fileId,
        receiverUrl: receiver.url,
      },
      owners: people.owned.map(toKeyHeader),
      strangers: people.stranger.map(toKeyHeader),
      admins: people.admin.map(toKeyHeader),
      sessions: [
        await signIn(service.url, 'admin@example.org'),
        await signIn(service.url, 'stranger@example.org'),
      ],
      async restore() {
        await api.call('clients.update', { id: clientId, sendRatePerSecond: 100, sendBurst: 1000 })
        await api.call('worker.start', { clientId })
        await contact.sendText(number, 'appointment')
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
