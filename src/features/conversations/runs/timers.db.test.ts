import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { FIRE_TIMER } from '../records/event-rows.ts'

const database = useTestDatabase()
let world: FlowWorld
let host: DurableProcess
let clientId: string
let isConnected: boolean
const ANA = '351910000001@s.whatsapp.net'
const BIA = '351910000002@s.whatsapp.net'

beforeEach(async () => {
  world = await createFlowWorld(database())
  clientId = world.clientId
  isConnected = true
  host = await world.start({ isConnected: () => isConnected })
})

afterEach(() => world.close())

/** Asks for a name and greets by it; gives up after `timeoutSec`. */
const publishAsk = (data: Record<string, unknown> = {}) =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['q', 'ask', { prompt: 'Name?', saveAs: 'name', ...data }],
      ['s', 'send.text', { text: 'Hi {{ vars.name }}' }],
      ['n', 'send.text', { text: 'Too late' }],
    ],
    [
      ['t', 'out', 'q'],
      ['q', 'reply', 's'],
      ['q', 'timeout', 'n'],
    ],
  )

async function receive(jid: string, text: string): Promise<void> {
  await host.deliver([textInput(clientId, jid, text)])
  await host.settle()
}

async function states(contactJid?: string) {
  const { rows } = await database().pool.query<{
    contactJid: string
    state: string
    timeoutJobId: string | null
  }>(
    `select contact_jid as "contactJid", state, timeout_job_id as "timeoutJobId" from flow_state
     where client_id = $1 and ($2::text is null or contact_jid = $2) order by created_at desc`,
    [clientId, contactJid ?? null],
  )
  return rows
}

const timers = async () =>
  (
    await database().pool.query(
      `select t.id, t.kind, t.due_at as "dueAt", t.awaits_send_id as "awaits" from timer t
       join flow_state s on s.id = t.flow_state_id where s.client_id = $1`,
      [clientId],
    )
  ).rows
const jobs = async () =>
  (
    await database().pool.query(`select key from graphile_worker.jobs where task_identifier = 'flow_timer'`)
  ).rows.map((row) => row.key)
const makeDue = (id: string) =>
  database().pool.query(`update timer set due_at = now() - interval '1 second' where id = $1`, [id])

test('the clock of a question starts when its prompt was acknowledged', async () => {
  await publishAsk({ timeoutSec: 60 })
  await host.deliver([textInput(clientId, ANA, 'go')])
  const [before] = await timers()
  expect(before).toMatchObject({ kind: 'timeout', dueAt: null })
  expect(await jobs()).not.toContain(before.id)
  await host.settle()
  const [after] = await timers()
  expect(after).toMatchObject({ id: before.id, awaits: null })
  expect(after.dueAt.getTime() - Date.now()).toBeGreaterThan(50_000)
  expect(await jobs()).toContain(after.id)
  expect((await states())[0]?.timeoutJobId).toBe(after.id)
})

test('a timer that falls due wakes the conversation and fires once', async () => {
  await publishAsk({ timeoutSec: 60 })
  await receive(ANA, 'go')
  const [timer] = await timers()
  await makeDue(timer.id)
  await Promise.all([1, 2].map(() => host.runs.tasks.flow_timer({ timerId: timer.id })))
  await host.settle()
  expect(world.shownTo(ANA)).toEqual(['Name?', 'Too late'])
})

test('of a reply and a timeout at the same moment exactly one wins', async () => {
  await publishAsk({ timeoutSec: 60 })
  for (const jid of Array.from({ length: 10 }, (_, n) => `35191000020${n}@s.whatsapp.net`)) {
    await receive(jid, 'go')
    const { id } = (await timers()).at(-1)
    await Promise.all([
      host.runs.tasks.flow_timer({ timerId: id }),
      host.deliver([textInput(clientId, jid, 'Ana')]),
    ])
    await host.settle()
    expect([
      ['Name?', 'Hi Ana'],
      ['Name?', 'Too late'],
    ]).toContainEqual(world.shownTo(jid))
    expect((await states(jid))[0]?.state).toBe('completed')
  }
})

