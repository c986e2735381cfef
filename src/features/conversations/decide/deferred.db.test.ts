import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import {
  createFlowWorld,
  type FlowWorld,
  publishFlow,
  publishGreeting,
} from '../../../../test/support/flow-world.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'
const BIA = '351910000002@s.whatsapp.net'
const ANSWERED = ['Name?', 'Hi Ana']

let world: FlowWorld
let host: DurableProcess
let statements: string[]

beforeEach(async () => {
  world = await createFlowWorld(database())
  statements = []
  host = await world.start({
    onStatement(name) {
      statements.push(name)
      return undefined
    },
  })
  await publishGreeting(host, world, { settings: { typeAhead: true } })
})

afterEach(() => world.close())

const text = (jid: string, body: string) => textInput(world.clientId, jid, body, `${jid}-${body}`)
const statesOf = async (jid: string) =>
  (
    await database().pool.query<{ state: string }>(
      'select state from flow_state where client_id = $1 and contact_jid = $2 order by created_at, id',
      [world.clientId, jid],
    )
  ).rows.map((row) => row.state)
const openEvents = async () =>
  (
    await database().pool.query(
      `select event_id as "eventId", status from inbound_event
       where client_id = $1 and status in ('received', 'deferred') order by seq`,
      [world.clientId],
    )
  ).rows

/** Calls a shop that never answers: this host makes no calls. */
const publishCall = (keyword: string) =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: [keyword] }],
      ['h', 'http', { url: 'https://shop.example/orders' }],
      ['s', 'send.text', { text: 'answered' }],
    ],
    [
      ['t', 'out', 'h'],
      ['h', 'ok', 's'],
    ],
  )

async function receive(jid: string, ...bodies: string[]): Promise<void> {
  for (const body of bodies) await host.deliver([text(jid, body)])
  await host.settle()
}

describe('what was put off behind a run', () => {
  test('is processed in order when its flow is deleted', async () => {
    const flowId = await publishCall('go')
    await receive(ANA, 'go', 'hello', 'Ana')
    await receive(BIA, 'go', 'hello', 'Ana')
    expect((await openEvents()).map((row) => row.status)).toEqual(Array(4).fill('deferred'))
    expect(await host.flows.service.delete(flowId, world.userId)).toHaveLength(2)
    await until(async () => (await openEvents()).length === 0)
    await host.settle()
    for (const jid of [ANA, BIA]) {
      expect(world.shownTo(jid)).toEqual(ANSWERED)
      expect(await statesOf(jid)).toEqual(['completed'])
    }
    expect(await openEvents()).toEqual([])
  })

  test('stays where it is when another flow is deleted', async () => {
    await publishCall('go')
    const other = await publishCall('other')
    await receive(ANA, 'go', 'hello')
    await host.flows.service.delete(other, world.userId)
    await host.settle()
    expect(await openEvents()).toEqual([{ eventId: `${ANA}-hello`, status: 'deferred' }])
  })

  test('stays where it is when an event is processed that moves no run', async () => {
    await publishCall('go')
    await receive(ANA, 'go', 'hello')
    await host.deliver([
      {
        ...{ clientId: world.clientId, contactJid: ANA, source: 'system' },
        event: {
          ...{ type: 'send_acked', eventId: 'ack:gone', ackedAt: Date.now() },
          ...{ sendId: randomUUID(), runId: randomUUID() },
        },
      },
    ])
    await host.settle()
    expect(await openEvents()).toEqual([{ eventId: `${ANA}-hello`, status: 'deferred' }])
    expect(statements.filter((name) => name === 'decision_write')).toHaveLength(3)
  })

  test('is processed in order when the run fails over an event that cannot be processed', async () => {
    await publishCall('go')
    await receive(ANA, 'go', 'hello', 'Ana')
    await database().pool.query(`
      create function test_refuse() returns trigger language plpgsql as $$
        begin if new.outcome = 'ok' then raise exception 'disk on fire'; end if; return new; end $$;
      create trigger test_refuse before insert on flow_state_transition for each row execute function test_refuse()`)
    try {
      const { rows } = await database().pool.query(
        'select id, flow_state_id as "runId" from effect where client_id = $1',
        [world.clientId],
      )
      const { id: effectId, runId } = rows[0]
      const result = { status: 200, body: {} }
      await host.deliver([
        {
          ...{ clientId: world.clientId, contactJid: ANA, source: 'effect' },
          event: { type: 'effect_result', eventId: `fx:${effectId}`, effectId, runId, result },
        },
      ])
      await host.settle()
    } finally {
      await database().pool.query(
        'drop trigger test_refuse on flow_state_transition; drop function test_refuse',
      )
    }
    expect(world.shownTo(ANA)).toEqual(ANSWERED)
    expect(await statesOf(ANA)).toEqual(['failed', 'completed'])
    expect(await openEvents()).toEqual([])
  })
})

