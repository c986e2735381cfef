import { type ClientOptions, pause, toBackoff, toUrl } from './call.ts'
import { ParleyError, ParleyUnreachable, readError } from './errors.ts'
import { type Frame, parseFrames } from './frames.ts'
import type { ParleyEvent } from './types.ts'

export interface StreamOptions {
  /** The id of the last event that was worked on; without it, what happens from now on is told. */
  readonly after?: string | undefined
  /** Only these, such as `message.received`. */
  readonly events?: readonly string[] | undefined
  /** Only of this client. */
  readonly clientId?: string | undefined
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined
  /** Told when the log does not reach back to `after` any more: what lies between is not told. */
  readonly onGap?: (() => void) | undefined
}

/** The service says something every ten seconds. */
const SILENCE_MS = 35_000
const MOST_DOUBLINGS = 6

/** What will not be better the next time. */
function isFinal(error: unknown): boolean {
  return error instanceof ParleyError && error.status >= 400 && error.status < 500 && error.status !== 429
}

function buildRequest(client: ClientOptions, options: StreamOptions, after: string | undefined) {
  const query = new URLSearchParams()
  if (options.events) query.set('events', options.events.join(','))
  if (options.clientId) query.set('clientId', options.clientId)
  const headers: Record<string, string> = { 'x-api-key': client.key, accept: 'text/event-stream' }
  if (after !== undefined) headers['last-event-id'] = after
  return { url: `${toUrl(client, '/events/stream')}?${query}`, headers }
}

/** Aborts when nothing was heard for long, or when the caller has had enough. */
function createWatch(signal: AbortSignal | undefined) {
  const silent = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const onActivity = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(new ParleyUnreachable('The stream fell silent.')), SILENCE_MS)
  }
  onActivity()
  return {
    signal: signal ? AbortSignal.any([signal, silent.signal]) : silent.signal,
    onActivity,
    end: () => clearTimeout(timer),
  }
}

/** Frames of one connection, until it ends. */
async function* readOnce(
  client: ClientOptions,
  options: StreamOptions,
  after: string | undefined,
): AsyncGenerator<Frame> {
  const watch = createWatch(options.signal)
  try {
    const { url, headers } = buildRequest(client, options, after)
    const response = await (client.fetch ?? fetch)(url, { headers, signal: watch.signal })
    if (response.status !== 200 || !response.body) throw await readError(response)
    yield* parseFrames(response.body, watch.onActivity)
  } catch (error) {
    if (isFinal(error)) throw error
  } finally {
    watch.end()
  }
}

/**
 * Events as they happen, in order and none left out: a connection that breaks is made again and goes on after the last
 * event that was taken. Ends when `signal` does; throws what the service refuses for good.
 */
export async function* streamEvents(
  client: ClientOptions,
  options: StreamOptions = {},
): AsyncGenerator<ParleyEvent> {
  let after = options.after
  for (let failures = 0; !options.signal?.aborted; failures += 1) {
    for await (const frame of readOnce(client, options, after)) {
      failures = 0
      after = frame.id ?? after
      if (frame.event === 'stream.gap') options.onGap?.()
      else if (frame.event !== 'stream.here') yield JSON.parse(frame.data) as ParleyEvent
    }
    if (options.signal?.aborted) return
    await pause(toBackoff(client, Math.min(failures, MOST_DOUBLINGS)), options.signal).catch(() => {})
  }
}
