import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeConnection } from '../../../test/support/fake-network.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { PresentTeam } from '../../contract/conversations/team-presence.ts'
import type { Address } from '../../core/addresses.ts'
import type { OnlineChoice } from '../../core/client/online-choice.ts'
import type { Executor } from '../../db/transaction.ts'
import type { NetworkConnection, NetworkEvent } from '../../network/port.ts'
import { silentLog } from '../../platform/logger.ts'
import type { ContactPresenceNote } from '../events/index.ts'
import type { PresenceSubscription } from './commands.ts'
import { ACTIVE_MS } from './known-presence.ts'
import { createPresenceOpener } from './owner-side.ts'
import { MOST_WATCHED } from './watched-contacts.ts'

const ADA = '447700900001@s.whatsapp.net' as Address
const LID = '99887766@lid' as Address
const BOB = '447700900002@s.whatsapp.net' as Address
const GROUP = '120363144038483540@g.us' as Address

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface World {
  online?: OnlineChoice
  hasName?: boolean
  people?: {
    id: string
    phone: string | null
    lid: string | null
    name: string | null
    notify: string | null
  }[]
  stored?: { jid: string; phone: string | null; lid: string | null; until: Date }[]
}

/** One client with a network that notes what it is asked, pages that come and go, and a database that counts. */
function createWorld({ online = 'watching', hasName = true, stored = [], people = [] }: World = {}) {
  const asked: string[] = []
  /** Of whom the connection takes neither the beginning nor the end. */
  const failing = new Set<string>()
  const notes: ContactPresenceNote[] = []
  const statements: string[] = []
  let onTeam: (team: PresentTeam) => void = () => {}
  const connect = (): NetworkConnection => ({
    ...createFakeConnection(),
    presence: {
      setAvailable: async (isAvailable) => {
        asked.push(isAvailable ? 'online' : 'away')
        return hasName
      },
      async subscribe(to) {
        asked.push(`+${to}`)
        if (failing.has(to)) throw new Error('the connection did not take it')
      },
      async unsubscribe(from) {
        asked.push(`-${from}`)
        if (failing.has(from)) throw new Error('the connection did not take it')
      },
    },
  })
  const state = { connection: connect() as NetworkConnection | null }
  const db = {
    async query(statement: { name: string }) {
      statements.push(statement.name)
      if (statement.name === 'presence_read') return stored
      return statement.name === 'contact_find' ? people : []
    },
  } as unknown as Executor
  const client = { id: 'c', userId: 'w', online, isWatching: stored.length > 0 }
  const presence = createPresenceOpener({
    ...{ db, log: silentLog, nowMs: Date.now },
    bus: { publish: (_topic, note) => void notes.push(note as unknown as ContactPresenceNote) },
    teams: {
      list: () => [],
      watch: (_workspace, onChange) => {
        onTeam = onChange
        return () => {}
      },
    },
  }).open({ client, connection: () => state.connection })
  const settled = () => vi.advanceTimersByTimeAsync(0)
  presence.opened()
  return {
    ...{ asked, failing, notes, statements, client, presence, state, settled },
    async pages(count: number, jid: string = ADA) {
      const people = Array.from({ length: count }, (_, n) => ({
        userId: `u${n}`,
        name: 'Ana',
        activity: 'viewing' as const,
      }))
      onTeam({ clientId: 'c', jid, people })
      await settled()
    },
    async reconnect() {
      state.connection = null
      presence.lost()
      state.connection = connect()
      presence.opened()
      await settled()
    },
    act: (act: string, input: object) => presence.handle({ act, input }),
    list: async () =>
      (await presence.handle({ act: 'list', input: {} })) as { subscriptions: PresenceSubscription[] },
    shown: () => notes.flatMap(({ shown }) => shown).at(-1),
  }
}

const typing = (activity: 'typing' | 'recording' | 'none', of = ADA, chat = of) =>
  ({ kind: 'activity', chat, by: { phone: of, lid: null }, activity }) as const
