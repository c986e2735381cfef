import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { backoffMs } from '../core/pacing/backoff.ts'

export interface Listener {
  stop(): Promise<void>
}

export interface ListenHandlers {
  readonly onPayload: (payload: string) => void
  /** The connection was lost and is back. What was notified meanwhile is gone: read the tables again. */
  readonly onReconnect?: () => void
}

/** The server closes a silent connection it cannot see; a question now and then finds out. */
const PROBE_INTERVAL_MS = 30_000
const PAUSE = { firstMs: 100, maxMs: 5_000 }

/**
 * Hears the notifications of a channel on a connection of its own, which is made again whenever it ends.
 * Resolves once it listens, and throws when the first connection cannot be made.
 */
export async function listenToChannel(
  createClient: () => pg.Client,
  channel: string,
  handlers: ListenHandlers,
): Promise<Listener> {
  const stopping = new AbortController()
  let client = await connect(createClient, channel, handlers.onPayload)
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await untilEnded(client, stopping.signal)
      await client.end().catch(() => {})
      const next = await reconnect(createClient, channel, handlers.onPayload, stopping.signal)
      if (next === undefined) return
      client = next
      handlers.onReconnect?.()
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function connect(
  createClient: () => pg.Client,
  channel: string,
  onPayload: (payload: string) => void,
): Promise<pg.Client> {
  const client = createClient()
  client.on('notification', (message) => {
    if (message.channel === channel) onPayload(message.payload ?? '')
  })
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function reconnect(
  createClient: () => pg.Client,
  channel: string,
  onPayload: (payload: string) => void,
  signal: AbortSignal,
): Promise<pg.Client | undefined> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await connect(createClient, channel, onPayload)
    } catch {
      await sleep(backoffMs(PAUSE, attempt, Math.random()), undefined, { signal }).catch(() => {})
    }
  }
  return undefined
}

function untilEnded(client: pg.Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearInterval(probe)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const probe = setInterval(() => {
      client.query('select 1').catch(finish)
    }, PROBE_INTERVAL_MS)
    client.once('end', finish)
    client.once('error', finish)
    signal.addEventListener('abort', finish)
    if (signal.aborted) finish()
  })
}
