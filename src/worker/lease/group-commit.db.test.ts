import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient } from '../../../test/support/fixtures.ts'
import { LeaseLostError } from '../../network/port.ts'
import { silentLog } from '../../platform/logger.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { readTakenClient } from '../client-record.ts'
import { StoredCredentials } from './credential-store.ts'
import { createGroupCommitter } from './group-commit.ts'
import { createLeaseTable } from './lease.ts'

const database = useTestDatabase()
const log = silentLog
const box = createSecretBox([Buffer.alloc(32, 7)])
const text = (value: Uint8Array | undefined | null) => (value ? Buffer.from(value).toString() : value)
const key = (id: string, value: string | null) => ({
  type: 'session',
  id,
  value: value === null ? null : Buffer.from(value),
})

let clientId: string
beforeEach(async () => {
  clientId = await insertClient(database().pool, { desired: 'running' })
})

async function openStore(owner = 'host-a') {
  const { pool } = database()
  const committer = createGroupCommitter({ pool, owner, log, box })
  const lease = await createLeaseTable({ pool, owner }).acquire(clientId)
  if (!lease) throw new Error('the lease was refused')
  return { store: new StoredCredentials({ pool, committer, lease }), committer, lease }
}

const expireLease = () =>
  database().pool.query(`update client_lease set expires_at = now() - interval '1 s' where client_id = $1`, [
    clientId,
  ])

test('what was committed is read back, and a null deletes', async () => {
  const { store } = await openStore()
  await store.commit({ credentials: Buffer.from('creds'), keys: [key('1', 'one'), key('2', 'two')] })
  await store.commit({ keys: [key('1', null)] })
  expect(text(await store.readCredentials())).toBe('creds')
  expect([...(await store.readKeys('session', ['1', '2', '3']))].map(([id, v]) => [id, text(v)])).toEqual([
    ['2', 'two'],
  ])
})

test('writes that arrive together share commits, and the last one of a key wins', async () => {
  const { store } = await openStore()
  database().statements.length = 0
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => store.commit({ keys: [key('same', `v${i}`), key(`k${i}`, 'x')] })),
  )
  const commits = database().statements.filter((name) => name.startsWith('credential_commit'))
  expect(commits.length).toBeLessThanOrEqual(3)
  expect(text((await store.readKeys('session', ['same'])).get('same'))).toBe('v49')
  expect(
    (
      await store.readKeys(
        'session',
        Array.from({ length: 50 }, (_, i) => `k${i}`),
      )
    ).size,
  ).toBe(50)
})

test('a commit is the smallest statement that writes all there is to write', async () => {
  const { store } = await openStore()
  database().statements.length = 0
  const journal = [{ id: 'm1', stanza: '{}', plaintext: Buffer.from('x') }]
  await store.commit({ keys: [key('1', 'one')] })
  await store.commit({ keys: [key('2', 'two')], journal })
  await store.commit({ keys: [key('1', null), key('3', 'three')], credentials: Buffer.from('creds') })
  await Promise.all([
    store.commit({ keys: [key('2', null)] }),
    store.commit({ journal: [{ ...journal[0]!, id: 'm2' }] }),
  ])
  expect(database().statements).toEqual([
    'credential_commit_keys',
    'credential_commit_journal',
    'credential_commit',
    'credential_commit',
  ])
  expect([...(await store.readKeys('session', ['1', '2', '3'])).keys()]).toEqual(['3'])
  expect((await store.readJournal()).map(({ id }) => id)).toEqual(['m1', 'm2'])
  expect(text(await store.readCredentials())).toBe('creds')
})

test('a commit that comes after its own host let go of the client is refused, and the next epoch reads what was there', async () => {
  const { store, lease } = await openStore()
  const leases = createLeaseTable({ pool: database().pool, owner: 'host-a' })
  await store.commit({ keys: [key('1', 'before')] })
  await leases.release(lease)
  await expect(store.commit({ keys: [key('1', 'late')] })).rejects.toBeInstanceOf(LeaseLostError)
  const again = await openStore()
  await expect(store.commit({ keys: [key('1', 'later')] })).rejects.toBeInstanceOf(LeaseLostError)
  expect(text((await again.store.readKeys('session', ['1'])).get('1'))).toBe('before')
})

test('what was read with the client serves the first connection, and only that', async () => {
  const first = await openStore()
  await first.store.commit({
    credentials: Buffer.from('first'),
    journal: [{ id: 'm1', stanza: '{}', plaintext: Buffer.from('x') }],
  })
  const { pool } = database()
  const { committer, lease } = await openStore()
  const taken = await readTakenClient(pool, clientId)
  const store = new StoredCredentials({ pool, committer, lease, stored: taken?.stored })
  database().statements.length = 0
  expect(text(await store.readCredentials())).toBe('first')
  expect(database().statements).toEqual([])
  expect((await store.readJournal()).map(({ id }) => id)).toEqual(['m1'])
  await store.commit({ credentials: Buffer.from('second') })
  expect(text(await store.readCredentials())).toBe('second')
})

