import { API_PREFIX, EVENT_NAMES } from 'virtual:contract'
import { type PresentTeam, TEAM_PRESENCE } from '../../contract/conversations/team-presence.ts'
import { CONTACT_PRESENCE } from '../../contract/events/live-event-names.ts'
import type { ShownPresence } from '../../contract/events/live-events.ts'
import { WORKSPACE_PARAM } from '../../contract/start-info.ts'
import type { api } from '../app/api.ts'
import type { LiveStates } from './live-states.ts'

export type LiveEvent = Awaited<ReturnType<typeof api.events.list>>['events'][number]

/** How a contact is, or what is done in a group. */
export type ContactPresence = ShownPresence & { clientId: string }

/** `up`: everything that happens from now on comes by itself. `down`: the connection was lost and is tried again. */
export type LiveState = 'connecting' | 'up' | 'down'

export interface LiveHandlers {
  onEvent(event: LiveEvent): void
  /** Something was missed: what the page shows must be read again. */
  onGap(): void
  onState(state: LiveState): void
  /** The service refused the stream; perhaps the session has ended. */
  onRefused(): void
  presence: LiveStates<PresentTeam>
  contacts: LiveStates<ContactPresence>
}

interface Shared {
  event?: LiveEvent
  gap?: true
  state?: LiveState
  place?: string
  /** Conversations in which others are in another way than before. */
  teams?: readonly PresentTeam[]
  contacts?: readonly ContactPresence[]
  /** A stream begins, which tells anew who is where. */
  isAnew?: true
}

const CHANNEL = 'parley.live'
/** The service says something every ten seconds; a connection that is silent for longer is dead. */
const SILENT_MS = 30_000
const PAUSE_MS = { first: 1_000, most: 15_000 }

/**
 * Hears what happens in one workspace, by one stream for all tabs of a browser that show it: the tab that holds the lock keeps the stream and tells the
 * others, and when it is closed another goes on after the last event. Where browsers have no locks, each tab has its own.
 */
export class LiveStream {
  private readonly handlers: LiveHandlers
  private readonly ended = new AbortController()
  private readonly workspaceId: string
  private readonly name: string
  private readonly channel: BroadcastChannel
  private place: string | null = null
  private lastState: LiveState = 'connecting'
  private source: EventSource | null = null
  private retry: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private silence: ReturnType<typeof setTimeout> | undefined

  constructor(workspaceId: string, handlers: LiveHandlers) {
    this.handlers = handlers
    this.workspaceId = workspaceId
    this.name = `${CHANNEL}.${workspaceId}`
    this.channel = new BroadcastChannel(this.name)
    this.channel.onmessage = ({ data }: MessageEvent<Shared | 'who'>) => {
      if (data !== 'who') this.take(data)
      else if (this.source) {
        const teams = this.handlers.presence.list()
        const contacts = this.handlers.contacts.list()
        // Whoever takes the stream over before the next event goes on from here.
        const at = this.place === null ? {} : { place: this.place }
        this.channel.postMessage({ state: this.lastState, teams, contacts, ...at } satisfies Shared)
      }
    }
  }

  open(): void {
    const { signal } = this.ended
    addEventListener('offline', () => this.goOffline(), { signal })
    addEventListener('online', () => this.goOnline(), { signal })
    if ('locks' in navigator) {
      const untilEnded = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      const hold = navigator.locks.request(this.name, { signal }, () => {
        this.connect()
        return untilEnded
      })
      hold.catch(() => {
        // Ended before the lock was had.
      })
      this.channel.postMessage('who')
    } else this.connect()
  }

  close(): void {
    this.ended.abort()
    clearTimeout(this.retry)
    clearTimeout(this.silence)
    this.source?.close()
    this.channel.close()
  }

  private take({ event, gap, state, place: at, teams, contacts, isAnew }: Shared): void {
    if (isAnew || (state && state !== 'up')) {
      this.handlers.presence.clear()
      this.handlers.contacts.clear()
    }
    if (teams) this.handlers.presence.note(teams)
    if (contacts) this.handlers.contacts.note(contacts)
    if (at !== undefined) this.place = at
    if (event) this.handlers.onEvent(event)
    if (gap) this.handlers.onGap()
    if (!state) return
    this.lastState = state
    this.handlers.onState(state)
  }

  private share(shared: Shared): void {
    this.channel.postMessage(shared)
    this.take(shared)
  }

  private listen(): void {
    clearTimeout(this.silence)
    this.silence = setTimeout(() => this.reopen(), SILENT_MS)
  }

  /** A connection can be dead without saying so, and a browser that is offline keeps it. */
  private reopen(): void {
    this.share({ state: 'down' })
    this.source?.close()
    if (navigator.onLine) this.connect()
  }

  private connect(): void {
    this.listen()
    this.share({ isAnew: true })
    clearTimeout(this.retry)
    this.source?.close()
    const query = new URLSearchParams({ [WORKSPACE_PARAM]: this.workspaceId })
    if (this.place !== null) query.set('after', this.place)
    const opened = new EventSource(`${API_PREFIX}/events/stream?${query}`)
    this.source = opened
    // Open is not enough: only what happens after the service has named the place comes on the stream.
    const begin = (at: Omit<Shared, 'state'>): void => {
      this.listen()
      this.failures = 0
      this.share(this.lastState === 'up' ? at : { ...at, state: 'up' })
    }
    for (const name of EVENT_NAMES) {
      opened.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        this.listen()
        this.share({ event: JSON.parse(data) as LiveEvent, place: lastEventId })
      })
    }
    opened.addEventListener(TEAM_PRESENCE, ({ data }: MessageEvent<string>) => {
      this.listen()
      this.share({ teams: [JSON.parse(data) as PresentTeam] })
    })
    opened.addEventListener(CONTACT_PRESENCE, ({ data }: MessageEvent<string>) => {
      this.listen()
      this.share({ contacts: [JSON.parse(data) as ContactPresence] })
    })
    opened.addEventListener('stream.here', ({ lastEventId }) => begin({ place: lastEventId }))
    opened.addEventListener('stream.gap', ({ lastEventId }) => begin({ gap: true, place: lastEventId }))
    opened.onerror = () => {
      this.share({ state: 'down' })
      // The browser tries again by itself while the service is only away; a refusal ends its trying.
      if (opened.readyState !== EventSource.CLOSED || this.ended.signal.aborted) return
      this.handlers.onRefused()
      this.failures += 1
      this.retry = setTimeout(
        () => this.connect(),
        Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** (this.failures - 1)),
      )
    }
  }

  private goOffline(): void {
    if (this.source) this.reopen()
  }

  private goOnline(): void {
    if (this.source && this.source.readyState === EventSource.CLOSED) this.connect()
  }
}
