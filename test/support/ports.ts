import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LISTENS_WITHIN_MS = 60_000

/** A port of this machine that nothing listened on a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Waits until a program takes connections; throws with its name when it does not. */
export async function awaitListening(program: string, port: number): Promise<void> {
  const until = Date.now() + LISTENS_WITHIN_MS
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port })
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    if (Date.now() > until) throw new Error(`${program} does not listen on ${port}`)
    await sleep(20)
  }
}
