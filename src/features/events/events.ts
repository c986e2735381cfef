import type { Bus } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import type { Executor } from '../../db/transaction.ts'
import type { Log } from '../../platform/logger.ts'
import { ContactPresences } from './contact-presence.ts'
import { createEventHandlers } from './handlers.ts'
import { runStream, type StreamOptions } from './stream.ts'
import { createEventTail } from './tail.ts'
import { TeamPresence } from './team-presence.ts'
import { EventWatermark } from './watermark.ts'

/** Published with `{userId}` after a key was revoked or a session ended: open streams look again whether they may go on. */
export const CALLERS_CHANGED = 'callers.changed'

export interface Events {
  handlers: Handlers['events']
  watermark: EventWatermark
  /** Writes events until the connection ends; resolves then. */
  stream(options: StreamOptions): Promise<void>
  /** Whether a person has the conversation open on one of their pages; `jid` is canonical. */
  isWatching(userId: string, clientId: string, jid: string): boolean
  /** Which conversations are open on pages of members, and who does what there. */
  teams: Pick<TeamPresence, 'list' | 'watch'>
  /** Ends all streams. */
  close(): Promise<void>
}

/** The event log of one process: lists and streams over one watermark. */
export function createEvents(deps: { db: Executor; bus: Bus; log: Log }): Events {
  const { db, bus } = deps
  const watermark = new EventWatermark(db, deps.log)
  const tail = createEventTail({ ...deps, watermark })
  const presence = new TeamPresence(bus, Date.now)
  const contacts = new ContactPresences(bus, Date.now)
  const stopped = new AbortController()
  const streams = new Set<Promise<void>>()
  const onCallersChanged = (userId: string, changed: () => void) =>
    bus.subscribe(CALLERS_CHANGED, (payload) => {
      if (payload.userId === userId) changed()
    })
  return {
    handlers: createEventHandlers(db, watermark),
    watermark,
    teams: presence,
    isWatching: (userId, clientId, jid) => presence.isThere(userId, { clientId, jid }),
    async stream(options) {
      const ofProcess = {
        ...{ db, watermark, tail, presence, contacts, onCallersChanged },
        stopped: stopped.signal,
      }
      const stream = runStream(ofProcess, options)
      streams.add(stream)
      await stream.finally(() => streams.delete(stream))
    },
    async close() {
      stopped.abort()
      await Promise.allSettled(streams)
      presence.close()
      contacts.close()
      await tail.close()
    },
  }
}
