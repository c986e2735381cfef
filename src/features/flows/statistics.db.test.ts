import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { readStatistics } from './statistics.ts'

const database = useTestDatabase()
let clientId: string
let flowId: string
let versions: string[]

type Step = [from: string | null, to: string | null, edge: string | null, outcome: string]

interface GivenRun {
  version: number
  state: string
  at: string | null
  steps: Step[]
  /** Hours after the first publish. */
  begun?: number
  /** Seconds between two steps. */
  pace?: number
  isTest?: boolean
}

const query = (text: string, values: unknown[]) => database().pool.query(text, values)
const HOUR_MS = 3_600_000
const PUBLISHED_AT = Date.UTC(2026, 0, 1)
const hoursLater = (hours: number) => new Date(PUBLISHED_AT + hours * HOUR_MS)

beforeEach(async () => {
  const userId = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId })
  flowId = randomUUID()
  await query(
    `insert into flow (id, user_id, name, nodes, edges, retrigger_behavior, fallback_behavior)
     values ($1, $2, 'F', '[]', '[]', 'restart', 'none')`,
    [flowId, userId],
  )
  versions = []
  for (const n of [1, 2]) {
    const id = randomUUID()
    versions.push(id)
    await query(
      `insert into flow_version (id, flow_id, n, doc, published_at) values ($1, $2, $3, '{}', $4)`,
      [id, flowId, n, hoursLater((n - 1) * 24)],
    )
  }
})

async function insertRun({
  version,
  state,
  at,
  steps,
  begun = 1,
  pace = 0,
  isTest = false,
}: GivenRun): Promise<void> {
  const run = randomUUID()
  await query(
    `insert into flow_state (id, flow_id, flow_version_id, client_id, contact_jid, state, current_node_id, context, created_at, is_test)
     values ($1, $2, $3, $4, $5, $6, $7, '{}', $8, $9)`,
    [run, flowId, versions[version - 1], clientId, `${run}@lid`, state, at, hoursLater(begun), isTest],
  )
  for (const [index, [from, to, edge, outcome]] of steps.entries()) {
    const event = randomUUID()
    await query(
      `insert into flow_state_event (id, flow_state_id, event_id, event_type, source, payload_summary, received_at, status)
       values ($1, $2, gen_random_uuid()::text, 'message_received', 'chat', '', now(), 'processed')`,
      [event, run],
    )
    await query(
      `insert into flow_state_transition
         (id, flow_state_event_id, from_node_id, to_node_id, node_type, outcome, edge_id, actions, context_patch, created_at)
       values ($1, $2, $3, $4, 'ask', $5, $6, '[]', '{}', $7)`,
      [randomUUID(), event, from, to, outcome, edge, hoursLater(begun + (index * pace) / 3_600)],
    )
  }
}

const began: Step = ['t', 'q', 'e1', 'triggered']
const sorted = <T extends { id: string }>(items: T[]): T[] => items.sort((a, b) => a.id.localeCompare(b.id))

