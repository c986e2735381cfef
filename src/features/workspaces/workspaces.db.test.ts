import { beforeEach, describe, expect, it } from 'vitest'
import { startApi, type TestApi, type TestPerson } from '../../../test/support/api.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient } from '../../../test/support/fixtures.ts'
import { useServedApi } from '../../../test/support/served-api.ts'
import { createKeyStore, KeyChecker } from '../keys/index.ts'
import { createWorkspaceHandlers, createWorkspaceInvitationStore, createWorkspaceStore } from './index.ts'

const PASSWORD = 'their own password'

const database = useTestDatabase()
let api: TestApi
let owner: TestPerson
let asOwner: Record<string, string>

useServedApi(
  database,
  (started) => {
    api = started
  },
  () => ({ trustProxy: true }),
)

/** Each from an address of its own, as one address may only try a few times a minute. */
let addresses = 0
async function signIn({ email, password }: Pick<TestPerson, 'email' | 'password'>): Promise<Headers> {
  addresses += 1
  const { status, headers } = await api.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: api.origin,
      'x-forwarded-for': `192.0.2.${addresses}`,
    },
    body: JSON.stringify({ email, password }),
  })
  expect(status).toBe(200)
  const cookie = headers.getSetCookie().map((one) => one.split(';', 1)[0])
  return { cookie: cookie.join('; '), origin: api.origin }
}

beforeEach(async () => {
  owner = await api.createPerson()
  asOwner = await signIn(owner)
})

type Headers = Record<string, string>

async function ok<T = Record<string, unknown>>(name: string, input: object, headers: Headers): Promise<T> {
  const { status, body, text } = await api.call(name, input, { headers })
  expect(status, `${name}: ${text}`).toBe(200)
  return body as T
}

const byKey = ({ key }: TestPerson): Headers => ({ 'x-api-key': key })

const invite = async (email: string, more: object, headers = asOwner) => {
  const { path } = await ok<{ path: string }>(
    'workspaces.invitations.create',
    { email, role: 'agent', ...more },
    headers,
  )
  return path.replace('/invitation#', '')
}

