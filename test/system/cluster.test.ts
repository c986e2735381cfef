import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callSandbox, type SandboxContact } from '../../src/bin/demo/sandbox-contact.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { newContact } from '../support/account.ts'
import { type Cluster, createCluster, insertKeys } from '../support/cluster.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const CLIENTS = 20
const PROMPT = 'Which visit shall we book?\n1. Check-up (30 minutes)\n2. Cleaning (45 minutes)'
const BOOKING = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../examples/flows/appointment-booking.json'), 'utf8'),
) as Record<string, unknown>

interface Answer {
  status: number
  body: Record<string, unknown> & { data?: { reason?: string } }
}

interface Account {
  key: string
  clientId: string
  number: string
  contact: SandboxContact
  expected: string[]
}

let cluster: Cluster
let apis: ServiceProcess[]
let workers: ServiceProcess[]
let accounts: Account[]

let calls = 0

/** One call, at one of the two APIs in turn; one that cannot be reached counts as "try again". */
async function tryCall(key: string, operation: string, input: object): Promise<Answer> {
  calls += 1
  const api = apis[calls % apis.length]
  try {
    const response = await fetch(`${api?.url}${API_PREFIX}/${operation.replace('.', '/')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(60_000),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  } catch {
    return { status: 503, body: {} }
  }
}

async function call(key: string, operation: string, input: object): Promise<Answer['body']> {
  return awaitState(operation, async () => {
    const { status, body } = await tryCall(key, operation, input)
    if (status === 200) return body
    if (status !== 503) throw new Error(`${operation}: ${status} ${JSON.stringify(body)}`)
    await new Promise((resolve) => setTimeout(resolve, 400))
    return null
  })
}

async function makeAccount(key: string): Promise<Account> {
  const { id: clientId } = (await call(key, 'clients.create', { name: 'Shop', network: 'sandbox' })) as {
    id: string
  }
  await call(key, 'clients.update', { id: clientId, sendRatePerSecond: 50, sendBurst: 50 })
  await call(key, 'worker.start', { clientId })
  const qr = await awaitState('a pairing string', async () => {
    const { data } = await call(key, 'server.qr', { clientId })
    if (typeof data === 'string') return data
    await new Promise((resolve) => setTimeout(resolve, 300))
    return null
  })
  await callSandbox(cluster.sandboxDir, '/scan', { qr })
  const flow = await call(key, 'flows.import', { ...BOOKING, clientId })
  await call(key, 'flows.publish', { id: flow.id })
  const number = await awaitState('the number', async () => {
    const { rows } = await cluster.database.pool.query<{ number: string | null; status: string }>(
      'select phone_number as number, live_status as status from client where id = $1',
      [clientId],
    )
    return rows[0]?.status === 'connected' && rows[0].number
  })
  return { key, clientId, number, contact: newContact(cluster.sandboxDir), expected: [] }
}

/** How many clients each host owns right now. */
async function readOwners(): Promise<number[]> {
  const { rows } = await cluster.database.pool.query<{ clients: number }>(
    'select count(*)::int as clients from client_lease where owner is not null and expires_at > now() group by owner order by 1',
  )
  return rows.map((row) => row.clients)
}

async function awaitAllConnected(withinMs: number): Promise<void> {
  await awaitState(
    'all clients to be connected',
    async () => {
      const { rows } = await cluster.database.pool.query<{ connected: number }>(
        `select count(*)::int as connected from client c join client_lease l on l.client_id = c.id
         where c.live_status = 'connected' and l.owner is not null and l.expires_at > now()`,
      )
      return rows[0]?.connected === CLIENTS
    },
    withinMs,
  )
}

/** Both ways at once on every client: the account writes to its contact, and a new person asks for an appointment. */
async function exchange(round: string): Promise<{ settled: Promise<unknown> }> {
  const writing = accounts.map(async (account) => {
    const text = `${round} for ${account.number}`
    account.expected.push(text)
    const message = { text }
    const sent = await call(account.key, 'chat.sendMessage', {
      clientId: account.clientId,
      target: account.contact.number,
      message,
      idempotencyKey: `${round}-${account.clientId}`,
    })
    return sent
  })
  const asking = accounts.map(async (account) => {
    const person = newContact(cluster.sandboxDir)
    await person.say(account.number, 'appointment')
    await awaitState(`the answer of ${account.number}`, async () => (await person.read(0)).length > 0)
    // Whatever would come twice comes right after.
    return { texts: async () => (await person.read(0)).map((message) => message.text) }
  })
  return {
    settled: Promise.all([Promise.all(writing), Promise.all(asking)]).then(async ([, people]) => {
      for (const { texts } of people) expect(await texts()).toEqual([PROMPT])
    }),
  }
}

async function expectAllOnce(): Promise<void> {
  for (const { contact, expected } of accounts) {
    const shown = (await contact.read(0)).map((message) => message.text)
    expect(shown.toSorted()).toEqual(expected.toSorted())
  }
}

beforeAll(async () => {
  cluster = await createCluster()
  workers = await Promise.all([cluster.start('worker'), cluster.start('worker')])
  apis = await Promise.all([cluster.start('api'), cluster.start('api')])
  const { keys } = await insertKeys(cluster.database, 'pro', CLIENTS)
  accounts = await Promise.all(keys.map(makeAccount))
})

afterAll(() => cluster?.remove())

test('a worker that is killed is replaced within 45 s, and no message is lost or doubled', async () => {
  expect((await readOwners()).length).toBe(2)
  await (await exchange('before')).settled
  const killedAt = Date.now()
  await workers[0]?.kill()
  const during = await exchange('while a worker is dead')
  await awaitAllConnected(45_000)
  expect(Date.now() - killedAt).toBeLessThan(45_000)
  await during.settled
  await expectAllOnce()
})

test('a limit and a revoked key hold at every API process at once', async () => {
  const small = await insertKeys(cluster.database, 'free', 1)
  const ping = async (api: ServiceProcess | undefined) =>
    (
      await fetch(`${api?.url}${API_PREFIX}/server/ping`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': small.keys[0] ?? '' },
        body: '{}',
      })
    ).status
  const statuses = await Promise.all(Array.from({ length: 110 }, (_, i) => ping(apis[i % 2])))
  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  await small.revoke()
  expect(await Promise.all([ping(apis[0]), ping(apis[1])])).toEqual([401, 401])
})

test('one role alone refuses to start without what the others share', async () => {
  const alone = createWorkplace()
  try {
    for (const role of ['api', 'worker']) {
      const { exitCode, stderr } = await alone.startRefused({ args: [role] })
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(/DATABASE_URL .* and NATS_URL/),
      })
    }
  } finally {
    await alone.remove()
  }
})
