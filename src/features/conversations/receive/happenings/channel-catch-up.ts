import type { Address } from '../../../../core/addresses.ts'
import type { Executor } from '../../../../db/transaction.ts'
import {
  type ChannelInfo,
  type ChannelPost,
  type NetworkAnswer,
  type NetworkChannels,
  type NetworkEvent,
  postNotice,
} from '../../../../network/port.ts'
import type { Log } from '../../../../platform/logger.ts'
import { forgetChannelMarks, readChannelMarks, setChannelMarks } from '../../records/network/channel-marks.ts'

/** Channels that are asked for missed posts after one login, one question after the other; own ones first. */
const MAX_CHANNELS = 50
/** Posts of a page, and pages of a channel. What was missed beyond that is not told. */
const PAGE = 100
const MAX_PAGES = 3
/** Events of channels that may wait until what was missed before them is told. */
const MAX_WAITING = 500

type Channels = Pick<NetworkChannels, 'list' | 'posts' | 'postsAfter'>

export interface CatchUpDeps {
  db: Executor
  log: Pick<Log, 'debug'>
  clientId: string
  /** Stores what happened, as if the network had told it. */
  ingest(events: readonly NetworkEvent[]): Promise<void>
}

class Refused extends Error {}

function answered<T>(answer: NetworkAnswer<T>): T {
  if (answer.kind === 'answered') return answer.value
  throw new Refused(`the network answered ${answer.networkCode}`)
}

const toEvent = (channel: Address, post: ChannelPost): NetworkEvent => ({
  ...{ kind: 'channel', journalId: null },
  notice: {
    ...{ id: postNotice(channel, post.serverId), channel, atSec: post.atSec },
    news: { kind: 'posted', post, isOwn: null },
  },
})

const RANK = { owner: 0, admin: 1, subscriber: 2, guest: 3 } as const
const byRank = (a: ChannelInfo, b: ChannelInfo) => RANK[a.role ?? 'guest'] - RANK[b.role ?? 'guest']

/**
 * The network keeps no posts for a device that is away, so what was posted meanwhile is asked for after each login, by the number
 * of the last post that was told. Meanwhile what is told of channels waits, so that all of it comes in its order; it stays in the
 * journal until then. Of changes and counts of earlier posts during that time nobody tells.
 */
export class ChannelCatchUp {
  readonly #deps: CatchUpDeps
  #waiting: NetworkEvent[] | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(deps: CatchUpDeps) {
    this.#deps = deps
  }

  /** What of a batch may be stored now: events of channels wait while they are being caught up with. */
  hold(events: readonly NetworkEvent[]): readonly NetworkEvent[] {
    const waiting = this.#waiting
    if (waiting === null) return events
    const ofChannels = events.filter(({ kind }) => kind === 'channel')
    if (waiting.length + ofChannels.length > MAX_WAITING) return events
    waiting.push(...ofChannels)
    return ofChannels.length === 0 ? events : events.filter(({ kind }) => kind !== 'channel')
  }

  /** Rejects with what `ingest` rejects with; that the network does not answer is left for the next login. */
  run(channels: Channels): Promise<void> {
    if (this.#waiting !== null) return this.#running
    this.#waiting = []
    this.#running = this.#runOnce(channels, this.#waiting)
    return this.#running
  }

  /** Resolves when nothing of it is under way. */
  idle(): Promise<void> {
    return this.#running.catch(() => {})
  }

  async #runOnce(channels: Channels, waiting: NetworkEvent[]): Promise<void> {
    try {
      await this.#catchUp(channels)
      while (waiting.length > 0) await this.#deps.ingest(waiting.splice(0))
    } finally {
      // What could not be stored is still in the journal.
      this.#waiting = null
    }
  }

  async #catchUp(channels: Channels): Promise<void> {
    const { db, clientId, log } = this.#deps
    const followed = await channels
      .list()
      .then(answered)
      .catch((err: unknown) => {
        log.debug({ err, clientId }, 'channels could not be listed')
        return null
      })
    if (followed === null) return
    const marks = await readChannelMarks(db, clientId)
    const known = new Set<string>(followed.map(({ jid }) => jid))
    await forgetChannelMarks(
      db,
      clientId,
      [...marks.keys()].filter((channel) => !known.has(channel)),
    )
    for (const { jid } of followed.sort(byRank).slice(0, MAX_CHANNELS)) {
      const isAnswered = await this.#catchUpWith(channels, jid, marks.get(jid))
      if (!isAnswered) return
    }
  }

  /** False when the network did not answer: then the rest is left for the next login. */
  async #catchUpWith(channels: Channels, channel: Address, mark: number | undefined): Promise<boolean> {
    const { clientId, log } = this.#deps
    try {
      if (mark === undefined) await this.#begin(channels, channel)
      else await this.#tell(channels, channel, mark)
      return true
    } catch (err) {
      if (err instanceof Refused) return true
      if (!(err instanceof NotAsked)) throw err
      log.debug({ err, clientId, channel }, 'missed posts could not be asked for')
      return false
    }
  }

  /** What was posted before the channel was known here is no news. */
  async #begin(channels: Channels, channel: Address): Promise<void> {
    const newest = await ask(channels.posts(channel, 1, null))
    const serverId = newest[0]?.serverId ?? 0
    await setChannelMarks(this.#deps.db, this.#deps.clientId, [{ channel, serverId }])
  }

  async #tell(channels: Channels, channel: Address, mark: number): Promise<void> {
    let after = mark
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { posts, last } = await ask(channels.postsAfter(channel, PAGE, after))
      if (posts.length > 0) await this.#deps.ingest(posts.map((post) => toEvent(channel, post)))
      if (last === null || last <= after) return
      after = last
    }
  }
}

/** The network was not asked, or did not answer in time. */
class NotAsked extends Error {}

async function ask<T>(answer: Promise<NetworkAnswer<T>>): Promise<T> {
  const given = await answer.catch((cause: unknown) => {
    throw new NotAsked('no answer', { cause })
  })
  return answered(given)
}
