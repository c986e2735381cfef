import { beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { refusalOf } from '../../../test/support/refusal.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { FlowDocument } from '../../contract/flows/exchange.ts'
import type { OwnerId } from '../../contract/handlers.ts'
import { createAddressPolicy } from '../../core/address-policy.ts'
import type { Refusal } from '../../core/errors.ts'
import { newId } from '../../platform/ids.ts'
import { describeRefusal, flowWords } from '../../words/english.ts'
import { createFlows, type Flows } from './index.ts'

const database = useTestDatabase()
let flows: Flows
let userId: OwnerId
let clientId: string
let changed: Record<string, unknown>[]

const as = callContextOf
const NODES = [
  { id: 't', type: 'trigger.keyword', position: { x: 0, y: 0 }, data: { values: ['hello'] } },
  { id: 's', type: 'send.text', position: { x: 200, y: 0 }, data: { text: 'Hi' } },
]
const EDGES = [{ id: 'e', source: 't', sourceHandle: 'out', target: 's' }]
const DOCUMENT = { version: 1, name: 'Greeting', nodes: NODES, edges: EDGES }
const read = (input: object) => FlowDocument.parse(input)

beforeEach(async () => {
  const bus = createInProcessBus({ now: Date.now })
  changed = []
  bus.subscribe('flow.changed', (payload) => changed.push(payload))
  flows = createFlows({ db: database(), bus, newId, ...flowWords })
  userId = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId })
})

const importFlow = (extra: object = {}) =>
  flows.handlers.import(read({ ...DOCUMENT, clientId, ...extra }), as(userId))

describe('importing', () => {
  test('tells of data that no publish takes, and keeps it', async () => {
    const zone = { path: 'settings.timezone', timezone: 'Mars/Olympus' }
    const inSettings = await importFlow({ settings: { timezone: zone.timezone } })
    expect(inSettings.warnings).toEqual([
      expect.objectContaining({
        code: 'INVALID_DATA',
        message: expect.stringMatching(/settings\.timezone: use an IANA/),
      }),
    ])
    const schedule = { cron: '0 9 * * *', timezone: zone.timezone }
    const nodes = [...NODES, { id: 'z', type: 'trigger.schedule', position: { x: 0, y: 0 }, data: schedule }]
    const bundled = { ...DOCUMENT, ref: 'b', name: 'Night', nodes }
    const withOther = await importFlow({ bundle: [bundled] })
    expect(withOther.warnings).toContainEqual(
      expect.objectContaining({
        nodeId: 'z',
        message: expect.stringMatching(/^Night: timezone: use an IANA/),
      }),
    )
    const refusal = await refusalOf(flows.handlers.publish({ id: inSettings.id }, as(userId)))
    expect(describeRefusal(refusal)).toMatch(/settings\.timezone/)
    // A graph that is only unfinished is none of it.
    expect(await importFlow({ edges: [] })).not.toHaveProperty('warnings')
  })

  test('the smallest body is an empty draft that belongs to nobody but its owner', async () => {
    const flow = await flows.handlers.import(read({ version: 1, name: 'Empty' }), as(userId))
    expect(flow).toMatchObject({
      name: 'Empty',
      description: null,
      nodes: '[]',
      edges: '[]',
      viewport: null,
      status: 'draft',
      clientId: null,
      userId,
      isActive: false,
      retriggerBehavior: 'continue_if_dormant',
      fallbackBehavior: 'none',
      fallbackText: null,
    })
  })

  test('nodes and edges are taken as JSON text or as plain JSON, and an exported flow comes back the same', async () => {
    const first = await importFlow()
    const again = await flows.handlers.import(
      read({ version: 1, name: 'Greeting', nodes: first.nodes, edges: first.edges }),
      as(userId),
    )
    expect(JSON.parse(again.nodes)).toEqual(NODES)
    const exported = await flows.handlers.export({ id: first.id, linked: true }, as(userId))
    const third = await flows.handlers.import(read(JSON.parse(JSON.stringify(exported))), as(userId))
    expect(await flows.handlers.export({ id: third.id, linked: true }, as(userId))).toEqual(exported)
  })

  test('a graph that cannot be published is taken, and its unknown node kept', async () => {
    const nodes = [{ id: 'x', type: 'from.the_future', position: { x: 0, y: 0 }, data: { a: 1 } }]
    const flow = await importFlow({ nodes, edges: [] })
    expect(JSON.parse(flow.nodes)).toEqual(nodes)
  })

  test('what the canvas remembers while drawing is left out', async () => {
    const flow = await importFlow({ nodes: [{ ...NODES[0], selected: true, dragging: false, measured: {} }] })
    expect(Object.keys(JSON.parse(flow.nodes)[0])).toEqual(['id', 'type', 'position', 'data'])
  })

  test("another user's client is refused as missing", async () => {
    const other = await insertClient(database().pool)
    expect((await refusalOf(importFlow({ clientId: other }))).code).toBe('NOT_FOUND')
  })
})

