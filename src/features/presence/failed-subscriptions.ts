/** How often one contact is asked for, or let go of, over one connection; the next one begins anew. */
export const MOST_TRIES = 5

/**
 * Contacts for which the network could not be asked over the connection there is. Each look asks for them again, so many times:
 * what a connection does not take five times it does not take, and it would be asked for all its life.
 */
export class FailedSubscriptions {
  readonly #tries = new Map<string, number>()

  /** Those that are still asked for, the ones that failed least first: one that fails keeps none of the others waiting. */
  inTurn<T extends { jid: string }>(wanted: readonly T[]): T[] {
    const triesOf = ({ jid }: T): number => this.#tries.get(jid) ?? 0
    return wanted
      .filter((each) => triesOf(each) < MOST_TRIES)
      .toSorted((one, other) => triesOf(one) - triesOf(other))
  }

  /** Rejects with what `asking` rejects with. */
  async note(jid: string, asking: Promise<void>): Promise<void> {
    try {
      await asking
      this.#tries.delete(jid)
    } catch (err) {
      this.#tries.set(jid, (this.#tries.get(jid) ?? 0) + 1)
      throw err
    }
  }

  /** Somebody wants it again, or there is another connection. */
  clear(jid?: string): void {
    if (jid === undefined) this.#tries.clear()
    else this.#tries.delete(jid)
  }
}
