import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS as ALL } from '../../src/contract/index.ts'
import { startApi, type TestApi, type TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { buildRunContext, inOwnWorkspace, insertClient } from '../support/fixtures.ts'
import { type ServedHandlers, serveHandlers } from '../support/handlers.ts'
import type { Answer } from '../support/http.ts'
import { OWN_REFUSALS } from '../support/own-refusals.ts'
import { awaitState } from '../support/service-process.ts'
import { buildValidInput, buildValidInputs, type OwnedIds } from '../support/valid-inputs.ts'

type Inputs = ReturnType<typeof buildValidInputs>

/**
 * Every operation of the contract against everything a caller can get wrong. Operations join by being in the
 * contract; what has no valid input in the table fails the first test.
 */
const OPERATIONS = ALL.map(({ name }) => name)
const NOTIFICATIONS = OPERATIONS.filter((name) => name.startsWith('notifications.'))
const NO_INPUT_NEEDED = [
  'chat.listConversations',
  ...['chat.countConversations', 'chat.countLabelled', 'labels.list'],
  'clients.pairingLinks.list',
  'server.ping',
  'server.status',
  'flows.list',
  'flows.states.list',
  'clients.list',
  'clients.create',
  'keys.current',
  'keys.list',
  'worker.list',
  'secrets.list',
  ...['approvals.list', 'notifications.get', 'notifications.waiting'],
  'secrets.connections.redirectUri',
  'contacts.fields.list',
  ...['replies.list', 'departments.list', 'campaigns.list'],
  'tables.list',
  'models.list',
  'knowledge.list',
  'assets.list',
  'events.list',
  'webhooks.list',
  'proxies.list',
  ...['workspaces.list', 'workspaces.get', 'workspaces.members.list', 'workspaces.members.leave'],
  ...['workspaces.invitations.list', 'workspaces.overview'],
  'users.list',
  'invitations.list',
  'sessions.list',
  'audit.list',
]
const OWNS_NOTHING = [
  ...[...NOTIFICATIONS, 'server.ping'],
  'server.status',
  'flows.list',
  'clients.list',
  'clients.create',
  'keys.current',
  'keys.list',
  'worker.list',
  'proxy.seed',
  'proxies.list',
  'proxies.test',
  'proxies.remove',
  'keys.create',
  'secrets.list',
  'secrets.set',
  'secrets.delete',
  'secrets.connections.set',
  'secrets.connections.redirectUri',
  'secrets.connections.begin',
  'secrets.connections.finish',
  'secrets.connections.check',
  ...['tables.list', 'tables.set', 'tables.delete', 'tables.rows.list'],
  ...['tables.rows.add', 'tables.rows.update', 'tables.rows.delete'],
  ...['replies.list', 'replies.create', 'replies.update', 'replies.delete'],
  ...['departments.list', 'departments.create', 'departments.update', 'departments.delete'],
  ...['labels.list', 'labels.create', 'labels.update', 'labels.delete'],
  ...['contacts.fields.list', 'contacts.fields.set', 'contacts.fields.delete'],
  ...['models.list', 'models.set', 'models.delete', 'models.ask'],
  ...['models.listTools'],
  ...['knowledge.list', 'knowledge.add', 'knowledge.addUrl', 'knowledge.get'],
  ...['knowledge.refresh', 'knowledge.remove', 'knowledge.search', 'knowledge.setModel'],
  'assets.list',
  'assets.get',
  'assets.upload',
  'assets.delete',
  'events.list',
  'webhooks.list',
  'webhooks.create',
  ...['workspaces.list', 'workspaces.get', 'workspaces.update', 'workspaces.create', 'workspaces.enter'],
  ...['workspaces.join', 'workspaces.delete', 'workspaces.members.list', 'workspaces.members.update'],
  ...[
    'workspaces.members.remove',
    'workspaces.members.setAway',
    'workspaces.members.leave',
    'workspaces.invitations.list',
    'workspaces.invitations.create',
  ],
  ...['workspaces.invitations.revoke', 'users.list'],
  'users.create',
  'users.update',
  'invitations.list',
  'invitations.create',
  'invitations.revoke',
  'sessions.list',
  'sessions.end',
  'audit.list',
]
/**
 * Everything this server does not do yet, written out: what joins this list or leaves it is seen here. Of these,
 * `NO_HANDLER` says so before it looks whose client it is.
 */
const NOT_AVAILABLE_YET: readonly string[] = []
const NO_HANDLER: readonly string[] = []
/** Someone else’s id as a filter finds nothing, or is refused like an unknown one. */
const FILTERED_LISTS = ['flows.states.list', 'approvals.list', 'clients.pairingLinks.list', 'campaigns.list']
const ADMIN_ONLY = ALL.filter(({ entry }) => entry.role === 'admin').map(({ name }) => name)
const FOR_PEOPLE_ONLY = [
  ...[...NOTIFICATIONS, 'keys.create'],
  'keys.revoke',
  'secrets.connections.begin',
  'secrets.connections.finish',
  ...['workspaces.list', 'workspaces.update', 'workspaces.create', 'workspaces.enter', 'workspaces.join'],
  ...[
    'workspaces.delete',
    'workspaces.members.list',
    'workspaces.members.update',
    'workspaces.members.remove',
  ],
  ...[
    'workspaces.members.setAway',
    'workspaces.members.leave',
    'workspaces.invitations.list',
    'workspaces.invitations.create',
    'workspaces.invitations.revoke',
  ],
  'users.create',
  'users.update',
  'invitations.create',
  'invitations.revoke',
  'sessions.list',
  'sessions.end',
]
const UNLIMITED = { free: 1_000_000, pro: 1_000_000 }

const database = useTestDatabase()
let served: ServedHandlers
let api: TestApi
let caller: TestPerson
let adminSession: Record<string, string>
let revokedKey: string
let inputs: Inputs
let foreignInputs: Inputs

async function insertOwned({ userId, keyId }: TestPerson): Promise<OwnedIds> {
  const { pool } = database()
  const clientId = await insertClient(pool, { userId })
  const [flowId, flowStateId, flowVersionId] = [randomUUID(), randomUUID(), randomUUID()]
  await pool.query('insert into flow (id, user_id, client_id, name) values ($1, $2, $3, $4)', [
    flowId,
    userId,
    clientId,
    'Orders',
  ])
  await pool.query(
    `insert into flow_state (id, flow_id, flow_version_id, client_id, contact_jid, state, context)
     values ($1, $2, $3, $4, '491512345678@s.whatsapp.net', 'waiting_input', $5)`,
    [flowStateId, flowId, flowVersionId, clientId, buildRunContext(flowVersionId)],
  )
  return { clientId, flowId, flowStateId, keyId }
}

const call = (
  operation: string,
  input?: unknown,
  options: Parameters<TestApi['call']>[2] = {},
): Promise<Answer> =>
  api.call(operation, input, { ...options, headers: { 'x-api-key': caller.key, ...options.headers } })

/** As somebody who may call it: who may not is refused before anything is read. */
const callAllowed = (
  operation: string,
  input?: unknown,
  options: Parameters<TestApi['call']>[2] = {},
): Promise<Answer> => {
  const isOpenToKeys = ![...ADMIN_ONLY, ...FOR_PEOPLE_ONLY].includes(operation)
  return isOpenToKeys
    ? call(operation, input, options)
    : api.call(operation, input, { ...options, headers: { ...adminSession, ...options.headers } })
}

/** What is compared: the status, the code of the body, and that the answer has its ids. */
function summarize({ status, headers, body }: Answer) {
  const { code, status: bodyStatus, message } = body as { code: string; status: number; message: string }
  return {
    status,
    bodyStatus,
    code,
    explained: message.length > 10,
    id: headers.get('x-request-id') !== null,
  }
}

const refused = (status: number, code: string) => ({
  status,
  bodyStatus: status,
  code,
  explained: true,
  id: true,
})

beforeAll(async () => {
  served = serveHandlers(database())
  api = await startApi(database(), { handlers: served.handlers, bus: served.bus, limits: UNLIMITED })
  caller = await api.createPerson()
  adminSession = await api.signIn(await api.createPerson({ admin: true }))
  inputs = buildValidInputs(await insertOwned(caller))
  foreignInputs = buildValidInputs(await insertOwned(await api.createPerson()))
  const gone = await api.createPerson()
  await api.keys.revoke(inOwnWorkspace(gone.userId), gone.keyId)
  revokedKey = gone.key
})
afterAll(async () => {
  await api.close()
  await served.close()
})

describe('the table of inputs', () => {
  it('has one for every operation and no other', () => {
    expect(Object.keys(inputs).toSorted()).toEqual(OPERATIONS.toSorted())
  })
})

describe.each(OPERATIONS)('%s', (operation) => {
  it('refuses callers without a key, with a wrong one and with a revoked one', async () => {
    const wrong = ['', 'x', 'parley_', `parley_${'a'.repeat(43)}`, 'ä'.repeat(50), revokedKey]
    const answers = [await api.call(operation, inputs[operation])]
    for (const key of wrong)
      answers.push(await api.call(operation, inputs[operation], { headers: { 'x-api-key': key } }))
    for (const answer of answers) expect(summarize(answer)).toEqual(refused(401, 'UNAUTHORIZED'))
  })

  it('does not tell someone else’s things from missing ones', async () => {
    if (OWNS_NOTHING.includes(operation)) return
    const missing = { clientId: randomUUID(), flowId: 'nope', flowStateId: 'nope', keyId: 'nope' }
    const [foreignInput, missingInput] = [foreignInputs[operation], buildValidInput(operation, missing)]
    const [foreign, unknown] = [await call(operation, foreignInput), await call(operation, missingInput)]
    const expected = FOR_PEOPLE_ONLY.includes(operation)
      ? refused(403, 'FORBIDDEN')
      : NO_HANDLER.includes(operation)
        ? refused(422, 'UNPROCESSABLE_CONTENT')
        : refused(404, 'NOT_FOUND')
    if (!FILTERED_LISTS.includes(operation)) expect(summarize(foreign)).toEqual(expected)
    const hasClient = operation.startsWith('chat.') && foreign.status !== 200
    const named = (body: unknown, given: Inputs[string] | undefined) =>
      hasClient ? { ...(body as object), client: given?.clientId } : body
    expect(unknown.body).toEqual(named(foreign.body, missingInput))
    expect(foreign.body).toEqual(named(unknown.body, foreignInput))
  })

  it('refuses malformed JSON', async () => {
    for (const rawBody of ['{', '{"a":1,}', 'nul', '[1', '"', '{"a":1}}', '\u0000']) {
      expect(summarize(await callAllowed(operation, null, { rawBody }))).toEqual(refused(400, 'BAD_REQUEST'))
    }
  })

  it('refuses bodies and fields of a wrong type, naming the field', async () => {
    for (const body of [[], 'text', 5, true, null]) {
      expect(summarize(await callAllowed(operation, body))).toEqual(refused(400, 'BAD_REQUEST'))
    }
    const input = inputs[operation] ?? {}
    for (const field of Object.keys(input)) {
      for (const wrong of [{ surprise: true }, [[]], ['x'], -1.5].filter(
        (w) => typeof w !== typeof input[field],
      )) {
        const answer = await callAllowed(operation, { ...input, [field]: wrong })
        expect(summarize(answer)).toEqual(refused(400, 'BAD_REQUEST'))
        expect((answer.body as { message: string }).message.startsWith(field)).toBe(true)
      }
    }
  })

  it('refuses unknown fields by name, but for the flow exchange format', async () => {
    const answer = await callAllowed(operation, { ...foreignInputs[operation], surprise: 1 })
    if (operation === 'flows.import') expect(answer.status).toBe(404)
    else {
      expect(summarize(answer)).toEqual(refused(400, 'BAD_REQUEST'))
      expect(answer.body).toMatchObject({ data: { errors: [{ path: 'surprise' }], warnings: [] } })
    }
  })

  it('takes an empty body as an empty object', async () => {
    const empty = await callAllowed(operation, null, { rawBody: '' })
    // An owner does not leave a workspace.
    if (NO_INPUT_NEEDED.includes(operation)) expect([200, 409, 422]).toContain(empty.status)
    else expect(summarize(empty)).toEqual(refused(400, 'BAD_REQUEST'))
    expect(empty.status).toBe((await callAllowed(operation, {})).status)
  })

  it('refuses 2 MiB that are not a file, before anything of them is read as JSON', async () => {
    const answer = await callAllowed(operation, { ...inputs[operation], surprise: 'x'.repeat(2 ** 21) })
    expect(summarize(answer)).toEqual(refused(413, 'PAYLOAD_TOO_LARGE'))
  })

  it('refuses 200,000 values and keys', async () => {
    const rawBody = `{"surprise":[${'[],'.repeat(99_999)}[]]}`
    expect(summarize(await callAllowed(operation, null, { rawBody }))).toEqual(refused(400, 'BAD_REQUEST'))
  })

  it('refuses other methods and other content types', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      expect(summarize(await call(operation, {}, { method }))).toEqual(refused(405, 'METHOD_NOT_SUPPORTED'))
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
    ]) {
      const answer = await callAllowed(operation, inputs[operation], { headers: { 'content-type': type } })
      expect(summarize(answer)).toEqual(refused(415, 'UNSUPPORTED_MEDIA_TYPE'))
    }
  })

  it('refuses strings that are no Unicode text', async () => {
    for (const text of ['\\u0000', 'a\\ud800', '\\udc00']) {
      const input = JSON.stringify({ ...inputs[operation], surprise: 1 })
      const rawBody = input.replace('"surprise":1', `"surprise":["${text}"]`)
      const answer = await callAllowed(operation, null, { rawBody })
      expect(summarize(answer)).toEqual(refused(400, 'BAD_REQUEST'))
      expect(answer.text).toContain('surrogate')
    }
  })

  it('survives whatever JSON stands in its fields', async () => {
    const input = inputs[operation] ?? {}
    const fields = fc.constantFrom(...Object.keys(input), 'surprise')
    const property = fc.asyncProperty(fields, fc.jsonValue(), async (field, value) => {
      const { status, headers } = await call(operation, { ...foreignInputs[operation], [field]: value })
      expect({ field, value, isDecided: status < 500 }).toEqual({ field, value, isDecided: true })
      expect(headers.get('content-type')).toBe('application/json')
    })
    await fc.assert(property, { numRuns: 15 })
  })

  it('refuses JSON nested 45,000 deep', async () => {
    const deep = `${'['.repeat(45_000)}${']'.repeat(45_000)}`
    expect(summarize(await callAllowed(operation, null, { rawBody: deep }))).toEqual(
      refused(400, 'BAD_REQUEST'),
    )
    const field = Object.keys(inputs[operation] ?? {})[0] ?? 'surprise'
    const rawBody = `{"${field}":${'{"a":'.repeat(45_000)}1${'}'.repeat(45_001)}`
    expect(summarize(await callAllowed(operation, null, { rawBody }))).toEqual(refused(400, 'BAD_REQUEST'))
  })
})

