import { beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { FlowDocument } from '../../contract/flows/exchange.ts'
import { type CallContext, toOwner } from '../../contract/handlers.ts'
import { Refusal } from '../../core/errors.ts'
import { TABLE_LIMITS } from '../../core/tables.ts'
import { newId } from '../../platform/ids.ts'
import { flowWords } from '../../words/english.ts'
import { ContactFields } from '../contacts/index.ts'
import { Tables } from '../tables/index.ts'
import { createDefinitions, createFlows, type Flows } from './index.ts'

const database = useTestDatabase()
let handlers: Flows['handlers']
let me: CallContext
let clientId: string

async function becomeSomebody(): Promise<void> {
  const userId = await insertUser(database().pool)
  const principal = { userId, role: 'user', plan: 'pro', via: 'key' } as const
  me = { owner: toOwner(userId), principal, requestId: 'test', signal: new AbortController().signal }
  clientId = await insertClient(database().pool, { userId })
}

beforeEach(async () => {
  const bus = createInProcessBus({ now: Date.now })
  handlers = createFlows({
    db: database(),
    bus,
    newId,
    ...flowWords,
    definitions: createDefinitions(new Tables({ db: database() }), new ContactFields({ db: database() })),
  }).handlers
  await becomeSomebody()
})

const at = { x: 0, y: 0 }
const importFlow = (document: object) => handlers.import(FlowDocument.parse({ version: 1, ...document }), me)
const exportFlow = (id: string, options: { linked?: boolean; number?: number } = {}) =>
  handlers.export({ id, linked: true, ...options }, me)
const travel = (document: object) => FlowDocument.parse(JSON.parse(JSON.stringify(document)))
const callOf = (id: string, flowId: string) => ({ id, type: 'subflow', position: at, data: { flowId } })
const CALLABLE = {
  nodes: [
    { id: 't', type: 'trigger.api', position: at, data: {} },
    { id: 's', type: 'send.text', position: at, data: { text: 'Hi' } },
  ],
  edges: [{ id: 'e', source: 't', sourceHandle: 'out', target: 's' }],
}

/** Greeting calls Prices and Hours; Prices calls Hours and Greeting again. */
async function importThree() {
  const hours = await importFlow({ name: 'Hours', clientId, ...CALLABLE })
  const prices = await importFlow({ name: 'Prices', clientId, ...CALLABLE })
  const greeting = await importFlow({
    name: 'Greeting',
    clientId,
    nodes: [callOf('a', prices.id), callOf('b', hours.id)],
  })
  const nodes = [...CALLABLE.nodes, callOf('a', hours.id), callOf('b', greeting.id)]
  await handlers.update({ id: prices.id, nodes }, me)
  return { hours, prices, greeting }
}

const flowIdsOf = (flow: { nodes: string }) =>
  (JSON.parse(flow.nodes) as { data: { flowId?: string } }[]).flatMap((node) => node.data.flowId ?? [])

describe('a flow with the flows it calls', () => {
  test('leaves as one document and comes back as flows that call each other', async () => {
    const { greeting } = await importThree()
    const document = await exportFlow(greeting.id)
    expect(document).toMatchObject({ name: 'Greeting', ref: 'greeting' })
    expect(document.bundle).toMatchObject([{ ref: 'hours' }, { ref: 'prices' }])

    await becomeSomebody()
    const copy = await handlers.import(travel({ ...document, clientId }), me)
    const mine = await handlers.list({}, me)
    expect(mine.map((flow) => flow.name).sort()).toEqual(['Greeting', 'Hours', 'Prices'])
    expect(mine.every((flow) => flow.clientId === clientId && flow.status === 'draft')).toBe(true)
    const idOf = (name: string) => mine.find((flow) => flow.name === name)?.id
    expect(flowIdsOf(copy)).toEqual([idOf('Prices'), idOf('Hours')])
    const prices = mine.find((flow) => flow.name === 'Prices')
    expect(prices && flowIdsOf(prices)).toEqual([idOf('Hours'), copy.id])
    expect(await exportFlow(copy.id)).toEqual(document)
  })

  test('one that stays behind is found by its name where the document arrives, rather of the same client', async () => {
    const { greeting } = await importThree()
    const document = await exportFlow(greeting.id, { linked: false })
    expect(document).not.toHaveProperty('bundle')
    expect(document.requires).toMatchObject({
      flows: [
        { ref: 'hours', name: 'Hours' },
        { ref: 'prices', name: 'Prices' },
      ],
    })
    await becomeSomebody()
    const unresolved = await handlers.import(travel(document), me)
    expect(flowIdsOf(unresolved)).toEqual(['ref:prices', 'ref:hours'])
    expect(await exportFlow(unresolved.id)).toEqual(document)
    const prices = await importFlow({ name: 'Prices', clientId, ...CALLABLE })
    await importFlow({ name: 'Prices', ...CALLABLE })
    const resolved = await handlers.import(travel({ ...document, clientId }), me)
    expect(flowIdsOf(resolved)).toEqual([prices.id, 'ref:hours'])
    const { errors } = await handlers.validate({ id: resolved.id }, me)
    expect(errors.map((issue) => [issue.code, issue.nodeId])).toContainEqual(['INVALID_DATA', 'b'])
  })

  test('nothing of a bundle is imported when one of its flows cannot be', async () => {
    const bundle = [{ version: 1, name: 'Other', clientId: newId() }]
    const error = await importFlow({ name: 'Main', bundle }).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(Refusal)
    expect(await handlers.list({}, me)).toEqual([])
    const twice = await importFlow({ name: 'Main', bundle: [{ version: 1, name: 'main' }] }).catch(
      (cause: unknown) => cause,
    )
    expect(twice).toMatchObject({
      code: 'BAD_REQUEST',
      data: { params: { twice: 'main' } },
    })
  })

  test('a published version leaves as it was published', async () => {
    const { id } = await importFlow({ name: 'Hours', clientId, ...CALLABLE })
    const before = await exportFlow(id)
    await handlers.publish({ id }, me)
    await handlers.update({ id, nodes: [] }, me)
    expect(await exportFlow(id, { number: 1 })).toEqual(before)
    expect(await exportFlow(id)).not.toEqual(before)
  })

  test("somebody else's flow is not taken along, and its name not told", async () => {
    const { hours } = await importThree()
    await becomeSomebody()
    const { id } = await importFlow({ name: 'Thief', nodes: [callOf('a', hours.id)] })
    const document = await exportFlow(id)
    expect(document).not.toHaveProperty('bundle')
    expect(document.requires).toMatchObject({ flows: [{ ref: hours.id }] })
    expect(JSON.stringify(document)).not.toContain('Hours')
  })
})

describe('a Typebot', () => {
  const line = (text: string) => ({ richText: [{ type: 'p', children: [{ text }] }] })
  const bot = {
    version: '6.1',
    name: 'Pizza',
    events: [{ id: 'ev', type: 'start' }],
    variables: [{ id: 'v1', name: 'name' }],
    groups: [
      {
        id: 'g',
        title: 'Welcome',
        graphCoordinates: at,
        blocks: [
          { id: 'b1', type: 'text', content: line('Your name?') },
          { id: 'b2', type: 'text input', options: { variableId: 'v1' } },
          { id: 'b3', type: 'Payment', options: {} },
        ],
      },
    ],
    edges: [{ id: 'e', from: { eventId: 'ev' }, to: { groupId: 'g' } }],
  }

  test('becomes a draft, with what became of each block', async () => {
    const { flow, report } = await handlers.importTypebot({ bot, clientId, name: 'Orders' }, me)
    expect(flow).toMatchObject({ name: 'Orders', clientId, status: 'draft', isActive: false })
    expect(await handlers.get({ id: flow.id }, me)).toEqual(flow)
    const statusOf = new Map(report.map((item) => [item.id, item.status]))
    expect(statusOf.get('b2')).toBe('exact')
    expect(statusOf.get('b3')).toBe('stub')
    expect(report.find((item) => item.id === 'b3')).toMatchObject({
      group: 'Welcome',
      note: expect.any(String),
    })
    expect((await handlers.importTypebot({ bot }, me)).flow).toMatchObject({ name: 'Pizza', clientId: null })
  })

  test('is one finding where nothing leads to groups, and publishes without them', async () => {
    const { title: _title, ...lost } = bot.groups[0] ?? { title: '' }
    const blocks = [{ id: 'l1', type: 'text', content: line('nobody comes') }]
    const groups = [
      { ...bot.groups[0], blocks: bot.groups[0]?.blocks.slice(0, 2) },
      { ...lost, id: 'lost', title: 'Lost', blocks },
    ]
    const given = { bot: { ...bot, groups }, clientId }
    const kept = await handlers.importTypebot(given, me)
    expect(kept.report.filter(({ type }) => type === 'groups')).toMatchObject([
      { note: expect.stringContaining('nothing leads to what is in "Lost"') },
    ])
    await expect(handlers.publish({ id: kept.flow.id }, me)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const clean = await handlers.importTypebot({ ...given, removeOrphans: true }, me)
    expect(clean.report.filter(({ type }) => type === 'groups')).toEqual([])
    expect(await handlers.publish({ id: clean.flow.id }, me)).toMatchObject({ status: 'published' })
  })

  test('a file that is none is refused with what is wrong', async () => {
    const error = await handlers.importTypebot({ bot: { version: '3' } }, me).catch((cause: unknown) => cause)
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      data: { reason: 'TYPEBOT_UNREADABLE', params: { why: 'none', place: 'groups' } },
    })
    const workflow = {
      name: 'Mine',
      nodes: [{ type: 'n8n-nodes-base.webhook', name: 'Hook' }],
      connections: {},
    }
    const told = await handlers.importTypebot({ bot: workflow }, me).catch((cause: unknown) => cause)
    expect(told).toMatchObject({
      code: 'BAD_REQUEST',
      data: { reason: 'N8N_WORKFLOW', params: { node: 'Hook' } },
    })
  })
})

