import type { WASocket } from 'baileys'
import type { LibraryClose } from './close-reasons.ts'

/** How long the other side may take to say goodbye before the line is cut. */
const GOODBYE_MS = 1000

interface SocketClient {
  socket: { terminate(): void } | null
  close(): Promise<void>
}

/** The library waits for the server's goodbye, half a minute long when the line is dead; this makes it a second. */
export function limitClosing(socket: WASocket): void {
  const client = socket.ws as unknown as SocketClient
  const close = client.close.bind(client)
  client.close = async () => {
    const timer = setTimeout(() => client.socket?.terminate(), GOODBYE_MS)
    try {
      await close()
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Ends what still waits for an answer. The library forgets to: those questions, their timers and everything they hold
 * would stay until they time out.
 */
export function endPendingQueries(socket: WASocket): void {
  if (socket.ws.listenerCount('error') > 0) socket.ws.emit('error', new Error('the connection was closed'))
}

interface LibraryError {
  message?: string
  output?: { statusCode?: number }
  data?: { attrs?: Record<string, string> } & Record<string, unknown>
}

function readAttrs(data: LibraryError['data']): Record<string, string | undefined> {
  const attrs = data?.attrs ?? data
  if (typeof attrs !== 'object' || attrs === null) return {}
  const strings = Object.entries(attrs).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(strings)
}

/** The library's closing error as the values that decide what it means. */
export function readCloseError(error: unknown): LibraryClose {
  const { message = '', output, data } = (error ?? {}) as LibraryError
  return { code: output?.statusCode ?? null, message, attrs: readAttrs(data) }
}
