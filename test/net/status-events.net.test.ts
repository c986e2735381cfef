import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contact, Sandbox } from '../../sandbox/index.ts'
import { EVENT_DATA, type EventName } from '../../src/contract/events/event-data.ts'
import { type ClientService, startClientService } from '../support/client-service.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { awaitState } from '../support/service-process.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900450'
const ANA = '447700900451'
const BEN = '447700900452'
const ANA_JID = `${ANA}@s.whatsapp.net`
const BEN_JID = `${BEN}@s.whatsapp.net`

let service: ClientService
let sandbox: Sandbox
let handlers: ClientService['handlers']
let ctx: ClientService['ctx']
let clientId: string
let ana: Contact
let ben: Contact
let since: number

beforeAll(async () => {
  service = await startClientService(database())
  ;({ sandbox, handlers, ctx } = service)
  ana = sandbox.contact(ANA, { name: 'Ana' })
  ben = sandbox.contact(BEN, { name: 'Ben' })
  clientId = await insertClient(database().pool, { userId: ctx.principal.userId, desired: 'running' })
  service.bus.publish('worker.wanted', { clientId })
  const qr = await awaitState('a QR', async () => {
    const { data } = (await handlers.server?.qr?.({ clientId }, ctx)) ?? {}
    return typeof data === 'string' && data
  })
  await sandbox.scan(qr, { phone: ACCOUNT })
  await awaitConnected()
  for (const [number, fullName] of [
    [ANA, 'Ana Lima'],
    [BEN, 'Ben Berg'],
  ] as const)
    await sandbox.phone(ACCOUNT).saveContact(number, { fullName })
  await awaitState('the address book', async () => {
    const named = 'select from contact where client_id = $1 and name is not null'
    return (await database().pool.query(named, [clientId])).rowCount === 2
  })
})
afterAll(() => service.stop())
beforeEach(async () => {
  const { rows } = await database().pool.query('select coalesce(max(seq), 0)::int as seq from event_log')
  since = rows[0].seq
})

const awaitConnected = () =>
  awaitState(
    'the client',
    async () => (await handlers.worker?.status?.({ clientId }, ctx))?.code === 'CONNECTED',
  )
const isThere = () => sandbox.phone(ACCOUNT).devices.some(({ online }) => online)

/** Ends the connection, does this while the client is away, and waits until it is back. */
async function whileAway(work: () => Promise<void>): Promise<void> {
  sandbox.faults.cut(ACCOUNT, undefined, 503)
  await awaitState('the cut', async () => !isThere())
  await work()
  await awaitState('the login', async () => isThere())
  await awaitConnected()
}

async function post(text: string): Promise<string> {
  const answer = await handlers.status?.post?.({ clientId, text }, ctx)
  expect(answer).toMatchObject({ type: 'success' })
  const id = answer?.res?.key.id ?? ''
  const has = ({ statuses }: Contact) => statuses.shown.some((shown) => shown.id === id)
  await awaitState('both have it', async () => has(ana) && has(ben))
  return id
}

/** What is told of statuses since the test began, in order, without the times: once there are so many. */
async function told(count: number): Promise<unknown[][]> {
  const read = async () => {
    const { rows } = await database().pool.query<{ name: EventName; data: Record<string, unknown> }>(
      `select name, data from event_log where client_id = $1 and seq > $2 and name like 'status.%' order by seq`,
      [clientId, since],
    )
    return rows.map(({ name, data }) => {
      expect(EVENT_DATA[name].parse(data)).toEqual(data)
      return [
        name.slice('status.'.length),
        data.id,
        ...[data.by, data.reaction].filter((each) => each != null),
      ]
    })
  }
  await awaitState(`${count} events`, async () => (await read()).length >= count)
  return read()
}

/** What is told of each status in its order; and in which order those of contacts came. What is of different ones may cross. */
const ofEach = (events: unknown[][]) => ({
  each: Object.fromEntries(
    [...Map.groupBy(events, ([, id]) => id)].map(([id, own]) => [
      id,
      own.map(([name, , ...rest]) => [name, ...rest]),
    ]),
  ),
  received: events.flatMap(([name, id]) => (name === 'received' ? [id] : [])),
})

