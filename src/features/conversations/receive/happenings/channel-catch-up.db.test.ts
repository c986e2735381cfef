import { beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { noChannels } from '../../../../../test/support/fake-channels.ts'
import { insertClient } from '../../../../../test/support/fixtures.ts'
import { at } from '../../../../../test/support/network-events.ts'
import {
  type ChannelInfo,
  type ChannelPost,
  LeaseLostError,
  type NetworkChannels,
  type NetworkEvent,
  postNotice,
} from '../../../../network/port.ts'
import { setChannelMarks } from '../../records/network/channel-marks.ts'
import { ChannelCatchUp } from './channel-catch-up.ts'
import { logChannelNotices } from './channel-notices.ts'

const database = useTestDatabase()
const TOWN = at('120363000000000001@newsletter')
const WAIT_NO_TIME = [0, 0]

let clientId: string

beforeEach(async () => {
  clientId = await insertClient(database().pool, { address: at('490000@s.whatsapp.net') })
  await setChannelMarks(database(), clientId, [{ channel: TOWN, serverId: 10 }])
})

const post = (serverId: number) => ({ serverId, id: `P${serverId}`, atSec: 1_800_000_000 }) as ChannelPost
const told = (serverId: number): NetworkEvent => ({
  ...{ kind: 'channel', journalId: `j${serverId}` },
  notice: {
    ...{ id: postNotice(TOWN, serverId), channel: TOWN, atSec: 1_800_000_000 },
    news: { kind: 'posted', post: post(serverId), isOwn: null },
  },
})

/** A channel with the posts 11 and 12, which were missed; the work is done before the network answers about them. */
const missing = (work: () => void = () => {}): NetworkChannels => ({
  ...noChannels,
  list: async () => ({ kind: 'answered', value: [{ jid: TOWN, role: 'subscriber' } as ChannelInfo] }),
  async postsAfter(_, __, after) {
    work()
    const posts = [11, 12].filter((serverId) => serverId > after).map(post)
    return { kind: 'answered', value: { posts, revoked: [], last: posts.at(-1)?.serverId ?? null } }
  },
})

/** Fails as often as told, then stores; `live` is what the network tells on its own. */
function createCatchUp({
  failures = [],
  retryMs = WAIT_NO_TIME,
}: {
  failures?: Error[]
  retryMs?: number[]
} = {}) {
  async function ingest(events: readonly NetworkEvent[]) {
    const failure = failures.shift()
    if (failure) throw failure
    const notices = events.flatMap((event) => (event.kind === 'channel' ? [event.notice] : []))
    const client = { id: clientId, userId: '', address: null, lid: null }
    await database().transaction((tx) => logChannelNotices(tx, client, notices))
  }
  const log = { debug() {} }
  const catchUp = new ChannelCatchUp({
    ...{ db: database(), log, clientId, ingest, retryMs, nowMs: Date.now },
    channels: () => null,
  })
  const live = async (event: NetworkEvent) => {
    const now = catchUp.hold([event])
    if (now.length > 0) await ingest(now)
  }
  return { catchUp, live }
}

async function logged(): Promise<number[]> {
  const { rows } = await database().pool.query<{ serverId: number }>(
    `select (data->>'serverId')::int as "serverId" from event_log where client_id = $1 order by seq`,
    [clientId],
  )
  return rows.map(({ serverId }) => serverId)
}

describe('what was missed of a channel is told before what comes meanwhile', () => {
  test('when the database fails at first', async () => {
    const { catchUp, live } = createCatchUp({ failures: [new Error('the database is away')] })
    await catchUp.run(missing(() => void live(told(13))))
    await live(told(14))
    expect(await logged()).toEqual([11, 12, 13, 14])
  })

  test('when the network does not answer at first', async () => {
    const { catchUp, live } = createCatchUp()
    let asked = 0
    await catchUp.run(
      missing(() => {
        asked += 1
        void live(told(12 + asked))
        if (asked === 1) throw new Error('timed out')
      }),
    )
    expect(await logged()).toEqual([11, 12, 13, 14, 15])
  })

  test('when the account logs in again before the network answered, by the new login', async () => {
    const { catchUp, live } = createCatchUp()
    const running = catchUp.run(
      missing(() => {
        void live(told(13))
        void catchUp.run(missing())
        throw new Error('the connection was cut')
      }),
    )
    await running
    expect(await logged()).toEqual([11, 12, 13])
  })

  test('when the database fails as what waited is stored', async () => {
    const failures: Error[] = []
    const { catchUp, live } = createCatchUp({ failures })
    let asked = 0
    await catchUp.run(
      missing(() => {
        asked += 1
        if (asked === 2) failures.push(new Error('the database is away'))
        void live(told(12 + asked))
      }),
    )
    expect(await logged()).toEqual([11, 12, 13, 14])
  })
})

test('what waited is told when the network never answers', async () => {
  const { catchUp, live } = createCatchUp()
  await catchUp.run(
    missing(() => {
      void live(told(13))
      throw new Error('timed out')
    }),
  )
  expect(await logged()).toEqual([13])
})

test('nothing is tried again by a host that does not hold the account any more, nor after the end', async () => {
  const lost = createCatchUp({ failures: [new LeaseLostError(clientId)] })
  await expect(lost.catchUp.run(missing())).rejects.toThrow(LeaseLostError)

  const away = new Error('the database is away')
  const ended = createCatchUp({ failures: [away], retryMs: [3_600_000] })
  const running = ended.catchUp.run(missing(() => void ended.catchUp.close()))
  await expect(running).rejects.toThrow(away)
  expect(await logged()).toEqual([])
})
