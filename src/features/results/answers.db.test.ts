import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { flows as contract } from '../../contract/flows/flows.ts'
import type { CallContext } from '../../contract/handlers.ts'
import { readCsv } from '../../core/csv.ts'
import { newId } from '../../platform/ids.ts'
import { flowWords } from '../../words/english.ts'
import { noteSubjects } from '../contacts/index.ts'
import { createFlows } from '../flows/index.ts'
import { createResultHandlers } from './index.ts'

const database = useTestDatabase()
const query = (text: string, values: unknown[]) => database().pool.query(text, values)
const HOUR_MS = 3_600_000
const BEGAN_AT = Date.UTC(2026, 0, 1)

let results: ReturnType<typeof createResultHandlers>
let me: CallContext
let clientId: string
let flowId: string
let versions: string[]

/** A flow that asks for a city and an age; how it asks for the city changes with each version. */
const doc = (prompt: string) =>
  JSON.stringify({
    name: 'F',
    nodes: [
      { id: 't', type: 'trigger.keyword', data: { values: ['go'] } },
      { id: 'q', type: 'ask', data: { prompt, saveAs: 'city' } },
      { id: 'a', type: 'ask', data: { prompt: 'Age?', saveAs: 'age', validate: { type: 'integer' } } },
      { id: 'm', type: 'menu', data: { prompt: 'Plan?', options: [{ id: 'p', label: 'Pro' }] } },
      { id: 's', type: 'set', data: { assign: [{ var: 'score', value: 1 }] } },
    ],
    edges: [
      { id: 'e1', source: 't', target: 'q' },
      { id: 'e2', source: 'q', sourceHandle: 'reply', target: 'a' },
      { id: 'e3', source: 'a', sourceHandle: 'reply', target: 'm' },
      { id: 'e4', source: 'm', sourceHandle: 'opt:p', target: 's' },
    ],
  })

beforeEach(async () => {
  const userId = await insertUser(database().pool)
  me = callContextOf(userId)
  clientId = await insertClient(database().pool, { userId })
  flowId = randomUUID()
  await query(
    `insert into flow (id, user_id, name, nodes, edges, retrigger_behavior, fallback_behavior)
     values ($1, $2, 'F', '[]', '[]', 'restart', 'none')`,
    [flowId, userId],
  )
  versions = []
  for (const [index, prompt] of ['City?', 'Your city?'].entries()) {
    const id = randomUUID()
    versions.push(id)
    await query('insert into flow_version (id, flow_id, n, doc) values ($1, $2, $3, $4)', [
      id,
      flowId,
      index + 1,
      doc(prompt),
    ])
  }
  const db = database()
  const flows = createFlows({ db, bus: createInProcessBus({ now: Date.now }), newId, ...flowWords })
  results = createResultHandlers({ db, catalog: flows.catalog, flows: flows.service })
})

interface GivenRun {
  hours: number
  city?: string
  age?: number
  plan?: boolean
  version?: number
  state?: string
  client?: string
  isTest?: boolean
}

