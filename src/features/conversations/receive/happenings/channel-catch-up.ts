import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '../../../../core/addresses.ts'
import type { Executor } from '../../../../db/transaction.ts'
import {
  type ChannelInfo,
  type ChannelNotice,
  LeaseLostError,
  type NetworkAnswer,
  type NetworkChannels,
  type NetworkEvent,
  type PostsAfter,
} from '../../../../network/port.ts'
import type { Log } from '../../../../platform/logger.ts'
import {
  beginChannelMarks,
  forgetChannelMarks,
  readChannelMarks,
  setChannelMarks,
  toChannelMarks,
} from '../../records/network/channel-marks.ts'
import { findMissedChanges, findPostsOfOthers, listChanges, toPosted } from './missed-changes.ts'

/** Channels that are asked for missed posts after one login, one question after the other; own ones first. */
const MAX_CHANNELS = 50
/** Posts of a page, and pages of a channel. What was missed beyond that is not told. */
const PAGE = 100
const MAX_PAGES = 3
/** So many posts that were told are looked at again, for what became of them meanwhile. */
const LOOK_BACK = 50
/** Events of channels that may wait until what was missed before them is told. */
const MAX_WAITING = 500
/** How long until it is tried again, when the database failed or the network did not answer. */
const RETRY_MS: readonly number[] = [1000, 5000, 20_000]

type Channels = Pick<NetworkChannels, 'list' | 'posts' | 'postsAfter'>

export interface CatchUpDeps {
  db: Executor
  log: Pick<Log, 'debug'>
  clientId: string
  /** Those of the connection there is now. */
  channels(): Channels | null
  /** Stores what happened, as if the network had told it. */
  ingest(events: readonly NetworkEvent[]): Promise<void>
  nowMs(): number
  retryMs?: readonly number[]
}

class Refused extends Error {}

const journalIdOf = (event: NetworkEvent): string | null => ('journalId' in event ? event.journalId : null)

function isAmong(waiting: readonly NetworkEvent[], event: NetworkEvent): boolean {
  const id = journalIdOf(event)
  return id !== null && waiting.some((other) => journalIdOf(other) === id)
}

function answered<T>(answer: NetworkAnswer<T>): T {
  if (answer.kind === 'answered') return answer.value
  throw new Refused(`the network answered ${answer.networkCode}`)
}

const toEvent = (notice: ChannelNotice): NetworkEvent => ({ kind: 'channel', journalId: null, notice })

const RANK = { owner: 0, admin: 1, subscriber: 2, guest: 3 } as const
const byRank = (a: ChannelInfo, b: ChannelInfo) => RANK[a.role ?? 'guest'] - RANK[b.role ?? 'guest']

/**
 * The network keeps no posts for a device that is away, so what was posted meanwhile is asked for after each login, by the number
 * of the last post that was told. Meanwhile what is told of channels waits, so that all of it comes in its order; it stays in the
 * journal until then. The newest posts that were told are looked at with it, as they may have been changed or taken back; of counts
 * during that time nobody tells.
 *
 * What comes over a connection moves the mark of a channel only once the channel was caught up with over the same one: before that,
 * posts that were missed may lie between. A mark that stays behind costs a question; what was told is told once (`logNotices`).
 */
export class ChannelCatchUp {
  readonly #deps: CatchUpDeps
  readonly #closing = new AbortController()
  /** Null while events of channels may be told at once: a connection is there, and it has caught up. */
  #waiting: NetworkEvent[] | null = []
  #isRunning = false
  /** Since the last login. */
  #isLost = true
  #running: Promise<void> = Promise.resolve()
  /** With this login nothing was asked yet. */
  #due: Channels | null = null
  /** Those of the latest login. */
  #channels: Channels | null = null
  /** With which channels it has caught up since then. */
  readonly #caughtUp = new Set<string>()
  #following: Promise<void> = Promise.resolve()

  constructor(deps: CatchUpDeps) {
    this.#deps = deps
  }