test('keys of several types are read in one go', async () => {
  const { store } = await openStore()
  await store.commit({ keys: [key('1', 'one'), { type: 'tctoken', id: '1', value: Buffer.from('t') }] })
  const wanted = [
    { type: 'session', id: '1' },
    { type: 'tctoken', id: '1' },
    { type: 'tctoken', id: '2' },
  ]
  const found = (await store.readKeysOf(wanted)).map(({ type, id, value }) => [type, id, text(value)])
  expect(found.sort()).toEqual([
    ['session', '1', 'one'],
    ['tctoken', '1', 't'],
  ])
})

test('a host that lost its lease writes nothing', async () => {
  const { store: old } = await openStore('host-a')
  await old.commit({ keys: [key('1', 'by the owner')] })
  await expireLease()
  const { store: fresh } = await openStore('host-b')
  await fresh.commit({ keys: [key('1', 'by the new owner')] })
  await expect(
    old.commit({ credentials: Buffer.from('stale'), keys: [key('1', 'stale')] }),
  ).rejects.toBeInstanceOf(LeaseLostError)
  expect(text((await fresh.readKeys('session', ['1'])).get('1'))).toBe('by the new owner')
  expect(await fresh.readCredentials()).toBeNull()
})

test('the same host under an older epoch is fenced as well, beside a commit of its newer epoch', async () => {
  const first = await openStore()
  const second = await openStore()
  expect(second.lease.epoch).toBe(first.lease.epoch + 1)
  const stale = new StoredCredentials({
    pool: database().pool,
    committer: second.committer,
    lease: first.lease,
  })
  const [old, fresh] = await Promise.allSettled([
    stale.commit({ keys: [key('1', 'stale')] }),
    second.store.commit({ keys: [key('1', 'fresh')] }),
  ])
  expect(old.status).toBe('rejected')
  expect(fresh.status).toBe('fulfilled')
  expect(text((await second.store.readKeys('session', ['1'])).get('1'))).toBe('fresh')
})

test('a takeover waits for a commit of the old owner that is under way', async () => {
  const { lease } = await openStore('host-a')
  await expireLease()
  const blocker = await database().pool.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from client_lease where client_id = $1 for share', [lease.clientId])
  let taken = false
  const takeover = createLeaseTable({ pool: database().pool, owner: 'host-b' })
    .acquire(clientId)
    .then((fresh) => {
      taken = true
      return fresh
    })
  await database().pool.query('select pg_sleep(0.1)')
  expect(taken).toBe(false)
  await blocker.query('commit')
  blocker.release()
  expect((await takeover)?.epoch).toBe(lease.epoch + 1)
})

test('the journal keeps its order and one entry per id', async () => {
  const { store } = await openStore()
  const entry = (id: string) => ({ id, stanza: `<${id}>`, plaintext: Buffer.from(id) })
  await store.commit({ journal: [entry('a'), entry('b')] })
  await store.commit({ journal: [entry('b'), entry('c')] })
  expect((await store.readJournal()).map((e) => [e.id, e.stanza, text(e.plaintext)])).toEqual([
    ['a', '<a>', 'a'],
    ['b', '<b>', 'b'],
    ['c', '<c>', 'c'],
  ])
})

test('clear removes everything the connector wrote', async () => {
  const { store } = await openStore()
  await store.commit({
    credentials: Buffer.from('creds'),
    keys: [key('1', 'x')],
    journal: [{ id: 'a', stanza: '', plaintext: Buffer.from('') }],
  })
  await store.clear()
  expect(await store.readCredentials()).toBeNull()
  expect((await store.readKeys('session', ['1'])).size).toBe(0)
  expect(await store.readJournal()).toEqual([])
})

test('a commit that cannot be written is told to its caller alone', async () => {
  const { store } = await openStore()
  const bad = { type: 'session', id: 'bad\u0000id', value: Buffer.from('x') }
  const results = await Promise.allSettled([
    store.commit({ keys: [key('0', 'first')] }),
    store.commit({ keys: [key('1', 'fine')] }),
    store.commit({ keys: [bad] }),
    store.commit({ keys: [key('2', 'fine too')] }),
  ])
  expect(results.map((r) => r.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect((await store.readKeys('session', ['0', '1', '2'])).size).toBe(3)
})
