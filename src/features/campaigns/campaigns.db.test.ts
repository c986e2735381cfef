import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { type CampaignHost, startCampaignHost } from '../../../test/support/campaign-host.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import type { WireMessage } from '../../../test/support/durable-host.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { installFrozenClock, withFrozenClock } from '../../../test/support/frozen-clock.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { FlowDocument } from '../../contract/flows/exchange.ts'
import type { CallContext } from '../../contract/handlers.ts'
import { createIdSource } from '../../platform/ids.ts'
import type { Campaigns } from './index.ts'

const database = useTestDatabase()
const START = Date.parse('2026-03-27T08:00:00Z')
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]

let me: CallContext
let clientId: string
let wire: WireMessage[]
/** Numbers that are not on the network. */
let missing: Set<string>
let asked: string[][]
const hosts: CampaignHost[] = []
const newId = createIdSource()

async function startHost(die?: (statement: string) => 'die' | undefined): Promise<CampaignHost> {
  const host = await startCampaignHost({
    url: withFrozenClock(database().url),
    clientId,
    wire,
    missing,
    asked,
    die,
  })
  hosts.push(host)
  return host
}

beforeEach(async () => {
  const { pool } = database()
  await installFrozenClock(database(), START)
  const owner = await insertUser(pool)
  me = callContextOf(owner)
  clientId = await insertClient(pool, { userId: owner })
  wire = []
  missing = new Set()
  asked = []
  await setConnected(true)
})

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close()
})

const query = (sql: string, ...values: unknown[]) => database().pool.query(sql, values)

async function setConnected(connected: boolean): Promise<void> {
  await query(
    'update client set live_status = $2 where id = $1',
    clientId,
    connected ? 'connected' : 'reconnecting',
  )
  await query(
    `insert into client_lease (client_id, owner, epoch, expires_at) values ($1, 'host', 1, $2)
     on conflict (client_id) do update set expires_at = excluded.expires_at`,
    ...[clientId, new Date(START + 1_000 * HOUR)],
  )
}

const jidOf = (n: number) => `35191200000${n}@s.whatsapp.net`

/** Contacts who wrote before. */
async function addContacts(...ns: number[]): Promise<void> {
  for (const n of ns) {
    await query(
      'insert into contact (client_id, id, phone, notify) values ($1, $2, $2, $3)',
      clientId,
      jidOf(n),
      `C${n}`,
    )
    await query(
      `insert into contact_automation (client_id, jid, tags, fields) values ($1, $2, '["customer"]', $3)`,
      ...[clientId, jidOf(n), { size: n }],
    )
  }
}

const toMs = (ms: number) => query('update test_time.clock set at = to_timestamp($1 / 1000.0)', ms)

/** What the queue would do at this moment. */
async function runAt(host: CampaignHost, id: string, ms: number): Promise<void> {
  await toMs(START + ms)
  await host.campaigns.delivery.step({ campaignId: id })
  await host.settle()
}

const TO_CUSTOMERS = {
  kind: 'contacts' as const,
  labelIds: [],
  tags: ['customer'],
  favourites: false,
  fields: [],
}
const SLOW = { atOnce: 2, perMinute: 20 }

type Written = Parameters<Campaigns['handlers']['create']>[0]
const draft = ({ campaigns }: CampaignHost, change: Partial<Written> = {}) =>
  campaigns.handlers.create(
    {
      ...{
        clientId,
        name: 'Sale',
        text: 'Hi {{ contact.name }}',
        assetId: null,
        flowId: null,
        startAt: null,
      },
      ...{ audience: TO_CUSTOMERS, pace: SLOW, ...change },
    },
    me,
  )

async function start(host: CampaignHost, change: Partial<Written> = {}): Promise<string> {
  const { id } = await draft(host, change)
  await host.campaigns.handlers.start({ clientId, id }, me)
  return id
}

const show = (host: CampaignHost, id: string) => host.campaigns.handlers.get({ clientId, id }, me)
const peopleOf = async (host: CampaignHost, id: string) =>
  (await host.campaigns.handlers.people({ clientId, id, offset: 0, limit: 100 }, me)).people.map(
    ({ jid, state, reason }) => [jid.slice(0, 12), state, reason],
  )