describe.each(ADMIN_ONLY)('%s', (operation) => {
  it('refuses everybody but admins, whatever they send', async () => {
    expect(summarize(await call(operation, inputs[operation]))).toEqual(refused(403, 'FORBIDDEN'))
    expect(summarize(await call(operation, null, { rawBody: '{' }))).toEqual(refused(403, 'FORBIDDEN'))
    const { key } = await api.createPerson({ admin: true })
    const answer = await api.call(operation, inputs[operation], { headers: { 'x-api-key': key } })
    // What is missing is looked for only after it is clear who asks.
    expect(FOR_PEOPLE_ONLY.includes(operation) ? [403] : [200, 404, 422]).toContain(answer.status)
  })
})

describe('on one’s own connected client', () => {
  it.each(OPERATIONS)('%s answers its result or the decided refusal', async (operation) => {
    const person = await api.createPerson({ admin: true })
    const owned = await insertOwned(person)
    const headers = { 'x-api-key': person.key }
    const own = buildValidInput(operation, owned)
    expect((await api.call('worker.start', { clientId: owned.clientId }, { headers })).status).toBe(200)
    await awaitState('the client to be connected', async () => {
      const { body } = await api.call('worker.status', { clientId: owned.clientId }, { headers })
      return (body as { status: string }).status === 'connected'
    })
    const { status, body } = await api.call(operation, own, { headers })
    const { code, data } = body as { code?: string; data?: { reason?: string } }
    const expected = NOT_AVAILABLE_YET.includes(operation)
      ? [422, 'NOT_AVAILABLE_YET']
      : (OWN_REFUSALS[operation] ?? [200, null])
    expect([status, data?.reason ?? (status === 200 ? null : code)], JSON.stringify(body)).toEqual(expected)
  })
})

describe('after all of it', () => {
  it('nothing was reported as broken', () => {
    const levels = new Set(api.logged.map((line) => line.level))
    expect(levels.has('debug')).toBe(true)
    expect(api.logged.filter((line) => line.level === 'error' || line.level === 'fatal')).toEqual([])
    expect(served.problems).toEqual([])
  })
})
