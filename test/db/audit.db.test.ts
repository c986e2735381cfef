import { expect, test } from 'vitest'
import { createAuditStore } from '../../src/features/audit/index.ts'
import { createUserStore } from '../../src/features/users/index.ts'
import type { TestApi, TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { useServedApi } from '../support/served-api.ts'

const database = useTestDatabase()
let api: TestApi
let admin: TestPerson
let session: Record<string, string>

interface Entry {
  id: string
  createdAt: string
  operation: string
  userId: string
  email: string | null
  via: string
  keyId: string | null
  target: Record<string, unknown>
  outcome: string
  requestId: string | null
}

async function list(
  input: Record<string, unknown> = {},
): Promise<{ entries: Entry[]; nextCursor: string | null }> {
  const { status, body } = await api.call('audit.list', input, { headers: session })
  expect(status).toBe(200)
  return body as { entries: Entry[]; nextCursor: string | null }
}

useServedApi(database, async (started) => {
  api = started
  admin = await api.createPerson({ admin: true })
  session = await api.signIn(admin)
})

test('what changes the rules is written down with who, by what, on what and how it ended', async () => {
  const headers = { 'x-api-key': admin.key, 'x-request-id': 'request-1' }
  await api.call('secrets.set', { name: 'shop', value: 'sesame street', hosts: ['shop.test'] }, { headers })
  await api.call('secrets.delete', { name: 'none' }, { headers })
  const { entries } = await list({ userId: admin.userId })
  const common = {
    userId: admin.userId,
    email: admin.email,
    via: 'key',
    keyId: admin.keyId,
    requestId: 'request-1',
  }
  expect(entries.slice(0, 2)).toMatchObject([
    { ...common, operation: 'secrets.delete', target: { name: 'none' }, outcome: 'NOT_FOUND' },
    { ...common, operation: 'secrets.set', target: { name: 'shop' }, outcome: 'done' },
  ])
  expect(JSON.stringify(entries)).not.toContain('sesame')
  const signIns = await list({ operation: 'sign-in' })
  expect(signIns.entries[0]).toMatchObject({ userId: admin.userId, via: 'sign-in', outcome: 'done' })
})

test('nothing is changed when it cannot be written down', async () => {
  const { pool } = database()
  await pool.query('alter table audit_log rename to audit_gone')
  const headers = { 'x-api-key': admin.key }
  const refused = await api.call(
    'secrets.set',
    { name: 'unseen', value: 'v', hosts: ['shop.test'] },
    { headers },
  )
  expect(refused.status).toBe(500)
  const read = await api.call('secrets.list', {}, { headers })
  expect(read).toMatchObject({ status: 200 })
  expect(read.text).not.toContain('unseen')
  await pool.query('alter table audit_gone rename to audit_log')
})

test('a change is known of although its outcome was never written, and a call that changed nothing is known as that', async () => {
  const { pool } = database()
  await pool.query(
    `create function keep_begun() returns trigger language plpgsql as $$
     begin if new.outcome <> 'changed' then raise exception 'cut off'; end if; return new; end $$;
     create trigger keep_begun before update on audit_log for each row execute function keep_begun()`,
  )
  const headers = { 'x-api-key': admin.key }
  expect(
    (await api.call('secrets.set', { name: 'cut', value: 'v', hosts: ['shop.test'] }, { headers })).status,
  ).toBe(200)
  expect((await api.call('secrets.delete', { name: 'none' }, { headers })).status).toBe(404)
  await pool.query('drop trigger keep_begun on audit_log')
  expect((await list({ limit: 2 })).entries).toMatchObject([
    { operation: 'secrets.delete', outcome: 'begun' },
    { operation: 'secrets.set', outcome: 'changed' },
  ])
})

test('who let a text of a model out, changed it or kept it back is written down with the run, without the text', async () => {
  const headers = { 'x-api-key': admin.key }
  const given = { flowStateId: admin.keyId, id: admin.keyId }
  await api.call('approvals.approve', given, { headers })
  await api.call('approvals.approve', { ...given, text: 'We open at 8.' }, { headers })
  await api.call('approvals.decline', given, { headers })
  const { entries } = await list({ userId: admin.userId, limit: 3 })
  const common = { userId: admin.userId, outcome: 'NOT_FOUND' }
  expect(entries).toMatchObject([
    { ...common, operation: 'approvals.decline', target: given },
    { ...common, operation: 'approvals.approve', target: { ...given, withText: true } },
    { ...common, operation: 'approvals.approve', target: given },
  ])
  expect(JSON.stringify(entries)).not.toContain('We open')
})

test('reading and messaging leave no rows', async () => {
  const before = (await list()).entries.length
  const headers = { 'x-api-key': admin.key }
  await api.call('clients.list', {}, { headers })
  await api.call(
    'chat.sendMessage',
    { clientId: admin.keyId, target: '491512345678', message: { text: 'x' } },
    { headers },
  )
  expect((await list()).entries.length).toBe(before)
})

test('it is read page by page, by administrators only, and forgotten after a year', async () => {
  const person = await api.createPerson()
  expect((await api.call('audit.list', {}, { headers: { 'x-api-key': person.key } })).status).toBe(403)
  const first = await list({ limit: 1 })
  expect(first.nextCursor).not.toBeNull()
  const second = await list({ limit: 1, cursor: first.nextCursor })
  expect(second.entries[0]).not.toEqual(first.entries[0])
  await database().pool.query(
    "update audit_log set created_at = now() - interval '366 days' where operation = 'sign-in'",
  )
  await createAuditStore(database()).removeOld()
  expect((await list({ operation: 'sign-in' })).entries).toEqual([])
  expect((await list()).entries.length).toBeGreaterThan(0)
})

test('it is read by time, page by page and together with a person and an action', async () => {
  const person = await api.createPerson()
  // Written out of order, as rows of two transactions can be.
  await database().pool.query(
    `insert into audit_log (user_id, via, operation, target, outcome, created_at)
     select $1, 'session', operation, '{}', 'done', at::timestamptz from (values
       ('keys.create', '2020-05-01T23:59:59.999Z'), ('keys.create', '2020-05-02T00:00:00Z'),
       ('keys.revoke', '2020-05-02T23:59:59Z'), ('keys.create', '2020-05-02T12:00:00Z'),
       ('keys.create', '2020-05-02T12:00:00Z'), ('keys.create', '2020-05-03T00:00:00Z')) as row (operation, at)`,
    [person.userId],
  )
  const day = { from: '2020-05-02T00:00:00Z', to: '2020-05-03T02:00:00+02:00' }
  const read = async (input: Record<string, unknown>) => {
    const { entries, nextCursor } = await list(input)
    return { moments: entries.map(({ createdAt }) => createdAt.slice(8, 19)), nextCursor }
  }
  const ofDay = ['02T23:59:59', '02T12:00:00', '02T12:00:00', '02T00:00:00']
  expect(await read(day)).toEqual({ moments: ofDay, nextCursor: null })
  expect((await read({ ...day, userId: person.userId, operation: 'keys.create' })).moments).toEqual(
    ofDay.slice(1),
  )
  expect((await read({ ...day, userId: admin.userId })).moments).toEqual([])
  expect((await read({ to: day.from })).moments).toEqual(['01T23:59:59'])
  expect((await list({ from: day.to, userId: person.userId })).entries).toHaveLength(1)

  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ ...day, limit: 1, ...(cursor && { cursor }) })
    seen.push(...page.entries.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toEqual((await list(day)).entries.map(({ id }) => id))
  expect(new Set(seen).size).toBe(4)

  const wrong = await api.call('audit.list', { from: '2020-05-02' }, { headers: session })
  expect(wrong.status).toBe(400)
})

