import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'

let database: TestDatabase
let api: TestApi
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await api.close()
  await database.drop()
})

const PASSWORD = 'correct horse battery'

function signUp(email: string, extra: object = {}) {
  return api.request('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: api.origin },
    body: JSON.stringify({ email, password: PASSWORD, name: 'N', ...extra }),
  })
}

async function listPeople() {
  const { rows } = await database.pool.query<{ email: string; role: string; plan: string }>(
    'select email, role, plan from "user" order by email',
  )
  return rows
}

describe('sign-up', () => {
  it('makes the first account the admin and is closed from then on', async () => {
    api = await startApi(database)
    expect((await signUp('a@example.com')).status).toBe(200)
    const second = await signUp('b@example.com')
    expect(second).toMatchObject({ status: 403, body: { code: 'SIGN_UP_CLOSED' } })
    expect(await listPeople()).toEqual([{ email: 'a@example.com', role: 'admin', plan: 'free' }])
  })

  it('makes one admin out of ten first sign-ups at once', async () => {
    api = await startApi(database, { signUp: 'open' })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => signUp(`p${i}@example.com`)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const roles = (await listPeople()).map(({ role }) => role)
    expect(roles.toSorted()).toEqual(['admin', ...Array(9).fill('user')])
  })

  it('lets one of ten first sign-ups in where it is closed', async () => {
    api = await startApi(database)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => signUp(`p${i}@example.com`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await listPeople()).map(({ role }) => role)).toEqual(['admin'])
  })

  it('is closed when an administrator made the first account', async () => {
    api = await startApi(database)
    await api.users.create({ email: 'Root@Example.com ', password: PASSWORD, admin: true })
    expect((await signUp('b@example.com')).status).toBe(403)
    expect(await listPeople()).toEqual([{ email: 'root@example.com', role: 'admin', plan: 'free' }])
  })

  it('can be taken up again after the first attempt broke off half-way', async () => {
    api = await startApi(database)
    await database.pool.query(
      "insert into bootstrap (id, claimed_at) values (1, now() - interval '1 minute')",
    )
    expect((await signUp('a@example.com')).status).toBe(200)
    expect((await listPeople()).map(({ role }) => role)).toEqual(['admin'])
  })

  it('never lets people choose their own role or plan', async () => {
    api = await startApi(database, { signUp: 'open' })
    await signUp('a@example.com')
    await signUp('b@example.com', { role: 'admin', plan: 'pro' })
    const headers = await api.signIn({ email: 'a@example.com', password: PASSWORD })
    await api.request('/api/auth/update-user', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ plan: 'pro' }),
    })
    for (const person of await listPeople()) expect(person).toMatchObject({ plan: 'free' })
    expect((await listPeople()).filter(({ role }) => role === 'admin')).toHaveLength(1)
  })
})

