import { API_PREFIX, EVENT_NAMES } from 'virtual:contract'
import type { api } from '../app/api.ts'

export type LiveEvent = Awaited<ReturnType<typeof api.events.list>>['events'][number]

/** `up`: everything that happens from now on comes by itself. `down`: the connection was lost and is tried again. */
export type LiveState = 'connecting' | 'up' | 'down'

export interface LiveHandlers {
  onEvent(event: LiveEvent): void
  /** Something was missed: what the page shows must be read again. */
  onGap(): void
  onState(state: LiveState): void
  /** The service refused the stream; perhaps the session has ended. */
  onRefused(): void
}

interface Shared {
  event?: LiveEvent
  gap?: true
  state?: LiveState
  place?: string
}

const CHANNEL = 'parley.live'
/** The service says something every ten seconds; a connection that is silent for longer is dead. */
const SILENT_MS = 30_000
const PAUSE_MS = { first: 1_000, most: 15_000 }

/**
 * Hears what happens, by one stream for all tabs of a browser: the tab that holds the lock keeps the stream and tells the
 * others, and when it is closed another goes on after the last event. Where browsers have no locks, each tab has its own.
 * Answers how to end it.
 */
export function openLiveStream(handlers: LiveHandlers): () => void {
  const ended = new AbortController()
  const channel = new BroadcastChannel(CHANNEL)
  let place: string | null = null
  let lastState: LiveState = 'connecting'
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let silence: ReturnType<typeof setTimeout> | undefined

  function take({ event, gap, state, place: at }: Shared): void {
    if (at !== undefined) place = at
    if (event) handlers.onEvent(event)
    if (gap) handlers.onGap()
    if (!state) return
    lastState = state
    handlers.onState(state)
  }
  const share = (shared: Shared): void => {
    channel.postMessage(shared)
    take(shared)
  }
  channel.onmessage = ({ data }: MessageEvent<Shared | 'who'>) => {
    if (data !== 'who') take(data)
    else if (source) channel.postMessage({ state: lastState } satisfies Shared)
  }

  function listen(): void {
    clearTimeout(silence)
    silence = setTimeout(reopen, SILENT_MS)
  }

  /** A connection can be dead without saying so, and a browser that is offline keeps it. */
  function reopen(): void {
    share({ state: 'down' })
    source?.close()
    if (navigator.onLine) connect()
  }

  function connect(): void {
    listen()
    clearTimeout(retry)
    source?.close()
    const query = place === null ? '' : `?after=${place}`
    const opened = new EventSource(`${API_PREFIX}/events/stream${query}`)
    source = opened
    // Open is not enough: only what happens after the service has named the place comes on the stream.
    const begin = (at: Omit<Shared, 'state'>): void => {
      listen()
      failures = 0
      share(lastState === 'up' ? at : { ...at, state: 'up' })
    }
    for (const name of EVENT_NAMES) {
      opened.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        listen()
        share({ event: JSON.parse(data) as LiveEvent, place: lastEventId })
      })
    }
    opened.addEventListener('stream.here', ({ lastEventId }) => begin({ place: lastEventId }))
    opened.addEventListener('stream.gap', ({ lastEventId }) => begin({ gap: true, place: lastEventId }))
    opened.onerror = () => {
      share({ state: 'down' })
      // The browser tries again by itself while the service is only away; a refusal ends its trying.
      if (opened.readyState !== EventSource.CLOSED || ended.signal.aborted) return
      handlers.onRefused()
      failures += 1
      retry = setTimeout(connect, Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** (failures - 1)))
    }
  }

  const goOffline = (): void => {
    if (source) reopen()
  }
  const goOnline = (): void => {
    if (source && source.readyState === EventSource.CLOSED) connect()
  }
  addEventListener('offline', goOffline)
  addEventListener('online', goOnline)

  if ('locks' in navigator) {
    const untilEnded = new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()))
    const hold = navigator.locks.request(CHANNEL, { signal: ended.signal }, () => {
      connect()
      return untilEnded
    })
    hold.catch(() => {
      // Ended before the lock was had.
    })
    channel.postMessage('who')
  } else connect()

  return () => {
    ended.abort()
    clearTimeout(retry)
    clearTimeout(silence)
    removeEventListener('offline', goOffline)
    removeEventListener('online', goOnline)
    source?.close()
    channel.close()
  }
}