const there = (isAvailable: boolean, lastSeenSec: number | null = null) =>
  ({ kind: 'availability', who: { phone: ADA, lid: null }, isAvailable, lastSeenSec }) as const

test('any number of pages share one subscription, which ends with the last, and the account is away a while later', async () => {
  const { asked, pages } = createWorld()
  await pages(1)
  await pages(2)
  expect(asked).toEqual(['online', `+${ADA}`])
  await pages(1)
  expect(asked).toHaveLength(2)
  await pages(0)
  expect(asked.slice(2)).toEqual([`-${ADA}`])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked.slice(3)).toEqual(['away'])
})

test('who goes from one conversation to the next stays online in between', async () => {
  const { asked, pages } = createWorld()
  await pages(1)
  await pages(0)
  await pages(1, BOB)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual(['online', `+${ADA}`, `-${ADA}`, `+${BOB}`])
})

test('an account that is never online asks nobody, and reads nothing', async () => {
  const { asked, pages, statements, act, presence, client, settled } = createWorld({ online: 'never' })
  await pages(1)
  expect([asked, statements]).toEqual([[], []])
  expect(await readRefusal(act('subscribe', { jid: BOB, seconds: 60 }))).toMatchObject({
    code: 'CONFLICT',
    data: { reason: 'ACCOUNT_NOT_ONLINE' },
  })
  client.online = 'watching'
  presence.reload()
  await settled()
  expect(asked).toEqual(['online', `+${ADA}`])
})

test('one that is always online says so with each connection, and what a program said counts until it ends', async () => {
  const { asked, act, reconnect, settled } = createWorld({ online: 'always' })
  await settled()
  await act('setOnline', { isOnline: false })
  expect(asked).toEqual(['online', 'away'])
  await reconnect()
  expect(asked.slice(2)).toEqual(['online'])
})

test('all that is watched is asked for again over the next connection, and not known in between', async () => {
  const { asked, act, pages, presence, reconnect, list, shown, state } = createWorld()
  await act('subscribe', { jid: ADA, seconds: 60 })
  await pages(1, BOB)
  presence.take(there(true))
  presence.take(typing('typing'))
  expect(shown()).toMatchObject({ availability: 'available', active: [{ jid: ADA, activity: 'typing' }] })
  state.connection = null
  presence.lost()
  expect(await readRefusal(presence.handle({ act: 'list', input: {} }))).toMatchObject({
    data: { reason: 'ACCOUNT_NOT_ASKED' },
  })
  // As of all that `chat` does.
  const online = presence.handle({ act: 'setOnline', input: { isOnline: true } })
  expect(await readRefusal(online)).toMatchObject({ data: { reason: 'CLIENT_NOT_CONNECTED' } })
  await reconnect()
  expect(asked).toEqual(['online', `+${ADA}`, `+${BOB}`, 'online', `+${ADA}`, `+${BOB}`])
  const { subscriptions } = await list()
  expect(subscriptions.map(({ availability, active }) => [availability, active])).toEqual([
    ['unknown', []],
    ['unknown', []],
  ])
})

test('who could not be asked for is tried again with each look, so many times, and keeps nobody else waiting', async () => {
  const { asked, failing, act, reconnect } = createWorld()
  failing.add(ADA)
  await act('subscribe', { jid: ADA, seconds: 3_600 })
  await act('subscribe', { jid: BOB, seconds: 3_600 })
  const askedFor = (jid: string) => asked.filter((one) => one === `+${jid}`).length
  expect(askedFor(BOB)).toBe(1)
  await vi.advanceTimersByTimeAsync(300_000)
  expect([askedFor(ADA), askedFor(BOB)]).toEqual([5, 1])
  failing.clear()
  await reconnect()
  await vi.advanceTimersByTimeAsync(300_000)
  expect([askedFor(ADA), askedFor(BOB)]).toEqual([6, 2])
})

