import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { Bus } from '../../src/bus/port.ts'
import type { ShownPresence } from '../../src/contract/events/live-events.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { CONTACT_PRESENCE_NOTED, createEvents, type Events } from '../../src/features/events/index.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { startApi, type TestApi, type TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { listenToStream } from '../support/stream-receiver.ts'

const database = useTestDatabase({ poolSize: 20 })
let api: TestApi
let bus: Bus
let events: Events

beforeAll(async () => {
  bus = createInProcessBus({ now: Date.now })
  events = createEvents({ db: database(), bus, log: silentLog })
  api = await startApi(database(), {
    handlers: { events: events.handlers },
    streamEvents: (call) => events.stream(call),
  })
})
afterAll(async () => {
  await events.close()
  await api.close()
})

const key = (person: TestPerson) => ({ 'x-api-key': person.key })
const listen = (headers: Record<string, string>, query = '') =>
  listenToStream(`${api.origin}${API_PREFIX}/events/stream${query}`, headers)
const log = (person: TestPerson, clientId: string) =>
  database().pool.query('insert into event_log (user_id, client_id, name, data) values ($1, $2, $3, $4)', [
    ...[person.userId, clientId, 'flow.event', { n: 1 }],
  ])

describe('how the contacts of a number are', () => {
  const ADA = '491511111112@s.whatsapp.net'
  const NAMED = '?events=presence.changed,flow.event'

  /** As the owner of the client tells it. */
  const note = (workspaceId: string, clientId: string, change: Partial<ShownPresence> = {}) =>
    bus.publish(CONTACT_PRESENCE_NOTED, {
      ...{ workspaceId, clientId, isAll: false },
      shown: [{ jid: ADA, availability: 'available', lastSeenAt: null, active: [], ...change }],
    })
  const toldTo = ({ frames }: Awaited<ReturnType<typeof listen>>) =>
    frames.filter(({ event }) => event === 'presence.changed')

  it('is told to pages and to programs that name it, of the numbers they see, and to no other', async () => {
    const ana = await api.createPerson()
    const bob = await api.createPerson()
    const [shop, bar] = [
      await insertClient(database().pool, { userId: ana.userId }),
      await insertClient(database().pool, { userId: ana.userId }),
    ]
    const cookies = { ...(await api.signIn(ana)), 'sec-fetch-site': 'same-origin' }
    const told = { page: await listen(cookies), named: await listen(key(ana), NAMED) }
    const untold = {
      all: await listen(key(ana)),
      otherNames: await listen(cookies, '?events=flow.event'),
      otherNumber: await listen(key(ana), `${NAMED}&clientId=${bar}`),
      stranger: await listen(key(bob), NAMED),
    }
    const streams = [...Object.values(told), ...Object.values(untold)]
    for (const stream of streams) await stream.until(() => stream.lastId() !== null)
    await note(ana.userId, shop)
    for (const stream of Object.values(told)) {
      await stream.until(() => toldTo(stream).length === 1)
      expect(toldTo(stream)).toEqual([
        {
          ...{ id: null, event: 'presence.changed' },
          data: { clientId: shop, jid: ADA, availability: 'available', lastSeenAt: null, active: [] },
        },
      ])
    }
    // What is logged after it comes after it, so the others would have it by now.
    await log(ana, bar)
    await log(bob, await insertClient(database().pool, { userId: bob.userId }))
    for (const stream of Object.values(untold)) {
      await stream.until(() => stream.events().some((data) => data.n === 1))
      expect(toldTo(stream)).toEqual([])
    }
    for (const stream of streams) stream.cut()
  })

  it('is told as it is now to who comes later, who says again what is known tells nothing, and it moves no place', async () => {
    const ana = await api.createPerson()
    const clientId = await insertClient(database().pool, { userId: ana.userId })
    const typing: ShownPresence['active'] = [{ jid: ADA, name: 'Ada', activity: 'typing' }]
    await note(ana.userId, clientId)
    await note(ana.userId, clientId, { active: typing })
    const stream = await listen(key(ana), NAMED)
    await stream.until(() => toldTo(stream).length === 1)
    expect(toldTo(stream)[0]?.data).toMatchObject({ availability: 'available', active: typing })
    const place = stream.lastId()
    await note(ana.userId, clientId, { active: typing })
    const away: Partial<ShownPresence> = {
      availability: 'unavailable',
      lastSeenAt: '2026-11-26T10:00:00.000Z',
    }
    await note(ana.userId, clientId, away)
    await stream.until(() => toldTo(stream).length === 2)
    expect(toldTo(stream)[1]?.data).toMatchObject({ ...away, active: [] })
    expect(stream.lastId()).toBe(place)
    stream.cut()
  })
})
