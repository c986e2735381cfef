import { EventEmitter } from 'node:events'
import type { WASocket } from 'baileys'

/**
 * Makes a socket whose listeners may fail. The library listens with asynchronous functions, some of which reject when
 * the connection ends under them; nobody waits for those, and one of them would end the process with every client in
 * it. Emitters made here hand such a failure to `onRejected` instead.
 */
export function makeGuarded(make: () => WASocket, onRejected: (error: unknown) => void): WASocket {
  const before = EventEmitter.captureRejections
  EventEmitter.captureRejections = true
  try {
    const socket = make()
    Object.assign(socket.ws, { [EventEmitter.captureRejectionSymbol]: onRejected })
    // The library's own events come from an emitter that cannot be reached; it tells failures as `error`.
    socket.ev.on('error' as never, onRejected as never)
    return socket
  } finally {
    EventEmitter.captureRejections = before
  }
}
