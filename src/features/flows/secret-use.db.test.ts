import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi, type TestPerson } from '../../../test/support/api.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { inOwnWorkspace, insertClient } from '../../../test/support/fixtures.ts'
import { type ServedHandlers, serveHandlers } from '../../../test/support/handlers.ts'
import { OPERATIONS } from '../../contract/index.ts'
import type { Scope } from '../../contract/scopes.ts'

const CONTACT = '491512345678'
const CALL_SCOPES: Scope[] = [
  'flows:read',
  'flows:write',
  'runs:read',
  'runs:write',
  'secrets:write',
  'knowledge:write',
]
const MODEL = {
  name: 'shop_model',
  provider: 'openai-compatible',
  baseUrl: 'https://shop.test/v1',
  modelId: 'test',
  secret: 'shop',
}
const EMBEDDING = { ...MODEL, name: 'shop_embedding', kind: 'embedding' }

const database = useTestDatabase()
let served: ServedHandlers
let api: TestApi
let person: TestPerson
let session: Record<string, string>
let withUse: string
let withoutUse: string
let clientId: string

const makeKey = async (scopes: readonly Scope[] | null) =>
  (await api.keys.create(inOwnWorkspace(person.userId), 'test', { scopes })).key

async function call(name: string, input: object, key: string | Record<string, string>) {
  const headers = typeof key === 'string' ? { 'x-api-key': key } : key
  const { status, body } = await api.call(name, input, { headers })
  return { status, body: body as { id: string; data?: object; message?: string } }
}

const flowWith = (authorization: string) => ({
  version: 1,
  name: 'Orders',
  clientId,
  nodes: [
    { id: 't', type: 'trigger.api', data: {} },
    {
      id: 'h',
      type: 'http',
      data: { url: 'https://shop.test', headers: [{ name: 'Authorization', value: authorization }] },
    },
    { id: 'e', type: 'end', data: {} },
  ].map((node) => ({ ...node, position: { x: 0, y: 0 } })),
  edges: [
    { id: '1', source: 't', sourceHandle: 'out', target: 'h' },
    { id: '2', source: 'h', sourceHandle: 'ok', target: 'e' },
  ],
})

/** A stored flow of a new client of which the draft names a secret; published, with such a version first, when that is asked for. */
async function makeFlow(isPublished = false): Promise<string> {
  clientId = await insertClient(database().pool, { userId: person.userId })
  const made = await call('flows.import', flowWith('Bearer {{ secrets.shop }}'), session)
  expect(made.status).toBe(200)
  const { id } = made.body
  if (!isPublished) return id
  const published = await call('flows.publish', { id }, session)
  expect(published.status, JSON.stringify(published.body)).toBe(200)
  return id
}

const TYPEBOT = {
  version: '6',
  name: 'Bot',
  groups: [
    {
      id: 'g',
      title: 'G',
      graphCoordinates: { x: 0, y: 0 },
      blocks: [
        {
          id: 'b',
          type: 'text',
          content: { richText: [{ type: 'p', children: [{ text: 'see secrets.shop' }] }] },
        },
      ],
    },
  ],
  events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'x' }],
  edges: [{ id: 'x', from: { eventId: 's' }, to: { groupId: 'g' } }],
  variables: [],
}

const USES_SECRETS = OPERATIONS.filter(({ entry }) => entry.usesSecrets).map(({ name }) => name)