async function insertRun({ hours, city, age, plan, version = 2, state = 'completed', ...run }: GivenRun) {
  const [id, event] = [randomUUID(), randomUUID()]
  const versionId = versions[version - 1]
  await query(
    `insert into flow_state (id, flow_id, flow_version_id, client_id, contact_jid, state, context, created_at, is_test)
     values ($1, $2, $3, $4, $5, $6, '{}', $7, $8)`,
    [
      ...[id, flowId, run.isTest ? randomUUID() : versionId, run.client ?? clientId, `${id}@lid`, state],
      new Date(BEGAN_AT + hours * HOUR_MS),
      run.isTest ?? false,
    ],
  )
  await query(
    `insert into flow_state_event (id, flow_state_id, event_id, event_type, source, payload_summary, received_at, status)
     values ($1, $2, $3, 'message_received', 'chat', '', now(), 'processed')`,
    [event, id, randomUUID()],
  )
  const steps: [string, string, string, string, object[], object][] = [
    ['t', 'trigger.keyword', 'triggered', 'e1', [], { vars: {}, stack: [], flowVersionId: versionId }],
  ]
  const set = (name: string) => [{ k: 'set', var: name }]
  if (city !== undefined) steps.push(['q', 'ask', 'reply', 'e2', set('city'), { vars: { city } }])
  if (age !== undefined) steps.push(['a', 'ask', 'reply', 'e3', set('age'), { vars: { age } }])
  if (plan) steps.push(['m', 'menu', 'option', 'e4', [], { last: { text: '1' } }])
  for (const [from, type, outcome, edge, actions, patch] of steps) {
    await query(
      `insert into flow_state_transition
         (id, flow_state_event_id, from_node_id, node_type, outcome, edge_id, actions, context_patch)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[randomUUID(), event, from, type, outcome, edge],
        ...[JSON.stringify(actions), JSON.stringify(patch)],
      ],
    )
  }
  return id
}

const ASK = contract.results.answers['~orpc'].inputSchema ?? expect.fail()
const SAVE = contract.results.exportAnswers['~orpc'].inputSchema ?? expect.fail()
type Input = Omit<z.input<typeof ASK>, 'id'>
const ask = (input: Input = {}, caller = me) => results.answers(ASK.parse({ id: flowId, ...input }), caller)
type Page = Awaited<ReturnType<typeof ask>>
const valuesOf = ({ rows }: Page, column: string) => rows.map(({ values }) => values[column]?.value)

/** All pages, one after the other. */
async function askAll(input: Input): Promise<Page['rows']> {
  const rows: Page['rows'] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await ask({ ...input, ...(cursor && { cursor }) })
    rows.push(...page.rows)
    cursor = page.nextCursor
  }
  return rows
}

async function save(input: Omit<z.input<typeof SAVE>, 'id'>) {
  const pieces: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = SAVE.parse({ id: flowId, ...input, ...(cursor && { cursor }) })
    const { text, nextCursor } = await results.exportAnswers(asked, me)
    pieces.push(text)
    cursor = nextCursor
  }
  return pieces.join('')
}

describe('answers of a flow', () => {
  test('are rows with typed values, each under what it was called when it was answered', async () => {
    await insertRun({ hours: 1, version: 1, city: 'Porto', age: 30 })
    await insertRun({ hours: 2, city: 'Faro', age: 9, plan: true, state: 'waiting_input' })
    const page = await ask()
    expect(page.columns.map(({ id, label, type }) => [id, label, type])).toEqual([
      ['q', 'Your city?', 'text'],
      ['a', 'Age?', 'number'],
      ['m', 'Plan?', 'choice'],
      ['var:score', 'score', 'any'],
    ])
    expect(page.rows.map(({ version, state, result, values }) => [version, state, result, values])).toEqual([
      [
        2,
        'waiting_input',
        null,
        {
          q: { value: 'Faro', label: 'Your city?' },
          a: { value: 9, label: 'Age?' },
          m: { value: 'Pro', label: 'Plan?' },
        },
      ],
      [1, 'completed', 'success', { q: { value: 'Porto', label: 'City?' }, a: { value: 30, label: 'Age?' } }],
    ])
    expect(page).toMatchObject({ isPartial: false, nextCursor: null, lookedAt: 2 })
  })

  test('name the group that answered, as the network told of it', async () => {
    await insertRun({ hours: 1, city: 'Porto' })
    const group = { jid: '120363000000000001@g.us', subject: 'Bakers', toldSec: 1 }
    await noteSubjects(database(), clientId, [group])
    await query('update flow_state set contact_jid = $1', [group.jid])
    expect((await ask()).rows.map(({ contactName }) => contactName)).toEqual(['Bakers'])
  })

  test('are narrowed by dates, version, state, client and values, and tests of drafts are left out', async () => {
    const other = await insertClient(database().pool, { userId: me.owner })
    await insertRun({ hours: 1, version: 1, city: 'São Paulo', age: 100 })
    await insertRun({ hours: 2, city: 'Faro', age: 9, state: 'failed' })
    await insertRun({ hours: 3, city: 'Braga', client: other })
    await insertRun({ hours: 4, city: 'Test', isTest: true })
    const cities = async (input: Input) => valuesOf(await ask(input), 'q')
    expect(await cities({})).toEqual(['Braga', 'Faro', 'São Paulo'])
    expect(await cities({ tests: true })).toHaveLength(4)
    expect(await cities({ from: '2026-01-01T02:00:00Z', to: '2026-01-01T03:00:00Z' })).toEqual(['Faro'])
    expect(await cities({ versions: [1] })).toEqual(['São Paulo'])
    expect(await cities({ states: ['failed'] })).toEqual(['Faro'])
    expect(await cities({ clientId: other })).toEqual(['Braga'])
    expect(await cities({ where: [{ column: 'q', value: 'sao paulo' }] })).toEqual(['São Paulo'])
    expect(await cities({ where: [{ column: 'a', op: 'gt', value: 9 }] })).toEqual(['São Paulo'])
    expect(await cities({ where: [{ column: 'a', op: 'is_empty' }] })).toEqual(['Braga'])
    expect(await cities({ result: 'failure' })).toEqual([])
    expect(
      valuesOf(await ask({}, { ...me, principal: { ...me.principal, clientIds: [other] } }), 'q'),
    ).toEqual(['Braga'])
  })

  test('come in pages without a gap or a double, in the order of time and in that of a column', async () => {
    for (let hours = 1; hours <= 9; hours += 1)
      await insertRun({ hours, city: `c${hours}`, ...(hours % 3 === 0 ? {} : { age: 20 - (hours % 4) }) })
    const cities = (rows: Page['rows']) => rows.map(({ values }) => values.q?.value)
    expect(cities(await askAll({ limit: 2 }))).toEqual(['c9', 'c8', 'c7', 'c6', 'c5', 'c4', 'c3', 'c2', 'c1'])
    expect(cities(await askAll({ limit: 4, descending: false }))).toEqual([
      'c1',
      'c2',
      'c3',
      'c4',
      'c5',
      'c6',
      'c7',
      'c8',
      'c9',
    ])
    expect(cities(await askAll({ limit: 2, sort: 'a', descending: true }))).toEqual([
      'c8',
      'c4',
      'c5',
      'c1',
      'c2',
      'c7',
      'c9',
      'c6',
      'c3',
    ])
    expect(cities(await askAll({ limit: 2, sort: 'a', descending: false }))).toEqual([
      'c7',
      'c2',
      'c5',
      'c1',
      'c8',
      'c4',
      'c9',
      'c6',
      'c3',
    ])
    const first = await ask({ limit: 3, sort: 'q', descending: false })
    await insertRun({ hours: 10, city: 'c1b' })
    const next = await ask({ limit: 3, sort: 'q', descending: false, cursor: first.nextCursor ?? '' })
    expect(cities([...first.rows, ...next.rows])).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6'])
  })

  test('that few runs have are looked for in bounds, and found on the way', async () => {
    await insertRun({ hours: 1, city: 'needle' })
    await query(
      `insert into flow_state (id, flow_id, flow_version_id, client_id, contact_jid, state, context, created_at)
       select gen_random_uuid(), $1, $2, $3, n || '@lid', 'completed', '{}', $4::timestamptz + n * interval '1 second'
       from generate_series(1, 21000) n`,
      [flowId, versions[1], clientId, new Date(BEGAN_AT + 2 * HOUR_MS)],
    )
    const page = await ask({ states: ['failed'] })
    expect([page.rows.length, page.lookedAt > 15_000 && page.lookedAt <= 21_000]).toEqual([0, true])
    expect(page.nextCursor).not.toBeNull()
    const filter: Input = { where: [{ column: 'q', value: 'needle' }] }
    expect((await ask(filter)).lookedAt).toBeLessThan(5_000)
    expect(await askAll(filter)).toHaveLength(1)
    expect((await ask({ sort: 'q' })).isPartial).toBe(true)
  })

  test('are saved as CSV and JSON, piece by piece, with the columns that were chosen', async () => {
    await insertRun({ hours: 1, city: '=HYPERLINK("x")', age: -3 })
    await insertRun({ hours: 2, city: 'Faro, "PT"', age: 9 })
    await insertRun({ hours: 3, city: 'Braga' })
    const csv = await save({ columns: ['a', 'q'], limit: 1 })
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
    expect(readCsv(csv)?.map((record) => [record['Age?'], record['Your city?'], record.state])).toEqual([
      ['', 'Braga', 'completed'],
      ['9', 'Faro, "PT"', 'completed'],
      ['-3', '=HYPERLINK("x")', 'completed'],
    ])
    const json = JSON.parse(await save({ columns: ['q'], format: 'json', limit: 2 }))
    expect(json.map(({ values }: { values: object }) => values)).toEqual([
      { q: { value: 'Braga', label: 'Your city?' } },
      { q: { value: 'Faro, "PT"', label: 'Your city?' } },
      { q: { value: '=HYPERLINK("x")', label: 'Your city?' } },
    ])
    expect(JSON.parse(await save({ columns: [], format: 'json', states: ['expired'] }))).toEqual([])
  })

  test('are gone with their run, and a cursor of another list is refused', async () => {
    const id = await insertRun({ hours: 1, city: 'Faro' })
    await query('delete from flow_state where id = $1', [id])
    expect((await ask()).rows).toEqual([])
    await expect(readRefusal(ask({ cursor: 'x' }))).resolves.toMatchObject({
      data: { reason: 'CURSOR_UNKNOWN' },
    })
    const stranger = callContextOf(await insertUser(database().pool))
    await expect(readRefusal(ask({}, stranger))).resolves.toMatchObject({ code: 'NOT_FOUND' })
  })
})
