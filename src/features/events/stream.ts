import { TEAM_PRESENCE } from '../../contract/conversations/team-presence.ts'
import { CONTACT_PRESENCE } from '../../contract/events/live-event-names.ts'
import type { Executor } from '../../db/transaction.ts'
import type { ContactPresences } from './contact-presence.ts'
import { type EventFilter, type LoggedRow, readEvents, readOldest } from './store.ts'
import type { EventTail } from './tail.ts'
import type { TeamPresence } from './team-presence.ts'
import type { EventWatermark } from './watermark.ts'

/** Events read at once; the next are read when these were taken by the connection. */
const PAGE = 200
/** How often a stream on which nothing happens says that the connection lives. */
export const HEARTBEAT_MS = 10_000

export interface StreamOptions {
  /** Who reads; when their keys or sessions end, it is asked whether they still may. */
  userId: string
  /** Whose events are written. */
  workspaceId: string
  /** The id of the last event the receiver has; null begins with what happens from now on. */
  after: number | null
  filter: EventFilter
  /** Whether it is also told who is in which conversation: pages of members are, programs with a key are not. */
  hearsPresence?: boolean
  /** Whether it is also told which contacts are online, and what they do. */
  hearsContacts?: boolean
  /** Resolves when the connection has taken it; rejects when it is gone or takes nothing any more. */
  write(text: string): Promise<void>
  /** Asked at every heartbeat and whenever a key or session of this person ended. */
  isStillAllowed(): Promise<boolean>
  signal: AbortSignal
}

export interface StreamDeps {
  db: Executor
  watermark: EventWatermark
  tail: EventTail
  presence: Pick<TeamPresence, 'list' | 'watch'>
  contacts: Pick<ContactPresences, 'list' | 'watch'>
  /** Calls back when keys or sessions of a person ended. */
  onCallersChanged(userId: string, changed: () => void): () => void
  stopped: AbortSignal
}

export const toAnswered = ({ seq, name, clientId, data, createdAt }: LoggedRow) => {
  return { id: String(seq), name, clientId, data, createdAt: createdAt.toISOString() }
}

const toFrame = (row: LoggedRow): string =>
  `id: ${row.seq}\nevent: ${row.name}\ndata: ${JSON.stringify(toAnswered(row))}\n\n`

/** Moves the receiver's place on without an event, so that it need not read what its filter left out again. */
const toMark = (name: 'stream.here' | 'stream.gap', seq: number): string =>
  `event: ${name}\ndata: {}\nid: ${seq}\n\n`

type Woken = 'news' | 'presence' | 'heartbeat' | 'callers' | 'ended'

/** What a stream waits for, whichever comes first; what comes while it works is not lost. */
function createAlarm(ends: AbortSignal) {
  let pending: Woken | null = null
  let wake: ((why: Woken) => void) | null = null
  const ring = (why: Woken): void => {
    // A check of the caller must not be lost behind news, nor news behind who is where, which is written before each wait.
    const isBehind = pending !== null && (pending === 'callers' || why === 'presence')
    pending = isBehind ? pending : why
    if (pending) wake?.(pending)
  }
  ends.addEventListener('abort', () => ring('ended'), { once: true })
  return {
    ring,
    async wait(ms: number): Promise<Woken> {
      if (ends.aborted) return 'ended'
      if (pending === null) {
        const timer = setTimeout(() => ring('heartbeat'), ms)
        await new Promise<Woken>((resolve) => {
          wake = resolve
        })
        clearTimeout(timer)
        wake = null
      }
      const why = ends.aborted ? 'ended' : (pending ?? 'heartbeat')
      pending = null
      return why
    },
  }
}

interface Place {
  clientId: string
  jid: string
}

interface LiveSource<T extends Place> {
  list(workspaceId: string): T[]
  watch(workspaceId: string, onChange: (state: T) => void): () => void
}