/** A last status, with which all before it is told. */
const lastOf = (contact: Contact): Promise<string> => contact.statuses.post('the last', [ACCOUNT])

describe('what becomes of statuses is told once and in order', () => {
  test('as it happens', async () => {
    const own = await post('Soup')
    await ana.statuses.see([own])
    await ana.statuses.like(own, '💚')
    await told(3)
    const theirs = await ben.statuses.post('On holiday', [ACCOUNT])
    await told(4)
    await handlers.status?.delete?.({ clientId, id: own }, ctx)
    await told(5)
    await ben.statuses.takeBack(theirs, [ACCOUNT])
    expect(await told(6)).toEqual([
      ['posted', own],
      ['seen', own, ANA_JID],
      ['reaction', own, ANA_JID, '💚'],
      ['received', theirs],
      ['deleted', own],
      ['deleted', theirs],
    ])
  })

  test('over a cut, what happened meanwhile before what follows it, and nothing of before again', async () => {
    const own = await post('Bread')
    await ana.statuses.see([own])
    await told(2)
    const missed: string[] = []
    await whileAway(async () => {
      for (const n of [1, 2, 3]) missed.push(await ana.statuses.post(`Missed ${n}`, [ACCOUNT]))
      await ben.statuses.see([own])
      await ben.statuses.like(own, '🔥')
      await ana.statuses.takeBack(missed[1] ?? '', [ACCOUNT])
    })
    const last = await lastOf(ben)
    const [first = '', second = '', third = ''] = missed
    const each = {
      [own]: [['posted'], ['seen', ANA_JID], ['seen', BEN_JID], ['reaction', BEN_JID, '🔥']],
      [first]: [['received']],
      [second]: [['received'], ['deleted']],
      [third]: [['received']],
      [last]: [['received']],
    }
    const received = [first, second, third, last]
    expect(ofEach(await told(9))).toEqual({ each, received })
    await whileAway(async () => {})
    const after = await lastOf(ana)
    expect(ofEach(await told(10))).toEqual({
      each: { ...each, [after]: [['received']] },
      received: [...received, after],
    })
  })

  test('also where the network tells it twice', async () => {
    const own = await post('Cake')
    sandbox.faults.set(ACCOUNT, { duplicateDeliveries: 4 })
    const theirs = await ana.statuses.post('Twice', [ACCOUNT])
    await ben.statuses.see([own])
    await ben.statuses.like(own, '👍')
    await ana.statuses.takeBack(theirs, [ACCOUNT])
    const last = await lastOf(ben)
    expect(ofEach(await told(6))).toEqual({
      each: {
        [own]: [['posted'], ['seen', BEN_JID], ['reaction', BEN_JID, '👍']],
        [theirs]: [['received'], ['deleted']],
        [last]: [['received']],
      },
      received: [theirs, last],
    })
  })

  test('of one whose answer never came first that nobody knows, then that it was posted, by whoever has it', async () => {
    sandbox.faults.set(ACCOUNT, { dropAcks: 1, hold: true })
    const posting = handlers.status?.post?.({ clientId, text: 'Where is it?' }, ctx)
    const shown = await awaitState('Ana has it', async () =>
      ana.statuses.shown.find(({ text }) => text === 'Where is it?'),
    )
    await whileAway(async () => {
      expect(await posting).toMatchObject({ type: 'error', error: expect.stringMatching(/^OUTCOME_UNKNOWN/) })
      await ana.statuses.see([shown.id])
      sandbox.faults.set(ACCOUNT, { hold: false })
    })
    const last = await lastOf(ben)
    expect(ofEach(await told(4)).each).toEqual({
      [shown.id]: [['failed'], ['posted'], ['seen', ANA_JID]],
      [last]: [['received']],
    })
  })
})
