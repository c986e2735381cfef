import { describe, expect, it } from 'vitest'
import type { TestApi, TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { useServedApi } from '../support/served-api.ts'

const database = useTestDatabase()
let api: TestApi
let admin: TestPerson
let asAdmin: Record<string, string>

useServedApi(database, async (started) => {
  api = started
  admin = await api.createPerson({ admin: true })
  asAdmin = await api.signIn(admin)
})

describe('people', () => {
  it('are made, listed and changed by administrators only', async () => {
    const other = await api.createPerson()
    const cookies = await api.signIn(other)
    for (const operation of ['users.list', 'users.create', 'users.update']) {
      const input =
        operation === 'users.create'
          ? { email: 'x@example.org', name: 'X' }
          : operation === 'users.update'
            ? { id: other.userId, role: 'admin' }
            : {}
      expect((await api.call(operation, input, { headers: cookies })).status).toBe(403)
    }
    const made = await api.call(
      'users.create',
      { email: 'New@example.org', name: 'New' },
      { headers: asAdmin },
    )
    expect(made.body).toMatchObject({
      email: 'new@example.org',
      role: 'user',
      plan: 'free',
      suspended: false,
    })
    const { password } = made.body as { password: string }
    expect(await api.signIn({ email: 'new@example.org', password })).toHaveProperty('cookie')
    const list = await api.call('users.list', {}, { headers: asAdmin })
    expect(list.body).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: other.userId, clients: 0 })]),
    )
    expect(list.text).not.toContain(password)
  })

  it('who are suspended are signed out and their keys refused until they are let in again', async () => {
    const ana = await api.createPerson()
    const cookies = await api.signIn(ana)
    const ping = async (headers: Record<string, string>) =>
      (await api.call('server.ping', {}, { headers })).status
    const change = (suspended: boolean) =>
      api.call('users.update', { id: ana.userId, suspended }, { headers: asAdmin })
    expect((await change(true)).body).toMatchObject({ suspended: true })
    expect(await ping(cookies)).toBe(401)
    expect(await ping({ 'x-api-key': ana.key })).toBe(401)
    await change(false)
    expect(await ping({ 'x-api-key': ana.key })).toBe(200)
    expect(await ping(cookies)).toBe(401)
  })

  it('keep the own rights of the administrator who is at work', async () => {
    const own = { id: admin.userId }
    const refused = async (change: object) =>
      (await api.call('users.update', { ...own, ...change }, { headers: asAdmin })).body
    expect(await refused({ role: 'user' })).toMatchObject({
      code: 'CONFLICT',
      message: 'Nobody takes the own rights away: have another administrator do it.',
      data: { reason: 'OWN_ACCOUNT', params: {} },
    })
    expect(await refused({ suspended: true })).toMatchObject({ code: 'CONFLICT' })
    expect(await refused({ plan: 'pro' })).toMatchObject({ role: 'admin', plan: 'pro' })
  })
})

describe('sessions', () => {
  it('are listed without what opens them, and ended by their id', async () => {
    const ana = await api.createPerson()
    const [here, there] = [await api.signIn(ana), await api.signIn(ana)]
    const list = await api.call('sessions.list', {}, { headers: here })
    const sessions = list.body as { id: string }[]
    expect(sessions).toHaveLength(2)
    const token =
      decodeURIComponent(there.cookie ?? '')
        .split('=')[1]
        ?.split('.')[0] ?? 'none'
    expect(token.length).toBeGreaterThan(20)
    expect(list.text).not.toContain(token)
    const present = await api.request('/api/auth/get-session', { headers: there })
    expect(present.text).not.toContain(token)
    const { session } = present.body as { session: { id: string } }
    const stranger = await api.signIn(await api.createPerson())
    const end = async (headers: Record<string, string>) =>
      (await api.call('sessions.end', { id: session.id }, { headers })).status
    expect(await end(stranger)).toBe(404)
    expect(await end(here)).toBe(200)
    expect((await api.call('server.ping', {}, { headers: there })).status).toBe(401)
    expect((await api.call('server.ping', {}, { headers: here })).status).toBe(200)
  })

  it('are not told by the library’s own paths, and not to keys', async () => {
    const ana = await api.createPerson()
    const cookies = await api.signIn(ana)
    expect((await api.request('/api/auth/list-sessions', { headers: cookies })).status).toBe(404)
    expect((await api.call('sessions.list', {}, { headers: { 'x-api-key': ana.key } })).status).toBe(403)
    const body = JSON.stringify({ email: ana.email, password: ana.password })
    const headers = { 'content-type': 'application/json', origin: api.origin }
    const signedIn = await api.request('/api/auth/sign-in/email', { method: 'POST', headers, body })
    expect(signedIn.body).not.toHaveProperty('token')
  })
})