describe('sessions', () => {
  it('call operations in one round trip and are not counted', async () => {
    api = await startApi(database)
    const headers = await api.signIn(await api.createPerson())
    database.statements.length = 0
    const { status, headers: answered } = await api.call('server.ping', {}, { headers })
    expect(status).toBe(200)
    expect(answered.get('ratelimit')).toBeNull()
    expect(database.statements).toEqual(['session_read'])
  })

  it('are not made for somebody who is suspended, right password or not', async () => {
    api = await startApi(database)
    const { email, userId } = await api.createPerson()
    await database.pool.query('update "user" set banned = true where id = $1', [userId])
    const signIn = (password: string) =>
      api.request('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: api.origin },
        body: JSON.stringify({ email, password }),
      })
    const answer = await signIn(PASSWORD)
    expect(answer).toMatchObject({ status: 403, body: { code: 'SUSPENDED' } })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await signIn('not the password')).toMatchObject({ status: 401 })
    expect((await database.pool.query('select 1 from session')).rows).toEqual([])
  })

  it.each(['verify-password', 'change-password'])(
    'that somebody else has got hold of cannot be used to guess the password by %s',
    async (path) => {
      api = await startApi(database)
      const headers = { ...(await api.signIn(await api.createPerson())), 'content-type': 'application/json' }
      const body = JSON.stringify({
        password: 'wrong',
        currentPassword: 'wrong',
        newPassword: 'another one 1',
      })
      const statuses = []
      for (let at = 0; at < 12; at += 1)
        statuses.push((await api.request(`/api/auth/${path}`, { method: 'POST', headers, body })).status)
      expect(statuses.slice(0, 10)).not.toContain(429)
      expect(statuses.slice(10)).toEqual([429, 429])
    },
  )

  it('end with sign-out, and with their time', async () => {
    api = await startApi(database)
    const person = await api.createPerson()
    const [first, second] = [await api.signIn(person), await api.signIn(person)]
    await api.request('/api/auth/sign-out', {
      method: 'POST',
      headers: { ...first, 'content-type': 'application/json' },
      body: '{}',
    })
    expect((await api.call('server.ping', {}, { headers: first })).status).toBe(401)
    expect((await api.call('server.ping', {}, { headers: second })).status).toBe(200)
    await database.pool.query("update session set expires_at = now() - interval '1 second'")
    expect((await api.call('server.ping', {}, { headers: second })).status).toBe(401)
  })

  it('with a forged or changed cookie are refused without asking the database', async () => {
    api = await startApi(database)
    const { cookie, origin } = (await api.signIn(await api.createPerson())) as {
      cookie: string
      origin: string
    }
    const forged = [
      cookie.replace(/=./, (start) => (start === '=x' ? '=y' : '=x')),
      cookie.slice(0, -9),
      'parley.session_token=a.b',
      'parley.session_token=%',
    ]
    database.statements.length = 0
    for (const value of forged) {
      expect((await api.call('server.ping', {}, { headers: { cookie: value, origin } })).status).toBe(401)
    }
    expect(database.statements).toEqual([])
  })

  it('set an HttpOnly SameSite cookie', async () => {
    api = await startApi(database)
    const { headers } = await signUp('a@example.com')
    const session = headers.getSetCookie().find((cookie) => cookie.startsWith('parley.session_token='))
    expect(session).toMatch(/; HttpOnly/i)
    expect(session).toMatch(/; SameSite=Lax/i)
  })

  it('are told to every page that asks, however many people open theirs from one address', async () => {
    api = await startApi(database)
    const headers = await api.signIn(await api.createPerson())
    const statuses = new Set<number>()
    for (let at = 0; at < 310; at += 1)
      statuses.add((await api.request('/api/auth/get-session', { headers })).status)
    expect([...statuses]).toEqual([200])
  })

  it('cannot be begun with a wrong password, nor guessed at for long', async () => {
    api = await startApi(database)
    const { email } = await api.createPerson()
    const attempt = () => api.signIn({ email, password: 'wrong password' })
    await expect(attempt()).rejects.toThrow('answered 401')
    for (let i = 0; i < 9; i++) await attempt().catch(() => {})
    await expect(attempt()).rejects.toThrow('answered 429')
  })

  it.each([true, false])(
    'are limited by the address a trusted proxy saw (trusted: %s)',
    async (trustProxy) => {
      api = await startApi(database, { trustProxy })
      const attempt = async (forwarded: string) => {
        const body = JSON.stringify({ email: 'a@example.com', password: 'wrong password' })
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded }
        return (await api.request('/api/auth/sign-in/email', { method: 'POST', headers, body })).status
      }
      for (let i = 0; i < 10; i++) await attempt(`10.9.9.${i}, 192.0.2.1`)
      expect(await attempt('10.9.9.99, 192.0.2.1')).toBe(429)
      expect(await attempt('10.9.9.99, 192.0.2.2')).toBe(trustProxy ? 401 : 429)
    },
  )
})

describe('people', () => {
  it('made by an administrator can sign in, and are refused twice', async () => {
    api = await startApi(database)
    const input = { email: 'ana@example.com', password: PASSWORD, plan: 'pro' as const }
    expect(await api.users.create(input)).toMatchObject({
      email: 'ana@example.com',
      role: 'user',
      plan: 'pro',
      name: 'ana',
    })
    await expect(api.users.create(input)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await api.signIn(input)).toHaveProperty('cookie')
    expect(await api.users.findByEmail(' ANA@example.com')).toMatchObject({ email: 'ana@example.com' })
    await expect(api.users.findByEmail('nobody@example.com')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('need an e-mail address and a password of some length', async () => {
    api = await startApi(database)
    for (const bad of [{ email: 'ana' }, { password: 'short' }, { password: 'x'.repeat(129) }]) {
      const create = api.users.create({ email: 'ana@example.com', password: PASSWORD, ...bad })
      await expect(create).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})
