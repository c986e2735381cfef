import type { Executor } from '../../db/transaction.ts'
import type { Log } from '../../platform/logger.ts'
import { readContactsByAddress } from '../contacts/index.ts'

/** Of one client, until its connection ends. */
const MOST_NAMES = 2_000

/** A person by the address under which they are kept. */
export interface Named {
  jid: string
  name: string | null
}

/** What those are called who do something, as far as their contacts tell. */
export class MemberNames {
  readonly #deps: { db: Executor; log: Log }
  readonly #clientId: string
  readonly #known = new Map<string, Named>()

  constructor(deps: { db: Executor; log: Log }, clientId: string) {
    this.#deps = deps
    this.#clientId = clientId
  }

  of(address: string): Named {
    return this.#known.get(address) ?? { jid: address, name: null }
  }

  /** Looks somebody up who was not looked up before, and calls `onNews` when that told anything. Never rejects. */
  async learn(address: string, onNews: () => unknown): Promise<void> {
    try {
      if (await this.#find(address)) onNews()
    } catch (err) {
      this.#deps.log.warn({ err }, 'who types could not be looked up')
    }
  }

  clear(): void {
    this.#known.clear()
  }

  async #find(address: string): Promise<boolean> {
    if (this.#known.has(address)) return false
    if (this.#known.size >= MOST_NAMES) this.#known.clear()
    const unnamed = { jid: address, name: null }
    this.#known.set(address, unnamed)
    const [row] = await readContactsByAddress(this.#deps.db, this.#clientId, [address])
    if (!row || this.#known.get(address) !== unnamed) return false
    const { id: jid, name, notify, username } = row
    this.#known.set(address, { jid, name: name ?? notify ?? (username ? `@${username}` : null) })
    return true
  }
}
