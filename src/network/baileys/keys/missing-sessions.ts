import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  parseAndInjectE2ESessions,
  type WASocket,
} from 'baileys'
import { NoAnswerError } from '../outbound/device-lists.ts'
import type { PairwiseSessions } from './signal-repository.ts'

/** Devices of one question for keys; what is for more people asks several times. */
const MAX_ASKED = 250

/** Begins sessions with devices that there are none with. */
export class MissingSessions {
  readonly #socket: WASocket
  readonly #sessions: PairwiseSessions

  constructor(socket: WASocket, sessions: PairwiseSessions) {
    this.#socket = socket
    this.#sessions = sessions
  }

  /**
   * Fetches key bundles of devices we have no session with, one request for all. Answers those the network has no keys
   * of: they cannot be written to, which keeps nobody else from it.
   */
  async begin(jids: readonly string[]): Promise<ReadonlySet<string>> {
    const missing = await this.#without(jids)
    for (let first = 0; first < missing.length; first += MAX_ASKED)
      await this.#fetch(missing.slice(first, first + MAX_ASKED))
    return new Set(await this.#without(missing))
  }

  async #without(jids: readonly string[]): Promise<string[]> {
    const missing: string[] = []
    for (const jid of jids) if (!(await this.#sessions.hasSession(jid))) missing.push(jid)
    return missing
  }

  async #fetch(jids: readonly string[]): Promise<void> {
    const wire = await Promise.all(jids.map((jid) => this.#sessions.wireJid(jid)))
    const result = await this.#socket.query({
      tag: 'iq',
      attrs: { xmlns: 'encrypt', type: 'get', to: '@s.whatsapp.net' },
      content: [{ tag: 'key', attrs: {}, content: wire.map((jid) => ({ tag: 'user', attrs: { jid } })) }],
    })
    // The library's answer to silence, though its types do not say so.
    if (!(result as BinaryNode | undefined)) throw new NoAnswerError()
    const list = getBinaryNodeChild(result, 'list')
    const users = getBinaryNodeChildren(list, 'user').filter((user) => !getBinaryNodeChild(user, 'error'))
    if (!list || !users.length) return
    const withKeys = { ...result, content: [{ ...list, content: users }] }
    await parseAndInjectE2ESessions(withKeys, this.#socket.signalRepository)
  }
}