const open = (action: string, body: object, at = api) =>
  at.request(`/api/auth/invitation/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: at.origin },
    body: JSON.stringify(body),
  })

/** Somebody with an account of their own who came into the owner's workspace. */
async function join(more: object = {}): Promise<{ person: TestPerson; session: Headers }> {
  const person = await api.createPerson()
  const session = await signIn(person)
  await ok('workspaces.join', { token: await invite(person.email, more) }, session)
  return { person, session }
}

describe('a person alone', () => {
  it('has one workspace, of which they are the owner', async () => {
    expect(await ok('workspaces.list', {}, asOwner)).toEqual([
      expect.objectContaining({
        id: owner.userId,
        role: 'owner',
        members: 1,
        isActive: true,
        clientIds: null,
      }),
    ])
    expect(await ok('workspaces.get', {}, byKey(owner))).toMatchObject({ id: owner.userId, role: 'owner' })
  })
})

describe('somebody invited', () => {
  it('makes an account by the link, once, and works in that workspace and no other', async () => {
    const clientId = await insertClient(database().pool, { userId: owner.userId })
    const email = `new.${Date.now()}@example.org`
    const token = await invite(email.toUpperCase(), { clientIds: [clientId] })
    const shown = await open('show', { token })
    expect(shown.body).toMatchObject({ email, hasAccount: false, workspace: expect.any(String) })
    const taken = await Promise.all([
      open('accept', { token, name: 'Grace', password: PASSWORD }),
      open('accept', { token, name: 'Grace', password: PASSWORD }),
    ])
    expect(taken.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const session = await signIn({ email, password: PASSWORD })
    expect(await ok('workspaces.list', {}, session)).toEqual([
      expect.objectContaining({ id: owner.userId, role: 'agent', clientIds: [clientId], members: 2 }),
    ])
  })

  it('joins with the account they have, by an invitation for their address only, and may go back to their own', async () => {
    const { person, session } = await join()
    const listed = await ok<{ id: string; isActive: boolean }[]>('workspaces.list', {}, session)
    expect(listed.map(({ id, isActive }) => [id, isActive])).toEqual([
      [person.userId, false],
      [owner.userId, true],
    ])
    const clientId = await insertClient(database().pool, { userId: owner.userId })
    expect(await ok('clients.list', {}, session)).toEqual([expect.objectContaining({ id: clientId })])
    // A key stays where it was made.
    expect(await ok('clients.list', {}, byKey(person))).toEqual([])
    await ok('workspaces.enter', { id: person.userId }, session)
    expect(await ok('clients.list', {}, session)).toEqual([])
    const stranger = await api.createPerson()
    const asStranger = await signIn(stranger)
    const token = await invite(`other.${Date.now()}@example.org`, {})
    const refused = await api.call('workspaces.join', { token }, { headers: asStranger })
    expect(refused).toMatchObject({ status: 409, body: { data: { reason: 'INVITED_OTHER' } } })
    const entered = await api.call('workspaces.enter', { id: owner.userId }, { headers: asStranger })
    expect(entered.status).toBe(404)
  })

  it('finds the link over when its time is, when it was taken back, and when who made it may no longer', async () => {
    const { person: admin, session: asAdmin } = await join({ role: 'admin' })
    const email = `late.${Date.now()}@example.org`
    const isOpen = async (token: string) => (await open('show', { token })).status === 200
    const first = await invite(email, {}, asAdmin)
    const second = await invite(email, {}, asAdmin)
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true])
    await ok('workspaces.members.update', { userId: admin.userId, role: 'viewer' }, asOwner)
    expect(await isOpen(second)).toBe(false)
    await ok('workspaces.members.update', { userId: admin.userId, role: 'admin' }, asOwner)
    expect(await isOpen(second)).toBe(true)
    await database().pool.query(
      `update workspace_invitation set expires_at = now() - interval '1 second' where email = $1`,
      [email],
    )
    expect(await isOpen(second)).toBe(false)
    const third = await invite(email, {})
    const [{ id } = { id: '' }] = await ok<{ id: string }[]>('workspaces.invitations.list', {}, asOwner)
    await ok('workspaces.invitations.revoke', { id }, asOwner)
    expect(await isOpen(third)).toBe(false)
  })

  it('cannot be invited twice, nor to numbers of others', async () => {
    const { person } = await join()
    const again = { email: person.email, role: 'viewer' }
    expect(await api.call('workspaces.invitations.create', again, { headers: asOwner })).toMatchObject({
      status: 409,
      body: { data: { reason: 'ALREADY_MEMBER' } },
    })
    const foreign = await insertClient(database().pool)
    const input = { email: 'x@example.org', role: 'agent', clientIds: [foreign] }
    expect((await api.call('workspaces.invitations.create', input, { headers: asOwner })).status).toBe(404)
  })
})

describe('a member', () => {
  it('who is taken out is let in nowhere from the next call on, by session and by key', async () => {
    const { person, session } = await join({ role: 'admin' })
    await insertClient(database().pool, { userId: owner.userId })
    const { key } = await ok<{ key: string }>('keys.create', { name: 'mine' }, session)
    const headers = { 'x-api-key': key }
    expect(await ok<unknown[]>('clients.list', {}, headers)).toHaveLength(1)
    await ok('workspaces.members.remove', { userId: person.userId }, asOwner)
    expect((await api.call('clients.list', {}, { headers })).status).toBe(401)
    expect(await ok('clients.list', {}, session)).toEqual([])
    expect(await ok('workspaces.get', {}, session)).toMatchObject({ id: person.userId, role: 'owner' })
    const token = await invite(person.email, { role: 'viewer' })
    await ok('workspaces.join', { token }, session)
    expect((await api.call('clients.list', {}, { headers })).status).toBe(401)
  })

  it('loses with a role what their keys could do', async () => {
    const { person, session } = await join({ role: 'admin' })
    const clientId = await insertClient(database().pool, { userId: owner.userId })
    const other = await insertClient(database().pool, { userId: owner.userId })
    const { key } = await ok<{ key: string }>('keys.create', { name: 'mine' }, session)
    const headers = { 'x-api-key': key }
    const checker = new KeyChecker(createKeyStore(database()), { free: 9, pro: 9 })
    const check = await checker.check(key)
    if (check.kind !== 'granted') throw new Error('the key opens nothing')
    // What a stream that the key has open asks.
    expect(await checker.isLive(key, check.principal)).toBe(true)
    const rename = { id: clientId, name: 'Shop' }
    await ok('clients.update', rename, headers)
    await ok(
      'workspaces.members.update',
      { userId: person.userId, role: 'agent', clientIds: [clientId] },
      asOwner,
    )
    expect(await api.call('clients.update', rename, { headers })).toMatchObject({
      status: 403,
      body: { data: { reason: 'ROLE_MISSING', right: 'manage' } },
    })
    expect(await checker.isLive(key, check.principal)).toBe(false)
    const { principal } = check
    const asAgent = { ...principal, workspaceRole: 'agent', clientIds: [clientId] } as const
    expect(await checker.isLive(key, asAgent)).toBe(true)
    expect(await checker.isLive(key, { ...asAgent, clientIds: null })).toBe(false)
    for (const caller of [headers, session]) {
      expect(await ok('clients.list', {}, caller)).toEqual([expect.objectContaining({ id: clientId })])
      const hidden = await api.call('chat.listConversations', { clientId: other }, { headers: caller })
      expect(hidden.status).toBe(404)
    }
  })

  it('leaves by themselves, the owner only after handing over, and one is owner at any time', async () => {
    const { person, session } = await join({ role: 'admin' })
    const left = await api.call('workspaces.members.leave', {}, { headers: asOwner })
    expect(left).toMatchObject({ status: 409, body: { data: { reason: 'OWNER_STAYS' } } })
    await ok('clients.list', {}, byKey(owner))
    const hand = { userId: person.userId, role: 'owner' }
    const seized = await api.call('workspaces.members.update', hand, { headers: session })
    expect(seized).toMatchObject({ status: 403, body: { data: { reason: 'OWNER_ONLY' } } })
    const lowered = { userId: owner.userId, role: 'viewer' }
    expect((await api.call('workspaces.members.update', lowered, { headers: session })).status).toBe(409)
    await Promise.all([
      ok('workspaces.members.update', hand, asOwner),
      api.call('workspaces.members.update', hand, { headers: asOwner }),
    ])
    const roles = await ok<{ userId: string; role: string }[]>('workspaces.members.list', {}, session)
    expect(roles.map(({ userId, role }) => [userId, role])).toEqual([
      [owner.userId, 'admin'],
      [person.userId, 'owner'],
    ])
    await ok('workspaces.members.leave', {}, asOwner)
    const own = await ok<{ id: string }[]>('workspaces.list', {}, asOwner)
    // The workspace with the id of their account is somebody else's now.
    expect(own).toEqual([expect.objectContaining({ role: 'owner', members: 1 })])
    expect(own[0]?.id).not.toBe(owner.userId)
    expect((await api.call('clients.list', {}, { headers: byKey(owner) })).status).toBe(401)
  })
})

describe('keys', () => {
  it('of everybody are seen and revoked by who manages the workspace, and by others their own', async () => {
    const { person, session } = await join({ role: 'admin' })
    const { id, key } = await ok<{ id: string; key: string }>('keys.create', { name: 'mine' }, session)
    await ok('workspaces.members.update', { userId: person.userId, role: 'viewer' }, asOwner)
    const list = async (headers: Headers) =>
      (await ok<{ id: string; userId: string }[]>('keys.list', {}, headers)).map((one) => [
        one.id,
        one.userId,
      ])
    expect(await list(session)).toEqual([[id, person.userId]])
    expect(await list(asOwner)).toEqual([
      [id, person.userId],
      [owner.keyId, owner.userId],
    ])
    expect((await api.call('keys.revoke', { id: owner.keyId }, { headers: session })).status).toBe(404)
    expect(await ok('keys.revoke', { id }, asOwner)).toMatchObject({ id, userId: person.userId })
    expect((await api.call('clients.list', {}, { headers: { 'x-api-key': key } })).status).toBe(401)
    const stranger = await api.createPerson()
    const asStranger = await signIn(stranger)
    expect(await list(asStranger)).toEqual([[stranger.keyId, stranger.userId]])
    expect((await api.call('keys.revoke', { id: owner.keyId }, { headers: asStranger })).status).toBe(404)
  })
})

describe('a second workspace', () => {
  it('is made by anybody, with their plan, and what a page of the first one asks is refused then', async () => {
    await database().pool.query(`update "user" set plan = 'pro' where id = $1`, [owner.userId])
    const clientId = await insertClient(database().pool, { userId: owner.userId })
    const before = await api.call('clients.list', {}, { headers: asOwner })
    expect(before.headers.get('x-workspace')).toBe(owner.userId)
    const made = await ok<{ id: string }>('workspaces.create', { name: 'Bakery' }, asOwner)
    expect(made).toMatchObject({ name: 'Bakery', plan: 'pro', role: 'owner', members: 1, isActive: true })
    expect(await ok('clients.list', {}, asOwner)).toEqual([])
    const shown = { ...asOwner, 'x-workspace': owner.userId }
    const wrong = { name: 'Wrong place', network: 'sandbox' }
    expect(await api.call('clients.create', wrong, { headers: shown })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', data: { reason: 'WORKSPACE_LEFT' } },
    })
    expect(await ok('clients.list', {}, asOwner)).toEqual([])
    await ok('workspaces.enter', { id: owner.userId }, asOwner)
    expect(await ok('clients.list', {}, shown)).toEqual([expect.objectContaining({ id: clientId })])
  })

  it('is not made without end', async () => {
    await database().pool.query(
      `with w as (insert into workspace (id, name) select 'many-' || n || $1, 'Many' from generate_series(1, 19) n returning id)
       insert into workspace_member (workspace_id, user_id, role) select id, $1, 'owner' from w`,
      [owner.userId],
    )
    expect(await api.call('workspaces.create', { name: 'One more' }, { headers: asOwner })).toMatchObject({
      status: 409,
      body: { data: { reason: 'TOO_MANY_WORKSPACES', params: { most: 20 } } },
    })
  })
})

describe('where only administrators of the service bring new people', () => {
  it('nobody without an account is invited into a workspace, and open links make none', async () => {
    const email = `nobody.${Date.now()}@example.org`
    const token = await invite(email, {})
    const strict = await startApi(database(), { signUp: 'admins' })
    const shown = await open('show', { token }, strict)
    const taken = await open('accept', { token, name: 'Nobody', password: PASSWORD }, strict)
    await strict.close()
    expect([shown.status, taken.status]).toEqual([404, 404])
    const { invitations } = createWorkspaceHandlers({
      ...{ db: database(), newId: () => crypto.randomUUID(), takesNewPeople: false },
      store: createWorkspaceStore(database()),
      invitations: createWorkspaceInvitationStore(database()),
      readEmail: async () => null,
      onCallersChanged: () => {},
      contents: { stop: async () => {}, delete: async () => async () => {} },
    })
    const ctx = {
      principal: { userId: owner.userId, role: 'user', plan: 'free', via: 'session' },
      ...{ owner: owner.userId, requestId: 'one', signal: AbortSignal.timeout(60_000) },
    } as const
    await expect(invitations.create({ email, role: 'agent' }, ctx)).rejects.toMatchObject({
      data: { reason: 'ACCOUNT_FIRST', params: { email } },
    })
    const { email: known } = await api.createPerson()
    expect(await invitations.create({ email: known, role: 'agent' }, ctx)).toMatchObject({ email: known })
  })
})

describe('a deleted workspace', () => {
  it('is there with all that is in it when its deletion breaks off, and goes by the next call', async () => {
    const { pool } = database()
    const clientId = await insertClient(pool, { userId: owner.userId })
    await ok('workspaces.update', { name: 'Bakery' }, asOwner)
    await pool.query(`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
      create trigger breaks_off before delete on workspace for each row execute function break_off()`)
    try {
      const broken = await api.call('workspaces.delete', { name: 'Bakery' }, { headers: asOwner })
      expect(broken.status).toBe(500)
    } finally {
      await pool.query('drop function break_off cascade')
    }
    expect(await ok('clients.list', {}, asOwner)).toEqual([expect.objectContaining({ id: clientId })])
    await ok('workspaces.delete', { name: 'Bakery' }, asOwner)
    expect(await ok('clients.list', {}, asOwner)).toEqual([])
  })

  it('takes all that is in it along, and leaves each member one of their own', async () => {
    const { person, session } = await join({ role: 'admin' })
    const { pool } = database()
    const clientId = await insertClient(pool, { userId: owner.userId })
    await pool.query(`insert into flow (id, user_id, name) values ($1, $2, 'Orders')`, [
      clientId,
      owner.userId,
    ])
    await ok('workspaces.update', { name: 'Flower shop' }, asOwner)
    const refused = await api.call('workspaces.delete', { name: 'Flower' }, { headers: asOwner })
    expect(refused).toMatchObject({ status: 409, body: { data: { reason: 'OTHER_NAME' } } })
    const byAdmin = await api.call('workspaces.delete', { name: 'Flower shop' }, { headers: session })
    expect(byAdmin).toMatchObject({ status: 403, body: { data: { reason: 'ROLE_MISSING' } } })
    await ok('workspaces.delete', { name: 'Flower shop' }, asOwner)
    for (const table of ['client', 'flow', 'event_log']) {
      const { rows } = await pool.query(`select count(*)::int as count from ${table} where user_id = $1`, [
        owner.userId,
      ])
      expect(rows, table).toEqual([{ count: 0 }])
    }
    expect(await ok('workspaces.get', {}, session)).toMatchObject({ id: person.userId, members: 1 })
    expect(await ok('workspaces.get', {}, asOwner)).toMatchObject({ role: 'owner', members: 1 })
  })

  it('goes with its last member, when the account of that is deleted', async () => {
    const { pool } = database()
    await insertClient(pool, { userId: owner.userId })
    await pool.query('delete from "user" where id = $1', [owner.userId])
    const { rows } = await pool.query('select id from workspace where id = $1', [owner.userId])
    expect(rows).toEqual([])
  })
})

describe('the plan of a workspace', () => {
  it('follows its owner, and is what the keys of all members are held to', async () => {
    const { person, session } = await join({ role: 'admin' })
    await ok('workspaces.enter', { id: owner.userId }, session)
    const { key } = await ok<{ key: string }>('keys.create', { name: 'mine' }, session)
    const limitOf = async (headers: Headers) =>
      (await api.call('workspaces.get', {}, { headers })).headers.get('x-ratelimit-limit')
    const before = await limitOf({ 'x-api-key': key })
    await database().pool.query(`update "user" set plan = 'pro' where id = $1`, [owner.userId])
    expect(await limitOf({ 'x-api-key': key })).not.toBe(before)
    expect(await limitOf(byKey(person))).toBe(before)
  })
})
