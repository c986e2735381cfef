import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import {
  type DurableProcess,
  startDurableProcess,
  type WireMessage,
} from '../../../../test/support/durable-host.ts'
import { insertClient, insertUser } from '../../../../test/support/fixtures.ts'
import { installFrozenClock, withFrozenClock } from '../../../../test/support/frozen-clock.ts'
import { FlowDocument } from '../../../contract/flows/exchange.ts'
import type { OwnerId } from '../../../contract/handlers.ts'
import type { Address } from '../../../core/addresses.ts'
import { refusal } from '../../../core/errors.ts'
import type { UsernameSearch } from '../../../network/port.ts'

const database = useTestDatabase()
const START = Date.parse('2026-03-27T08:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
let userId: OwnerId
let clientId: string
let wire: WireMessage[]
let host: DurableProcess
let findUsername: (username: string) => UsernameSearch
const hosts: DurableProcess[] = []

async function startHost(): Promise<DurableProcess> {
  const url = withFrozenClock(database().url)
  const started = await startDurableProcess({
    url,
    clientId,
    wire,
    findUsername: (name) => findUsername(name),
  })
  hosts.push(started)
  return started
}

beforeEach(async () => {
  const { pool } = database()
  await installFrozenClock(database(), START)
  userId = await insertUser(pool)
  clientId = await insertClient(pool, { userId })
  wire = []
  findUsername = () => ({ state: 'unknown' })
  await setConnected(true)
  host = await startHost()
})

afterEach(async () => {
  for (const started of hosts.splice(0)) await started.close()
})

async function setConnected(connected: boolean): Promise<void> {
  const { pool } = database()
  await pool.query('update client set live_status = $2 where id = $1', [
    clientId,
    connected ? 'connected' : 'reconnecting',
  ])
  await pool.query(
    `insert into client_lease (client_id, owner, epoch, expires_at) values ($1, 'host', 1, $2)
     on conflict (client_id) do update set expires_at = excluded.expires_at`,
    [clientId, new Date(START + 365 * DAY)],
  )
}

async function addContacts(count: number, fields: { tags?: string[]; favourite?: boolean } = {}) {
  const { tags = ['customer'], favourite = false } = fields
  for (let index = 0; index < count; index++) {
    await database().pool.query(
      'insert into contact_automation (client_id, jid, tags, favourite) values ($1, $2, $3, $4)',
      [clientId, `35191200000${index}@s.whatsapp.net`, JSON.stringify(tags), favourite],
    )
  }
}

function toDocument(schedule: object) {
  return FlowDocument.parse({
    version: 1,
    name: 'News',
    clientId,
    nodes: [
      { id: 't', type: 'trigger.schedule', data: schedule },
      { id: 's', type: 'send.text', data: { text: 'News' } },
    ],
    edges: [{ id: 'e', source: 't', sourceHandle: 'out', target: 's' }],
  })
}

async function publish(schedule: object): Promise<string> {
  const { id } = await host.flows.service.import(userId, toDocument(schedule))
  await host.flows.service.publish(id, userId)
  return id
}

const moveClock = (ms: number) =>
  database().pool.query('update test_time.clock set at = to_timestamp($1 / 1000.0)', [ms])

/** What the queue would do at this moment, by this host. */
async function runAt(ms: number, flowId: string, by = host): Promise<void> {
  await moveClock(ms)
  await by.runs.tasks.flow_schedule({ flowId, nodeId: 't' })
  await by.settle()
}

async function scheduleOf(flowId: string) {
  const { rows } = await database().pool.query<{ tick: Date; due: Date; place: string | null }>(
    'select tick_at as tick, due_at as due, place from flow_schedule where flow_id = $1',
    [flowId],
  )
  return rows[0]
}

async function jobOf(flowId: string): Promise<Date | undefined> {
  const { rows } = await database().pool.query<{ at: Date }>(
    'select run_at as at from graphile_worker.jobs where key = $1',
    [`schedule:${flowId}:t`],
  )
  return rows[0]?.at
}

const shownTo = () => wire.map((message) => message.jid.slice(0, 12)).sort()
const NINE = Date.parse('2026-03-27T09:00:00Z')
const daily = { cron: '0 9 * * *', timezone: 'Europe/Lisbon', audience: { tags: ['customer'] } }

describe('a published schedule', () => {
  test('has its job from the publish on, and keeps to the clocks of its zone when they change', async () => {
    const id = await publish(daily)
    expect((await jobOf(id))?.getTime()).toBe(NINE)
    await runAt(NINE, id)
    await runAt(NINE + DAY, id)
    // Lisbon changes to summer time on 29 March.
    expect((await jobOf(id))?.getTime()).toBe(NINE + 2 * DAY - 60 * MINUTE)
  })

  test('starts its audience at its pace, everybody once', async () => {
    await addContacts(5)
    await database().pool.query('update contact_automation set blacklist = true where jid like $1', ['%4@%'])
    const id = await publish({ ...daily, perMinute: 12 })
    await runAt(NINE - 1, id)
    expect(wire).toEqual([])
    await runAt(NINE, id)
    expect(shownTo()).toEqual(['351912000000', '351912000001'])
    expect((await scheduleOf(id))?.due.getTime()).toBe(NINE + 10_000)
    await runAt(NINE + 9_999, id)
    expect(wire).toHaveLength(2)
    await runAt(NINE + 10_000, id)
    expect(shownTo()).toEqual(['351912000000', '351912000001', '351912000002', '351912000003'])
    expect(await scheduleOf(id)).toMatchObject({ place: null, tick: new Date(NINE + DAY) })
  })

  test('starts nobody twice when two hosts work on the same job, or one dies and it is worked on again', async () => {
    await addContacts(3)
    const other = await startHost()
    const id = await publish({ ...daily, perMinute: 60 })
    await moveClock(NINE)
    const payload = { flowId: id, nodeId: 't' }
    await Promise.all([host, other, host].map((by) => by.runs.tasks.flow_schedule(payload)))
    // Whichever of them was first goes on with what it began.
    for (const by of [other, host]) await by.settle()
    expect(wire).toHaveLength(3)
    const { rows } = await database().pool.query(
      "select 1 from inbound_event where event_type = 'schedule_start' and client_id = $1",
      [clientId],
    )
    expect(rows).toHaveLength(3)
  })

  test('a death before the commit loses nothing', async () => {
    await addContacts(2)
    const id = await publish(daily)
    await moveClock(NINE)
    const broken = await startDurableProcess({
      url: withFrozenClock(database().url),
      clientId,
      wire,
      onStatement: (name) => (name === 'schedule_advance' ? 'die' : undefined),
    })
    hosts.push(broken)
    await expect(broken.runs.tasks.flow_schedule({ flowId: id, nodeId: 't' })).rejects.toThrow()
    await runAt(NINE, id)
    expect(wire).toHaveLength(2)
  })

  test('takes people by address, tag or favourite, and one person under two addresses once', async () => {
    await addContacts(1, { tags: [], favourite: true })
    await database().pool.query('insert into contact (client_id, id, phone, lid) values ($1, $2, $2, $3)', [
      clientId,
      '351912000007@s.whatsapp.net',
      '77@lid',
    ])
    const audience = { jids: ['+351912000007', '77@lid'], flags: ['favourite'] }
    const id = await publish({ ...daily, audience, perMinute: 60 })
    await runAt(NINE, id)
    await runAt(NINE + 10_000, id)
    expect(shownTo()).toEqual(['351912000000', '351912000007'])
  })

  test('goes on without somebody about whom the network never answers, and starts the others once', async () => {
    const asked: string[] = []
    let isAway = false
    findUsername = (username) => {
      asked.push(username)
      if (username === 'ben.c') return { state: 'found', lid: '77@lid' as Address, phone: null, username }
      throw refusal('SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED', { while: isAway ? 'sending' : 'naming' })
    }
    const id = await publish({
      ...daily,
      audience: { jids: ['@ana.b', '@ben.c', '+351912000007'] },
      perMinute: 60,
    })
    const askAt = async (...rounds: number[]) => {
      for (const round of rounds) await runAt(NINE + round * 30_000, id)
    }
    await askAt(0, 1, 2, 3)
    expect(wire).toEqual([])
    expect((await jobOf(id))?.getTime()).toBe(NINE + 4 * 30_000)
    isAway = true
    await askAt(4, 5, 6)
    expect(wire).toEqual([])
    isAway = false
    await askAt(7)
    expect(shownTo()).toEqual(['351912000007', '77@lid'])
    expect(asked.filter((name) => name === 'ana.b')).toHaveLength(8)
    expect(await scheduleOf(id)).toMatchObject({ place: null, tick: new Date(NINE + DAY) })
    await askAt(8)
    expect(wire).toHaveLength(2)
  })

  test('takes those whose fields all hold, of the tagged or of everybody, and goes on behind those that do not', async () => {
    await addContacts(6, { tags: [] })
    const plans = [{ plan: 'Pro', seats: 3 }, { plan: 'pro', seats: 12 }, { plan: 'free' }, { seats: 40 }, {}]
    for (const [index, fields] of plans.entries()) {
      await database().pool.query(
        `update contact_automation set fields = $3, tags = $4 where client_id = $1 and jid like $2`,
        [
          clientId,
          `35191200000${index}@%`,
          JSON.stringify(fields),
          JSON.stringify(index === 0 ? ['customer'] : []),
        ],
      )
    }
    const start = async (audience: object): Promise<string[]> => {
      const before = wire.length
      const id = await publish({ ...daily, audience, perMinute: 12 })
      for (let page = 0; page < 4; page += 1) await runAt(NINE + page * 10_000, id)
      await host.flows.service.unpublish(id, userId)
      await moveClock(START)
      // Conversations go on side by side: nothing promises an order.
      return wire
        .slice(before)
        .map(({ jid }) => jid.slice(11, 12))
        .sort()
    }
    const pro = { name: 'plan', value: 'pro' }
    expect(await start({ fields: [pro] })).toEqual(['0', '1'])
    expect(await start({ tags: ['customer'], fields: [pro] })).toEqual(['0'])
    expect(await start({ fields: [pro, { name: 'seats', op: 'gte', value: 10 }] })).toEqual(['1'])
    expect(await start({ fields: [{ name: 'plan', op: 'is_empty' }] })).toEqual(['3', '4', '5'])
    expect(
      await start({ fields: [{ name: 'plan', op: 'neq', value: 'free' }], jids: ['+351912000002'] }),
    ).toEqual(['0', '1', '2', '3', '4', '5'])
  })

  test('looks at so many at once, and finds who fits behind thousands that do not', async () => {
    await database().pool.query(
      `insert into contact_automation (client_id, jid, fields)
       select $1, (351910000000 + n) || '@s.whatsapp.net', case n when 5100 then '{"plan":"pro"}' else '{}' end::jsonb
       from generate_series(1, 5100) as n`,
      [clientId],
    )
    const audience = { fields: [{ name: 'plan', value: 'pro' }] }
    const id = await publish({ ...daily, audience, perMinute: 12 })
    await runAt(NINE, id)
    expect(await scheduleOf(id)).toMatchObject({
      place: 'after:351910005000@s.whatsapp.net',
      due: new Date(NINE),
    })
    await runAt(NINE, id)
    expect(wire.map(({ jid }) => jid)).toEqual(['351910005100@s.whatsapp.net'])
    expect(await scheduleOf(id)).toMatchObject({ place: null, tick: new Date(NINE + DAY) })
  })

  test('`at` happens once, also when the flow is published again', async () => {
    await addContacts(1)
    const schedule = { ...daily, cron: undefined, at: '2026-03-27 09:00' }
    const id = await publish(schedule)
    await runAt(NINE, id)
    await host.flows.service.publish(id, userId)
    await runAt(NINE + MINUTE, id)
    expect(wire).toHaveLength(1)
    expect(await scheduleOf(id)).toBeUndefined()
  })
})

describe('changing what is published', () => {
  test('unpublishing takes schedule and job away in the same step', async () => {
    await addContacts(1)
    const id = await publish(daily)
    await host.flows.service.unpublish(id, userId)
    expect([await scheduleOf(id), await jobOf(id)]).toEqual([undefined, undefined])
    await runAt(NINE, id)
    expect(wire).toEqual([])
  })

  test('publishing anew keeps a tick on its way; another time replaces it', async () => {
    await addContacts(4)
    const id = await publish({ ...daily, perMinute: 12 })
    await runAt(NINE, id)
    await host.flows.service.publish(id, userId)
    expect((await scheduleOf(id))?.place).toMatch(/^after:/)
    const nodes = toDocument({ ...daily, cron: '30 9 * * *' }).nodes
    await host.flows.service.update(id, userId, { nodes })
    await host.flows.service.publish(id, userId)
    expect(await scheduleOf(id)).toMatchObject({ place: null, tick: new Date(NINE + 30 * MINUTE) })
    expect((await jobOf(id))?.getTime()).toBe(NINE + 30 * MINUTE)
  })

  test('a refused publish schedules nothing', async () => {
    const { id } = await host.flows.service.import(userId, toDocument({ cron: 'x', audience: {} }))
    await expect(host.flows.service.publish(id, userId)).rejects.toThrow('FLOW_HAS_ERRORS')
    expect(await jobOf(id)).toBeUndefined()
  })
})

describe('a tick nobody could deliver', () => {
  test('waits while the client is away, and is left out after an hour', async () => {
    await addContacts(1)
    const id = await publish(daily)
    await setConnected(false)
    await runAt(NINE, id)
    expect(wire).toEqual([])
    await setConnected(true)
    await runAt(NINE + 59 * MINUTE, id)
    expect(wire).toHaveLength(1)
    await runAt(NINE + DAY + 61 * MINUTE, id)
    expect(wire).toHaveLength(1)
    expect((await scheduleOf(id))?.tick.getTime()).toBe(NINE + 2 * DAY - 60 * MINUTE)
  })

  test('of many missed ticks the latest one of the last hour is made up for, once', async () => {
    await addContacts(1)
    const id = await publish({ ...daily, cron: '0 * * * *' })
    const back = NINE + 6 * 60 * MINUTE + 20 * MINUTE
    await runAt(back, id)
    expect(wire).toEqual([])
    await runAt(back, id)
    expect(wire).toHaveLength(1)
    expect((await scheduleOf(id))?.tick.getTime()).toBe(NINE + 7 * 60 * MINUTE)
  })

  test('a schedule whose job was lost gets another one', async () => {
    const id = await publish(daily)
    await database().pool.query('delete from graphile_worker._private_jobs')
    await moveClock(NINE + 11 * MINUTE)
    await host.runs.tasks.flow_retention()
    expect(await jobOf(id)).toBeInstanceOf(Date)
  })
})