describe('statistics of a version', () => {
  test('count runs of the clients that a limited key reaches, and no others', async () => {
    await insertRun({ version: 1, state: 'dormant', at: 'q', steps: [began] })
    const read = (clientIds: string[] | null) => readStatistics(database(), flowId, { clientIds })
    expect((await read([clientId])).entered).toEqual([{ id: 'q', times: 1, runs: 1 }])
    expect(await read([randomUUID()])).toMatchObject({ runs: 0, entered: [], resting: [] })
    expect((await read(null)).runs).toBe(1)
  })

  test('tell where runs went, where they stayed, and what timed out and failed', async () => {
    await insertRun({
      version: 1,
      state: 'completed',
      at: 's',
      steps: [began, ['q', 's', 'e2', 'reply'], ['s', null, null, 'completed']],
    })
    await insertRun({ version: 1, state: 'dormant', at: 'q', steps: [began, ['q', null, null, 'timeout']] })
    await insertRun({
      version: 1,
      state: 'failed',
      at: 'h',
      steps: [
        began,
        ['q', 'q', 'e3', 'invalid'],
        ['q', 'q', 'e3', 'invalid'],
        ['q', 'h', 'e4', 'reply'],
        ['h', null, null, 'failed'],
      ],
    })
    const found = await readStatistics(database(), flowId, { number: 1 })
    expect(found).toMatchObject({ runs: 3, isPartial: false })
    expect(sorted(found.edges)).toEqual([
      { id: 'e1', times: 3, runs: 3 },
      { id: 'e2', times: 1, runs: 1 },
      { id: 'e3', times: 2, runs: 1 },
      { id: 'e4', times: 1, runs: 1 },
    ])
    expect(sorted(found.entered)).toEqual([
      { id: 'h', times: 1, runs: 1 },
      { id: 'q', times: 5, runs: 3 },
      { id: 's', times: 1, runs: 1 },
    ])
    expect(sorted(found.left)).toEqual([
      { id: 'q', times: 4, runs: 2 },
      { id: 't', times: 3, runs: 3 },
    ])
    expect(found.timedOut).toEqual([{ id: 'q', times: 1, runs: 1 }])
    expect(found.failed).toEqual([{ id: 'h', times: 1, runs: 1 }])
    expect(sorted(found.resting)).toEqual([
      { id: 'h', state: 'failed', runs: 1 },
      { id: 'q', state: 'dormant', runs: 1 },
      { id: 's', state: 'completed', runs: 1 },
    ])
  })

  test('leave out runs of other versions, and those older than the newest that are looked at', async () => {
    await insertRun({
      version: 1,
      state: 'completed',
      at: 'old',
      steps: [['old', 'q', 'old', 'triggered']],
      begun: 1,
    })
    await insertRun({ version: 1, state: 'completed', at: 'q', steps: [began], begun: 2 })
    await insertRun({ version: 1, state: 'completed', at: 'q', steps: [began], begun: 3 })
    await insertRun({
      version: 2,
      state: 'completed',
      at: 'z',
      steps: [['t', 'z', 'e9', 'triggered']],
      begun: 25,
    })
    const found = await readStatistics(database(), flowId, { number: 1 }, 2)
    expect(found).toMatchObject({ runs: 2, isPartial: true, edges: [{ id: 'e1', times: 2, runs: 2 }] })
    expect(await readStatistics(database(), flowId, { number: 2 })).toMatchObject({
      runs: 1,
      isPartial: false,
      edges: [{ id: 'e9', times: 1, runs: 1 }],
    })
  })

  test('are those of all versions between two dates, and leave out tests of drafts', async () => {
    for (const [begun, version] of [
      [1, 1],
      [25, 2],
      [30, 2],
    ] as const)
      await insertRun({ version, state: 'completed', at: 'q', steps: [began], begun })
    await insertRun({ version: 2, state: 'completed', at: 'q', steps: [began], begun: 26, isTest: true })
    const runs = async (range: object) => (await readStatistics(database(), flowId, range)).runs
    expect(await runs({})).toBe(3)
    expect(await runs({ from: hoursLater(25).toISOString() })).toBe(2)
    expect(await runs({ from: hoursLater(25).toISOString(), to: hoursLater(30).toISOString() })).toBe(1)
    expect(await runs({ number: 1, from: hoursLater(2).toISOString() })).toBe(0)
  })

  test('count a run that is in a sub-flow at the node that called it, and nothing of what it does there', async () => {
    const called: Step[] = [
      ['t', 'c', 'e1', 'triggered'],
      ['c', 'in', null, 'call'],
      ['in', 'q', 'x', 'triggered'],
    ]
    await insertRun({ version: 1, state: 'waiting_input', at: 'q', steps: called })
    await insertRun({ version: 1, state: 'failed', at: 'q', steps: [...called, ['q', null, null, 'failed']] })
    await insertRun({
      version: 1,
      state: 'completed',
      at: 's',
      steps: [
        ...called,
        ['q', 'c', null, 'return'],
        ['c', 's', 'e2', 'done'],
        ['s', null, null, 'completed'],
      ],
    })
    const found = await readStatistics(database(), flowId, { number: 1 })
    expect(sorted(found.entered)).toEqual([
      { id: 'c', times: 3, runs: 3 },
      { id: 's', times: 1, runs: 1 },
    ])
    expect(sorted(found.edges).map(({ id }) => id)).toEqual(['e1', 'e2'])
    expect(found.failed).toEqual([])
    expect(found.resting.toSorted((a, b) => a.state.localeCompare(b.state))).toEqual([
      { id: 's', state: 'completed', runs: 1 },
      { id: 'c', state: 'failed', runs: 1 },
      { id: 'c', state: 'waiting_input', runs: 1 },
    ])
  })

  test('tell how long half of the runs stayed, going round at a node being one stay', async () => {
    const asked: Step[] = [
      began,
      ['q', 'q', 'e3', 'invalid'],
      ['q', 's', 'e2', 'reply'],
      ['s', null, null, 'completed'],
    ]
    for (const pace of [10, 20, 90])
      await insertRun({ version: 1, state: 'completed', at: 's', steps: asked, pace })
    await insertRun({ version: 1, state: 'waiting_input', at: 'q', steps: [began] })
    const { stays } = await readStatistics(database(), flowId, { number: 1 })
    expect(sorted(stays)).toEqual([
      { id: 'q', times: 3, medianMs: 40_000 },
      { id: 's', times: 3, medianMs: 20_000 },
    ])
  })

  test('are empty for a version nobody ran', async () => {
    expect(await readStatistics(database(), flowId, { number: 2 })).toMatchObject({
      runs: 0,
      isPartial: false,
      edges: [],
      resting: [],
    })
  })
})