test('who could not be let go of is let go of with a later look, so many times, and keeps nobody else waiting', async () => {
  const { asked, failing, act, reconnect } = createWorld({ online: 'always' })
  for (const jid of [ADA, BOB, GROUP]) await act('subscribe', { jid, seconds: 3_600 })
  const count = (sign: '+' | '-', jid: string) => asked.filter((one) => one === `${sign}${jid}`).length
  failing.add(ADA).add(BOB)
  for (const jid of [ADA, BOB, GROUP]) await act('unsubscribe', { jid })
  expect(count('-', GROUP)).toBe(1)
  await vi.advanceTimersByTimeAsync(25_000)
  failing.delete(BOB)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(count('-', ADA)).toBe(5)
  expect(asked.filter((one) => one === `-${BOB}`).length).toBeLessThan(5)
  expect(count('-', BOB)).toBeGreaterThan(1)
  failing.clear()
  // Whoever is wanted again is asked for again, and the end of it is a new one.
  await act('subscribe', { jid: ADA, seconds: 3_600 })
  expect(count('+', ADA)).toBe(2)
  await act('unsubscribe', { jid: ADA })
  expect(count('-', ADA)).toBe(6)
  await reconnect()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([count('+', ADA), count('-', ADA)]).toEqual([2, 6])
})

test('another host asks for what programs wanted of the one before', async () => {
  const until = new Date(Date.now() + 60_000)
  const { asked, statements, settled } = createWorld({ stored: [{ jid: ADA, phone: ADA, lid: LID, until }] })
  await settled()
  expect(asked).toEqual(['online', `+${ADA}`])
  expect(statements).toEqual(['presence_read'])
})

test('a subscription ends by itself, and with its call', async () => {
  const { asked, act, list } = createWorld()
  await act('subscribe', { jid: ADA, seconds: 60 })
  await act('subscribe', { jid: BOB, seconds: 3_600 })
  await act('unsubscribe', { jid: BOB })
  expect(asked.at(-1)).toBe(`-${BOB}`)
  await vi.advanceTimersByTimeAsync(80_000)
  expect(asked.slice(-2)).toEqual([`-${ADA}`, 'away'])
  expect((await list()).subscriptions).toEqual([])
})

test('who is watched under two addresses that become one is asked for and told of as that one person', async () => {
  const { asked, act, pages, presence, list, shown, settled } = createWorld()
  const longest = new Date(Date.now() + 60_000).toISOString()
  await act('subscribe', { jid: LID, seconds: 60 })
  await act('subscribe', { jid: ADA, seconds: 30 })
  await pages(1, LID)
  expect(asked).toEqual(['online', `+${LID}`, `+${ADA}`])
  presence.merge([{ from: LID, to: ADA }])
  await settled()
  expect(asked.slice(3)).toEqual([`-${LID}`, `+${ADA}`])
  expect((await list()).subscriptions).toMatchObject([{ jid: ADA, until: longest }])
  presence.take({
    kind: 'availability',
    who: { phone: null, lid: LID },
    isAvailable: true,
    lastSeenSec: null,
  })
  expect(shown()).toMatchObject({ jid: ADA, availability: 'available' })

  await act('unsubscribe', { jid: ADA })
  expect((await list()).subscriptions).toMatchObject([{ jid: ADA, until: null }])
  await pages(0, LID)
  expect((await list()).subscriptions).toEqual([])
  expect(asked.slice(5)).toEqual([`-${ADA}`])
})

test('beyond the most a subscription is refused, and an open page asks for nobody', async () => {
  const { asked, act, pages } = createWorld()
  for (let n = 0; n < MOST_WATCHED; n += 1)
    await act('subscribe', { jid: `${n}@s.whatsapp.net`, seconds: 60 })
  expect(await readRefusal(act('subscribe', { jid: BOB, seconds: 60 }))).toMatchObject({
    code: 'CONFLICT',
    data: { reason: 'TOO_MANY_WATCHED' },
  })
  await pages(1)
  expect(asked).toHaveLength(1 + MOST_WATCHED)
})

