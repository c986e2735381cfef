import type { Address } from '../../core/addresses.ts'
import { MOST_TRIES } from './failed-subscriptions.ts'

interface Ending {
  address: Address
  tries: number
}

/**
 * Subscriptions that nobody wants any more, until the connection took their end. Each look tries again, so many times: what a
 * connection does not take five times it does not take, and ends with it.
 */
export class EndingSubscriptions {
  readonly #endings = new Map<string, Ending>()

  add(jid: string, address: Address): void {
    this.#endings.set(jid, { address, tries: 0 })
  }

  /** It is wanted again, and was asked for. */
  drop(jid: string): void {
    this.#endings.delete(jid)
  }

  /** There is no such connection any more. */
  clear(): void {
    this.#endings.clear()
  }

  /** Those that failed least come first, so one that fails keeps none of the others waiting. Rejects with the first failure. */
  async end(unsubscribe: (address: Address) => Promise<void>, onEnded: (jid: string) => void): Promise<void> {
    for (const [jid, ending] of [...this.#endings].toSorted(
      ([, one], [, other]) => one.tries - other.tries,
    )) {
      if (this.#endings.get(jid) !== ending) continue
      ending.tries += 1
      if (ending.tries === MOST_TRIES) this.#endings.delete(jid)
      await unsubscribe(ending.address)
      // The connection may be another by now, which has endings of its own.
      if (ending.tries < MOST_TRIES && this.#endings.get(jid) !== ending) continue
      this.#endings.delete(jid)
      onEnded(jid)
    }
  }
}