/** What each operation that `usesSecrets` is called with so that it is about a flow, or a call, with a secret. */
const INPUTS: Record<string, () => Promise<object>> = {
  'flows.import': async () => flowWith('Bearer {{ secrets.shop }}'),
  'flows.importTypebot': async () => ({ bot: TYPEBOT, clientId }),
  'flows.update': async () => {
    const { body } = await call('flows.import', flowWith('none'), session)
    return { id: body.id, nodes: flowWith('Bearer {{\nsecrets.shop }}').nodes }
  },
  'flows.languages.import': async () => {
    const settings = { languages: { main: 'en', others: ['pt'] } }
    const { body } = await call(
      'flows.import',
      { ...flowWith('Bearer {{ secrets.shop }}'), settings },
      session,
    )
    return { id: body.id, csv: 'Key,en,pt\r\n' + 'x,a,b\r\n' }
  },
  'flows.duplicate': async () => ({ id: await makeFlow() }),
  'flows.rollback': async () => {
    const id = await makeFlow(true)
    expect((await call('flows.update', { id, nodes: flowWith('none').nodes }, session)).status).toBe(200)
    return { id, number: 1, publish: false }
  },
  'flows.publish': async () => ({ id: await makeFlow() }),
  'flows.testOnPhone': async () => {
    const id = await makeFlow()
    const phoneNumber = `+${CONTACT}`
    expect((await call('flows.testPhones.add', { id, phoneNumber }, session)).status).toBe(200)
    return { id, phoneNumber }
  },
  'flows.callHttp': async () => ({
    id: (await call('flows.import', flowWith('none'), session)).body.id,
    request: { method: 'GET', url: ['https://shop.invalid/?key=', { secret: 'shop', as: 'url' }] },
  }),
  'flows.states.start': async () => ({ flowId: await makeFlow(true), contactJid: CONTACT }),
  'evaluations.start': async () => {
    expect((await call('models.set', MODEL, session)).status).toBe(200)
    const nodes = [
      { id: 't', type: 'trigger.any_message', data: {} },
      { id: 'a', type: 'ai', data: { system: 'Be kind.', model: MODEL.name } },
    ]
    const edges = [{ id: 'e', source: 't', target: 'a' }]
    const { body } = await call('flows.import', { version: 1, name: 'AI', clientId, nodes, edges }, session)
    const test = { title: 'Hello', script: [{ text: 'hello' }] }
    expect((await call('flows.testCases.save', { id: body.id, case: test }, session)).status).toBe(200)
    return { flowId: body.id }
  },
  'models.set': async () => MODEL,
  'knowledge.setModel': async () => {
    const { name } = EMBEDDING
    expect((await call('models.set', EMBEDDING, session)).status).toBe(200)
    return { model: name }
  },
  'models.listTools': async () => ({
    request: { url: ['https://shop.invalid/?key=', { secret: 'shop', as: 'url' }] },
  }),
  'models.ask': async () => {
    expect((await call('models.set', MODEL, session)).status).toBe(200)
    return {
      model: MODEL.name,
      task: { mode: 'reply' },
      instructions: 'Be kind.',
      prompt: 'Hi',
      timeoutMs: 1_000,
    }
  },
}

beforeAll(async () => {
  served = serveHandlers(database())
  api = await startApi(database(), {
    handlers: served.handlers,
    limits: { free: 1_000_000, pro: 1_000_000 },
  })
  person = await api.createPerson()
  session = await api.signIn(person)
  withUse = await makeKey([...CALL_SCOPES, 'secrets:use'])
  withoutUse = await makeKey(CALL_SCOPES)
  const secret = { name: 'shop', value: 'open sesame', hosts: ['shop.test'] }
  expect((await call('secrets.set', secret, session)).status).toBe(200)
})
beforeEach(async () => {
  clientId = await insertClient(database().pool, { userId: person.userId })
})
afterAll(async () => {
  await api.close()
  await served.close()
})

const LACKING = { reason: 'SCOPE_MISSING', scope: 'secrets:use' }

test('every operation that uses secrets is tried here', () => {
  expect(Object.keys(INPUTS).toSorted()).toEqual(USES_SECRETS.toSorted())
})

test.each(USES_SECRETS)(
  '%s refuses a key that may not use secrets, and says which scope it lacks',
  async (name) => {
    const input = await INPUTS[name]?.()
    const refused = await call(name, input ?? {}, withoutUse)
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', data: LACKING } })
    expect(refused.body.message).toMatch(/(names|takes) a secret/)
    for (const caller of [withUse, person.key, session]) {
      const { status, body } = await call(name, (await INPUTS[name]?.()) ?? {}, caller)
      // The client is not connected, so no phone is reached: that is asked after the scope.
      expect(status, JSON.stringify(body)).toBe(name === 'flows.testOnPhone' ? 503 : 200)
    }
  },
)

test('a key that may not use secrets changes and starts flows that name none', async () => {
  const made = await call('flows.import', flowWith('none'), withoutUse)
  expect(made.status).toBe(200)
  const { id } = made.body
  for (const [name, input] of [
    ['flows.update', { id, name: 'Renamed' }],
    ['flows.publish', { id }],
    ['flows.duplicate', { id }],
    ['flows.states.start', { flowId: id, contactJid: CONTACT }],
  ] as const) {
    const { status, body } = await call(name, input, withoutUse)
    expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200)
  }
})

test('a refused change leaves the flow as it was', async () => {
  const { body } = await call('flows.import', flowWith('none'), withoutUse)
  const before = await call('flows.get', { id: body.id }, session)
  const nodes = flowWith('{{ secrets.shop }}').nodes
  expect((await call('flows.update', { id: body.id, nodes }, withoutUse)).status).toBe(403)
  expect(await call('flows.get', { id: body.id }, session)).toEqual(before)
})

test('a key that may not use secrets can still stop and delete a flow that names one', async () => {
  const id = await makeFlow(true)
  expect((await call('flows.unpublish', { id }, withoutUse)).status).toBe(200)
  expect((await call('flows.delete', { id }, withoutUse)).status).toBe(200)
})