test('an account without a name is refused, and nobody is watched', async () => {
  const { asked, act, list } = createWorld({ hasName: false })
  const nameless = { code: 'CONFLICT', data: { reason: 'ACCOUNT_HAS_NO_NAME' } }
  expect(await readRefusal(act('subscribe', { jid: ADA, seconds: 60 }))).toMatchObject(nameless)
  expect(await readRefusal(act('setOnline', { isOnline: true }))).toMatchObject(nameless)
  expect(asked).not.toContain(`+${ADA}`)
  expect((await list()).subscriptions).toEqual([])
})

test('typing ends by itself, by a message, and when they leave; what is told again tells nothing', async () => {
  const { presence, pages, notes, shown } = createWorld()
  await pages(1)
  presence.take(typing('typing'))
  const count = notes.length
  presence.take(typing('typing'))
  expect(notes).toHaveLength(count)
  await vi.advanceTimersByTimeAsync(ACTIVE_MS - 5_000)
  presence.take(typing('typing'))
  await vi.advanceTimersByTimeAsync(ACTIVE_MS - 5_000)
  expect(shown()).toMatchObject({ active: [{ activity: 'typing' }] })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown()).toMatchObject({ active: [] })

  presence.take(typing('recording'))
  expect(shown()).toMatchObject({ active: [{ activity: 'recording' }] })
  const message = { key: { chat: ADA, id: '1', fromMe: false, participant: null } }
  presence.noteEvents([{ kind: 'message', message } as unknown as NetworkEvent])
  expect(shown()).toMatchObject({ active: [] })

  presence.take(typing('typing'))
  presence.take(there(false, 1_784_000_000))
  expect(shown()).toEqual({
    jid: ADA,
    availability: 'unavailable',
    lastSeenAt: new Date(1_784_000_000_000).toISOString(),
    active: [],
  })
})

test('in a group everybody types for themselves, and what nobody watches is passed over', async () => {
  const { presence, pages, notes, shown } = createWorld()
  await pages(1, GROUP)
  presence.take(typing('typing', ADA, GROUP))
  presence.take(typing('recording', BOB, GROUP))
  expect(shown()).toEqual({
    jid: GROUP,
    availability: 'unknown',
    lastSeenAt: null,
    active: [
      { jid: ADA, name: null, activity: 'typing' },
      { jid: BOB, name: null, activity: 'recording' },
    ],
  })
  const count = notes.length
  presence.take(typing('typing', ADA))
  presence.take(there(true))
  expect(notes).toHaveLength(count)
})

test('members of a group are told by the address and the name under which they are kept, looked up once', async () => {
  const ada = { id: ADA, phone: ADA, lid: LID, name: 'Ada', notify: null }
  const { presence, pages, shown, statements } = createWorld({ people: [ada] })
  await pages(1, GROUP)
  const before = statements.length
  presence.take({ ...typing('typing', LID, GROUP), by: { phone: null, lid: LID } })
  expect(shown()).toMatchObject({ active: [{ jid: LID, name: null, activity: 'typing' }] })
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toMatchObject({ active: [{ jid: ADA, name: 'Ada', activity: 'typing' }] })
  presence.take({ ...typing('recording', LID, GROUP), by: { phone: null, lid: LID } })
  expect(shown()).toMatchObject({ active: [{ jid: ADA, name: 'Ada', activity: 'recording' }] })
  expect(statements.slice(before)).toEqual(['contact_find'])
})

test('a thousand presences cost no statement: only who begins to be watched is read, once', async () => {
  const { presence, pages, statements } = createWorld()
  await pages(1)
  expect(statements).toHaveLength(1)
  for (let n = 0; n < 500; n += 1) {
    presence.take(there(n % 2 === 0))
    presence.take(typing(n % 2 === 0 ? 'typing' : 'none'))
  }
  await vi.advanceTimersByTimeAsync(120_000)
  expect(statements).toHaveLength(1)
})
