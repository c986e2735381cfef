import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { OwnerId } from '../../src/contract/handlers.ts'
import type { Refusal } from '../../src/core/errors.ts'
import { SessionMoves } from '../../src/features/clients/index.ts'
import { type CredentialStore, LeaseLostError, type NetworkTarget } from '../../src/network/port.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { describeStatusCause } from '../../src/words/english.ts'
import { StoredCredentials } from '../../src/worker/lease/credential-store.ts'
import { createGroupCommitter } from '../../src/worker/lease/group-commit.ts'
import { createLeaseTable, type Lease } from '../../src/worker/lease/lease.ts'
import { useTestDatabase } from '../support/database.ts'
import { fakeConnector } from '../support/fake-network.ts'
import { insertClient, insertUser } from '../support/fixtures.ts'
import { createMemoryConnector } from '../support/memory-network.ts'
import { refusalOf } from '../support/refusal.ts'
import { awaitState } from '../support/service-process.ts'
import { createWorkerStack } from '../support/worker-stack.ts'

const database = useTestDatabase()
const box = createSecretBox([Buffer.alloc(32, 7)])
const otherBox = createSecretBox([Buffer.alloc(32, 8)])
const PASSPHRASE = 'correct horse battery'
const WHATSAPP: NetworkTarget = { kind: 'whatsapp' }
const ADDRESS = '447700900001@s.whatsapp.net'
const CREDENTIALS = Buffer.from('{"me":"unmistakable"}')
const KEYS = Array.from({ length: 300 }, (_, i) => ({
  type: i % 2 === 0 ? 'session' : 'pre-key',
  id: String(i),
  value: Buffer.from(`key ${i}`),
}))
const JOURNAL = [
  { id: 'B', stanza: '<b/>', plaintext: Buffer.from('second in the alphabet, first to come') },
  { id: 'A', stanza: '<a/>', plaintext: Buffer.from('the other') },
]

let userId: OwnerId
let stack: ReturnType<typeof createWorkerStack>

/** The part under test, in a service with a box and a network of its own; what it waits passes at once. */
function openMoves(
  options: { box?: typeof box; target?: NetworkTarget; readSession?: typeof fakeConnector.readSession } = {},
): SessionMoves {
  let nowMs = Date.now()
  return new SessionMoves({
    db: database(),
    bus: createInProcessBus({ now: Date.now }),
    box: options.box ?? box,
    connector: {
      readSession: options.readSession ?? fakeConnector.readSession,
      isPaired: (credentials) => Buffer.from(credentials).includes('me'),
    },
    clients: { stop: async () => {} },
    targetOf: () => options.target ?? WHATSAPP,
    newId: randomUUID,
    describeCause: describeStatusCause,
    now: () => nowMs,
    async sleep(ms) {
      nowMs += ms
    },
  })
}

async function openStore(clientId: string, owner: string, sealing = box): Promise<[CredentialStore, Lease]> {
  const { pool } = database()
  const lease = await createLeaseTable({ pool, owner }).acquire(clientId)
  if (!lease) throw new Error('the lease was refused')
  const committer = createGroupCommitter({ pool, owner, log: silentLog, box: sealing })
  return [new StoredCredentials({ pool, committer, lease }), lease]
}

/** A client with a session, as a worker left it when it let go. */
async function insertPaired(credentials = CREDENTIALS): Promise<string> {
  const { pool } = database()
  const clientId = await insertClient(pool, { userId, address: ADDRESS })
  const [store, lease] = await openStore(clientId, 'first')
  await store.commit({ credentials, keys: KEYS, journal: JOURNAL })
  await createLeaseTable({ pool, owner: 'first' }).release(lease)
  return clientId
}

const insertEmpty = () => insertClient(database().pool, { userId })

