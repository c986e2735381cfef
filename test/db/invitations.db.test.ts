import { describe, expect, it } from 'vitest'
import type { TestApi, TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { useServedApi } from '../support/served-api.ts'

const PASSWORD = 'their own password'

const database = useTestDatabase()
let api: TestApi
let admin: TestPerson
let asAdmin: Record<string, string>

useServedApi(database, async (started) => {
  api = started
  admin = await api.createPerson({ admin: true })
  asAdmin = await api.signIn(admin)
})

interface Made {
  id: string
  path: string
}

async function invite(
  email: string,
  more: object = {},
  headers = asAdmin,
): Promise<Made & { token: string }> {
  const { status, body } = await api.call('invitations.create', { email, ...more }, { headers })
  expect(status).toBe(200)
  const made = body as Made
  return { ...made, token: made.path.replace('/invitation#', '') }
}

const ask = (action: string, body: object, headers: Record<string, string> = {}) =>
  api.request(`/api/auth/invitation/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: api.origin, ...headers },
    body: JSON.stringify(body),
  })

const accept = (token: string, more: object = {}) =>
  ask('accept', { token, name: 'Grace', password: PASSWORD, ...more })

const isOver = { status: 404, body: { code: 'INVITATION_OVER' } }

describe('invitations', () => {
  it('are made, listed and taken back by signed-in administrators only', async () => {
    const other = await api.createPerson()
    const cookies = await api.signIn(other)
    const inputs = { list: {}, create: { email: 'x@example.org' }, revoke: { id: 'none' } }
    for (const [name, input] of Object.entries(inputs)) {
      expect((await api.call(`invitations.${name}`, input, { headers: cookies })).status).toBe(403)
    }
    const { token, id } = await invite('Listed@example.org', { role: 'admin', plan: 'pro' })
    const list = await api.call('invitations.list', {}, { headers: asAdmin })
    expect(list.body).toContainEqual(
      expect.objectContaining({ id, email: 'listed@example.org', role: 'admin', plan: 'pro' }),
    )
    expect(list.text).not.toContain(token)
    const { rows } = await database().pool.query('select * from invitation')
    expect(JSON.stringify(rows)).not.toContain(token)
    const log = await database().pool.query('select target from audit_log')
    expect(JSON.stringify(log.rows)).toContain('isted@example.org')
    expect(JSON.stringify(log.rows)).not.toContain(token)
    const revoke = () => api.call('invitations.revoke', { id }, { headers: asAdmin })
    expect((await revoke()).body).toEqual({ success: true })
    expect((await revoke()).status).toBe(404)
    expect(await ask('show', { token })).toMatchObject(isOver)
  })

  it('lead one person, once, to an account with the role and plan that were chosen', async () => {
    const { token } = await invite('grace@example.org', { plan: 'pro' })
    expect((await ask('show', { token })).body).toMatchObject({
      email: 'grace@example.org',
      invitedBy: expect.any(String),
    })
    expect((await accept(token, { password: 'short' })).body).toMatchObject({ code: 'INVALID_ACCOUNT' })
    expect((await accept(token, { name: ' ' })).status).toBe(400)
    const answers = await Promise.all(
      [1, 2, 3].map(() => accept(token, { role: 'admin', email: 'x@example.org' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    const entered = answers.find(({ status }) => status === 200)
    expect(entered?.text).not.toContain('"token"')
    const cookie =
      entered?.headers
        .getSetCookie()
        .map((one) => one.split(';', 1)[0])
        .join('; ') ?? ''
    const headers = { cookie, origin: api.origin }
    expect((await api.call('server.ping', {}, { headers })).status).toBe(200)
    expect((await api.call('users.list', {}, { headers })).status).toBe(403)
    const { rows } = await database().pool.query(
      `select role, plan, name, email from "user" where name = 'Grace'`,
    )
    expect(rows).toEqual([{ role: 'user', plan: 'pro', name: 'Grace', email: 'grace@example.org' }])
    expect(await ask('show', { token })).toMatchObject(isOver)
    expect(await accept(token)).toMatchObject(isOver)
  })

  it('end with a newer one, with their time, with an account, and with the rights of who made them', async () => {
    const first = await invite('again@example.org')
    const second = await invite('again@example.org')
    expect(await accept(first.token)).toMatchObject(isOver)
    expect((await ask('show', { token: second.token })).status).toBe(200)
    await database().pool.query(`update invitation set expires_at = now() where id = $1`, [second.id])
    expect(await accept(second.token)).toMatchObject(isOver)

    const third = await invite('again@example.org')
    await api.users.create({ email: 'again@example.org', password: PASSWORD })
    expect(await ask('show', { token: third.token })).toMatchObject(isOver)
    expect(await accept(third.token)).toMatchObject(isOver)
    const taken = await api.call('invitations.create', { email: 'AGAIN@example.org' }, { headers: asAdmin })
    expect(taken).toMatchObject({
      status: 409,
      body: {
        message:
          'There is already an account for again@example.org. Change it in the list of people instead.',
        data: { reason: 'HAS_ACCOUNT', params: { email: 'again@example.org' } },
      },
    })

    const former = await api.createPerson({ admin: true })
    const { token } = await invite('late@example.org', { role: 'admin' }, await api.signIn(former))
    await api.call('users.update', { id: former.userId, role: 'user' }, { headers: asAdmin })
    expect(await ask('show', { token })).toMatchObject(isOver)
    expect(await accept(token)).toMatchObject(isOver)
  })

  it('cannot be guessed at, nor taken up by a form of another site', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), 7, null]) {
      expect(await ask('show', { token })).toMatchObject(isOver)
    }
    const { token } = await invite('form@example.org')
    const form = await ask(
      'accept',
      { token, name: 'F', password: PASSWORD },
      { 'content-type': 'text/plain' },
    )
    expect(form.status).toBe(400)
    expect((await api.request('/api/auth/invitation/show')).status).toBe(404)
    expect((await ask('show', { token })).status).toBe(200)
  })
})
