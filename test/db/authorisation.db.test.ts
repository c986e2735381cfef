import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../src/contract/index.ts'
import {
  findRight,
  hasRight,
  SCOPES,
  type Scope,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '../../src/contract/scopes.ts'
import { sha256 } from '../../src/platform/secrets.ts'
import { startApi, type TestApi, type TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { inOwnWorkspace } from '../support/fixtures.ts'
import { type ServedHandlers, serveHandlers } from '../support/handlers.ts'
import { buildValidInput, type OwnedIds } from '../support/valid-inputs.ts'

/**
 * Every operation of the contract, called by everybody who may call at all, on things of their own and of others. What
 * each may do is what its entry says.
 */
const UNLIMITED = { free: 1_000_000, pro: 1_000_000 }
/** Their inputs name nothing that belongs to anybody, so that there is nothing of others to ask for. */
const NAMES_NOTHING = OPERATIONS.filter(({ name, entry: { reach } }) => {
  return typeof reach !== 'object' || reach.lists !== undefined || name === 'webhooks.create'
}).map(({ name }) => name)

const database = useTestDatabase()
let served: ServedHandlers
let api: TestApi

/** Somebody with a key and a session. */
interface Caller extends TestPerson {
  session: Record<string, string>
}

/** Made once: drawing a password's hash takes longer than everything else here. */
const callers: { admin: Caller; user: Caller; otherAdmin: Caller; other: Caller; suspended: Caller } =
  {} as never
const keyOfScope = new Map<Scope, string>()
let expiredKey: string
/** In the workspace of `callers.user`, one for each role. */
const members = new Map<WorkspaceRole, Caller>()

async function createCaller(admin: boolean): Promise<Caller> {
  const person = await api.createPerson({ admin })
  return { ...person, session: await api.signIn(person) }
}

/** Operations that leave everything as it was. */
const READS = new Set(OPERATIONS.filter(({ entry }) => entry.effect === 'reads').map(({ name }) => name))
/** Whose things no call has got at since they were made: these do for the next call as well. */
const untouched = new Map<string, OwnedIds>()

/** What is called may take a member out; this puts them in again as what they are, with the numbers of an agent. */
async function putIn(role: WorkspaceRole, clientIds: string[] | null = null): Promise<Caller> {
  if (role === 'owner') return callers.user
  const member = members.get(role)!
  await database().pool.query({
    name: 'put_in',
    text: `with works as (update session set workspace_id = $1 where user_id = $2)
     insert into workspace_member (workspace_id, user_id, role, client_ids) values ($1, $2, $3, $4::uuid[])
     on conflict (workspace_id, user_id) do update set role = excluded.role, client_ids = excluded.client_ids`,
    values: [callers.user.userId, member.userId, role, clientIds],
  })
  return member
}

/** A client with a flow, a run and a webhook, and a key; what is called may destroy them. */
async function insertOwned({ userId }: TestPerson): Promise<OwnedIds> {
  const [clientId, flowId, flowStateId, keyId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await database().pool.query({
    name: 'insert_owned',
    // What was called before may have made another workspace, in which the session works since.
    text: `with works as (
       update session set workspace_id = $1 where user_id = $1 and workspace_id is distinct from $1
     ), key as (
       insert into api_key (id, user_id, workspace_id, name, hash, prefix, last_four)
       values ($5, $1, $1, 'spare', $6, 'parley_', '0000')
     ), number as (
       insert into client (id, user_id, name, network, worker_desired_state) values ($2, $1, 'Shop', 'sandbox', 'stopped')
     ), orders as (
       insert into flow (id, user_id, client_id, name) values ($3, $1, $2, 'Orders')
     ), run as (
       insert into flow_state (id, flow_id, flow_version_id, client_id, contact_jid, state, context)
       values ($4, $3, gen_random_uuid(), $2, '491512345678@s.whatsapp.net', 'completed', '{}')
     )
     insert into webhook (id, user_id, client_id, url, sealed_secret, cursor)
     values ($2, $1, $2, 'https://example.com/hook', 'v1.00000000.', 0)`,
    values: [userId, clientId, flowId, flowStateId, keyId, sha256(keyId)],
  })
  return { clientId, flowId, flowStateId, keyId }
}

async function ownedBy(person: TestPerson): Promise<OwnedIds> {
  const ids = untouched.get(person.userId) ?? (await insertOwned(person))
  untouched.set(person.userId, ids)
  return ids
}

interface Outcome {
  status: number
  code: string | null
  reason: string | null
  scope: string | null
}

async function call(name: string, ids: OwnedIds, headers: Record<string, string>): Promise<Outcome> {
  const { status, body } = await api.call(name, buildValidInput(name, ids), { headers })
  const { code = null, data } = body as { code?: string; data?: { reason?: string; scope?: string } }
  const isLetIn = status !== 401 && status !== 403
  if (isLetIn && !READS.has(name))
    for (const [userId, { clientId }] of untouched) if (clientId === ids.clientId) untouched.delete(userId)
  return { status, code, reason: data?.reason ?? null, scope: data?.scope ?? null }
}

/** To the caller these things are like missing ones, and so they stay as they are. */
async function expectHidden(name: string, owner: TestPerson, headers: Record<string, string>) {
  const ids = await ownedBy(owner)
  expect(await call(name, ids, headers)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  untouched.set(owner.userId, ids)
}

const byKey = (key: string) => ({ 'x-api-key': key })

/** Operations that ask for a second scope in their handler, and which. */
const ALSO_ASKED: Readonly<Record<string, string>> = {
  'flows.testCases.record': 'runs:read',
  'campaigns.preview': 'contacts:read',
  'campaigns.people': 'contacts:read',
}

/** Let in: whatever the operation then says of the things themselves, it is no word about the caller. */
const expectLetIn = (outcome: Outcome) => expect([401, 403]).not.toContain(outcome.status)

function expectOpen(name: string, outcome: Outcome): void {
  const also = ALSO_ASKED[name]
  if (also) expect(outcome).toMatchObject({ status: 403, reason: 'SCOPE_MISSING', scope: also })
  else expectLetIn(outcome)
}

beforeAll(async () => {
  served = serveHandlers(database())
  api = await startApi(database(), { handlers: served.handlers, bus: served.bus, limits: UNLIMITED })
  callers.admin = await createCaller(true)
  callers.user = await createCaller(false)
  callers.otherAdmin = await createCaller(true)
  callers.other = await createCaller(false)
  callers.suspended = await createCaller(true)
  for (const role of WORKSPACE_ROLES) if (role !== 'owner') members.set(role, await createCaller(false))
  await database().pool.query('update "user" set banned = true where id = $1', [callers.suspended.userId])
  const expired = await api.keys.create(inOwnWorkspace(callers.admin.userId), 'old')
  await database().pool.query("update api_key set expires_at = now() - interval '1 second' where id = $1", [
    expired.id,
  ])
  expiredKey = expired.key
  for (const scope of SCOPES)
    keyOfScope.set(
      scope,
      (await api.keys.create(inOwnWorkspace(callers.admin.userId), scope, { scopes: [scope] })).key,
    )
})
afterAll(async () => {
  await api.close()
  await served.close()
})

describe('the table of operations', () => {
  it('has something to open for every scope', () => {
    const used = new Set(OPERATIONS.map(({ entry }) => entry.scope))
    // Asked for beside others; see flows/secret-use.db.test.ts.
    if (OPERATIONS.some(({ entry }) => entry.usesSecrets)) used.add('secrets:use')
    expect([...used].filter((scope) => scope !== 'any' && scope !== 'people').toSorted()).toEqual(
      SCOPES.toSorted(),
    )
  })
})

describe.each(OPERATIONS)('$name', ({ name, entry }) => {
  const { scope, reach, role } = entry

  it.each(WORKSPACE_ROLES)(
    'is to %s of a workspace what its right says, and never reaches into another',
    async (held) => {
      const own = await ownedBy(callers.user)
      const right = findRight(entry)
      const { session } = await putIn(held)
      const outcome = await call(name, own, session)
      if (role === 'admin') expect(outcome).toMatchObject({ status: 403, code: 'FORBIDDEN' })
      else if (right && !hasRight(held, right))
        expect(outcome).toMatchObject({ status: 403, reason: 'ROLE_MISSING' })
      else expectLetIn(outcome)
      if (outcome.status === 403 || NAMES_NOTHING.includes(name)) return
      await putIn(held)
      await expectHidden(name, callers.other, session)
    },
  )

  it('keeps an agent who was given one number to that number', async () => {
    const right = findRight(entry)
    if (role === 'admin' || (right && !hasRight('agent', right))) return
    const [own, other] = [await ownedBy(callers.user), await insertOwned(callers.user)]
    const { session } = await putIn('agent', [own.clientId])
    if (!NAMES_NOTHING.includes(name))
      expect(await call(name, other, session)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const onOwn = await call(name, own, session)
    const isLimited = reach === 'account' && scope !== 'people'
    if (isLimited) expect(onOwn).toMatchObject({ status: 403, reason: 'KEY_LIMITED_TO_CLIENTS' })
    else expectLetIn(onOwn)
  })

  it('lets in whoever may call it, by session and by key, and nobody else', async () => {
    for (const caller of [callers.admin, callers.user]) {
      const isRefused = role === 'admin' && caller === callers.user
      const own = await call(name, await ownedBy(caller), byKey(caller.key))
      if (isRefused || scope === 'people') expect(own).toMatchObject({ status: 403, code: 'FORBIDDEN' })
      else expectLetIn(own)
      const bySession = await call(name, await ownedBy(caller), caller.session)
      if (isRefused) expect(bySession).toMatchObject({ status: 403, code: 'FORBIDDEN' })
      else expectLetIn(bySession)
    }
  })

  it('refuses who is suspended, a key that expired, and who shows nothing', async () => {
    const { admin, suspended } = callers
    const ids = await ownedBy(admin)
    for (const headers of [{}, byKey(expiredKey), byKey(suspended.key), suspended.session])
      expect(await call(name, ids, headers)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  })

  it('opens to a key with its scope alone, and names the scope to every other', async () => {
    const ids = await ownedBy(callers.admin)
    for (const [one, key] of keyOfScope) {
      if (one === scope) continue
      const outcome = await call(name, ids, byKey(key))
      if (scope === 'any') expectLetIn(outcome)
      else if (scope === 'people') expect(outcome).toMatchObject({ status: 403, reason: 'PEOPLE_ONLY' })
      else expect(outcome).toMatchObject({ status: 403, reason: 'SCOPE_MISSING', scope })
    }
    if (scope === 'any' || scope === 'people') return
    expectOpen(name, await call(name, ids, byKey(keyOfScope.get(scope)!)))
  })

  it('gives a stranger what a missing thing gives, also an administrator', async () => {
    if (NAMES_NOTHING.includes(name)) return
    for (const { key, session } of [callers.other, callers.otherAdmin])
      for (const headers of [byKey(key), session]) await expectHidden(name, callers.user, headers)
  })

  it('keeps a key that is for one client to that client', async () => {
    const [own, other] = [await ownedBy(callers.admin), await insertOwned(callers.admin)]
    const { key } = await api.keys.create(inOwnWorkspace(callers.admin.userId), 'one', {
      clientIds: [own.clientId],
    })
    if (!NAMES_NOTHING.includes(name))
      expect(await call(name, other, byKey(key))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const onOwn = await call(name, own, byKey(key))
    const limited = { status: 403, reason: 'KEY_LIMITED_TO_CLIENTS' }
    if (scope === 'people') expect(onOwn).toMatchObject({ status: 403, reason: 'PEOPLE_ONLY' })
    else if (reach === 'account' || name === 'webhooks.create') expect(onOwn).toMatchObject(limited)
    else expectLetIn(onOwn)
  })
})

describe('a client that was deleted', () => {
  it('is missing at once for every operation that names one', async () => {
    const { key } = callers.user
    const ids = await insertOwned(callers.user)
    const reads = [
      'chat.listConversations',
      'chat.fetchContacts',
      'contacts.get',
      'worker.status',
      'clients.get',
    ]
    for (const name of reads) expectLetIn(await call(name, ids, byKey(key)))
    expect(await call('clients.delete', ids, byKey(key))).toMatchObject({ status: 200 })
    for (const name of reads)
      expect(await call(name, ids, byKey(key)), name).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('a key for one client', () => {
  it('sees of lists only what is of that client', async () => {
    const { userId, key: unlimited } = callers.user
    const [own, other] = [await insertOwned(callers.user), await insertOwned(callers.user)]
    for (const { clientId, flowId } of [own, other]) {
      await database().pool.query(
        `insert into event_log (user_id, client_id, name, data) values ($1, $2, 'client.qr', '{}')`,
        [userId, clientId],
      )
      await database().pool.query(
        `insert into pairing_link (id, client_id, user_id, token_hash, expires_at)
         values ($2, $2, $1, $3, now() + interval '30 minutes')`,
        [userId, clientId, sha256(clientId)],
      )
      await database().pool.query(
        `insert into campaign (id, user_id, client_id, name, audience, at_once, per_minute)
         values ($2, $1, $2, 'Spring', $3, 5, 60)`,
        [userId, clientId, JSON.stringify({ kind: 'list', people: [] })],
      )
      const approval = { id: 'a1', text: 'Hello', sources: [], writtenAt: 0, dueAt: 0 }
      await database().pool.query(
        `insert into flow_state (id, flow_id, flow_version_id, client_id, contact_jid, state, context)
         values (gen_random_uuid(), $1, gen_random_uuid(), $2, '491512345678@s.whatsapp.net', 'waiting_approval', $3)`,
        [flowId, clientId, JSON.stringify({ approval })],
      )
    }
    const { key } = await api.keys.create(inOwnWorkspace(userId), 'one', { clientIds: [own.clientId] })
    const lists = OPERATIONS.filter(
      ({ entry: { reach } }) => typeof reach === 'object' && reach.lists !== undefined,
    )
    expect(lists.length).toBeGreaterThan(4)
    for (const { name } of lists) {
      // More than a page of others came with the calls above.
      const input = name === 'events.list' ? { names: ['client.qr'], limit: 500 } : {}
      const all = await api.call(name, input, { headers: byKey(unlimited) })
      const limited = await api.call(name, input, { headers: byKey(key) })
      expect(all.text, name).toContain(other.clientId)
      expect(limited.text, name).not.toContain(other.clientId)
      expect(limited.text, name).toContain(own.clientId)
    }
  })

  it('cannot bring in or move a flow or a webhook to another client, nor to none', async () => {
    const [own, other] = [await insertOwned(callers.user), await insertOwned(callers.user)]
    const { key } = await api.keys.create(inOwnWorkspace(callers.user.userId), 'one', {
      clientIds: [own.clientId],
    })
    const flow = { version: 1, name: 'A' }
    const tries: [string, Record<string, unknown>, number][] = [
      ['flows.import', flow, 403],
      ['flows.import', { ...flow, clientId: other.clientId }, 404],
      [
        'flows.import',
        { ...flow, clientId: own.clientId, bundle: [{ ...flow, ref: 'b', clientId: other.clientId }] },
        404,
      ],
      ['flows.update', { id: own.flowId, clientId: other.clientId }, 404],
      ['flows.update', { id: own.flowId, clientId: null }, 403],
      ['webhooks.create', { url: 'https://example.com/hook' }, 403],
      ['webhooks.create', { url: 'https://example.com/hook', clientId: other.clientId }, 404],
      ['webhooks.update', { id: own.clientId, clientId: null }, 403],
      ['clients.updateMainMenuFlow', { clientId: own.clientId, mainMenuFlowId: other.flowId }, 404],
      ['flows.import', { ...flow, clientId: own.clientId }, 200],
    ]
    for (const [name, input, status] of tries) {
      const answer = await api.call(name, input, { headers: byKey(key) })
      expect([name, answer.status], answer.text).toEqual([name, status])
    }
  })

  it('cannot be made for a client of somebody else', async () => {
    const { session: headers } = callers.user
    const input = { name: 'one', clientIds: [(await insertOwned(callers.other)).clientId] }
    expect((await api.call('keys.create', input, { headers })).status).toBe(404)
  })
})

describe('a limited key', () => {
  it('is made and listed with what it is limited to', async () => {
    const { session: headers } = callers.user
    const { clientId } = await insertOwned(callers.user)
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const limits = { scopes: ['chat:write', 'events:read'], clientIds: [clientId], expiresAt }
    const made = await api.call('keys.create', { name: 'one', ...limits }, { headers })
    expect(made).toMatchObject({ status: 200, body: limits })
    const listed = await api.call('keys.list', {}, { headers })
    expect((listed.body as unknown[])[0]).toMatchObject(limits)
  })

  it('is refused with a time that is over, no scope, or a scope there is not', async () => {
    const { session: headers } = callers.user
    for (const wrong of [
      { expiresAt: '2020-01-01T00:00:00Z' },
      { scopes: [] },
      { scopes: ['chat:all'] },
      { clientIds: [] },
    ]) {
      expect((await api.call('keys.create', { name: 'one', ...wrong }, { headers })).status).toBe(400)
    }
  })
})
