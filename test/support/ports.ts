import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LISTENS_WITHIN_MS = 60_000

/** Below those that a system hands out by itself, so that no connection and no other server is given one between two uses. */
const OWN_PORTS = [20_000, 32_000] as const

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (listens) await new Promise((resolve) => server.close(resolve))
  return listens
}

/** A port for a server that is started later, or again and again: nothing listened on it a moment ago. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...OWN_PORTS)
    if (await isFree(port)) return port
  }
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
