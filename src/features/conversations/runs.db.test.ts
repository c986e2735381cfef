import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import {
  type DurableProcess,
  startDurableProcess,
  textInput,
  type WireMessage,
} from '../../../test/support/durable-host.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { refusalOf } from '../../../test/support/refusal.ts'
import { FlowDocument } from '../../contract/flows/exchange.ts'
import type { OwnerId } from '../../contract/handlers.ts'
import { FlowState, FlowStateEvent, FlowStateTransition } from '../../contract/resources.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'

const database = useTestDatabase()
let host: DurableProcess
let userId: OwnerId
let clientId: string
let wire: WireMessage[]
let isConnected: boolean
/** What the process wrote to its log. */
let logged: string
const ANA = '351910000001@s.whatsapp.net'
const BEN = '491522222222@s.whatsapp.net'
const BIA = '351910000002@s.whatsapp.net'

const as = callContextOf

beforeEach(async () => {
  userId = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId })
  wire = []
  isConnected = true
  logged = ''
  const write = (line: string) => {
    logged += line
  }
  const log = createLogger({ level: 'error', destination: { write } })
  host = await startDurableProcess({
    ...{ url: database().url, clientId, wire, log },
    isConnected: () => isConnected,
  })
})

afterEach(() => host.close())

const position = { x: 0, y: 0 }
type ShortNode = [id: string, type: string, data: Record<string, unknown>]

async function publish(
  nodes: ShortNode[],
  edges: [string, string, string][],
  extra: object = {},
): Promise<string> {
  const document = FlowDocument.parse({
    version: 1,
    name: 'Test',
    clientId,
    nodes: nodes.map(([id, type, data]) => ({ id, type, data, position })),
    edges: edges.map(([source, sourceHandle, target], n) => ({ id: `e${n}`, source, sourceHandle, target })),
    ...extra,
  })
  const flow = await host.flows.service.import(userId, document)
  await host.flows.service.publish(flow.id, userId)
  return flow.id
}

