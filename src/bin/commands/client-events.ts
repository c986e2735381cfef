import { setTimeout as sleep } from 'node:timers/promises'
import { API_PREFIX } from '../../contract/operation.ts'
import type { Caller } from './operation-call.ts'

/** The service says every ten seconds that the connection lives; one that says nothing for this long is none. */
const SILENT_MS = 30_000
/** Between two attempts; each counts as a call of the key, so they are few. */
const RETRY_MS = 60_000
/** What changes while a client is being linked. */
const NAMES = 'client.status,client.qr'

async function readLines(
  response: Response,
  onChunk: () => void,
  onLine: (line: string) => void,
): Promise<void> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    onChunk()
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
}

/** One connection, until it ends, however it does. */
async function follow(
  caller: Caller,
  clientId: string,
  ends: AbortSignal,
  onEvent: () => void,
): Promise<void> {
  const silent = new AbortController()
  const timer = setTimeout(() => silent.abort(), SILENT_MS)
  try {
    const query = new URLSearchParams({ events: NAMES, clientId })
    const response = await fetch(`${caller.url}${API_PREFIX}/events/stream?${query}`, {
      headers: { 'x-api-key': caller.key },
      // The key goes to the address that was set and nowhere else.
      redirect: 'error',
      signal: AbortSignal.any([ends, silent.signal]),
    })
    if (!response.ok) return void (await response.body?.cancel())
    let hasBegun = false
    await readLines(
      response,
      () => timer.refresh(),
      (line) => {
        // What happened before the stream begins is not told in it, so its beginning counts too.
        const isNews = line.startsWith('event: client.') || (!hasBegun && line === 'event: stream.here')
        hasBegun ||= isNews
        if (isNews) onEvent()
      },
    )
  } catch {
    // Whoever waits looks now and then all the same.
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Calls back when something about a client may have changed, by the stream of events, so that nobody has to ask all the time: a
 * key has calls for an hour only. Without the stream, as with a key that may not read events, it never calls.
 * @param ends ends it
 */
export async function followClient(
  caller: Caller,
  clientId: string,
  ends: AbortSignal,
  onEvent: () => void,
): Promise<void> {
  while (!ends.aborted) {
    await follow(caller, clientId, ends, onEvent)
    await sleep(RETRY_MS, undefined, { signal: ends, ref: false }).catch(() => {})
  }
}
