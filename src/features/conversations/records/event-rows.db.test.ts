import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import type { FlowEvent } from '../../../core/conversation/flow-event.ts'
import type { SendError } from '../../../core/conversation/send-error.ts'
import type { OutboxSettled } from '../../../core/conversation/send-outcome.ts'
import { readStoredEvent } from '../../../core/conversation/stored-event.ts'
import { ANSWER_EFFECT } from './event-rows.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'
let world: FlowWorld
let host: DurableProcess

beforeEach(async () => {
  world = await createFlowWorld(database())
  host = await world.start()
})
afterEach(() => world.close())

const query = async (sql: string, params: unknown[] = []) => (await database().pool.query(sql, params)).rows

/** The newest event of a type, as the reader of this version has it, and its row's source. */
async function readBack(type: FlowEvent['type']): Promise<{ source: string; event: FlowEvent }> {
  const [row] = await query(
    `select event_id as "eventId", event_type as "eventType", source, v, event,
       floor(extract(epoch from received_at) * 1000)::float8 as "receivedAt"
     from inbound_event where client_id = $1 and event_type = $2 order by seq desc limit 1`,
    [world.clientId, type],
  )
  expect(row?.v).toBe(2)
  return { source: row.source, event: readStoredEvent(row, row.event) }
}

const publishAsk = () =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['q', 'ask', { prompt: 'Name?', saveAs: 'x', timeoutSec: 60 }],
    ],
    [['t', 'out', 'q']],
  )

/** A run that has asked a question, whose acknowledgement is on its way. */
async function ask(): Promise<{ runId: string; sendId: string; timerId: string }> {
  await publishAsk()
  await host.setAcks('hold')
  await host.deliver([textInput(world.clientId, ANA, 'go')])
  const [asked] = await query(
    `select s.id as "runId", s.timeout_job_id as "timerId", o.id as "sendId"
     from flow_state s join outbox o on o.flow_state_id = s.id where s.client_id = $1`,
    [world.clientId],
  )
  return asked
}

const settle = (change: Partial<OutboxSettled> & Pick<OutboxSettled, 'outboxId' | 'flowStateId'>) =>
  database().transaction((tx) =>
    host.runs.onSendSettled(tx, {
      ...{ nodeId: 'q', messageId: '3EB0AA', outcome: 'sent', atMs: 1_900_000_000_000, error: null },
      ...change,
    }),
  )

describe('what statements make of events reads back as the event it is', () => {
  test('a timer that falls due', async () => {
    const { runId, timerId } = await ask()
    await query(
      `update timer set due_at = now() - interval '1 second', awaits_send_id = null where id = $1`,
      [timerId],
    )
    await host.runs.tasks.flow_timer({ timerId })
    expect(await readBack('timeout')).toEqual({
      source: 'timer',
      event: {
        ...{ type: 'timeout', eventId: `timer:${timerId}`, timerId, runId },
        receivedAt: expect.any(Number),
      },
    })
  })

  test('an acknowledgement with its place on the connection', async () => {
    const { runId, sendId } = await ask()
    const order = { connection: 'socket-1', n: 7 }
    await settle({ outboxId: sendId, flowStateId: runId, order })
    const { source, event } = await readBack('send_acked')
    expect(source).toBe('system')
    expect(event).toEqual({
      ...{ type: 'send_acked', eventId: `ack:${sendId}`, sendId, runId, order },
      ...{ seenFrom: 1_900_000_000_000, ackedAt: event.receivedAt, receivedAt: expect.any(Number) },
    })
  })

  test('an acknowledgement of a message that was on the wire before, seen since then', async () => {
    const { runId, sendId } = await ask()
    await query(
      `insert into message (client_id, chat, id, from_me, at_sec, type, status, origin)
       values ($1, $2, '3EB0AA', true, 1800000000, 'text', 'PENDING', 'flow')`,
      [world.clientId, ANA],
    )
    await settle({ outboxId: sendId, flowStateId: runId })
    const { event } = await readBack('send_acked')
    expect(event).toEqual({
      ...{ type: 'send_acked', eventId: `ack:${sendId}`, sendId, runId, seenFrom: 1_800_000_000_000 },
      ...{ ackedAt: event.receivedAt, receivedAt: expect.any(Number) },
    })
  })

  test('a message that could not be delivered', async () => {
    const { runId, sendId } = await ask()
    const error: SendError = { code: 'REFUSED', params: { code: '406' } }
    await settle({ outboxId: sendId, flowStateId: runId, outcome: 'failed', error })
    expect(await readBack('send_failed')).toEqual({
      source: 'system',
      event: {
        ...{ type: 'send_failed', eventId: `fail:${sendId}`, sendId, runId, nodeId: 'q' },
        ...{
          error: '406: The server refused the message with code 406.',
          failure: error,
          receivedAt: expect.any(Number),
        },
      },
    })
  })

  test('the return of a client whose waits end', async () => {
    const { runId, timerId } = await ask()
    await query('update timer set due_at = now() where id = $1', [timerId])
    await host.runs.onClientConnected(world.clientId)
    const { source, event } = await readBack('client_reconnected')
    expect(source).toBe('system')
    expect(event).toEqual({
      ...{ type: 'client_reconnected', eventId: expect.stringMatching(`^reconnected:.*:${runId}$`) },
      receivedAt: expect.any(Number),
    })
  })

  test.each([
    ['effect_result', { result: { status: 200, headers: { etag: '1' }, body: { a: [null] } } }],
    ['effect_failed', { error: { code: 'TIMEOUT', message: 'no answer' } }],
  ] as const)('the answer of an effect, %s', async (type, answer) => {
    const { runId } = await ask()
    const effectId = randomUUID()
    await query(
      `insert into effect (id, client_id, flow_state_id, node_id, kind, awaited, request, claimed_by)
       values ($1, $2, $3, 'h', 'http', true, '{}', 'host')`,
      [effectId, world.clientId, runId],
    )
    await database().query(ANSWER_EFFECT, [effectId, 'host', type, JSON.stringify(answer)])
    expect(await readBack(type)).toEqual({
      source: 'effect',
      event: {
        ...{ type, eventId: `fx:${effectId}`, effectId, runId, receivedAt: expect.any(Number) },
        ...answer,
      },
    })
  })
})