/** All that is stored of a client and its session. */
async function readAll(clientId: string): Promise<unknown> {
  const tables = ['client_lease', 'credential', 'credential_key', 'inbound_journal', 'client_state_log']
  const found = [await database().pool.query('select * from client where id = $1', [clientId])]
  for (const table of tables)
    found.push(
      await database().pool.query(`select * from ${table} t where client_id = $1 order by t::text`, [
        clientId,
      ]),
    )
  return found.map(({ rows }) => rows)
}

async function readState(clientId: string) {
  const { rows } = await database().pool.query<{ desired: string; code: string; owner: string | null }>(
    `select worker_desired_state as desired, live_code as code, owner from client c
     left join client_lease l on l.client_id = c.id where c.id = $1`,
    [clientId],
  )
  return rows[0]
}

async function expectUntouched(clientIds: readonly string[], work: () => Promise<Refusal>): Promise<Refusal> {
  const before = await Promise.all(clientIds.map(readAll))
  const refusal = await work()
  expect(await Promise.all(clientIds.map(readAll))).toEqual(before)
  return refusal
}

beforeEach(async () => {
  await database().pool.query('delete from client')
  userId = await insertUser(database().pool)
  const bus = createInProcessBus({ now: Date.now })
  stack = createWorkerStack({
    db: database(),
    bus,
    log: silentLog,
    connector: createMemoryConnector(),
    hostId: 'host',
  })
  stack.host.start()
})
afterEach(() => stack.stop())

test('a session arrives in another service as it left, under the key of that service', async () => {
  const [from, to] = [await insertPaired(), await insertEmpty()]
  const { file } = await openMoves().export(from, userId, PASSPHRASE)
  expect(Buffer.from(file, 'base64').toString('latin1')).not.toContain('unmistakable')
  expect(await openMoves({ box: otherBox }).import(to, userId, file, PASSPHRASE)).toMatchObject({
    address: ADDRESS,
  })

  const [store] = await openStore(to, 'second', otherBox)
  expect(Buffer.from((await store.readCredentials()) ?? [])).toEqual(CREDENTIALS)
  for (const type of ['session', 'pre-key']) {
    const found = await store.readKeys(
      type,
      KEYS.map(({ id }) => id),
    )
    const expected = KEYS.filter((key) => key.type === type)
    expect([...found].toSorted()).toEqual(expected.map(({ id, value }) => [id, value]).toSorted())
  }
  expect(await store.readJournal()).toEqual(JOURNAL)
  const { rows } = await database().pool.query(
    'select address, worker_desired_state from client where id = $1',
    [to],
  )
  expect(rows).toEqual([{ address: ADDRESS, worker_desired_state: 'stopped' }])
  const sealed = await database().pool.query<{ value: Buffer }>(
    'select value from credential where client_id = $1',
    [to],
  )
  expect(sealed.rows[0]?.value.toString('latin1')).not.toContain('unmistakable')
})

test('what runs is stopped by its export, and starts again only when it was taken back', async () => {
  const { clients, sessions } = stack.features
  const clientId = await insertPaired()
  await clients.start(clientId, userId)
  await awaitState('the client to run', async () => (await readState(clientId))?.code === 'CONNECTED')

  const { file } = await sessions.export(clientId, userId, PASSPHRASE)
  expect(await readState(clientId)).toEqual({ desired: 'stopped', code: 'SESSION_EXPORTED', owner: null })
  expect((await clients.status(clientId, userId)).text.status).toBe('stopped')
  for (const again of ['start', 'restart'] as const)
    expect((await refusalOf(clients[again](clientId, userId))).data).toMatchObject({
      reason: 'SESSION_EXPORTED',
    })
  await clients.stop(clientId, userId)
  expect(await readState(clientId)).toEqual({ desired: 'stopped', code: 'SESSION_EXPORTED', owner: null })
  expect((await sessions.export(clientId, userId, PASSPHRASE)).file).not.toBe(file)

  await sessions.reclaim(clientId, userId)
  expect(await readState(clientId)).toMatchObject({ desired: 'stopped', code: 'STOPPED' })
  expect((await clients.history(clientId, userId, 1))[0]).toMatchObject({
    detail: 'the exported session was taken back',
    cause: { code: 'SESSION_TAKEN_BACK', params: {} },
  })
  expect((await refusalOf(sessions.reclaim(clientId, userId))).data).toMatchObject({
    reason: 'SESSION_NOT_EXPORTED',
  })
  await clients.start(clientId, userId)
  await awaitState('the client to run again', async () => (await readState(clientId))?.code === 'CONNECTED')
})

