import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LINKED_CODES } from '../../src/core/client/client-status.ts'
import { startApi, type TestApi, type TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { inOwnWorkspace, insertClient } from '../support/fixtures.ts'
import { type ServedHandlers, serveHandlers } from '../support/handlers.ts'
import type { Answer } from '../support/http.ts'
import { awaitState } from '../support/service-process.ts'

const database = useTestDatabase()
let served: ServedHandlers
let api: TestApi
let owner: TestPerson

beforeAll(async () => {
  served = serveHandlers(database())
  const pairing = (request: Request) => served.pairingLinks.handle(request)
  api = await startApi(database(), {
    handlers: served.handlers,
    pairing,
    limits: { free: 10_000, pro: 10_000 },
  })
  owner = await api.createPerson()
})
afterAll(async () => {
  await api.close()
  await served.close()
})

interface Link {
  id: string
  clientId: string
  token: string
}

const makeClient = (userId = owner.userId) => insertClient(database().pool, { userId })

const callAs = (key: string, operation: string, input: object): Promise<Answer> =>
  api.call(`clients.pairingLinks.${operation}`, input, { headers: { 'x-api-key': key } })

async function makeLink(clientId?: string, key = owner.key): Promise<Link> {
  const { status, body } = await callAs(key, 'create', { clientId: clientId ?? (await makeClient()) })
  expect(status).toBe(200)
  const made = body as { id: string; clientId: string; path: string }
  expect(made.path).toMatch(/^\/pair#[\w-]{43}$/)
  return { ...made, token: made.path.slice('/pair#'.length) }
}

const listed = async (clientId: string): Promise<unknown> =>
  (await callAs(owner.key, 'list', { clientId })).body

/** What somebody without an account asks, from the page of the link. */
const ask = (action: string, body: object, visit?: string, headers: Record<string, string> = {}) =>
  api.request(`/api/pairing/${action}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', origin: api.origin },
      ...(visit !== undefined && { authorization: `Bearer ${visit}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  })

const show = async ({ token }: Link) => (await ask('show', { token })).body

const newVisit = () => randomBytes(32).toString('base64url')
const openAs = ({ token }: Link, visit = newVisit()) => ask('open', { token, visit })

async function open(made: Link): Promise<string> {
  const visit = newVisit()
  expect(await openAs(made, visit)).toMatchObject({ status: 200, body: {} })
  return visit
}

const refused = (status: number, reason: string, more: object = {}) => ({
  status,
  body: { data: { reason, ...more } },
})
const OVER = (why: string) => refused(409, 'LINK_OVER', { why })

const auditOf = async ({ clientId }: Link): Promise<Record<string, unknown>[]> => {
  const { rows } = await database().pool.query(
    `select user_id as "userId", via, operation, outcome, target from audit_log
     where target ->> 'clientId' = $1 order by id`,
    [clientId],
  )
  return rows
}

const expire = ({ id }: Link) =>
  database().pool.query(`update pairing_link set expires_at = now() where id = $1`, [id])

const awaitOver = ({ clientId }: Link) =>
  awaitState('the link to be over', async () => ((await listed(clientId)) as unknown[]).length === 0)

/** The network of these tests links whatever is started at once. */
async function link(made: Link, visit: string): Promise<void> {
  expect(await ask('start', {}, visit)).toMatchObject({ status: 200, body: {} })
  await awaitOver(made)
}

describe('the owner of a client', () => {
  it('makes, sees and ends links; what opens them is shown once and stored nowhere', async () => {
    const clientId = await makeClient()
    const made = await makeLink(clientId)
    expect(await listed(clientId)).toEqual([
      {
        ...{ id: made.id, clientId, createdBy: expect.any(String), openedAt: null },
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ])
    const visit = await open(made)
    expect(await listed(clientId)).toMatchObject([{ id: made.id, openedAt: expect.any(String) }])
    const tables = await Promise.all(
      ['pairing_link', 'audit_log'].map((table) => database().pool.query(`select * from ${table}`)),
    )
    const stored = JSON.stringify([tables.map(({ rows }) => rows), api.logged, served.problems])
    for (const secret of [made.token, visit]) expect(stored).not.toContain(secret)

    expect((await callAs(owner.key, 'revoke', { clientId, id: made.id })).body).toEqual({ success: true })
    expect((await callAs(owner.key, 'revoke', { clientId, id: made.id })).status).toBe(404)
    expect(await listed(clientId)).toEqual([])
    expect(await show(made)).toEqual({ over: 'revoked' })
    expect(await openAs(made)).toMatchObject(OVER('revoked'))
    expect(await ask('start', {}, visit)).toMatchObject(OVER('revoked'))
    expect((await ask('state', {}, visit)).body).toEqual({ over: 'revoked' })
  })

  it('chooses how many minutes a link lives, from 5 to 60', async () => {
    const clientId = await makeClient()
    const lives = async (minutes: number) => {
      const { status, body } = await callAs(owner.key, 'create', { clientId, minutes })
      const { createdAt, expiresAt } = body as { createdAt: string; expiresAt: string }
      return status === 200 ? (Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000 : status
    }
    expect([await lives(5), await lives(60), await lives(4), await lives(61)]).toEqual([5, 60, 400, 400])
    expect(await callAs(owner.key, 'create', { clientId })).toMatchObject({ status: 200 })
  })

  it('is the only one to reach its links', async () => {
    const made = await makeLink()
    const stranger = await api.createPerson({ admin: true })
    const { clientId, id } = made
    expect((await callAs(stranger.key, 'create', { clientId })).status).toBe(404)
    expect((await callAs(stranger.key, 'list', { clientId })).body).toEqual([])
    expect((await callAs(stranger.key, 'list', {})).body).toEqual([])
    expect((await callAs(stranger.key, 'revoke', { clientId, id })).status).toBe(404)
    const own = await makeClient(stranger.userId)
    expect((await callAs(stranger.key, 'revoke', { clientId: own, id })).status).toBe(404)
    expect(await show(made)).toMatchObject({ over: null })
  })

  it('has one link of a client that works: another one ends the one before', async () => {
    const first = await makeLink()
    const visit = await open(first)
    const second = await makeLink(first.clientId)
    expect(await show(first)).toMatchObject({ over: 'replaced' })
    expect(await ask('start', {}, visit)).toMatchObject(OVER('replaced'))
    expect(await listed(first.clientId)).toMatchObject([{ id: second.id }])
    const both = await Promise.all([makeLink(first.clientId), makeLink(first.clientId)])
    const works = await Promise.all(both.map(async (made) => (await show(made)) as { over: unknown }))
    expect(works.filter(({ over }) => over === null)).toHaveLength(1)
  })

  it('makes none for a client with a session, be it away or on trial', async () => {
    const clientId = await makeClient()
    const made = await makeLink(clientId)
    const visit = await open(made)
    for (const state of [`session_exported_at = now()`, `session_moved_in = 'pending'`]) {
      await database().pool.query(`update client set ${state} where id = $1`, [clientId])
      expect(await callAs(owner.key, 'create', { clientId })).toMatchObject(refused(409, 'NOT_LINKABLE'))
      expect(await ask('start', {}, visit)).toMatchObject(refused(409, 'NOT_LINKABLE'))
      expect(await ask('code', { phoneNumber: '+447700900123' }, visit)).toMatchObject(
        refused(409, 'NOT_LINKABLE'),
      )
      await database().pool.query(
        'update client set session_exported_at = null, session_moved_in = null where id = $1',
        [clientId],
      )
    }
    expect(await ask('start', {}, visit)).toMatchObject({ status: 200 })
  })
})

describe('somebody who was sent a link', () => {
  it('is told who asks and for what, which takes the link from nobody', async () => {
    const made = await makeLink()
    const asked = {
      ...{ createdBy: expect.any(String), email: owner.email, clientName: 'Shop' },
      ...{ expiresAt: expect.any(String), over: null, isOpen: false },
    }
    expect(await show(made)).toEqual(asked)
    expect(await show(made)).toEqual(asked)
    expect(await auditOf(made)).toMatchObject([{ operation: 'clients.pairingLinks.create' }])
  })

  it('links the account, after which the link is used up for everybody', async () => {
    const made = await makeLink()
    const visit = await open(made)
    expect((await ask('state', {}, visit)).body).toMatchObject({
      step: 'stopped',
      stoppedBy: null,
      over: null,
    })
    await link(made, visit)
    expect((await ask('state', {}, visit)).body).toEqual({ over: 'linked', clientName: 'Shop' })
    expect(await show(made)).toEqual({ over: 'linked' })
    expect(await openAs(made)).toMatchObject(OVER('linked'))
    for (const action of ['start', 'confirm', 'leave'])
      expect(await ask(action, {}, visit)).toMatchObject(OVER('linked'))
    expect(await listed(made.clientId)).toEqual([])
    expect(await callAs(owner.key, 'create', { clientId: made.clientId })).toMatchObject(
      refused(409, 'NOT_LINKABLE'),
    )
  })

  it('has it in one browser: of several at once one gets it, and the others are told', async () => {
    const made = await makeLink()
    const answers = await Promise.all(Array.from({ length: 4 }, () => openAs(made)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refused(409, 'LINK_OPENED_ELSEWHERE'))
    expect(await show(made)).toMatchObject({ isOpen: true, over: null })
  })

  it('opens it again where the first answer was lost, and no second link with what opened the first', async () => {
    const [made, other] = [await makeLink(), await makeLink()]
    const visit = await open(made)
    expect((await openAs(made, visit)).status).toBe(200)
    expect(await openAs(other, visit)).toMatchObject(refused(429, 'LINK_USED_UP'))
    expect((await ask('state', {}, visit)).body).toMatchObject({ over: null, step: 'stopped' })
    const { rows } = await database().pool.query('select openings from pairing_link where id = any($1)', [
      [made.id, other.id],
    ])
    expect(rows.map(({ openings }) => openings).toSorted()).toEqual([0, 1])
  })

  it('goes on in another browser after leaving the first, five times at most', async () => {
    const made = await makeLink()
    for (let count = 0; count < 5; count++) {
      const visit = await open(made)
      expect((await ask('leave', {}, visit)).status).toBe(200)
      expect(await ask('state', {}, visit)).toMatchObject(refused(404, 'NO_VISIT'))
      expect(await ask('start', {}, visit)).toMatchObject(refused(404, 'NO_VISIT'))
    }
    expect(await openAs(made)).toMatchObject(refused(429, 'LINK_USED_UP'))
  })

  it('answers for a passkey ten times at most', async () => {
    const visit = await open(await makeLink())
    for (let count = 0; count < 10; count++)
      expect(await ask('confirm', {}, visit)).toMatchObject(refused(409, 'NO_PASSKEY_ASKED'))
    expect(await ask('confirm', {}, visit)).toMatchObject(refused(429, 'LINK_USED_UP'))
  })

  it('gets nowhere with a link that is over, and is told why', async () => {
    const expired = await makeLink()
    const visit = await open(expired)
    await expire(expired)
    expect(await show(expired)).toEqual({ over: 'expired' })
    expect(await openAs(expired)).toMatchObject(OVER('expired'))
    expect(await ask('code', { phoneNumber: '+447700900123' }, visit)).toMatchObject(OVER('expired'))
    expect((await ask('state', {}, visit)).body).toEqual({ over: 'expired' })

    const removed = await makeLink()
    const theirs = await open(removed)
    await api.call('clients.delete', { id: removed.clientId }, { headers: { 'x-api-key': owner.key } })
    expect(await ask('show', { token: removed.token })).toMatchObject(refused(404, 'LINK_UNKNOWN'))
    expect(await ask('state', {}, theirs)).toMatchObject(refused(404, 'NO_VISIT'))
    expect(await ask('show', { token: 'x'.repeat(43) })).toMatchObject(refused(404, 'LINK_UNKNOWN'))
  })

  it('gets nowhere once who made the link may not any more', async () => {
    const person = await api.createPerson()
    const clientId = await makeClient(person.userId)
    const made = await makeLink(clientId, person.key)
    const visit = await open(made)
    const suspend = (banned: boolean) =>
      database().pool.query('update "user" set banned = $2 where id = $1', [person.userId, banned])
    await suspend(true)
    expect(await ask('start', {}, visit)).toMatchObject(OVER('revoked'))
    await suspend(false)
    expect(await show(made)).toMatchObject({ over: 'revoked' })
    const again = await makeLink(clientId, person.key)
    await api.keys.revoke(inOwnWorkspace(person.userId), person.keyId)
    expect(await openAs(again)).toMatchObject(OVER('revoked'))
  })

  it('gets nowhere once the client was linked by another way, also when that is over', async () => {
    const made = await makeLink()
    const visit = await open(made)
    const { clientId } = made
    const headers = { 'x-api-key': owner.key }
    expect((await api.call('worker.start', { clientId }, { headers })).status).toBe(200)
    await awaitOver(made)
    expect((await api.call('worker.stop', { clientId }, { headers })).status).toBe(200)
    expect(await ask('start', {}, visit)).toMatchObject(OVER('linked'))
  })

  it('gets nowhere once the history of the client has any code of a linked account', async () => {
    for (const code of LINKED_CODES) {
      const made = await makeLink()
      await database().pool.query(
        `insert into client_state_log (client_id, status, code) values ($1, 'connected', $2)`,
        [made.clientId, code],
      )
      expect([code, await show(made)]).toEqual([code, { over: 'linked' }])
    }
  })

  it('opens nothing else with it, and no page of another origin uses it', async () => {
    const made = await makeLink()
    const visit = await open(made)
    for (const key of [made.token, visit]) {
      const headers = [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }, { cookie: `visit=${key}` }]
      for (const header of headers) {
        const { status } = await api.call('clients.get', { id: made.clientId }, { headers: header })
        expect(status).toBe(401)
      }
    }
    const foreign = { origin: 'https://elsewhere.example' }
    expect((await ask('show', { token: made.token }, undefined, foreign)).status).toBe(403)
    expect((await ask('start', {}, visit, foreign)).status).toBe(403)
    const { body } = await ask('state', {}, visit)
    expect(Object.keys(body as object).toSorted()).toEqual(
      [
        ...['clientName', 'createdBy', 'email', 'expiresAt', 'over', 'pairingCode', 'passkey', 'qr'],
        ...['qrExpiresAt', 'step', 'stoppedBy'],
      ].toSorted(),
    )
  })
})

describe('the audit log', () => {
  it('has each act with a link, refused ones too, in the name of who made it, and its end once', async () => {
    const made = await makeLink()
    const visit = await open(made)
    await openAs(made)
    await ask('confirm', {}, visit)
    await link(made, visit)
    await ask('state', {}, visit)
    const rows = await auditOf(made)
    const by = { userId: owner.userId, via: 'pairing-link' }
    const target = { id: made.id, clientId: made.clientId }
    expect(rows.slice(1)).toMatchObject([
      { ...by, operation: 'pairing-link.open', outcome: 'done', target: { ...target, address: '127.0.0.1' } },
      { ...by, operation: 'pairing-link.open', outcome: 'CONFLICT', target },
      { ...by, operation: 'pairing-link.confirm', outcome: 'CONFLICT', target },
      { ...by, operation: 'pairing-link.start', outcome: 'done', target },
      { ...by, operation: 'pairing-link.end', outcome: 'done', target: { ...target, endedBy: 'linked' } },
    ])
    expect(rows).toHaveLength(6)
  })

  it('gets the end of links that nobody looks at from the upkeep, which forgets them a day later', async () => {
    const [expired, living] = [await makeLink(), await makeLink()]
    await expire(expired)
    await served.pairingLinks.cleanUp()
    await served.pairingLinks.cleanUp()
    expect((await auditOf(expired)).slice(1)).toMatchObject([
      { operation: 'pairing-link.end', target: { endedBy: 'expired' } },
    ])
    expect(await auditOf(living)).toHaveLength(1)
    expect(await show(expired)).toMatchObject({ over: 'expired' })
    await database().pool.query(
      `update pairing_link set expires_at = now() - interval '25 hours' where id = $1`,
      [expired.id],
    )
    await served.pairingLinks.cleanUp()
    expect(await ask('show', { token: expired.token })).toMatchObject(refused(404, 'LINK_UNKNOWN'))
    expect(await show(living)).toMatchObject({ over: null })
  })
})