test('why a request was refused stands beside its event and is no part of it', async () => {
  const { clientId } = world
  const gone = randomUUID()
  await host.store([
    {
      ...{ clientId, contactJid: ANA, source: 'api' },
      event: { type: 'cancel_requested', eventId: 'cancel:1', runId: gone },
    },
  ])
  await host.runner.scan()
  await host.runner.idle()
  const [row] = await query('select event, refusal from inbound_event where client_id = $1', [clientId])
  expect(row).toEqual({ event: { runId: gone }, refusal: expect.objectContaining({ code: 'RUN_NOT_FOUND' }) })
})

const nowSec = () => Math.floor(Date.now() / 1_000)

/** Leaves an event open as a build of before stored it. */
const leaveOpen = (eventId: string, eventType: string, source: string, payload: object) =>
  query(
    `insert into inbound_event (client_id, contact_jid, event_id, event_type, source, event)
     values ($1, $2, $3, $4, $5, $6)`,
    [world.clientId, ANA, eventId, eventType, source, payload],
  )

test('an event that a build of before left open is taken up in the form it has', async () => {
  await publishAsk()
  const payload = { type: 'text', text: 'go', messageId: 'm1', atSec: nowSec(), origin: 'live' }
  await leaveOpen('m1', 'message_received', 'chat', payload)
  await host.runner.scan()
  await host.settle()
  expect(world.shownTo(ANA)).toEqual(['Name?'])
  const rows = await query(`select v, status from inbound_event where client_id = $1 and event_id = 'm1'`, [
    world.clientId,
  ])
  expect(rows).toEqual([{ v: 1, status: 'processed' }])
})

test('events of both versions are worked off in the order they came, each once, also when they are told again', async () => {
  await publishFlow(
    host,
    world,
    [
      ['t', 'trigger.any_message', { cooldownSec: 0 }],
      ['s', 'send.text', { text: 'You wrote {{ message.text }}.' }],
    ],
    [['t', 'out', 's']],
  )
  const words = ['one', 'two', 'three', 'four']
  const inputs = words.map((text) => textInput(world.clientId, ANA, text, `m-${text}`))
  for (const [index, message] of inputs.entries()) {
    const text = words[index] ?? ''
    const payload = { type: 'text', text, messageId: `m-${text}`, atSec: nowSec(), origin: 'live' }
    if (index % 2 === 0) await leaveOpen(`m-${text}`, 'message_received', 'chat', payload)
    else await host.store([message])
  }
  await host.deliver(inputs, 'waited')
  await host.runner.scan()
  await host.settle()
  expect(world.shownTo(ANA)).toEqual(words.map((text) => `You wrote ${text}.`))
  const rows = await query(
    'select v, status, event_id as id from inbound_event where client_id = $1 order by seq',
    [world.clientId],
  )
  expect(rows).toEqual(
    words.map((text, index) => ({ v: index % 2 === 0 ? 1 : 2, status: 'processed', id: `m-${text}` })),
  )
})

test('a timer that a build of before let fire ends its wait once, also when its job runs again', async () => {
  await publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['q', 'ask', { prompt: 'Name?', saveAs: 'x', timeoutSec: 60 }],
      ['s', 'send.text', { text: 'Too late.' }],
    ],
    [
      ['t', 'out', 'q'],
      ['q', 'timeout', 's'],
    ],
  )
  await host.deliver([textInput(world.clientId, ANA, 'go')])
  await host.settle()
  const [{ runId, timerId }] = await query(
    'select id as "runId", timeout_job_id as "timerId" from flow_state where client_id = $1',
    [world.clientId],
  )
  await query('update timer set due_at = now(), fired_at = now() where id = $1', [timerId])
  await leaveOpen(`timer:${timerId}`, 'timeout', 'timer', { timerId, runId })
  await host.runs.tasks.flow_timer({ timerId })
  await host.runner.scan()
  await host.settle()
  expect(world.shownTo(ANA)).toEqual(['Name?', 'Too late.'])
})
