import type { IncomingMessage, ServerResponse } from 'node:http'
import { CONTACT_PRESENCE, LIVE_EVENT_NAMES } from '../../contract/events/live-event-names.ts'
import type { Caller } from '../../contract/handlers.ts'
import { API_PREFIX } from '../../contract/operation.ts'
import { EVENT_NAMES } from '../../contract/resources.ts'
import { Refusal } from '../../core/errors.ts'
import { isUuid } from '../../core/uuid.ts'

/** `GET {EVENTS_PATH}`: what happens to the caller's clients, as server-sent events. */
export const EVENTS_PATH = `${API_PREFIX}/events/stream`

/** Streams of one person that may be open here at once. */
const MAX_STREAMS = 50
/** A receiver that takes nothing for this long is cut off; it comes back with the id of the last event it has. */
const STALLED_MS = 30_000
const PLACE = /^\d{1,15}$/

export interface StreamCall {
  userId: string
  /** Whose events are written. */
  workspaceId: string
  after: number | null
  filter: {
    names?: readonly string[] | undefined
    clientId?: string | undefined
    clientIds?: readonly string[] | null | undefined
  }
  /** Whether it is told who is in which conversation. */
  hearsPresence: boolean
  /** Whether it is told which contacts are online. */
  hearsContacts: boolean
  write(text: string): Promise<void>
  isStillAllowed(): Promise<boolean>
  signal: AbortSignal
}

/** Writes events until the connection ends; resolves then. */
export type StreamEvents = (call: StreamCall) => Promise<void>

interface Asked {
  after: number | null
  names: string[] | undefined
  clientId: string | undefined
}

/** `Last-Event-ID` wins over `after`: a browser that comes back still asks for the address it began with. */
function parseAsked(req: IncomingMessage): Asked | Refusal {
  const query = new URL(req.url ?? '/', 'http://any').searchParams
  const after = req.headers['last-event-id'] ?? query.get('after')
  const clientId = query.get('clientId') ?? undefined
  const names = query.get('events')?.split(',')
  const known: readonly string[] = [...EVENT_NAMES, ...LIVE_EVENT_NAMES]
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined)
    return new Refusal(
      'BAD_REQUEST',
      `events: there is no ${JSON.stringify(unknown)}. Name some of ${known.join(', ')}.`,
    )
  if (clientId !== undefined && !isUuid(clientId))
    return new Refusal('BAD_REQUEST', 'clientId: not an id of a client.')
  if (after && !PLACE.test(String(after)))
    return new Refusal(
      'BAD_REQUEST',
      'Last-Event-ID: not the id of an event. Leave it out to begin with now.',
    )
  return { after: after ? Number(after) : null, names, clientId }
}

/** Resolves when the connection has room again; a connection that is gone or takes nothing is an error. */
function createWriter(res: ServerResponse, signal: AbortSignal): (text: string) => Promise<void> {
  return async (text) => {
    if (signal.aborted || res.destroyed) throw new Error('the receiver is gone')
    if (res.write(text)) return
    const drained = Promise.withResolvers<void>()
    const stalled = setTimeout(() => res.destroy(new Error('the receiver takes nothing')), STALLED_MS)
    const gone = () => drained.reject(new Error('the receiver is gone'))
    res.once('drain', drained.resolve)
    signal.addEventListener('abort', gone, { once: true })
    try {
      await drained.promise
    } finally {
      clearTimeout(stalled)
      res.off('drain', drained.resolve)
      signal.removeEventListener('abort', gone)
    }
  }
}

/** How many streams each person has open in this process. */
function createStreamCount() {
  const open = new Map<string, number>()
  return {
    enter(userId: string): boolean {
      const count = open.get(userId) ?? 0
      if (count >= MAX_STREAMS) return false
      open.set(userId, count + 1)
      return true
    },
    leave(userId: string): void {
      const left = (open.get(userId) ?? 1) - 1
      if (left > 0) open.set(userId, left)
      else open.delete(userId)
    },
  }
}

/** Answers the stream of events; one function per process, because it counts what is open. */
export function createEventStream(stream: StreamEvents) {
  const count = createStreamCount()
  return async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    { userId, workspaceId, clientIds, via }: Caller,
    isStillAllowed: () => Promise<boolean>,
  ): Promise<Refusal | undefined> {
    const asked = parseAsked(req)
    if (asked instanceof Refusal) return asked
    if (!count.enter(userId))
      return new Refusal('TOO_MANY_REQUESTS', `More than ${MAX_STREAMS} streams are open. Close some first.`)
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    res.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies that collect answers before they pass them on would hold events back.
      'x-accel-buffering': 'no',
    })
    res.flushHeaders()
    const { after, names, clientId } = asked
    const write = createWriter(res, gone.signal)
    try {
      const filter = { names, clientId, clientIds }
      const hearsPresence = via === 'session'
      const hearsContacts = names?.includes(CONTACT_PRESENCE) ?? hearsPresence
      const call = { userId, workspaceId, after, filter, hearsPresence, hearsContacts }
      await stream({ ...call, write, isStillAllowed, signal: gone.signal })
    } catch (error) {
      if (!gone.signal.aborted && !res.destroyed) throw error
    } finally {
      count.leave(userId)
      res.end()
    }
    return undefined
  }
}