/** Asks for a name and greets by it; `timeoutSec` later it gives up. */
const publishAsk = (data: Record<string, unknown> = {}) =>
  publish(
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

async function receive(jid: string, text: string, id?: string): Promise<void> {
  await host.deliver([textInput(clientId, jid, text, id)])
  await host.settle()
}

const textsTo = (jid: string) => wire.filter((message) => message.jid === jid).map((message) => message.text)
const states = async (filter: object = {}) =>
  (await host.runs.handlers.list({ limit: 50, clientId, ...filter }, as(userId))).states

describe('reading runs', () => {
  test('the list names contacts, finds runs by a part of a name or number as people write it, and by why they failed', async () => {
    await publishAsk()
    await receive(ANA, 'go', 'f1')
    await receive(BEN, 'go', 'f2')
    const { pool } = database()
    await pool.query(
      "insert into contact (client_id, id, phone, name, notify) values ($1, $2, $2, 'Ána Conceição', 'ana')",
      [clientId, ANA],
    )
    const found = async (filter: object) =>
      (await states(filter)).map(({ contactJid, contactName }) => [contactJid, contactName])
    const [ana, ben] = [
      [ANA, 'Ána Conceição'],
      [BEN, null],
    ]
    expect(await found({})).toEqual([ben, ana])
    const digits = BEN.split('@')[0] ?? ''
    expect(await found({ contact: 'ana conceicao' })).toEqual([ana])
    expect(
      await found({ contact: `+${digits.slice(0, 2)} ${digits.slice(2, 5)} ${digits.slice(5)}` }),
    ).toEqual([ben])
    expect(await found({ contact: 'nobody' })).toEqual([])
    expect(await found({ contact: 'ana', isTest: true })).toEqual([])
    expect(await found({ error: 'NODE_ERROR' })).toEqual([])
    await pool.query(
      "update flow_state set state = 'failed', error = 'NODE_ERROR', error_message = 'why' where client_id = $1 and contact_jid = $2",
      [clientId, BEN],
    )
    expect(await found({ error: 'NODE_ERROR' })).toEqual([ben])
    expect(await found({ error: 'LOOP_LIMIT' })).toEqual([])
  })

  test('a run has every field of the interface, and its events tell its story in order', async () => {
    const flowId = await publishAsk()
    await receive(ANA, 'go', 'w1')
    await receive(ANA, 'Ana', 'w2')
    const [listed] = await states()
    expect(listed).toMatchObject({ isTest: false })
    const state = await host.runs.handlers.get({ id: listed!.id }, as(userId))
    expect(FlowState.parse(state)).toEqual(state)
    expect(state).toMatchObject({
      flowId,
      clientId,
      contactJid: ANA,
      state: 'completed',
      claimedUntil: null,
      claimedBy: null,
      timeoutJobId: null,
      lastEventId: 'w2',
      error: null,
      version: 3,
    })
    expect(JSON.parse(state.context)).toMatchObject({ vars: { name: 'Ana' } })
    const pairs = await host.runs.handlers.events({ id: state.id }, as(userId))
    for (const { event, transition } of pairs) {
      expect(FlowStateEvent.parse(event)).toEqual(event)
      if (event.eventType === 'send_acked') continue
      expect(FlowStateTransition.parse(transition)).toEqual(transition)
      expect(transition?.flowStateEventId).toBe(event.id)
    }
    expect(
      pairs.map(({ event, transition }) => [event.eventId, transition?.outcome, transition?.toNodeId]),
    ).toEqual([
      ['w1', 'triggered', 'q'],
      [expect.stringMatching(/^ack:/), undefined, undefined],
      ['w2', 'reply', 's'],
      ['w2', 'completed', null],
    ])
    expect(pairs[0]?.event).toMatchObject({
      eventType: 'message_received',
      source: 'chat',
      mode: 'live',
      status: 'processed',
    })
  })

  test('what it sent is listed in order with how far each got', async () => {
    const { pool } = database()
    await publishAsk()
    await receive(ANA, 'go', 'w1')
    await receive(ANA, 'Ana', 'w2')
    const { id } = (await states())[0]!
    const read = () => host.runs.handlers.sends({ id }, as(userId))
    const sends = await read()
    const pairs = await host.runs.handlers.events({ id }, as(userId))
    const planned = pairs.flatMap(
      ({ transition }) => JSON.parse(transition?.actions ?? '[]') as { outboxId?: string }[],
    )
    expect(sends.map((send) => send.id)).toEqual(planned.flatMap(({ outboxId }) => outboxId ?? []))
    expect(sends).toHaveLength(2)
    const set = async (status: string, error: string | null) =>
      pool.query('update outbox set status = $2, error = $3 where id = $1', [sends[0]?.id, status, error])
    await set('failed', 'refused')
    expect((await read())[0]).toMatchObject({ status: 'ERROR', error: 'refused' })
    await set('pending', null)
    await pool.query('delete from message where id = $1', [sends[0]?.messageId])
    expect((await read())[0]).toMatchObject({ status: 'PENDING', text: null, error: null })
    await pool.query(
      `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
       values ($1, $2, $3, true, 1, 'text', 'Name?', 'READ', 'flow')`,
      [clientId, ANA, sends[0]?.messageId],
    )
    await set('sent', null)
    expect((await read())[0]).toMatchObject({ status: 'READ', type: 'text', text: 'Name?' })
  })

  test('an event that moved nothing appears once, without a transition', async () => {
    await publishAsk()
    await receive(ANA, 'go')
    await host.deliver([
      {
        ...{ clientId, contactJid: ANA, source: 'chat' },
        event: { type: 'reaction_received', eventId: 'x1', messageId: 'm1', emoji: '👍' },
      },
      {
        ...{ clientId, contactJid: ANA, source: 'timer' },
        event: {
          ...{ type: 'timeout', eventId: 'timer:x', timerId: newId() },
          runId: (await states())[0]!.id,
        },
      },
    ])
    await host.settle()
    const pairs = await host.runs.handlers.events({ id: (await states())[0]!.id }, as(userId))
    expect(
      pairs.map(({ event, transition }) => [event.eventType, event.status, event.error, transition?.outcome]),
    ).toEqual([
      ['message_received', 'processed', null, 'triggered'],
      ['send_acked', 'processed', null, undefined],
      ['timeout', 'ignored', 'stale_timer', undefined],
    ])
  })

  test("somebody else's run is missing, for every operation", async () => {
    await publishAsk()
    await receive(ANA, 'go')
    const { id } = (await states())[0]!
    const stranger = as(await insertUser(database().pool))
    const { get, events, sends, cancel, list } = host.runs.handlers
    const calls = [
      () => get({ id }, stranger),
      () => events({ id }, stranger),
      () => sends({ id }, stranger),
      () => cancel({ id }, stranger),
      () => get({ id: newId() }, as(userId)),
    ]
    for (const call of calls) expect((await refusalOf(call())).code).toBe('NOT_FOUND')
    expect((await list({ limit: 50 }, stranger)).states).toEqual([])
    expect((await states())[0]?.state).toBe('waiting_input')
  })

  test('lists are filtered and paged, newest first', async () => {
    const flowId = await publishAsk()
    const jids = Array.from({ length: 5 }, (_, n) => `35191000010${n}@s.whatsapp.net`)
    for (const jid of jids) await receive(jid, 'go')
    await receive(jids[0]!, 'Ana')
    const all = await states()
    expect(all.map((state) => state.contactJid)).toEqual(jids.toReversed())
    expect((await states({ state: 'completed' })).map((state) => state.contactJid)).toEqual([jids[0]])
    expect((await states({ contactJid: jids[3] })).map((state) => state.contactJid)).toEqual([jids[3]])
    expect(await states({ flowId: newId() })).toEqual([])
    const first = await host.runs.handlers.list({ flowId, limit: 3 }, as(userId))
    const rest = await host.runs.handlers.list({ flowId, limit: 3, cursor: first.nextCursor! }, as(userId))
    expect([...first.states, ...rest.states]).toEqual(all)
    expect(rest.nextCursor).toBeNull()
    const bad = host.runs.handlers.list({ limit: 3, cursor: 'nonsense' }, as(userId))
    expect((await refusalOf(bad)).code).toBe('BAD_REQUEST')
  })
})

describe('ending runs', () => {
  test('a cancelled run is answered as cancelled, takes no more answers, and cannot be cancelled twice', async () => {
    await publishAsk()
    await receive(ANA, 'go')
    const { id } = (await states())[0]!
    const cancelled = await host.runs.handlers.cancel({ id }, as(userId))
    expect(cancelled.state).toBe('cancelled')
    await receive(ANA, 'Ana')
    expect(textsTo(ANA)).toEqual(['Name?'])
    expect((await refusalOf(host.runs.handlers.cancel({ id }, as(userId)))).code).toBe('CONFLICT')
  })

  test('blacklisting removes the active runs with all they caused, and answers their ids', async () => {
    await publishAsk({ timeoutSec: 60 })
    await receive(ANA, 'go')
    await receive(ANA, 'Ana')
    await host.deliver([textInput(clientId, ANA, 'go')])
    await receive(BIA, 'go')
    const [, live, ended] = await states()
    expect([live?.state, ended?.state]).toEqual(['waiting_input', 'completed'])
    const { cancelledRunIds } = await host.runs.setContactFlag(clientId, ANA, 'blacklist', true)
    expect(cancelledRunIds).toEqual([live!.id])
    for (const table of ['flow_state_event', 'outbox', 'timer']) {
      const { rows } = await database().pool.query(`select 1 from ${table} where flow_state_id = $1`, [
        live!.id,
      ])
      expect([table, rows.length]).toEqual([table, 0])
    }
    expect((await states({ contactJid: ANA })).map((state) => state.id)).toEqual([ended!.id])
    await receive(ANA, 'go')
    await receive(BIA, 'Bia')
    expect(textsTo(BIA)).toEqual(['Name?', 'Hi Bia'])
    expect((await states({ contactJid: ANA })).length).toBe(1)
  })

  test('an address the network uses for the same person blocks the person', async () => {
    await publishAsk()
    await database().pool.query('insert into contact (client_id, id, phone, lid) values ($1, $2, $2, $3)', [
      clientId,
      ANA,
      '12345@lid',
    ])
    await receive(ANA, 'go')
    const [state] = await states()
    expect(await host.runs.setContactFlag(clientId, '12345@lid', 'blacklist', true)).toEqual({
      cancelledRunIds: [state!.id],
    })
  })

  test('a contact that is no longer blacklisted starts flows again; favourite changes nothing', async () => {
    await publishAsk()
    await host.runs.setContactFlag(clientId, ANA, 'blacklist', true)
    await receive(ANA, 'go')
    expect(await states()).toEqual([])
    expect(await host.runs.setContactFlag(clientId, ANA, 'blacklist', false)).toEqual({ cancelledRunIds: [] })
    await receive(ANA, 'go')
    expect(await host.runs.setContactFlag(clientId, ANA, 'favourite', true)).toEqual({ cancelledRunIds: [] })
    await receive(ANA, 'Ana')
    expect(textsTo(ANA)).toEqual(['Name?', 'Hi Ana'])
  })

  test('unpublishing lets live runs finish, cancels parked ones with their story, and starts no new ones', async () => {
    const flowId = await publishAsk({ timeoutSec: 60 })
    await receive(ANA, 'go')
    await receive(BIA, 'go')
    await database().pool.query(`update flow_state set state = 'dormant' where contact_jid = $1`, [BIA])
    await host.flows.service.unpublish(flowId, userId)
    await receive(ANA, 'Ana')
    await receive(BIA, 'go')
    expect(textsTo(ANA)).toEqual(['Name?', 'Hi Ana'])
    expect(textsTo(BIA)).toEqual(['Name?'])
    const [parked] = await states({ contactJid: BIA })
    expect(parked?.state).toBe('cancelled')
    const pairs = await host.runs.handlers.events({ id: parked!.id }, as(userId))
    expect(pairs.at(-1)).toMatchObject({
      event: { eventType: 'flow_unpublished' },
      transition: { outcome: 'cancelled' },
    })
  })

  test('deleting a flow answers the runs it ended', async () => {
    const flowId = await publishAsk()
    await receive(ANA, 'go')
    const [state] = await states()
    expect(await host.flows.service.delete(flowId, userId)).toEqual([state!.id])
    expect(await states()).toEqual([])
  })
})

describe('an event that cannot be processed', () => {
  test('is dead after five attempts, its run fails and names the line of the log that says why, and the conversation goes on', async () => {
    await publishAsk()
    await receive(ANA, 'go')
    await database().pool.query(`
      create function test_refuse() returns trigger language plpgsql as $$
        begin if new.outcome = 'reply' then raise exception 'disk on fire'; end if; return new; end $$;
      create trigger test_refuse before insert on flow_state_transition for each row execute function test_refuse()`)
    try {
      await receive(ANA, 'Ana', 'poison')
    } finally {
      await database().pool.query(
        'drop trigger test_refuse on flow_state_transition; drop function test_refuse',
      )
    }
    const { rows } = await database().pool.query(
      `select status, attempts from inbound_event where event_id = 'poison' and client_id = $1`,
      [clientId],
    )
    expect(rows).toEqual([{ status: 'dead', attempts: 5 }])
    const [state] = await states()
    const sentence =
      /^Something failed inside the service, not in the flow\. Its log says what, under (\S+)\.$/
    expect(state).toMatchObject({ state: 'failed', claimedBy: null })
    const [code = '', why = ''] = state!.error!.split(/: (.*)/)
    expect(code).toBe('NODE_ERROR')
    const reference = sentence.exec(why)?.[1] ?? `no sentence: ${why}`
    const lines = logged.split('\n').filter((line) => line.includes(reference))
    expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['disk on fire'])
    const { failure } = await host.runs.handlers.story({ id: state!.id }, as(userId))
    expect(failure).toEqual({ code: 'SERVICE_FAILED', params: { reference } })
    const pairs = await host.runs.handlers.events({ id: state!.id }, as(userId))
    expect(pairs.at(-1)).toMatchObject({
      event: { status: 'dead', error: why },
      transition: { outcome: 'failed' },
    })
    await receive(ANA, 'go')
    expect(textsTo(ANA)).toEqual(['Name?', 'Name?'])
  })
})