test('a wait that ended while the client was away gets a minute after its return', async () => {
  await publishAsk({ timeoutSec: 60 })
  await receive(ANA, 'go')
  const [timer] = await timers()
  isConnected = false
  await makeDue(timer.id)
  await host.runs.tasks.flow_timer({ timerId: timer.id })
  await host.settle()
  expect((await states())[0]?.state).toBe('waiting_input')
  isConnected = true
  await host.runs.onClientConnected(clientId)
  await host.runner.scan()
  await host.settle()
  const armed = (await timers()).find((item) => item.id !== timer.id)
  expect(armed.dueAt.getTime() - Date.now()).toBeGreaterThan(50_000)
  expect(world.shownTo(ANA)).toEqual(['Name?'])
  await receive(ANA, 'Ana')
  expect(world.shownTo(ANA)).toEqual(['Name?', 'Hi Ana'])
})

test('a timer that fired before the client was back, and that nobody has looked at yet, gets a minute too', async () => {
  await publishAsk({ timeoutSec: 60 })
  await receive(ANA, 'go')
  const [timer] = await timers()
  isConnected = false
  await makeDue(timer.id)
  await database().queryOne(FIRE_TIMER, [timer.id])
  await host.runs.onClientConnected(clientId)
  isConnected = true
  await host.runner.scan()
  await host.settle()
  expect((await states())[0]?.state).toBe('waiting_input')
  await receive(ANA, 'Ana')
  expect(world.shownTo(ANA)).toEqual(['Name?', 'Hi Ana'])
})

test('the notifications of a return are numbered in the order in which the waits end', async () => {
  await publishAsk({ timeoutSec: 60 })
  const jids = [ANA, BIA, '351910000003@s.whatsapp.net']
  for (const jid of jids) await receive(jid, 'go')
  isConnected = false
  const { pool } = database()
  // Who began last waits for the shortest time.
  for (const [n, jid] of jids.entries()) {
    await pool.query(
      `update timer t set due_at = now() - make_interval(secs => $3) from flow_state s
       where s.client_id = $1 and s.contact_jid = $2 and t.flow_state_id = s.id`,
      [clientId, jid, n + 1],
    )
  }
  await host.runs.onClientConnected(clientId)
  const { rows } = await pool.query(
    `select contact_jid as jid from inbound_event where client_id = $1 and event_type = 'client_reconnected' order by seq`,
    [clientId],
  )
  expect(rows.map((row) => row.jid)).toEqual(jids.toReversed())
})

test('a timer that was put off is taken up again even when the notification of the return was lost', async () => {
  await publishAsk({ timeoutSec: 60 })
  await receive(ANA, 'go')
  const [timer] = await timers()
  isConnected = false
  await makeDue(timer.id)
  await host.runs.tasks.flow_timer({ timerId: timer.id })
  await host.settle()
  isConnected = true
  await host.runner.scan()
  await host.settle()
  expect(world.shownTo(ANA)).toEqual(['Name?'])
  await database().pool.query(
    `update inbound_event set processed_at = now() - interval '3 minutes' where client_id = $1 and status = 'deferred'`,
    [clientId],
  )
  await host.runner.scan()
  await host.settle()
  expect(world.shownTo(ANA)).toEqual(['Name?', 'Too late'])
})

test('what is past its time is removed, what still counts stays', async () => {
  await publishAsk()
  await receive(ANA, 'go')
  await receive(ANA, 'Ana')
  await receive(BIA, 'go')
  const { pool } = database()
  await pool.query(`update flow_state set updated_at = now() - interval '31 days' where client_id = $1`, [
    clientId,
  ])
  await pool.query(`update inbound_event set received_at = now() - interval '31 days' where client_id = $1`, [
    clientId,
  ])
  await pool.query(`insert into sent_id values ($1, 'old', now() - interval '8 days'), ($1, 'new', now())`, [
    clientId,
  ])
  await host.runs.tasks.flow_retention()
  expect((await states()).map((state) => state.contactJid)).toEqual([BIA])
  const sent = await pool.query('select message_id as id from sent_id where client_id = $1', [clientId])
  expect(sent.rows).toEqual([{ id: 'new' }])
  const events = await pool.query('select 1 from inbound_event where client_id = $1', [clientId])
  expect(events.rows).toEqual([])
})
