import { makeWASocket, type WASocket } from 'baileys'
import type { PairwiseSessions } from './keys/signal-repository.ts'
import { makeGuarded } from './rejections.ts'
import { withRootOf } from './root-certificate.ts'
import { buildSocketConfig, type SocketConfigParts } from './socket-config.ts'
import { limitClosing } from './socket-end.ts'

/** The library's socket, which begins to connect at once, and the pairwise sessions it works on. */
export function openLibrarySocket(parts: Omit<SocketConfigParts, 'onSessions'>): {
  socket: WASocket
  sessions: PairwiseSessions
} {
  const { open, log } = parts
  let sessions: PairwiseSessions | undefined
  const config = buildSocketConfig({
    ...parts,
    onSessions: (made) => {
      sessions = made
    },
  })
  const socket = withRootOf(open.target, () =>
    makeGuarded(
      () => makeWASocket(config),
      (error) => log.warn({ err: error }, 'a listener failed'),
    ),
  )
  if (!sessions) throw new Error('the library did not make its Signal repository; its version does not fit')
  limitClosing(socket)
  return { socket, sessions }
}
