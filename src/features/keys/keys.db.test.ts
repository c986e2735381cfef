import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { createTestDatabase, useTestDatabase } from '../../../test/support/database.ts'
import { inOwnWorkspace } from '../../../test/support/fixtures.ts'
import { openDatabase } from '../../db/client.ts'
import { createKeyStore, KeyChecker } from './index.ts'

const database = useTestDatabase()
const LIMITS = { free: 100, pro: 1000 }

const HOUR_MS = 3_600_000
const TAKES_MS = 60_000

let api: TestApi
beforeAll(async () => {
  // What is counted begins anew with each hour of the clock: these tests are not to lie on both sides of that.
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS)
  if (leftMs < TAKES_MS) await sleep(leftMs + 100)
  api = await startApi(database())
})
afterAll(() => api.close())

const count = (checks: { kind: string }[], kind: string) => checks.filter((c) => c.kind === kind).length

describe('the hourly window', () => {
  it('lets exactly the limit through when 300 calls come at once', async () => {
    const { key } = await api.createPerson()
    const checker = new KeyChecker(createKeyStore(database()), LIMITS)
    const checks = await Promise.all(Array.from({ length: 300 }, () => checker.check(key)))
    expect({ granted: count(checks, 'granted'), limited: count(checks, 'limited') }).toEqual({
      granted: 100,
      limited: 200,
    })
    const remaining = checks.flatMap((c) => (c.kind === 'granted' ? [c.limit.remaining] : []))
    expect(remaining).toEqual(Array.from({ length: 100 }, (_, i) => 99 - i))
  })

  it('lets exactly the limit through when several processes count at once, over HTTP too', async () => {
    const { key } = await api.createPerson()
    const checkers = Array.from({ length: 4 }, () => new KeyChecker(createKeyStore(database()), LIMITS))
    const [answers, ...checks] = await Promise.all([
      Promise.all(
        Array.from({ length: 100 }, () => api.call('server.ping', {}, { headers: { 'x-api-key': key } })),
      ),
      ...Array.from({ length: 200 }, (_, i) => checkers[i % 4]!.check(key)),
    ])
    const passed = answers.filter(({ status }) => status === 200).length
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
    expect(passed + count(checks, 'granted')).toBe(100)
  })

  it('goes on after a restart and with a new pool', async () => {
    const { key } = await api.createPerson()
    for (let i = 0; i < 3; i++) await new KeyChecker(createKeyStore(database()), LIMITS).check(key)
    const other = await openDatabase({ databaseUrl: database().url, migrate: false, applicationName: 'test' })
    try {
      const check = await new KeyChecker(createKeyStore(other), LIMITS).check(key)
      expect(check).toMatchObject({ kind: 'granted', limit: { remaining: 96 } })
    } finally {
      await other.close()
    }
  })

  it('is the hour of the UTC clock and starts anew with the next one', async () => {
    const { key, keyId } = await api.createPerson()
    const checker = new KeyChecker(createKeyStore(database()), { free: 1, pro: 1 })
    const first = await checker.check(key)
    if (first.kind !== 'granted') throw new Error('the first call is granted')
    expect(first.limit.resetAt.getTime() % 3_600_000).toBe(0)
    expect(first.limit.resetAt.getTime()).toBeGreaterThan(Date.now())
    expect(first.limit.resetInSec).toBeLessThanOrEqual(3600)
    expect((await checker.check(key)).kind).toBe('limited')
    await database().pool.query(
      "update key_usage set window_start = window_start - interval '1 hour' where key_id = $1",
      [keyId],
    )
    expect((await checker.check(key)).kind).toBe('granted')
  })

  it('is forgotten after 48 hours, but for the last one of a key that was not used since', async () => {
    const { key, keyId } = await api.createPerson()
    const store = createKeyStore(database())
    await new KeyChecker(store, LIMITS).check(key)
    await database().pool.query(
      `insert into key_usage (key_id, window_start, used, quota, granted, last_used_at)
       select $1, date_trunc('hour', now()) - h * interval '1 hour', 1, 100, 1, now() - h * interval '1 hour'
       from unnest(array[40, 50, 60]) h`,
      [keyId],
    )
    const count = async () =>
      (await database().pool.query('select 1 from key_usage where key_id = $1', [keyId])).rowCount
    await store.removeOldUsage()
    expect(await count()).toBe(2)
    await database().pool.query(
      "update key_usage set window_start = window_start - interval '90 hours' where key_id = $1",
      [keyId],
    )
    await store.removeOldUsage()
    expect(await count()).toBe(1)
  })

  it('counts refused calls but neither 429s nor wrong keys', async () => {
    const person = await api.createPerson()
    const checker = new KeyChecker(createKeyStore(database()), { free: 2, pro: 10 })
    const limited = { headers: { 'x-api-key': person.key } }
    expect((await api.call('server.qr', {}, limited)).status).toBe(400)
    expect((await api.call('server.qr', {}, { ...limited, rawBody: '{' })).status).toBe(400)
    for (let i = 0; i < 5; i++) expect((await checker.check(person.key)).kind).toBe('limited')
    await api.users.changePlan(person.email, 'pro')
    expect(await checker.check(person.key)).toMatchObject({
      kind: 'granted',
      limit: { tier: 'pro', limit: 10, remaining: 7 },
    })
  })

  it('counts each key of a person for itself', async () => {
    const { userId, key } = await api.createPerson()
    const second = await api.keys.create(inOwnWorkspace(userId), 'second')
    const checker = new KeyChecker(createKeyStore(database()), { free: 1, pro: 1 })
    const kinds = await Promise.all([key, second.key, key, second.key].map((k) => checker.check(k)))
    expect(kinds.map(({ kind }) => kind)).toEqual(['granted', 'granted', 'limited', 'limited'])
  })

  it('costs at most one statement a call, fewer when calls come together', async () => {
    const people = await Promise.all([api.createPerson(), api.createPerson(), api.createPerson()])
    const { statements } = database()
    statements.length = 0
    await api.call('server.ping', {}, { headers: { 'x-api-key': people[0]!.key } })
    expect(statements).toEqual(['key_count'])
    statements.length = 0
    const keys = people.flatMap(({ key }) => Array.from({ length: 20 }, () => key))
    await Promise.all(keys.map((key) => api.call('server.ping', {}, { headers: { 'x-api-key': key } })))
    expect(new Set(statements)).toEqual(new Set(['key_count']))
    expect(statements.length).toBeLessThan(60)
  })

  it('refuses every waiting call when the database fails, and works again afterwards', async () => {
    const broken = await createTestDatabase()
    const checker = new KeyChecker(createKeyStore(broken), LIMITS)
    await broken.pool.query('alter table api_key rename to api_key_gone')
    const key = `parley_${'a'.repeat(43)}`
    const settled = await Promise.allSettled(Array.from({ length: 5 }, () => checker.check(key)))
    expect(settled.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    await broken.pool.query('alter table api_key_gone rename to api_key')
    expect((await checker.check(key)).kind).toBe('unknown')
    await broken.drop()
  })
})

describe('keys', () => {
  it('are shown once; only hash, prefix and last four characters are kept', async () => {
    const { userId } = await api.createPerson()
    const created = await api.keys.create(inOwnWorkspace(userId), 'billing')
    expect(created.key).toMatch(/^parley_[\w-]{43}$/)
    expect(created).toMatchObject({
      name: 'billing',
      prefix: 'parley_',
      lastFour: created.key.slice(-4),
      revokedAt: null,
    })
    const { rows } = await database().pool.query('select * from api_key where id = $1', [created.id])
    const secretPart = created.key.slice('parley_'.length)
    expect(JSON.stringify(rows)).not.toContain(secretPart)
    expect(JSON.stringify(await api.keys.list(inOwnWorkspace(userId)))).not.toContain(secretPart)
  })

  it('revoked are refused from the next call on, and again', async () => {
    const person = await api.createPerson()
    const headers = { 'x-api-key': person.key }
    expect((await api.call('server.ping', {}, { headers })).status).toBe(200)
    const revoked = await api.keys.revoke(inOwnWorkspace(person.userId), person.keyId)
    expect((await api.call('server.ping', {}, { headers })).body).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await api.keys.revoke(inOwnWorkspace(person.userId), person.keyId)).toEqual(revoked)
  })

  it('of suspended and deleted people are refused', async () => {
    const [banned, gone] = [await api.createPerson(), await api.createPerson()]
    await database().pool.query('update "user" set banned = true where id = $1', [banned.userId])
    await database().pool.query('delete from "user" where id = $1', [gone.userId])
    for (const { key } of [banned, gone]) {
      expect((await api.call('server.ping', {}, { headers: { 'x-api-key': key } })).status).toBe(401)
    }
  })

  it('are made, listed and revoked by signed-in people', async () => {
    const person = await api.createPerson()
    const headers = await api.signIn(person)
    const created = await api.call('keys.create', { name: ' shop ' }, { headers })
    expect(created).toMatchObject({ status: 200, body: { name: 'shop', lastUsedAt: null } })
    const { id, key } = created.body as { id: string; key: string }
    await api.call('server.ping', {}, { headers: { 'x-api-key': key } })
    const listed = (await api.call('keys.list', {}, { headers })).body as {
      id: string
      lastUsedAt: string | null
    }[]
    expect(listed.map((k) => k.id)).toEqual([id, person.keyId])
    expect(Date.parse(listed[0]?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect((await api.call('keys.revoke', { id }, { headers })).body).toMatchObject({
      id,
      revokedAt: expect.any(String),
    })
    expect((await api.call('server.ping', {}, { headers: { 'x-api-key': key } })).status).toBe(401)
  })

  it('cannot make or revoke keys themselves', async () => {
    const { key, keyId } = await api.createPerson()
    const headers = { 'x-api-key': key }
    expect((await api.call('keys.create', { name: 'x' }, { headers })).body).toMatchObject({
      code: 'FORBIDDEN',
      status: 403,
    })
    expect((await api.call('keys.revoke', { id: keyId }, { headers })).status).toBe(403)
    expect((await api.call('keys.list', {}, { headers })).status).toBe(200)
  })

  it('of someone else cannot be revoked or seen', async () => {
    const [owner, other] = [await api.createPerson(), await api.createPerson()]
    const headers = await api.signIn(other)
    expect((await api.call('keys.revoke', { id: owner.keyId }, { headers })).body).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await api.call('keys.list', {}, { headers })).body).toHaveLength(1)
  })
})