  /**
   * What of a batch may be stored now: events of channels wait until they are caught up with, also those that come ahead of the
   * login, from the journal or of what the network kept. What comes from the journal again waits once.
   */
  hold(events: readonly NetworkEvent[]): readonly NetworkEvent[] {
    const waiting = this.#waiting
    if (waiting === null) return events
    const ofChannels = events.filter(({ kind }) => kind === 'channel')
    const added = ofChannels.filter((event) => !isAmong(waiting, event))
    if (waiting.length + added.length > MAX_WAITING) return events
    waiting.push(...added)
    return ofChannels.length === 0 ? events : events.filter(({ kind }) => kind !== 'channel')
  }

  /** There is no connection any more, and what it brought has been given to `hold`. */
  lost(): void {
    this.#isLost = true
    this.#waiting ??= []
  }

  /**
   * To be called at each login. Rejects with what `ingest` rejects with. When the network does not answer, what was missed is left for the next login.
   */
  run(channels: Channels): Promise<void> {
    this.#due = channels
    this.#channels = channels
    this.#caughtUp.clear()
    this.#isLost = false
    if (!this.#isRunning) {
      this.#waiting ??= []
      this.#running = this.#runAll(this.#waiting)
    }
    return this.#running
  }

  /** Moves the marks after what was stored; one that stays behind for an error loses nothing. */
  async noteTold(events: readonly NetworkEvent[]): Promise<void> {
    const notices = events.flatMap((event) => (event.kind === 'channel' ? [event.notice] : []))
    for (const { channel, news } of notices) if (news.kind === 'followed') this.follow(channel)
    const marks = toChannelMarks(notices)
    if (marks.length === 0) return
    const { db, clientId, log } = this.#deps
    const moved = marks.filter(({ channel }) => this.#isOver() && this.#caughtUp.has(channel))
    try {
      await setChannelMarks(db, clientId, moved)
      const begun = await beginChannelMarks(
        db,
        clientId,
        marks.filter((mark) => !moved.includes(mark)),
      )
      if (this.#isOver()) for (const channel of begun) this.#caughtUp.add(channel)
    } catch (err) {
      log.debug({ err, clientId }, 'up to which posts channels were told could not be noted')
    }
  }

  /**
   * A channel is followed over the connection there is. It gets a mark at once, as its first post may be one that is missed; without
   * one the next login would take that for a post of the time before. Nobody waits for it.
   */
  follow(channel: Address): void {
    const over = this.#deps.channels()
    if (over !== null) this.#following = this.#following.then(() => this.#beginFollowed(over, channel))
  }

  /** Tries nothing again, and resolves when nothing of it is under way. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running.catch(() => {})
    await this.#following
  }

  async #beginFollowed(over: Channels, channel: Address): Promise<void> {
    const { db, clientId, log } = this.#deps
    try {
      if (this.#closing.signal.aborted || over !== this.#deps.channels()) return
      const serverId = await askNewest(over, channel)
      const begun = await beginChannelMarks(db, clientId, [{ channel, serverId }])
      if (begun.length > 0) this.#noteCaughtUp(over, channel)
    } catch (err) {
      log.debug({ err, clientId }, 'up to which post a followed channel is no news could not be noted')
    }
  }

  /** Whether what comes now comes over the connection of the latest login. */
  #isOver(): boolean {
    return this.#channels !== null && this.#channels === this.#deps.channels()
  }

  async #runAll(waiting: NetworkEvent[]): Promise<void> {
    this.#isRunning = true
    try {
      // The last look and the end are one turn: nothing is held between them that nobody would tell.
      do await this.#runOnce(waiting)
      while (this.#due !== null || this.#mayTell(waiting))
    } finally {
      this.#isRunning = false
      // What could not be stored is still in the journal.
      this.#waiting = this.#isLost ? waiting : null
    }
  }

  async #runOnce(waiting: NetworkEvent[]): Promise<void> {
    try {
      if (this.#due !== null) await this.#askForMissed(this.#due)
    } finally {
      // In its order: what was missed was posted before.
      await this.#retry(() => this.#tellWaiting(waiting))
    }
  }

  async #askForMissed(channels: Channels): Promise<void> {
    const { log, clientId } = this.#deps
    let newest = channels
    try {
      await this.#retry(() => {
        newest = this.#due ?? newest
        this.#due = null
        return this.#catchUp(newest)
      })
    } catch (err) {
      if (!(err instanceof NotAsked)) throw err
      log.debug({ err, clientId }, 'missed posts could not be asked for')
    }
  }

  /** What comes once the connection was lost waits for the next login. */
  #mayTell(waiting: readonly NetworkEvent[]): boolean {
    return waiting.length > 0 && this.#due === null && !this.#isLost
  }

  async #tellWaiting(waiting: NetworkEvent[]): Promise<void> {
    while (this.#mayTell(waiting)) {
      const told = [...waiting]
      await this.#deps.ingest(told)
      waiting.splice(0, told.length)
    }
  }

  /** What was stored before a failure is told once all the same. */
  async #retry(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing
    for (const waitMs of this.#deps.retryMs ?? RETRY_MS) {
      try {
        return await work()
      } catch (err) {
        if (err instanceof LeaseLostError || signal.aborted) throw err
        await sleep(waitMs, undefined, { signal }).catch(() => {})
        if (signal.aborted) throw err
      }
    }
    return work()
  }

  async #catchUp(channels: Channels): Promise<void> {
    const { db, clientId } = this.#deps
    const followed = await unlessRefused(ask(channels.list()))
    if (followed === null) return
    const marks = await readChannelMarks(db, clientId)
    const known = new Set<string>(followed.map(({ jid }) => jid))
    await forgetChannelMarks(
      db,
      clientId,
      [...marks.keys()].filter((channel) => !known.has(channel)),
    )
    const ranked = followed.sort(byRank).map(({ jid }) => jid)
    // What these missed is not told.
    for (const jid of ranked.splice(MAX_CHANNELS)) this.#noteCaughtUp(channels, jid)
    for (const jid of ranked) {
      const mark = marks.get(jid)
      await unlessRefused(mark === undefined ? this.#begin(channels, jid) : this.#tell(channels, jid, mark))
      this.#noteCaughtUp(channels, jid)
    }
  }

  #noteCaughtUp(over: Channels, channel: Address): void {
    if (over === this.#channels) this.#caughtUp.add(channel)
  }

  /** What was posted before the channel was known here is no news. */
  async #begin(channels: Channels, channel: Address): Promise<void> {
    const serverId = await askNewest(channels, channel)
    await setChannelMarks(this.#deps.db, this.#deps.clientId, [{ channel, serverId }])
  }

  async #tell(channels: Channels, channel: Address, mark: number): Promise<void> {
    let after = Math.max(0, mark - LOOK_BACK)
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const found = await ask(channels.postsAfter(channel, PAGE, after))
      const events = await this.#listMissed(channel, mark, found)
      if (events.length > 0) await this.#deps.ingest(events)
      if (found.last === null || found.last <= after) return
      after = found.last
      if (after <= mark) continue
      await setChannelMarks(this.#deps.db, this.#deps.clientId, [{ channel, serverId: after }])
    }
  }

  /** What a page tells that was not told, in the order in which it happened; when a post was taken back no page says. */
  async #listMissed(channel: Address, mark: number, page: PostsAfter): Promise<NetworkEvent[]> {
    const { db, clientId, nowMs } = this.#deps
    const newer = page.posts.filter(({ serverId }) => serverId > mark)
    const fresh = await findPostsOfOthers(db, clientId, channel, newer)
    const changes = listChanges(channel, mark, page, Math.floor(nowMs() / 1000))
    const missed = await findMissedChanges(db, clientId, changes)
    const posted = fresh.map((post) => toPosted(channel, post))
    return [...posted, ...missed].sort((a, b) => a.atSec - b.atSec).map(toEvent)
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

/** The number of the newest post of a channel; 0 where there is none. */
async function askNewest(channels: Channels, channel: Address): Promise<number> {
  const [newest] = await ask(channels.posts(channel, 1, null))
  return newest?.serverId ?? 0
}

function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((err: unknown) => {
    if (err instanceof Refused) return null
    throw err
  })
}