describe('listing', () => {
  test('newest first, only the own ones, by every filter', async () => {
    const first = await importFlow({ name: 'Alpha 100%' })
    const second = await importFlow({ name: 'Promoção de Verão', clientId: undefined })
    await flows.handlers.publish({ id: first.id }, as(userId))
    const ids = async (filter: Parameters<typeof flows.handlers.list>[0]) =>
      (await flows.handlers.list(filter, as(userId))).map((flow) => flow.id)
    expect(await ids({})).toEqual([second.id, first.id])
    expect(await ids({ clientId })).toEqual([first.id])
    expect(await ids({ status: 'draft' })).toEqual([second.id])
    expect(await ids({ isActive: true })).toEqual([first.id])
    expect(await ids({ search: '100%' })).toEqual([first.id])
    expect(await ids({ search: 'promocao de VERAO' })).toEqual([second.id])
    expect(await ids({ search: '_' })).toEqual([])
    expect(await flows.handlers.list({}, as(await insertUser(database().pool)))).toEqual([])
  })
})

describe('publishing', () => {
  test('makes the flow active and tells whoever watches', async () => {
    const draft = await importFlow()
    const flow = await flows.handlers.publish({ id: draft.id }, as(userId))
    expect(flow).toMatchObject({ id: draft.id, status: 'published', isActive: true })
    expect(changed.at(-1)).toEqual({ flowId: draft.id, clientId, userId })
  })

  test("a missing flow and somebody else's are refused alike", async () => {
    const draft = await importFlow()
    const stranger = await insertUser(database().pool)
    const theirs = await refusalOf(flows.handlers.publish({ id: draft.id }, as(stranger)))
    const missing = await refusalOf(flows.handlers.publish({ id: newId() }, as(userId)))
    expect([theirs.code, theirs.data]).toEqual([missing.code, missing.data])
    expect(missing.code).toBe('NOT_FOUND')
  })

  test('needs a client', async () => {
    const draft = await importFlow({ clientId: undefined })
    const refusal = await refusalOf(flows.handlers.publish({ id: draft.id }, as(userId)))
    expect([refusal.code, refusal.data]).toEqual([
      'BAD_REQUEST',
      expect.objectContaining({ reason: 'FLOW_WITHOUT_CLIENT' }),
    ])
  })

  test('an invalid graph is refused with its errors and warnings, and nothing changes', async () => {
    const draft = await importFlow({ nodes: [{ ...NODES[1], type: 'send.smoke' }], edges: [] })
    const refusal = await refusalOf(flows.handlers.publish({ id: draft.id }, as(userId)))
    expect(refusal.code).toBe('BAD_REQUEST')
    const codes = ((refusal.data?.errors ?? []) as { code: string }[]).map((item) => item.code)
    expect(codes).toEqual(expect.arrayContaining(['NO_TRIGGER', 'UNKNOWN_TYPE']))
    expect(refusal.data?.warnings).toEqual([])
    expect((await flows.handlers.get({ id: draft.id }, as(userId))).status).toBe('draft')
  })

  test('twice at once makes two versions, one after the other', async () => {
    const draft = await importFlow()
    await Promise.all([1, 2].map(() => flows.handlers.publish({ id: draft.id }, as(userId))))
    const { rows } = await database().pool.query('select n from flow_version where flow_id = $1 order by n', [
      draft.id,
    ])
    expect(rows).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('a keyword that another active flow of the client has is a warning', async () => {
    const first = await importFlow()
    await flows.handlers.publish({ id: first.id }, as(userId))
    const second = await importFlow({ name: 'Other' })
    const { errors, warnings } = await flows.handlers.validate({ id: second.id }, as(userId))
    expect(errors).toEqual([])
    expect(warnings.map((item) => item.code)).toContain('TRIGGER_OVERLAP')
  })

  test('what was published stays while the draft is edited, until the next publish', async () => {
    const draft = await importFlow()
    await flows.handlers.publish({ id: draft.id }, as(userId))
    const [before] = await flows.catalog.loadActive(database(), clientId)
    const nodes = [NODES[0]!, { ...NODES[1]!, data: { text: 'Changed' } }]
    const edited = await flows.handlers.update({ id: draft.id, nodes }, as(userId))
    expect(edited.status).toBe('published')
    expect(await flows.catalog.loadActive(database(), clientId)).toEqual([before])
    await flows.handlers.publish({ id: draft.id }, as(userId))
    const [after] = await flows.catalog.loadActive(database(), clientId)
    expect(after?.versionId).not.toBe(before?.versionId)
  })

  describe('a flow that calls', () => {
    const callsTo = (url: string) => ({
      name: `Calls ${url}`,
      nodes: [
        NODES[0],
        { id: 's', type: 'http', position: { x: 0, y: 0 }, data: { url } },
        { id: 'm', type: 'send.media', position: { x: 0, y: 0 }, data: { url } },
        {
          id: 'q',
          type: 'ask',
          position: { x: 0, y: 0 },
          data: { prompt: '?', saveAs: 'a', media: { url } },
        },
        { id: 'h', type: 'handoff', position: { x: 0, y: 0 }, data: { notify: { webhook: url } } },
      ],
      edges: [
        EDGES[0],
        { id: 'f', source: 's', sourceHandle: 'ok', target: 'm' },
        { id: 'g', source: 'm', sourceHandle: 'out', target: 'q' },
        { id: 'h', source: 'q', sourceHandle: 'reply', target: 'h' },
      ],
    })
    const publishAll = async (url: string, listed?: string[]) => {
      const addresses = listed && createAddressPolicy(listed)
      const bus = createInProcessBus({ now: Date.now })
      const opened = createFlows({
        db: database(),
        bus,
        newId,
        ...flowWords,
        ...(addresses && { addresses }),
      }).handlers
      const draft = await opened.import(read({ ...DOCUMENT, clientId, ...callsTo(url) }), as(userId))
      const found = await opened.validate({ id: draft.id }, as(userId))
      const refusal = await opened.publish({ id: draft.id }, as(userId)).then(
        () => null,
        (error: Refusal) => (error.data as { errors: { path: string }[] }).errors,
      )
      expect(found.errors).toEqual(refusal ?? [])
      return refusal?.map(({ path }) => path) ?? 'published'
    }
    const REFUSED = ['url', 'url', 'media.url', 'notify.webhook']

    test.each(['http://127.0.0.1:8080/a', 'http://10.1.2.3/a', 'http://localhost/a', 'http://[fd00::7]/a'])(
      '%s is refused, and published where an operator lists its address',
      async (url) => {
        expect(await publishAll(url)).toEqual(REFUSED)
        expect(await publishAll(url, ['192.168.0.0/16'])).toEqual(REFUSED)
        expect(await publishAll(url, ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])).toBe('published')
      },
    )

    test.each([
      ['http://8.8.8.8/a', ['10.0.0.0/8'], ['8.8.8.8']],
      ['http://[2606:4700::1111]/a', ['10.0.0.0/8'], ['2606:4700::/32']],
      // What a name leads to is known when it is called, and then may be listed, if anything is.
      ['http://shop.example.com/a', [], ['10.0.0.0/8']],
    ])(
      '%s is called without encryption only where an operator lists its address, but files come from it',
      async (url, others, listed) => {
        expect(await publishAll(url)).toEqual(['url'])
        expect(await publishAll(url, others)).toEqual(['url'])
        expect(await publishAll(url, listed)).toBe('published')
        expect(await publishAll(url.replace('http:', 'https:'))).toBe('published')
      },
    )

    test.each([
      'https://shop:secret@8.8.8.8/a',
      'https://shop@8.8.8.8/a',
      'https://8.8.8.8:443@shop.example.com/a',
    ])('%s is refused wherever it stands, as no call takes a password out of an address', async (url) => {
      expect(await publishAll(url)).toEqual(REFUSED)
      expect(await publishAll(url, ['8.8.8.8'])).toEqual(REFUSED)
    })

    test.each(['https://10.example.com/a', 'https://127.example.com/a', 'https://192.168.example.com/a'])(
      '%s is published, as only its name begins like a private address',
      async (url) => {
        expect(await publishAll(url)).toBe('published')
      },
    )
  })

  test('a published flow does not move to another client', async () => {
    const draft = await importFlow()
    await flows.handlers.publish({ id: draft.id }, as(userId))
    const other = await insertClient(database().pool, { userId })
    const move = flows.handlers.update({ id: draft.id, clientId: other }, as(userId))
    expect((await refusalOf(move)).code).toBe('CONFLICT')
  })
})

describe('taking back', () => {
  test('unpublishing leaves a draft that starts nothing', async () => {
    const draft = await importFlow()
    await flows.handlers.publish({ id: draft.id }, as(userId))
    const flow = await flows.handlers.unpublish({ id: draft.id }, as(userId))
    expect(flow).toMatchObject({ status: 'draft', isActive: false })
    expect(await flows.catalog.loadActive(database(), clientId)).toEqual([])
  })

  test('a deleted flow is gone, also as the main menu', async () => {
    const draft = await importFlow()
    await database().pool.query('update client set main_menu_flow_id = $2 where id = $1', [
      clientId,
      draft.id,
    ])
    expect(await flows.handlers.delete({ id: draft.id }, as(userId))).toEqual({
      success: true,
      cancelledRunIds: [],
    })
    expect((await refusalOf(flows.handlers.get({ id: draft.id }, as(userId)))).code).toBe('NOT_FOUND')
    const { rows } = await database().pool.query(
      'select main_menu_flow_id as menu from client where id = $1',
      [clientId],
    )
    expect(rows).toEqual([{ menu: null }])
  })

  test('a copy is a draft of its own', async () => {
    const draft = await importFlow()
    await flows.handlers.publish({ id: draft.id }, as(userId))
    const copy = await flows.handlers.duplicate({ id: draft.id }, as(userId))
    expect(copy).toMatchObject({ name: 'Greeting (copy)', status: 'draft', isActive: false, clientId })
    expect(copy.id).not.toBe(draft.id)
  })
})

describe('the main menu', () => {
  const menu = { nodes: [{ ...NODES[0], type: 'trigger.main_menu', data: { keywords: ['menu'] } }, NODES[1]] }

  test('is a published flow of the client with its trigger, and nothing else', async () => {
    const check = (id: string, client = clientId) => flows.service.checkMainMenuFlow(userId, client, id)
    const plain = await importFlow()
    await flows.handlers.publish({ id: plain.id }, as(userId))
    const draft = await importFlow(menu)
    for (const id of [plain.id, draft.id, newId()]) {
      expect((await refusalOf(check(id))).code).toBe('BAD_REQUEST')
    }
    await flows.handlers.publish({ id: draft.id }, as(userId))
    await check(draft.id)
    const other = await insertClient(database().pool, { userId })
    expect((await refusalOf(check(draft.id, other))).code).toBe('BAD_REQUEST')
  })
})