/** What changed of what is so since it was written; of a conversation only how it is now, so it never grows behind a slow receiver. */
function createLiveFeed<T extends Place>(
  { name, source }: { name: string; source: LiveSource<T> },
  { workspaceId, filter }: StreamOptions,
  onChange: () => void,
) {
  const changed = new Map<string, T>()
  const { clientId: only, clientIds } = filter
  const note = (state: T): void => {
    const { clientId, jid } = state
    if ((only !== undefined && clientId !== only) || (clientIds && !clientIds.includes(clientId))) return
    changed.set(`${clientId} ${jid}`, state)
    onChange()
  }
  const leave = source.watch(workspaceId, note)
  for (const state of source.list(workspaceId)) note(state)
  return {
    leave,
    /** Without an id: it is no event of the log, so the receiver's place stays. */
    take(): string {
      const frames = [...changed.values()].map(
        (state) => `event: ${name}\ndata: ${JSON.stringify(state)}\n\n`,
      )
      changed.clear()
      return frames.join('')
    },
  }
}

/** What is told beside the log, to who wants to hear it. */
function createLiveFeeds({ presence, contacts }: StreamDeps, options: StreamOptions, onChange: () => void) {
  const feeds = [
    ...(options.hearsPresence
      ? [createLiveFeed({ name: TEAM_PRESENCE, source: presence }, options, onChange)]
      : []),
    ...(options.hearsContacts
      ? [createLiveFeed({ name: CONTACT_PRESENCE, source: contacts }, options, onChange)]
      : []),
  ]
  return {
    leave(): void {
      for (const { leave } of feeds) leave()
    },
    take: () => feeds.map((feed) => feed.take()).join(''),
  }
}

/** The place to begin at. One the log no longer reaches back to, or never had, is told as a gap. */
async function findStart(deps: StreamDeps, after: number | null): Promise<{ cursor: number; gap: boolean }> {
  const final = await deps.watermark.advance()
  if (after === null) return { cursor: final, gap: false }
  const last = await deps.watermark.readLast()
  const oldest = (await readOldest(deps.db)) ?? last + 1
  const isAhead = after > last
  const isBehind = after > 0 && after < oldest - 1
  return isAhead ? { cursor: final, gap: true } : { cursor: after, gap: isBehind }
}

/**
 * Writes an owner's events as server-sent events until the connection ends, from the log and in its order. It reads on
 * only when the connection has taken what was read before, so a slow receiver costs one page of memory.
 */
export async function runStream(deps: StreamDeps, options: StreamOptions): Promise<void> {
  const { userId, workspaceId, filter, write } = options
  const ends = AbortSignal.any([options.signal, deps.stopped])
  const alarm = createAlarm(ends)
  const present = createLiveFeeds(deps, options, () => alarm.ring('presence'))
  const leave = [
    deps.tail.subscribe(workspaceId, () => alarm.ring('news')),
    deps.onCallersChanged(userId, () => alarm.ring('callers')),
    present.leave,
  ]
  let cursor = 0
  /** Who is where is written without a look at the log, and puts no heartbeat off. */
  async function untilWoken(): Promise<Woken> {
    const beatAtMs = performance.now() + HEARTBEAT_MS
    for (;;) {
      const frames = present.take()
      if (frames) await write(frames)
      const why = await alarm.wait(Math.max(0, beatAtMs - performance.now()))
      if (why !== 'presence') return why
    }
  }
  /** Writes all there is; answers why it was woken after that. */
  async function resume(): Promise<Woken> {
    for (;;) {
      const upTo = deps.watermark.current()
      const rows = await readEvents(deps.db, workspaceId, { after: cursor, upTo, limit: PAGE }, filter)
      if (rows.length > 0) await write(rows.map(toFrame).join(''))
      const isFull = rows.length === PAGE
      cursor = isFull ? (rows.at(-1)?.seq ?? cursor) : Math.max(cursor, upTo)
      if (ends.aborted) return 'ended'
      if (!isFull) return await untilWoken()
    }
  }

  try {
    const start = await findStart(deps, options.after)
    cursor = start.cursor
    // Whoever reads the state after this line has missed nothing: later events come on the stream.
    await write(`retry: 1000\n${toMark(start.gap ? 'stream.gap' : 'stream.here', cursor)}`)
    for (let why = await resume(); why !== 'ended'; why = await resume()) {
      if (why === 'news') continue
      if (!(await options.isStillAllowed())) return
      await write(toMark('stream.here', cursor))
    }
  } finally {
    for (const end of leave) end()
  }
}