test('few sessions of an owner are read at once, none for another’s client, and nobody waits for them', async () => {
  const clientId = await insertEmpty()
  const stranger = await insertUser(database().pool)
  const held = Promise.withResolvers<void>()
  let reads = 0
  const moves = openMoves({
    async readSession() {
      reads += 1
      await held.promise
      return {
        kind: 'unusable',
        problem: { reason: 'SESSION_FILE_UNKNOWN', params: { found: 'no_session' } },
      }
    },
  })
  const moveIn = (owner: OwnerId) => refusalOf(moves.moveIn(clientId, owner, Buffer.of(1)))
  const waiting = [1, 2, 3, 4].map(() => moveIn(userId))
  expect((await moveIn(userId)).code).toBe('SERVICE_UNAVAILABLE')
  expect((await moveIn(stranger)).code).toBe('NOT_FOUND')
  held.resolve()
  expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(Array(4).fill('BAD_REQUEST'))
  expect(reads).toBe(4)
})

test('no host takes an exported client, whoever wants it to run', async () => {
  const clientId = await insertPaired()
  await stack.features.sessions.export(clientId, userId, PASSPHRASE)
  // As a service of the version before would write it.
  await database().pool.query(`update client set worker_desired_state = 'running' where id = $1`, [clientId])
  const [wanted, canary] = [
    await createLeaseTable({ pool: database().pool, owner: 'x' }).readWanted(9, []),
    await insertPaired(),
  ]
  expect(wanted).toEqual([])
  await refusalOf(stack.features.clients.restart(clientId, userId))
  await stack.features.clients.start(canary, userId)
  expect(stack.host.ownedCount()).toBe(1)
})

test('a worker whose lease ran out writes nothing more once the session is exported', async () => {
  const { pool } = database()
  const clientId = await insertPaired()
  const [store, lease] = await openStore(clientId, 'asleep')
  const moves = openMoves()
  const refusal = await expectUntouched([clientId], () =>
    refusalOf(moves.export(clientId, userId, PASSPHRASE)),
  )
  expect(refusal.data).toMatchObject({ reason: 'WORKER_NOT_STOPPED' })

  await pool.query(`update client_lease set expires_at = now() - interval '1 s' where client_id = $1`, [
    clientId,
  ])
  await moves.export(clientId, userId, PASSPHRASE)
  await expect(store.commit({ credentials: Buffer.from('late') })).rejects.toBeInstanceOf(LeaseLostError)
  expect(await createLeaseTable({ pool, owner: 'asleep' }).renew([lease])).toEqual([clientId])
})

test('a client that never paired has nothing to export and goes on', async () => {
  const { clients, sessions } = stack.features
  const clientId = await insertEmpty()
  await clients.start(clientId, userId)
  expect((await refusalOf(sessions.export(clientId, userId, PASSPHRASE))).data).toMatchObject({
    reason: 'NO_SESSION',
  })
  expect(await readState(clientId)).toMatchObject({ desired: 'running', owner: 'host' })

  const unpaired = await insertPaired(Buffer.from('{"not yet":1}'))
  expect((await refusalOf(openMoves().export(unpaired, userId, PASSPHRASE))).data).toMatchObject({
    reason: 'NO_SESSION',
  })
})