describe('what a flow uses beside itself', () => {
  const TABLE = {
    name: 'slots',
    description: 'Half hours',
    columns: [
      { name: 'day', type: 'date', choices: [], isRequired: true },
      { name: 'room', type: 'choice', choices: ['north', 'south'], isRequired: false },
    ],
    unique: [['day', 'room']],
  } as const
  const FIELD = { name: 'town', label: 'Town', type: 'text', choices: [], description: null } as const
  const NODES = [
    { id: 't', type: 'trigger.api', position: at, data: {} },
    { id: 'b', type: 'table', position: at, data: { table: 'slots', operation: 'find' } },
    { id: 's', type: 'send.text', position: at, data: { text: 'In {{ contact.fields.town }}' } },
    {
      id: 'w',
      type: 'set',
      position: at,
      data: { assign: [{ scope: 'contact', var: 'visits', op: 'increment' }] },
    },
  ]
  let tables: Tables
  let fields: ContactFields

  beforeEach(() => {
    tables = new Tables({ db: database() })
    fields = new ContactFields({ db: database() })
  })

  const setTable = (table: object) => tables.handlers.set({ ...TABLE, ...table } as never, me)
  const setField = (field: object) => fields.handlers.set({ ...FIELD, ...field } as never, me)

  async function exportDefined() {
    await setTable({})
    await tables.handlers.rows.add({ table: 'slots', rows: [{ day: '2026-01-05', room: 'north' }] }, me)
    await setTable({ name: 'others' })
    await setField({})
    await setField({ name: 'visits', label: 'visits', type: 'number' })
    await setField({ name: 'unused' })
    const { id } = await importFlow({ name: 'Booking', nodes: NODES })
    return travel(await exportFlow(id))
  }

  const read = async () => ({
    tables: (await tables.handlers.list({}, me)).map(({ name, columns, unique, rows }) => ({
      ...{ name, columns, unique, rows },
    })),
    fields: (await fields.handlers.list({}, me)).map(({ name, label, type }) => ({ name, label, type })),
  })

  test('travels as what it is like, is made where there is none of the name, and holds nothing', async () => {
    const document = await exportDefined()
    expect(JSON.stringify(document)).not.toMatch(/2026-01-05|others|unused/)
    await becomeSomebody()
    const { id, definitions } = await handlers.import(document, me)
    const made = { state: 'made', differences: [], unique: [] }
    expect(definitions).toEqual([
      { kind: 'table', name: 'slots', ...made },
      { kind: 'contactField', name: 'town', ...made },
      { kind: 'contactField', name: 'visits', ...made },
    ])
    const { columns, unique } = TABLE
    expect(await read()).toEqual({
      tables: [{ name: 'slots', columns, unique, rows: 0 }],
      fields: [
        { name: 'town', label: 'Town', type: 'text' },
        { name: 'visits', label: 'visits', type: 'number' },
      ],
    })
    expect(travel(await exportFlow(id))).toEqual(document)
    const again = await handlers.import(document, me)
    expect(again.definitions?.map(({ state }) => state)).toEqual(['there', 'there', 'there'])
  })

  test('leaves what is there as it is, and says what is another', async () => {
    const document = await exportDefined()
    await becomeSomebody()
    await setTable({ columns: [{ ...TABLE.columns[1], choices: ['north'] }], unique: [] })
    await setField({ type: 'number' })
    const before = await read()
    const { definitions } = await handlers.import(document, me)
    expect(definitions?.slice(0, 2)).toEqual([
      {
        ...{ kind: 'table', name: 'slots', state: 'clash', unique: [['day', 'room']] },
        differences: [
          { name: 'day', has: null, needs: 'date', choices: [] },
          { name: 'room', has: 'choice', needs: 'choice', choices: ['south'] },
        ],
      },
      {
        ...{ kind: 'contactField', name: 'town', state: 'clash', unique: [] },
        differences: [{ name: 'town', has: 'number', needs: 'text', choices: [] }],
      },
    ])
    const after = await read()
    expect(after.tables).toEqual(before.tables)
    expect(after.fields).toContainEqual({ name: 'town', label: 'Town', type: 'number' })
  })

  test('is left by a key that may not define fields and by a plan without room, and travels on', async () => {
    const document = await exportDefined()
    await becomeSomebody()
    await database().pool.query("update workspace set plan = 'free' where id = $1", [me.owner])
    for (let n = 0; n < TABLE_LIMITS.free.tables; n += 1) await setTable({ name: `t${n}` })
    const limited = { ...me, principal: { ...me.principal, scopes: ['flows:write'] } } as CallContext
    const { id, definitions } = await handlers.import(document, limited)
    expect(definitions?.map(({ state }) => state)).toEqual(['left', 'left', 'left'])
    expect((await read()).fields).toEqual([])
    expect(travel(await exportFlow(id))).toEqual(document)
  })

  test('that cannot be read, or is of an older file, is no hindrance', async () => {
    const requires = { tables: [{ name: 'a b' }, 7], contactFields: 'none' }
    for (const given of [requires, { nodeTypes: ['table'] }, undefined]) {
      const { definitions } = await importFlow({ name: 'Booking', nodes: NODES, requires: given })
      expect(definitions).toBeUndefined()
    }
    expect(await read()).toEqual({ tables: [], fields: [] })
  })

  test('is not made when the import is refused', async () => {
    const document = await exportDefined()
    await becomeSomebody()
    await expect(handlers.import({ ...document, clientId: newId() }, me)).rejects.toBeInstanceOf(Refusal)
    expect(await read()).toEqual({ tables: [], fields: [] })
  })
})
