import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { PresentTeam } from '../../src/contract/conversations/team-presence.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { WORKSPACE_PARAM } from '../../src/contract/start-info.ts'
import { createPresenceHandlers } from '../../src/features/conversations/operations/desk/presence.ts'
import {
  CALLERS_CHANGED,
  createEvents,
  type Events,
  PRESENCE_NOTED,
} from '../../src/features/events/index.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { startApi, type TestApi, type TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { listenToStream } from '../support/stream-receiver.ts'

const database = useTestDatabase({ poolSize: 20 })
const PATH = `${API_PREFIX}/events/stream`
let api: TestApi
let events: Events
/** Of another process, on the same bus. */
let elsewhere: Events

beforeAll(async () => {
  const bus = createInProcessBus({ now: Date.now })
  events = createEvents({ db: database(), bus, log: silentLog })
  elsewhere = createEvents({ db: database(), bus, log: silentLog })
  api = await startApi(database(), {
    handlers: {
      events: events.handlers,
      chat: createPresenceHandlers({
        db: database(),
        notePresence: (note) => bus.publish(PRESENCE_NOTED, { ...note }),
      }),
    },
    limits: { free: 10_000, pro: 10_000 },
    streamEvents: (call) => events.stream(call),
    onCallersChanged: (userId) => bus.publish(CALLERS_CHANGED, { userId }),
  })
})
afterAll(async () => {
  await events.close()
  await elsewhere.close()
  await api.close()
})

const listen = (headers: Record<string, string>, query = '') =>
  listenToStream(`${api.origin}${PATH}${query}`, headers)

async function log(person: TestPerson, clientId: string, from: number, count: number, name = 'flow.event') {
  for (let n = from; n < from + count; n += 1) {
    await database().pool.query(
      'insert into event_log (user_id, client_id, name, data) values ($1, $2, $3, $4)',
      [person.userId, clientId, name, { n }],
    )
  }
}

const key = (person: TestPerson) => ({ 'x-api-key': person.key })

