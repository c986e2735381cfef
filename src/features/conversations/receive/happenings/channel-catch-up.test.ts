import { beforeEach, expect, test, vi } from 'vitest'
import type { Address } from '../../../../core/addresses.ts'
import type { Executor } from '../../../../db/transaction.ts'
import {
  type ChannelInfo,
  type ChannelPost,
  type NetworkEvent,
  postedHereNotice,
  postNotice,
} from '../../../../network/port.ts'
import { type CatchUpDeps, ChannelCatchUp } from './channel-catch-up.ts'

type Channels = NonNullable<ReturnType<CatchUpDeps['channels']>>

const TOWN = '120363000000000001@newsletter' as Address

const channel: ChannelInfo = {
  ...{ jid: TOWN, name: 'Town', description: null, invite: null, createdSec: 0, followers: null },
  ...{ isVerified: false, role: 'subscriber', isMuted: false, reactions: null },
}
const post = (serverId: number): ChannelPost => ({
  ...{ id: `P${serverId}`, serverId, type: 'text', text: String(serverId), file: null },
  ...{ atSec: 1, editedMs: 0, views: 0, reactions: [] },
})
const live = (serverId: number): NetworkEvent => ({
  ...{ kind: 'channel', journalId: `j${serverId}` },
  notice: {
    ...{ id: postNotice(TOWN, serverId), channel: TOWN, atSec: 1 },
    news: { kind: 'posted', post: post(serverId), isOwn: null },
  },
})

let marks: Map<string, number>
/** Numbers of the posts that were told, in their order, each once. */
let told: number[]
/** Those the network has. */
let there: number[]
let current: Channels | null
let catchUp: ChannelCatchUp
/** The notices that are known. */
let noted: Set<string>

/** The SQL of the marks, as far as it is used. */
const db = {
  async query({ name }: { name: string }, [, channels = [], ids = []]: [string, string[]?, number[]?]) {
    if (name === 'channel_marks_read') return [...marks].map(([of, serverId]) => ({ channel: of, serverId }))
    if (name === 'channel_find_notices') return channels.filter((id) => noted.has(id)).map((id) => ({ id }))
    const mayChange = (of: string) => name === 'channel_marks_move' || !marks.has(of)
    const changed = channels.filter(mayChange)
    for (const [n, of] of channels.entries())
      if (changed.includes(of)) marks.set(of, Math.max(marks.get(of) ?? 0, ids[n] ?? 0))
    return changed.map((of) => ({ channel: of }))
  },
} as unknown as Executor

const network = (over: Partial<Channels> = {}): Channels => ({
  list: async () => ({ kind: 'answered', value: [channel] }),
  posts: async () => ({ kind: 'answered', value: there.slice(-1).map(post) }),
  async postsAfter(_channel, _count, after) {
    const posts = there.filter((id) => id > after).map(post)
    return { kind: 'answered', value: { posts, revoked: [], last: posts.at(-1)?.serverId ?? null } }
  },
  ...over,
})

async function store(events: readonly NetworkEvent[]): Promise<void> {
  for (const event of events) {
    if (event.kind !== 'channel' || event.notice.news.kind !== 'posted') continue
    const { serverId } = event.notice.news.post
    if (!told.includes(serverId)) told.push(serverId)
  }
  await catchUp.noteTold(events)
}

const DEPS = {
  ...{ db, clientId: 'c', log: { debug: () => {} }, nowMs: Date.now },
  channels: () => current,
  retryMs: [],
}

const createCatchUp = () => new ChannelCatchUp({ ...DEPS, ingest: store })

async function comes(...ids: number[]): Promise<void> {
  there.push(...ids)
  await store(catchUp.hold(ids.map(live)))
}

function login(over: Partial<Channels> = {}): Promise<void> {
  current = network(over)
  return catchUp.run(current)
}

beforeEach(async () => {
  marks = new Map()
  noted = new Set()
  told = []
  there = [100]
  catchUp = createCatchUp()
  await login()
})

test('what the client posts while it is being asked for what was missed is no news, and what others posted is', async () => {
  there.push(101, 102, 103)
  noted.add(postedHereNotice(TOWN, 'P102'))
  await login()
  expect(told).toEqual([101, 103])
  expect(marks.get(TOWN)).toBe(103)
})

test('what comes ahead of the login, from the journal or of what the network kept, is told after what was missed before it', async () => {
  there.push(101, 102, 103)
  catchUp = createCatchUp()
  current = null
  await store(catchUp.hold([live(103)]))
  expect(told).toEqual([])
  await login()
  expect(told).toEqual([101, 102, 103])
  expect(marks.get(TOWN)).toBe(103)
})