test('a sign-in that is refused is written down with whom it was for, and with no word of the password', async () => {
  const person = await api.createPerson()
  const attempt = (email: string) =>
    api.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: api.origin },
      body: JSON.stringify({ email, password: 'a wrong password of mine' }),
    })
  expect((await attempt(person.email)).status).toBe(401)
  expect((await attempt('nobody@example.org')).status).toBe(401)
  const { entries } = await list({ operation: 'sign-in', limit: 2 })
  const refused = { via: 'sign-in', operation: 'sign-in', outcome: 'UNAUTHORIZED' }
  expect(entries).toMatchObject([
    { ...refused, userId: 'nobody', email: null, target: { email: 'nobody@example.org' } },
    { ...refused, userId: person.userId, email: person.email, target: { email: person.email } },
  ])
  expect(JSON.stringify(entries)).not.toContain('wrong password')
})

test('sessions that have ended are removed, and those that have not stay', async () => {
  const person = await api.createPerson()
  const headers = await api.signIn(person)
  await api.signIn(person)
  const { pool } = database()
  const count = async () =>
    (
      await pool.query<{ count: number }>('select count(*)::int from session where user_id = $1', [
        person.userId,
      ])
    ).rows[0]?.count
  expect(await count()).toBe(2)
  await pool.query(
    `update session set expires_at = now() where id = (select id from session where user_id = $1 order by created_at desc limit 1)`,
    [person.userId],
  )
  await createUserStore(database()).removeEndedSessions()
  expect(await count()).toBe(1)
  expect((await api.call('keys.list', {}, { headers })).status).toBe(200)
})