describe('the stream of events', () => {
  it('gives each event once and in order over connections that are cut again and again', async () => {
    const ana = await api.createPerson()
    const other = await api.createPerson()
    const clientId = await insertClient(database().pool, { userId: ana.userId })
    const TOTAL = 400
    const received: unknown[] = []
    let place: string | null = null
    const first = await listen(key(ana))
    await first.until(() => first.lastId() !== null)
    place = first.lastId()
    first.cut()
    const writing = Promise.all([
      log(ana, clientId, 0, TOTAL),
      log(other, await insertClient(database().pool, { userId: other.userId }), 0, 50),
    ])
    for (let round = 1; received.length < TOTAL; round += 1) {
      const stream = await listen({ ...key(ana), 'last-event-id': place ?? '' })
      await stream.until(() => stream.events().length >= Math.min((round * 13) % 40, TOTAL - received.length))
      stream.cut()
      // What was read whole counts; the rest is asked for again.
      received.push(...stream.events().map((data) => data.n))
      place = stream.lastId() ?? place
      await stream.over
    }
    await writing
    expect(received).toEqual(Array.from({ length: TOTAL }, (_, n) => n))
  })

  it('gives only what was asked for, and moves on past the rest', async () => {
    const ana = await api.createPerson()
    const [shop, bar] = [
      await insertClient(database().pool, { userId: ana.userId }),
      await insertClient(database().pool, { userId: ana.userId }),
    ]
    const stream = await listen(key(ana), `?events=client.qr,client.status&clientId=${shop}`)
    await stream.until(() => stream.lastId() !== null)
    await log(ana, shop, 1, 1)
    await log(ana, bar, 2, 1, 'client.qr')
    await log(ana, shop, 3, 1, 'client.qr')
    await stream.until(() => stream.events().length > 0)
    expect(stream.events()).toEqual([{ n: 3 }])
    expect(stream.frames.at(-1)?.event).toBe('client.qr')
    stream.cut()
    await stream.over
  })

  it('ends when its key is revoked or its session is signed out', async () => {
    const ana = await api.createPerson()
    const cookies = await api.signIn(ana)
    const byKey = await listen(key(ana))
    const bySession = await listen({ ...cookies, 'sec-fetch-site': 'same-origin' })
    await Promise.all([
      byKey.until(() => byKey.lastId() !== null),
      bySession.until(() => bySession.lastId() !== null),
    ])
    const { status } = await api.call('keys.revoke', { id: ana.keyId }, { headers: cookies })
    expect(status).toBe(200)
    await byKey.over
    const out = await api.request('/api/auth/sign-out', {
      method: 'POST',
      headers: { ...cookies, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(out.status).toBe(200)
    await bySession.over
    expect((await listen(key(ana))).status).toBe(401)
  })

  it('tells a receiver whose place is gone that it missed something', async () => {
    const ana = await api.createPerson()
    const stream = await listen({ ...key(ana), 'last-event-id': '999999999999' })
    await stream.until(() => stream.frames.length > 0)
    expect(stream.frames[0]?.event).toBe('stream.gap')
    expect(Number(stream.lastId())).toBeLessThan(999_999_999_999)
    stream.cut()
    await stream.over
  })

  it('refuses what it cannot understand, and other pages', async () => {
    const ana = await api.createPerson()
    const refused = async (query: string, headers: Record<string, string> = {}) =>
      (await api.request(PATH + query, { headers: { ...key(ana), ...headers } })).status
    expect(await refused('?events=nothing')).toBe(400)
    expect(await refused('?clientId=1')).toBe(400)
    expect(await refused('', { 'last-event-id': 'x' })).toBe(400)
    const cookies = await api.signIn(ana)
    const evil = { ...cookies, origin: 'https://evil.example' }
    expect((await api.request(PATH, { headers: evil })).status).toBe(403)
  })
})

it('what earlier builds logged is answered as it was stored, under names and with fields that this one does not write', async () => {
  const person = await api.createPerson()
  const stored = [
    { name: 'message.received', data: { text: 'of a build that told less' } },
    { name: 'message.vote', data: { by: 7, options: null, more: { deep: [1] } } },
    { name: 'run.finished', data: {} },
  ]
  for (const { name, data } of stored) {
    await database().pool.query('insert into event_log (user_id, name, data) values ($1, $2, $3)', [
      person.userId,
      name,
      JSON.stringify(data),
    ])
  }
  const listed = await api.call('events.list', {}, { headers: { 'x-api-key': person.key } })
  expect(listed.status).toBe(200)
  const { events: answered } = listed.body as { events: { name: string; data: unknown }[] }
  expect(answered.map(({ name, data }) => ({ name, data }))).toEqual(stored)
  const stream = await listen({ 'x-api-key': person.key }, '?after=0')
  await stream.until(() => stream.events().length === stored.length)
  expect(stream.events()).toEqual(stored.map(({ data }) => data))
  stream.cut()
})

describe('who of a team is in a conversation', () => {
  const JID = '491511111111@s.whatsapp.net'
  const SAME_SITE = { 'sec-fetch-site': 'same-origin' }

  async function createTeam() {
    const ana = await api.createPerson()
    const [shop, bar] = [
      await insertClient(database().pool, { userId: ana.userId }),
      await insertClient(database().pool, { userId: ana.userId }),
    ]
    const works = `?${WORKSPACE_PARAM}=${ana.userId}`
    async function join(role: string, clientIds: string[] | null = null) {
      const person = await api.createPerson()
      await database().pool.query(
        'insert into workspace_member (workspace_id, user_id, role, client_ids) values ($1, $2, $3, $4::uuid[])',
        [ana.userId, person.userId, role, clientIds],
      )
      const cookies = await api.signIn(person)
      await database().pool.query('update session set workspace_id = $1 where user_id = $2', [
        ana.userId,
        person.userId,
      ])
      return { ...person, cookies }
    }
    const owner = { ...ana, cookies: await api.signIn(ana) }
    return {
      owner,
      shop,
      bar,
      join,
      hear: (cookies: Record<string, string>) => listen({ ...cookies, ...SAME_SITE }, works),
    }
  }

  const teamsOf = ({ frames }: Awaited<ReturnType<typeof listen>>): PresentTeam[] =>
    frames.filter(({ event }) => event === 'team.presence').map(({ data }) => data as unknown as PresentTeam)
  const tell = (cookies: Record<string, string>, clientId: string, activity: string, page = 'one') =>
    api.call('chat.sharePresence', { clientId, jid: JID, page, activity }, { headers: cookies })

  it('is told to the pages of those who see the number, and to no program', async () => {
    const { owner, shop, bar, join, hear } = await createTeam()
    const agent = await join('agent', [shop])
    const limited = await join('agent', [bar])
    const stranger = await createTeam()
    const streams = {
      owner: await hear(owner.cookies),
      limited: await hear(limited.cookies),
      stranger: await stranger.hear(stranger.owner.cookies),
      key: await listen(key(owner)),
    }
    for (const stream of Object.values(streams)) await stream.until(() => stream.lastId() !== null)
    expect((await tell(agent.cookies, shop, 'typing')).status).toBe(200)
    await streams.owner.until(() => teamsOf(streams.owner).length === 1)
    expect(teamsOf(streams.owner)).toEqual([
      {
        clientId: shop,
        jid: JID,
        people: [{ userId: agent.userId, name: expect.any(String), activity: 'typing' }],
      },
    ])
    expect((await tell(limited.cookies, shop, 'viewing')).status).toBe(404)
    // What is logged after it comes after it, so the others would have it by now.
    await log(owner, bar, 1, 1)
    await log(stranger.owner, stranger.shop, 1, 1)
    for (const other of [streams.limited, streams.stranger, streams.key]) {
      await other.until(() => other.events().some((data) => data.n === 1))
      expect(teamsOf(other)).toEqual([])
    }
    for (const stream of Object.values(streams)) stream.cut()
  })

  it('is told to who comes later, moves no place in the log, and ends when the last page leaves', async () => {
    const { owner, shop, join, hear } = await createTeam()
    const viewer = await join('viewer')
    await tell(viewer.cookies, shop, 'typing')
    await tell(viewer.cookies, shop, 'viewing', 'two')
    const stream = await hear(owner.cookies)
    await stream.until(() => teamsOf(stream).length === 1)
    const place = stream.lastId()
    // Who may not write to contacts only looks.
    expect(teamsOf(stream)[0]?.people).toMatchObject([{ userId: viewer.userId, activity: 'viewing' }])
    await tell(viewer.cookies, shop, 'left')
    await tell(viewer.cookies, shop, 'left', 'two')
    await stream.until(() => teamsOf(stream).some(({ people }) => people.length === 0))
    expect(stream.frames.filter(({ event, id }) => event === 'team.presence' && id !== null)).toEqual([])
    expect(stream.lastId()).toBe(place)
    stream.cut()
  })

  it('is known to streams of every process', async () => {
    const { owner, shop, join } = await createTeam()
    const agent = await join('agent')
    const gone = new AbortController()
    const written: string[] = []
    let wake = () => {}
    const streaming = elsewhere.stream({
      ...{ userId: owner.userId, workspaceId: owner.userId, after: null, filter: {}, hearsPresence: true },
      async write(text) {
        written.push(text)
        wake()
      },
      isStillAllowed: async () => true,
      signal: gone.signal,
    })
    while (written.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    await tell(agent.cookies, shop, 'viewing')
    while (!written.join('').includes('team.presence')) await new Promise<void>((resolve) => (wake = resolve))
    expect(written.join('')).toContain(agent.userId)
    gone.abort()
    await streaming
  })
})