test('the same holds after a connection was lost; what the journal gives again waits once', async () => {
  await comes(101)
  current = null
  catchUp.lost()
  there.push(102, 103)
  for (let attempt = 0; attempt < 600; attempt += 1) await store(catchUp.hold([live(103)]))
  expect(told).toEqual([101])
  await login()
  expect(told).toEqual([101, 102, 103])
  await comes(104)
  expect(told).toEqual([101, 102, 103, 104])
})

test('what comes just when the last of what waited is told is told too, and what comes after it at once', async () => {
  for (const turns of Array.from({ length: 12 }, (_, n) => n)) {
    told = []
    marks = new Map([[TOWN, 100]])
    there = [100, 101]
    current = network()
    let isLate = false
    const late = Promise.withResolvers<void>()
    const tried: ChannelCatchUp = new ChannelCatchUp({
      ...DEPS,
      async ingest(events) {
        catchUp = tried
        await store(events)
        if (isLate || !events.some((event) => 'journalId' in event && event.journalId === 'j101')) return
        isLate = true
        void (async () => {
          for (let turn = 0; turn < turns; turn += 1) await null
          await store(tried.hold([live(102)]))
          late.resolve()
        })()
      },
    })
    tried.hold([live(101)])
    await tried.run(current)
    await late.promise
    await store(tried.hold([live(103)]))
    expect(told).toEqual([101, 102, 103])
  }
})

test('what comes after a connection was lost while it caught up waits for the next login', async () => {
  const cut = Promise.withResolvers<never>()
  const first = login({ list: () => cut.promise })
  current = null
  catchUp.lost()
  cut.reject(new Error('the connection is closed'))
  await first
  there.push(101, 102)
  await store(catchUp.hold([live(102)]))
  expect(told).toEqual([])
  await login()
  expect(told).toEqual([101, 102])
})

test('what comes after a login on which the network was silent does not hide what was missed', async () => {
  there.push(101)
  await login({ list: () => Promise.reject(new Error('no answer in time')) })
  await comes(102)
  expect(told).toEqual([102])
  await login()
  expect(told).toEqual([102, 101])
})

test('a login during the questions after the one before has its own questions', async () => {
  const cut = Promise.withResolvers<never>()
  const first = login({ list: () => cut.promise })
  there.push(101)
  const second = login()
  await comes(102)
  expect(told).toEqual([])
  cut.reject(new Error('the connection is closed'))
  await Promise.all([first, second])
  expect(told).toEqual([101, 102])
})

test('once it has caught up, what comes moves the mark, also of a channel that is followed since', async () => {
  await comes(101)
  expect(marks.get(TOWN)).toBe(101)
  marks.clear()
  catchUp = createCatchUp()
  await login({ list: async () => ({ kind: 'answered', value: [] }) })
  await comes(102)
  await comes(103)
  expect(marks.get(TOWN)).toBe(103)
})

test.each([[[100], 100] as const, [[], 0] as const])(
  'what is missed of a channel right after it was followed is told, where it had the posts %j',
  async (before, mark) => {
    marks.clear()
    there = [...before]
    catchUp = createCatchUp()
    await login({ list: async () => ({ kind: 'answered', value: [] }) })
    const notice = {
      ...{ id: 'join', channel: TOWN, atSec: 1 },
      news: { kind: 'followed', name: 'Town' } as const,
    }
    await store([{ kind: 'channel', journalId: 'j', notice }])
    await vi.waitFor(() => expect(marks.get(TOWN)).toBe(mark))
    there.push(101)
    await login()
    await comes(102)
    expect(told).toEqual([101, 102])
  },
)

test('what comes of a channel that was followed moves the mark it got then', async () => {
  marks.clear()
  catchUp = createCatchUp()
  await login({ list: async () => ({ kind: 'answered', value: [] }) })
  catchUp.follow(TOWN)
  await vi.waitFor(() => expect(marks.get(TOWN)).toBe(100))
  await comes(101)
  expect(marks.get(TOWN)).toBe(101)
})

test('a network that does not say what a followed channel has leaves it to the next login', async () => {
  marks.clear()
  catchUp = createCatchUp()
  const posts = vi.fn(() => Promise.reject(new Error('no answer in time')))
  await login({ list: async () => ({ kind: 'answered', value: [] }), posts })
  catchUp.follow(TOWN)
  await vi.waitFor(() => expect(posts).toHaveBeenCalled())
  await catchUp.close()
  expect(marks.size).toBe(0)
})