test('what is no whole file of this version under this passphrase is refused, and nothing changes', async () => {
  const [from, to, moves] = [await insertPaired(), await insertEmpty(), openMoves()]
  const { file } = await moves.export(from, userId, PASSPHRASE)
  const bytes = Buffer.from(file, 'base64')
  const altered = (at: number) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy.toString('base64')
  }
  const cases: [file: string, reason: string, passphrase?: string][] = [
    [file, 'SESSION_PASSPHRASE_WRONG', `${PASSPHRASE}!`],
    ['hello', 'SESSION_FILE_UNKNOWN'],
    [altered(0), 'SESSION_FILE_UNKNOWN'],
    [altered(8), 'SESSION_FILE_VERSION'],
    ...[9, 25, 37, bytes.length >> 1, bytes.length - 40, bytes.length - 1].map((at): [string, string] => [
      altered(at),
      'SESSION_FILE_DAMAGED',
    ]),
    ...[9, 60, bytes.length - 1].map((length): [string, string] => [
      bytes.subarray(0, length).toString('base64'),
      'SESSION_FILE_DAMAGED',
    ]),
  ]
  for (const [given, reason, passphrase = PASSPHRASE] of cases) {
    const refusal = await expectUntouched([to], () => refusalOf(moves.import(to, userId, given, passphrase)))
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', data: { reason } })
  }
})

test('a session goes only into a stopped client of its network that has none', async () => {
  const [from, paired, running, to] = [
    await insertPaired(),
    await insertPaired(),
    await insertEmpty(),
    await insertEmpty(),
  ]
  const moves = openMoves()
  const { file } = await moves.export(from, userId, PASSPHRASE)
  await database().pool.query(`update client set worker_desired_state = 'running' where id = $1`, [running])
  // The worker changes what is stored of it until then.
  await expect.poll(async () => (await readState(running))?.code).toBe('CONNECTED')
  const custom: NetworkTarget = {
    kind: 'custom',
    url: 'wss://network.test',
    rootKeyHex: 'ab'.repeat(32),
    rootSerial: 1,
  }
  const stranger = await insertUser(database().pool)
  const cases: [clientId: string, reason: string, by?: SessionMoves, as?: OwnerId][] = [
    [paired, 'SESSION_EXISTS'],
    [running, 'WORKER_NOT_STOPPED'],
    [to, 'SESSION_OTHER_NETWORK', openMoves({ target: custom })],
    [to, 'NO_SUCH_THING', moves, stranger],
  ]
  for (const [clientId, reason, by = moves, as = userId] of cases) {
    const refusal = await expectUntouched([clientId], () =>
      refusalOf(by.import(clientId, as, file, PASSPHRASE)),
    )
    expect(refusal.data?.reason).toBe(reason)
  }
  expect((await refusalOf(moves.export(paired, stranger, PASSPHRASE))).code).toBe('NOT_FOUND')
  expect((await refusalOf(moves.reclaim(from, stranger))).code).toBe('NOT_FOUND')
})

test('one exported session runs in one client at a time, and may come back', async () => {
  const [from, one, two, moves] = [
    await insertPaired(),
    await insertEmpty(),
    await insertEmpty(),
    openMoves(),
  ]
  const { file } = await moves.export(from, userId, PASSPHRASE)
  const outcomes = await Promise.allSettled(
    [one, two].map((id) => moves.import(id, userId, file, PASSPHRASE)),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [has, hasNot] = outcomes[0]?.status === 'fulfilled' ? [one, two] : [two, one]
  const inUse = { code: 'CONFLICT', data: { reason: 'SESSION_IN_USE' } }
  const again = await expectUntouched([hasNot], () =>
    refusalOf(moves.import(hasNot, userId, file, PASSPHRASE)),
  )
  expect(again).toMatchObject(inUse)
  expect(await expectUntouched([from], () => refusalOf(moves.reclaim(from, userId)))).toMatchObject(inUse)

  const back = await moves.export(has, userId, PASSPHRASE)
  await moves.import(from, userId, back.file, PASSPHRASE)
  expect(await readState(from)).toMatchObject({ desired: 'stopped', code: 'STOPPED' })
  expect(await refusalOf(moves.reclaim(has, userId))).toMatchObject(inUse)
})