describe('a flow that is deleted while its conversations are worked on', () => {
  /** Of this file's own connections: the server is shared with other files, which wait for locks too. */
  const isBlocked = async () => {
    const { rows } = await database().pool.query(
      'select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
    )
    return rows.length > 0
  }

  /** Stores and steps messages of Ana's; others see it after `commit`. */
  async function ingestUncommitted(...bodies: string[]) {
    const mayCommit = Promise.withResolvers<void>()
    const hasIngested = Promise.withResolvers<void>()
    const committed = host.db.transaction(async (tx) => {
      await host.runs.ingest(
        tx,
        bodies.map((body) => text(ANA, body)),
      )
      hasIngested.resolve()
      await mayCommit.promise
    })
    await Promise.race([hasIngested.promise, committed])
    return {
      commit() {
        mayCommit.resolve()
        return committed
      },
    }
  }

  test('waits for a message that is being put off, which is processed then', async () => {
    const flowId = await publishCall('go')
    await receive(ANA, 'go')
    const ingesting = await ingestUncommitted('hello')
    const deleting = host.flows.service.delete(flowId, world.userId)
    await until(isBlocked)
    await Promise.all([ingesting.commit(), deleting])
    await until(async () => (await openEvents()).length === 0)
    await host.settle()
    expect(world.shownTo(ANA)).toEqual(['Name?'])
    expect(await statesOf(ANA)).toEqual(['waiting_input'])
  })

  test('takes a run with it that was being started', async () => {
    const flowId = await publishCall('go')
    const ingesting = await ingestUncommitted('go', 'hello')
    const deleting = host.flows.service.delete(flowId, world.userId)
    await until(isBlocked)
    await ingesting.commit()
    expect(await deleting).toHaveLength(1)
    await until(async () => (await openEvents()).length === 0)
    await host.settle()
    expect(world.shownTo(ANA)).toEqual(['Name?'])
  })

  test('begins again when somebody else has the conversation of a run that has just begun', async () => {
    const flowId = await publishCall('go')
    await receive(ANA, 'go')
    const starting = await database().pool.connect()
    const holder = await database().pool.connect()
    const count = (wanted: string) => statements.filter((name) => name === wanted).length
    // The run is seen as ended by the first look at the conversations and as live by the second.
    await database().pool.query("update flow_state set state = 'cancelled' where client_id = $1", [
      world.clientId,
    ])
    try {
      await starting.query('begin')
      await starting.query('select from flow where id = $1 for key share', [flowId])
      await starting.query("update flow_state set state = 'waiting_effect' where client_id = $1", [
        world.clientId,
      ])
      await holder.query('begin')
      await holder.query('select from contact_automation where client_id = $1 and jid = $2 for update', [
        world.clientId,
        ANA,
      ])
      const deleting = host.flows.service.delete(flowId, world.userId)
      await until(isBlocked)
      expect(count('flow_delete_conversations')).toBe(1)
      await starting.query('commit')
      await until(() => count('flow_delete_conversations') === 2)
      expect(count('flow_delete_new_conversations')).toBe(1)
      await holder.query('rollback')
      expect(await deleting).toHaveLength(1)
    } finally {
      for (const client of [starting, holder]) {
        await client.query('rollback')
        client.release()
      }
    }
    expect(await statesOf(ANA)).toEqual([])
  })

  /** Ana's message waits behind a run in a flow that another one had called, and that is deleted then. */
  async function putOffBehindCalled(): Promise<void> {
    const called = await publishFlow(
      host,
      world,
      [
        ['a', 'trigger.api', {}],
        ['h', 'http', { url: 'https://shop.example/orders' }],
      ],
      [['a', 'out', 'h']],
    )
    await publishFlow(
      host,
      world,
      [
        ['t', 'trigger.keyword', { values: ['order'] }],
        ['c', 'subflow', { flowId: called }],
      ],
      [['t', 'out', 'c']],
    )
    await receive(ANA, 'order', 'hello')
    expect(await openEvents()).toMatchObject([{ status: 'deferred' }])
    await host.flows.service.delete(called, world.userId)
    // What is in memory of the flow goes too.
    await host.close()
    host = await world.start()
  }

  test('lets go of what was put off behind such a run also when an event ends it that means nothing otherwise', async () => {
    await putOffBehindCalled()
    await database().pool.query(
      `insert into inbound_event (client_id, contact_jid, event_id, event_type, source, event, received_at)
       select client_id, contact_jid, 'fx:late', 'effect_result', 'system',
         jsonb_build_object('runId', id, 'effectId', gen_random_uuid(), 'result', '{}'::jsonb), now()
       from flow_state where client_id = $1`,
      [world.clientId],
    )
    await host.runner.scan()
    await host.settle()
    expect(await openEvents()).toEqual([])
    expect(await statesOf(ANA)).toEqual(['cancelled', 'waiting_input'])
    expect(world.shownTo(ANA)).toEqual(['Name?'])
  })

  test('lets go of a message that was put off behind such a run when the message is deleted, and tells of that after it', async () => {
    await putOffBehindCalled()
    const event = { type: 'message_revoked', eventId: 'revoked', messageId: `${ANA}-hello` } as const
    await host.deliver([{ clientId: world.clientId, contactJid: ANA, source: 'chat', event }])
    await host.settle()
    expect(await openEvents()).toEqual([])
    expect(await statesOf(ANA)).toEqual(['cancelled', 'waiting_input'])
    const { rows } = await database().pool.query(
      `select e.event_type as type, e.status, s.state from flow_state_event e join flow_state s on s.id = e.flow_state_id
       where s.client_id = $1 and e.event_type like 'message%' order by e.seq`,
      [world.clientId],
    )
    expect(rows).toEqual([
      { type: 'message_received', status: 'processed', state: 'cancelled' },
      { type: 'message_received', status: 'deferred', state: 'cancelled' },
      { type: 'message_revoked', status: 'deferred', state: 'cancelled' },
      { type: 'message_received', status: 'processed', state: 'waiting_input' },
      { type: 'message_revoked', status: 'processed', state: 'waiting_input' },
    ])
  })

  test('ends with the next message the run of another flow that had called it, where it is not in memory', async () => {
    const called = await publishFlow(
      host,
      world,
      [
        ['a', 'trigger.api', {}],
        ['q', 'ask', { prompt: 'How many?', saveAs: 'n' }],
      ],
      [['a', 'out', 'q']],
    )
    await publishFlow(
      host,
      world,
      [
        ['t', 'trigger.keyword', { values: ['order'] }],
        ['c', 'subflow', { flowId: called }],
      ],
      [['t', 'out', 'c']],
    )
    await receive(ANA, 'order')
    expect(await host.flows.service.delete(called, world.userId)).toEqual([])
    await host.close()
    host = await world.start()
    await receive(ANA, 'hello', 'Ana')
    expect(world.shownTo(ANA)).toEqual(['How many?', ...ANSWERED])
    expect(await statesOf(ANA)).toEqual(['cancelled', 'completed'])
    const { rows } = await database().pool.query(
      `select t.outcome from flow_state_transition t join flow_state_event e on e.id = t.flow_state_event_id
       join flow_state s on s.id = e.flow_state_id where s.client_id = $1 and s.state = 'cancelled' order by t.seq`,
      [world.clientId],
    )
    expect(rows.at(-1)).toEqual({ outcome: 'cancelled' })
  })
})
