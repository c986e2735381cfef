import type { BinaryNode, WASocket } from 'baileys'
import type { Address } from '../../../core/addresses.ts'
import type { NetworkConnection, NetworkPresence, PresenceNews } from '../../port.ts'
import { readChatState, readPresence } from '../../translate/account/presence-nodes.ts'

/** How long the connection may take to take a stanza that nobody answers. */
const TAKEN_MS = 10_000
/** Changes of credentials come in rows; what is so is said once after them. */
const SAY_AGAIN_MS = 250

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`the connection did not take a presence within ${TAKEN_MS} ms; try again`)
    timer = setTimeout(() => reject(error), TAKEN_MS)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Presence as the library sends it, with its silence where the account has no name and its slips made good. */
export class PresenceActs implements NetworkPresence {
  readonly #open: () => WASocket
  #isAvailable = false
  #name: string | undefined
  #sayAgain: NodeJS.Timeout | undefined

  constructor(open: () => WASocket) {
    this.#open = open
  }

  listen(socket: WASocket, onNews: (news: PresenceNews) => void): void {
    const hand = (read: typeof readPresence) => (node: BinaryNode) => {
      const news = read(node)
      if (news) onNews(news)
    }
    socket.ws.on('CB:presence', hand(readPresence))
    socket.ws.on('CB:chatstate', hand(readChatState))
    this.#name = socket.authState.creds.me?.name
    socket.ev.on('creds.update', ({ me }) => this.#correct(socket, me?.name))
  }

  async setAvailable(isAvailable: boolean): Promise<boolean> {
    const socket = this.#open()
    // The library would say nothing, and not tell.
    if (isAvailable && !socket.authState.creds.me?.name) return false
    this.#isAvailable = isAvailable
    await inTime(socket.sendPresenceUpdate(isAvailable ? 'available' : 'unavailable'))
    return true
  }

  async show(...[presence, to]: Parameters<NetworkConnection['sendPresence']>): Promise<void> {
    await inTime(this.#open().sendPresenceUpdate(presence, to))
  }

  async subscribe(to: Address): Promise<void> {
    await inTime(this.#open().presenceSubscribe(to))
  }

  async unsubscribe(from: Address): Promise<void> {
    await inTime(this.#open().sendNode({ tag: 'presence', attrs: { to: from, type: 'unsubscribe' } }))
  }

  /**
   * With every change of the credentials that names the account otherwise than it is known, or not at all, rc14 sends a presence
   * without a type (`creds.update` in its socket.js), which is that of an account that is there: its phone would be silent. What
   * is so is said again after it.
   */
  #correct(socket: WASocket, told: string | undefined): void {
    const isSlip = told !== this.#name
    this.#name = socket.authState.creds.me?.name
    if (!isSlip || this.#sayAgain) return
    this.#sayAgain = setTimeout(() => {
      this.#sayAgain = undefined
      if (!socket.ws.isOpen || !this.#name) return
      socket.sendPresenceUpdate(this.#isAvailable ? 'available' : 'unavailable').catch(() => {})
    }, SAY_AGAIN_MS)
    this.#sayAgain.unref()
  }
}