const shownTo = () => wire.map(({ jid, text }) => `${jid.slice(11, 12)} ${text}`)

/** The message as the owner of a client stores it, with what the network says of it. */
async function receipt(jid: string, status: string): Promise<void> {
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     select client_id, contact_jid, message_id, true, extract(epoch from now())::bigint, 'text', 'x', $3, 'flow'
     from outbox where client_id = $1 and contact_jid = $2
     on conflict (client_id, id, chat, from_me) do update set status = excluded.status`,
    ...[clientId, jid, status],
  )
}

const wrote = (jid: string, text: string) =>
  query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, $3, false, extract(epoch from now())::bigint + 1, 'text', $4, 'DELIVERY_ACK', 'contact')`,
    ...[clientId, jid, newId(), text],
  )

describe('a campaign', () => {
  test('takes its people at its pace, everybody once, and leaves out who is blocked, opted out or with somebody', async () => {
    const host = await startHost()
    await addContacts(1, 2, 3, 4, 5, 6)
    await query('update contact_automation set blacklist = true where jid = $1', jidOf(4))
    await host.campaigns.handlers.optOuts.set({ clientId, contactJid: jidOf(5) as never, value: true }, me)
    const id = await start(host)
    await runAt(host, id, 0)
    expect(shownTo()).toEqual(['1 Hi C1', '2 Hi C2'])
    await runAt(host, id, 2_999)
    expect(wire).toHaveLength(2)
    await query(
      'update contact_automation set handoff_until = $2 where jid = $1',
      jidOf(6),
      new Date(START + HOUR),
    )
    await runAt(host, id, 3 * SECOND)
    await runAt(host, id, 6 * SECOND)
    expect(shownTo()).toEqual(['1 Hi C1', '2 Hi C2', '3 Hi C3'])
    expect(await peopleOf(host, id)).toEqual([
      ...[1, 2, 3].map((n) => [`35191200000${n}`, 'sent', null]),
      ['351912000006', 'left_out', 'with_person'],
      ['351912000004', 'left_out', 'blocked'],
      ['351912000005', 'left_out', 'opted_out'],
    ])
    expect(await show(host, id)).toMatchObject({
      state: 'done',
      counts: { total: 3, leftOut: 3, waiting: 0, sent: 3 },
    })
  })

  test('keeps to the people it began with', async () => {
    const host = await startHost()
    await addContacts(1, 2, 3)
    const id = await start(host)
    await addContacts(0, 7)
    for (const ms of [0, 3, 6, 9]) await runAt(host, id, ms * SECOND)
    expect(shownTo()).toEqual(['1 Hi C1', '2 Hi C2', '3 Hi C3'])
  })

  test('reaches everybody once, wherever its process dies', async () => {
    await addContacts(1, 2, 3)
    const first = await startHost()
    const id = await start(first, { pace: { atOnce: 1, perMinute: 60 } })
    const statements = ['campaign_person_settle', 'outbox_queue', 'campaign_move', 'commit', 'job_add']
    for (const [index, fatal] of statements.entries()) {
      const host = await startHost((name) => (name === fatal ? 'die' : undefined))
      await expect(runAt(host, id, index * 2 * SECOND)).rejects.toThrow()
    }
    const survivor = await startHost()
    for (let second = 10; second < 20; second += 1) await runAt(survivor, id, second * SECOND)
    expect(shownTo()).toEqual(['1 Hi C1', '2 Hi C2', '3 Hi C3'])
    expect(await show(survivor, id)).toMatchObject({ state: 'done', counts: { total: 3, sent: 3 } })
  })

  test('shows nobody a message twice when two processes take its step at the same time', async () => {
    await addContacts(1, 2, 3)
    const [one, two] = [await startHost(), await startHost()]
    const id = await start(one, { pace: { atOnce: 1, perMinute: 60 } })
    for (let second = 0; second < 4; second += 1) {
      await toMs(START + second * SECOND)
      await Promise.all([one, two].map((host) => host.campaigns.delivery.step({ campaignId: id })))
    }
    await one.settle()
    expect(shownTo()).toEqual(['1 Hi C1', '2 Hi C2', '3 Hi C3'])
  })

  test('asks the network about numbers that only a list has named, and leaves out those that are not there', async () => {
    const host = await startHost()
    missing.add('+351912000009')
    const people = ['351912000008', '+351 912 000 009', 'nobody', '351912000008'].map((phone) => ({
      ...{ phone, name: 'Bia', values: { code: 'B7' } },
    }))
    const audience = { kind: 'list' as const, people }
    const preview = await host.campaigns.handlers.preview({ clientId, text: '', audience, pace: SLOW }, me)
    expect(preview).toMatchObject({ total: 2, strangers: 2 })
    expect(preview.leftOut).toEqual([
      { reason: 'no_number', count: 1 },
      { reason: 'twice', count: 1 },
    ])
    const id = await start(host, { audience, text: '{{ contact.name }}: {{ row.code }}' })
    await runAt(host, id, 0)
    await runAt(host, id, 3 * SECOND)
    expect(asked).toEqual([['+351912000008', '+351912000009']])
    expect(shownTo()).toEqual(['8 Bia: B7'])
    expect((await peopleOf(host, id))[1]).toEqual(['351912000009', 'left_out', 'not_on_network'])
  })

  test('waits for its number, and for somebody once it could not go on for an hour', async () => {
    const host = await startHost()
    await addContacts(1, 2, 3)
    const id = await start(host)
    await setConnected(false)
    await runAt(host, id, 0)
    expect(await show(host, id)).toMatchObject({ state: 'running', isWaiting: true })
    await runAt(host, id, HOUR + 1)
    expect(await show(host, id)).toMatchObject({ state: 'paused', pausedBecause: 'late' })
    await setConnected(true)
    await runAt(host, id, HOUR + MINUTE)
    expect(wire).toEqual([])
    await host.campaigns.handlers.resume({ clientId, id }, me)
    for (const second of [0, 3, 6]) await runAt(host, id, HOUR + MINUTE + second * SECOND)
    expect(wire).toHaveLength(3)
  })

  test('begins at its time, and is a draft again when it is cancelled before', async () => {
    const host = await startHost()
    await addContacts(1)
    const id = await start(host, { startAt: new Date(START + HOUR).toISOString() })
    expect(await show(host, id)).toMatchObject({ state: 'planned', counts: { total: 0 } })
    await runAt(host, id, HOUR - 1)
    expect(wire).toEqual([])
    await runAt(host, id, HOUR)
    expect(wire).toHaveLength(1)

    const other = await start(host, { startAt: new Date(START + 2 * HOUR).toISOString() })
    await host.campaigns.handlers.cancel({ clientId, id: other }, me)
    await runAt(host, other, 2 * HOUR)
    expect(wire).toHaveLength(1)
    expect(await show(host, other)).toMatchObject({ state: 'draft' })
  })

  test('is paused, goes on and is cancelled, which withdraws what was not tried', async () => {
    const host = await startHost()
    await addContacts(1, 2, 3, 4, 5)
    const id = await start(host)
    await runAt(host, id, 0)
    await host.campaigns.handlers.pause({ clientId, id }, me)
    await runAt(host, id, MINUTE)
    expect(wire).toHaveLength(2)
    await host.campaigns.handlers.resume({ clientId, id }, me)
    await host.campaigns.delivery.step({ campaignId: id })
    await host.campaigns.handlers.cancel({ clientId, id }, me)
    await host.settle()
    await runAt(host, id, 2 * MINUTE)
    expect(wire).toHaveLength(2)
    expect(await show(host, id)).toMatchObject({
      state: 'cancelled',
      counts: { total: 2, leftOut: 3, sent: 2 },
    })
    const again = await readRefusal(host.campaigns.handlers.resume({ clientId, id }, me))
    expect(again).toMatchObject({ data: { reason: 'CAMPAIGN_IS' } })
  })

  test('tells of each how far the message came, who answered and who wants no more', async () => {
    const host = await startHost()
    await addContacts(1, 2, 3, 4)
    const id = await start(host, { pace: { atOnce: 4, perMinute: 60 } })
    await runAt(host, id, 0)
    for (const [n, status] of [
      [1, 'DELIVERY_ACK'],
      [2, 'READ'],
      [3, 'READ'],
      [4, 'ERROR'],
    ] as const)
      await receipt(jidOf(n), status)
    await query(`update outbox set acked_at = null, status = 'failed' where contact_jid = $1`, jidOf(4))
    await wrote(jidOf(2), 'How much?')
    await wrote(jidOf(3), 'Sair!')
    await runAt(host, id, MINUTE)
    expect((await peopleOf(host, id)).map(([, state]) => state)).toEqual([
      'delivered',
      'answered',
      'answered',
      'failed',
    ])
    expect((await show(host, id)).counts).toEqual({
      ...{ total: 4, leftOut: 0, waiting: 0, queued: 0, sent: 3, delivered: 3, read: 2, answered: 2 },
      ...{ failed: 1, optedOut: 1 },
    })
    const page = { clientId, offset: 0, limit: 10 }
    const optedOut = await host.campaigns.handlers.optOuts.list(page, me)
    const by = { kind: 'contact', name: null }
    expect(optedOut).toMatchObject([{ jid: jidOf(3), name: 'C3', by, campaign: { id } }])
    const next = await host.campaigns.handlers.preview(
      { clientId, text: '', audience: TO_CUSTOMERS, pace: SLOW },
      me,
    )
    expect(next).toMatchObject({ total: 3, leftOut: [{ reason: 'opted_out', count: 1 }] })
  })

  test('starts a flow, which refuses those who are in another one', async () => {
    const host = await startHost()
    await addContacts(1, 2)
    const document = FlowDocument.parse({
      ...{ version: 1, name: 'Survey', clientId },
      nodes: [
        { id: 't', type: 'trigger.api', data: {} },
        { id: 'q', type: 'ask', data: { prompt: 'How was it?', saveAs: 'x' } },
      ],
      edges: [{ id: 'e', source: 't', sourceHandle: 'out', target: 'q' }],
    })
    const flow = await host.flows.service.import(me.owner, document)
    const unready = await readRefusal(draft(host, { text: '', flowId: flow.id }))
    expect(unready).toMatchObject({ data: { reason: 'CAMPAIGN_FLOW_UNREADY' } })
    await host.flows.service.publish(flow.id, me.owner)
    const ids = [
      await start(host, { text: '', flowId: flow.id }),
      await start(host, { text: '', flowId: flow.id }),
    ]
    for (const second of [0, 60]) for (const id of ids) await runAt(host, id, second * SECOND)
    expect(shownTo().sort()).toEqual(['1 How was it?', '2 How was it?'])
    expect((await peopleOf(host, ids[0] ?? '')).map(([, state]) => state)).toEqual(['sent', 'sent'])
    expect((await peopleOf(host, ids[1] ?? '')).map(([, ...rest]) => rest)).toEqual([
      ['left_out', 'busy'],
      ['left_out', 'busy'],
    ])
  })

  test('reaches the rows of a table, and nobody when all are left out', async () => {
    const host = await startHost()
    const audience = { kind: 'table' as const, table: 'guests', phone: 'tel', name: 'who' }
    const preview = await host.campaigns.handlers.preview(
      { clientId, text: 'Dear {{ contact.name }} {{ row.seat }}', audience, pace: SLOW },
      me,
    )
    expect(preview).toMatchObject({
      ...{ total: 1, withMissing: 1, leftOut: [{ reason: 'no_number', count: 1 }] },
      sample: [{ name: 'Ana', text: 'Dear Ana ', missing: ['row.seat'] }],
    })
    const { id } = await draft(host, { audience: { ...audience, phone: 'who' } })
    const refused = await readRefusal(host.campaigns.handlers.start({ clientId, id }, me))
    expect(refused).toMatchObject({ data: { reason: 'CAMPAIGN_EMPTY' } })
    expect(await show(host, id)).toMatchObject({ state: 'draft' })
  })

  test('warns of what the network allows with strangers', async () => {
    const host = await startHost()
    await query(
      `update client set reach_out_until = $2, new_chats_total = 20, new_chats_used = 10, new_chats_level = 'none' where id = $1`,
      ...[clientId, new Date(START + HOUR)],
    )
    const preview = await host.campaigns.handlers.preview(
      { clientId, text: '', audience: TO_CUSTOMERS, pace: SLOW },
      me,
    )
    expect(preview.limits).toEqual({
      ...{ restrictedUntil: new Date(START + HOUR).toISOString(), newChatsLeft: 8, isConnected: true },
    })
  })
})
